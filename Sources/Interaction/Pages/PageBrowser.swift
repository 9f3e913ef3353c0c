import Platform
import QueryEngine
import Rendering

/// The surroundings of a page browser: screen, clock and store.
package struct PageSight {
  /// The screen to draw on; its size may change.
  let screen: () -> Screen
  /// The current time; nil if unknown.
  let now: () -> Instant?
  /// The version of the store; nil while there is none.
  let version: () -> Int?
  /// The text of an error.
  let words: (any Error) -> String
  let dateOrder: DateOrder
  /// Whether the help reports how reading went.
  let isTiming: Bool

  package init(
    screen: @escaping () -> Screen, now: @escaping () -> Instant?, version: @escaping () -> Int?,
    words: @escaping (any Error) -> String, dateOrder: DateOrder, isTiming: Bool
  ) {
    (self.screen, self.now, self.version, self.words) = (screen, now, version, words)
    (self.dateOrder, self.isTiming) = (dateOrder, isTiming)
  }
}

/// Leafs through pages of the calendar on a terminal.
package final class PageBrowser {
  private static let readers = 3
  /// How long an escape waits for the rest of a key, in milliseconds.
  private static let escapeTime: Int32 = 30
  /// How often the clock and the store are checked, in milliseconds.
  private static let lookTime: Int32 = 500

  private let sight: PageSight
  private var context: QueryContext
  private let terminal: RawTerminal
  private var travel: PageTravel
  private var screen = PageScreen()
  private var decoder = KeyDecoder()
  private var version: Int?
  private var isDirty = true
  /// The last layout of the page; nil when it must be laid out again.
  private var laid: (lines: [PageLine], hours: Int?)?
  private var isFinished = false

  /// Creates a browser that begins at a page and whose readers `connect` makes; returns nil if the terminal
  /// has no modes or the system no threads.
  package init?(
    _ page: CalendarPage, _ context: QueryContext, _ sight: PageSight,
    connect: @escaping @Sendable () -> ReadPage
  ) {
    guard let pipe = WakePipe(), let terminal = RawTerminal(pipe) else { return nil }
    let reader = PageReader(threads: Self.readers, wake: { pipe.send() }, connect: connect)
    guard reader.isAble else { return nil }
    (self.sight, self.context, self.terminal) = (sight, context, terminal)
    travel = PageTravel(page, weekStart: context.weekStart, reader: reader)
    version = sight.version()
  }

  // MARK: The loop

  /// Shows pages until the person leaves.
  package func run() {
    terminal.enter()
    defer { terminal.leave() }
    travel.rest(at: SystemClock.monotonicNanoseconds())
    while !isFinished {
      if travel.receive() { didChange() }
      if isDirty { draw() }
      guard let (bytes, wakes) = terminal.wait(milliseconds: pollTimeout) else { return }
      if wakes.contains(.continued) { terminal.enter() }
      if !wakes.isDisjoint(with: [.continued, .resized]) { relay() }
      let keys = decoder.take(bytes) + (bytes.isEmpty && wakes.isEmpty ? decoder.flush() : [])
      // All pending keys are handled before anything is drawn or read.
      for key in keys where !isFinished { press(key) }
      if bytes.isEmpty, wakes.isEmpty { look() }
      travel.rest(at: SystemClock.monotonicNanoseconds())
    }
  }

  private var pollTimeout: Int32 {
    if decoder.isWithinEscape { return Self.escapeTime }
    guard let due = travel.due else { return Self.lookTime }
    let now = SystemClock.monotonicNanoseconds()
    return due <= now ? 0 : Int32(clamping: (due - now) / 1_000_000 + 1)
  }

  /// Checks whether the minute or the store has changed.
  private func look() {
    if let now = sight.now() {
      let isLater = now.seconds / 60 != context.now.seconds / 60
      context.now = now
      if isLater { relay() }
    }
    guard let present = sight.version(), present != version else { return }
    version = present
    travel.reset()
  }

  private func didChange() {
    relay()
    if let failure = travel.failure { screen.message = sight.words(failure) }
    if screen.openDay != nil { showHours() }
  }

  // MARK: Drawing

  /// Requests a new layout and drawing of the page.
  private func relay() { (laid, isDirty) = (nil, true) }

  private var size: TerminalSize { sight.screen().size }

  private var pageLook: PageLook {
    PageLook(
      width: max(20, size.columns), now: context.zone.civil(at: context.now), weekStart: context.weekStart,
      zone: context.zone.identifier)
  }

  private func lines() -> (lines: [PageLine], hours: Int?) {
    if let laid { return laid }
    let lines =
      screen.isHelp
      ? (helpLines.map { PageLine($0) }, nil)
      : screen.lines(travel.content ?? PageContent(travel.page), pageLook)
    laid = lines
    return lines
  }

  /// The help for the keys; with timing also how reading went.
  private var helpLines: [String] {
    PageScreen.help(width: size.columns) + (sight.isTiming ? [""] + travel.summary : [])
  }

  private func draw() {
    isDirty = false
    let (size, colors) = (size, sight.screen().colors)
    let all = lines().lines
    let rows = size.rows - 1
    screen.scroll(by: 0, of: all.count, rows: rows)
    let shown = all.dropFirst(screen.offset).prefix(max(0, rows))
    let bottom = screen.bottom(
      travel.page, isReading: travel.content == nil && travel.failure == nil,
      hasMore: all.count > screen.offset + rows, width: size.columns)
    terminal.show(
      PageScreen.frame(
        shown.map { $0.text(colors, width: size.columns) }, bottom: bottom.text(colors, width: size.columns),
        size: size))
  }

  // MARK: Keys

  private func press(_ key: Key) {
    isDirty = true
    screen.message = nil
    switch key {
    case .interrupt, .endOfInput: isFinished = true
    case .suspend: terminal.suspend()
    case .redraw: break
    case _ where screen.entry != nil: type(key)
    case _ where screen.isHelp: closeHelp()
    case .text(let character): command(character)
    case .right: step(by: 1)
    case .left: step(by: -1)
    case .down: scroll(by: 1)
    case .up: scroll(by: -1)
    case .pageDown: scroll(by: size.rows - 2)
    case .pageUp: scroll(by: 2 - size.rows)
    case .home: screen.offset = 0
    case .end: scroll(by: .max / 2)
    case .escape:
      screen.openDay = nil
      relay()
    default: break
    }
  }

  private func command(_ character: Character) {
    switch character {
    case "q": isFinished = true
    case "n": step(by: 1)
    case "p": step(by: -1)
    case "N": go(travel.page.moved(byYears: 1, weekStart: context.weekStart))
    case "P": go(travel.page.moved(byYears: -1, weekStart: context.weekStart))
    case "t": go(CalendarPage(travel.page.kind, of: context.today, weekStart: context.weekStart))
    case "j": scroll(by: 1)
    case "k": scroll(by: -1)
    case " ": scroll(by: size.rows - 2)
    case "b": scroll(by: 2 - size.rows)
    case "?", "h":
      screen.isHelp = true
      relay()
    case "/": screen.entry = ""
    case "0"..."9": screen.entry = String(character)
    default: screen.message = "`\(character)` is no key here; ? lists them"
    }
  }

  private func closeHelp() {
    screen.isHelp = false
    relay()
  }

  private func step(by count: Int) { go(travel.page.moved(by: count, weekStart: context.weekStart)) }

  private func go(_ page: CalendarPage?) {
    guard let page else {
      screen.message = "the calendar ends here"
      return
    }
    if page == travel.page { return }
    travel.go(to: page, at: SystemClock.monotonicNanoseconds())
    (screen.openDay, screen.offset) = (nil, 0)
    relay()
  }

  private func scroll(by count: Int) {
    screen.scroll(by: count, of: lines().lines.count, rows: size.rows - 1)
  }

  private func type(_ key: Key) {
    switch key {
    case .text(let character): screen.entry?.append(character)
    case .erase: if screen.entry?.popLast() == nil { screen.entry = nil }
    case .escape: screen.entry = nil
    case .enter:
      let text = screen.entry ?? ""
      screen.entry = nil
      if !text.allSatisfy({ $0 == " " }) { open(text) }
    default: break
    }
  }

  /// Shows the hours of the day that a date means.
  private func open(_ text: String) {
    switch DayEntry(text, on: travel.page, context, sight.dateOrder) {
    case .unknown(let why): screen.message = why
    case .day(let day):
      go(CalendarPage(travel.page.kind, of: day, weekStart: context.weekStart))
      if travel.page.kind != .day { screen.openDay = day }
      relay()
      showHours()
    }
  }

  private func showHours() {
    let (lines, hours) = lines()
    if let hours { screen.show(hours, of: lines.count, rows: size.rows - 1) }
  }
}

import QueryEngine
import Rendering

/// The way through the pages: which is looked at, which were read, which are read ahead.
///
/// While steps follow one another quickly nothing is begun: pages that are only passed are not
/// read. Once they stop, the page reached is read if it was not ahead of time, then its
/// neighbors in the direction of travel.
struct PageTravel {
  /// How often a step found its page.
  struct Counters: Equatable, Sendable {
    /// Steps to a page that was read already.
    var hits = 0
    /// Stops at a page that had to be waited for.
    var waits = 0
    /// Pages left before they were read.
    var passed = 0
  }

  /// How many pages are read ahead, and how many behind.
  static let ahead = 3
  static let behind = 1
  /// How many pages are kept.
  private static let room = 12
  /// How long, in nanoseconds, no step must follow before reading begins: longer
  /// than a held key takes to repeat.
  static let pause: UInt64 = 60_000_000

  private(set) var page: CalendarPage
  private(set) var counters = Counters()
  /// When reading begins; nil where there is nothing to begin.
  private(set) var due: UInt64?
  /// Why the page could not be read.
  private(set) var failure: (any Error)?
  private var direction = 1
  /// Whether a step has led here since reading last began.
  private var isStopping = false
  private let weekStart: Weekday
  private let reader: PageReader
  /// The pages that were read, the one looked at last at the end.
  private var shelf: [PageContent] = []
  /// Shown until the page is read anew.
  private var old: PageContent?

  init(_ page: CalendarPage, weekStart: Weekday, reader: PageReader) {
    (self.page, self.weekStart, self.reader) = (page, weekStart, reader)
    due = 0
  }

  /// What is on the page; nil before it was read.
  var content: PageContent? {
    shelf.last { $0.page == page } ?? (old?.page == page ? old : nil)
  }

  private func isRead(_ page: CalendarPage) -> Bool { shelf.contains { $0.page == page } }

  /// Goes to another page.
  mutating func go(to next: CalendarPage, at time: UInt64) {
    if next == page { return }
    if !isRead(page) { counters.passed += 1 }
    direction = next.first < page.first ? -1 : 1
    page = next
    failure = nil
    if let index = shelf.firstIndex(where: { $0.page == page }) {
      counters.hits += 1
      shelf.append(shelf.remove(at: index))
    }
    // What was passed is nobody's wish any more; what still lies ahead may arrive.
    reader.keep(wanted)
    isStopping = true
    due = time &+ Self.pause
  }

  /// The pages that should be read, in this order.
  private var wanted: [CalendarPage] {
    let steps = [0] + (1...Self.ahead).map { $0 * direction } + (1...Self.behind).map { -$0 * direction }
    return steps.compactMap { page.moved(by: $0, weekStart: weekStart) }.filter { !isRead($0) }
  }

  /// Begins reading where the steps have stopped.
  mutating func rest(at time: UInt64) {
    guard let due, due <= time else { return }
    self.due = nil
    if isStopping, !isRead(page) { counters.waits += 1 }
    isStopping = false
    reader.want(wanted)
  }

  /// Takes over what was read; true where that changes what is looked at.
  mutating func receive() -> Bool {
    var isChanged = false
    for (ticket, result) in reader.take() {
      switch result {
      case .success(let content):
        shelf.removeAll { $0.page == ticket.page }
        // Behind the page that is looked at stands nothing that could push it off.
        shelf.insert(content, at: ticket.page == page ? shelf.count : max(0, shelf.count - 1))
        if shelf.count > Self.room { shelf.removeFirst() }
      case .failure(let error) where ticket.page == page: failure = error
      case .failure: continue
      }
      if ticket.page == page {
        old = nil
        isChanged = true
      }
    }
    return isChanged
  }

  /// Forgets what was read, as the store has changed, and reads anew.
  mutating func reset() {
    old = content
    shelf = []
    reader.keep([])
    due = 0
  }

  /// How reading went so far, in words.
  var summary: [String] {
    let (steps, reads) = (counters, reader.counters)
    return [
      "steps: \(steps.hits) found their page read, \(steps.waits) waited for it, \(steps.passed) passed it unread",
      "pages: \(reads.started) read, \(reads.canceled) given up",
    ]
  }
}

import QueryEngine
import Rendering

/// The path through the pages: the current page, the pages read, and the pages to read ahead.
///
/// While steps follow one another quickly, no reading begins: pages only passed are not read. Once the steps
/// stop, the current page is read unless it was read ahead, then its neighbors, first those in the direction
/// of travel.
struct PageTravel {
  /// How often a step found its page.
  struct Counters: Equatable, Sendable {
    /// Steps to a page already read.
    var hits = 0
    /// Stops at a page not yet read.
    var waits = 0
    /// Pages left before they were read.
    var passed = 0
  }

  /// How many pages are read ahead, and how many behind.
  static let ahead = 3
  static let behind = 1
  /// How many pages are kept.
  private static let room = 12
  /// The time without a step, in nanoseconds, before reading begins; longer than the repeat interval of a
  /// held key.
  static let pause: UInt64 = 60_000_000

  private(set) var page: CalendarPage
  private(set) var counters = Counters()
  /// When reading begins; nil if there is nothing to begin.
  private(set) var due: UInt64?
  /// Why the page could not be read.
  private(set) var failure: (any Error)?
  private var direction = 1
  /// Whether a step has led to this page since reading last began.
  private var isStopping = false
  private let weekStart: Weekday
  private let reader: PageReader
  /// The pages read, with the one viewed last at the end.
  private var shelf: [PageContent] = []
  /// The earlier content, shown until the page is read again.
  private var old: PageContent?

  init(_ page: CalendarPage, weekStart: Weekday, reader: PageReader) {
    (self.page, self.weekStart, self.reader) = (page, weekStart, reader)
    due = 0
  }

  /// The content of the page; nil before it is read.
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
    // Pages already passed are no longer wanted; pages still ahead may arrive.
    reader.keep(wanted)
    isStopping = true
    due = time &+ Self.pause
  }

  /// The pages that should be read, in this order.
  private var wanted: [CalendarPage] {
    let steps = [0] + (1...Self.ahead).map { $0 * direction } + (1...Self.behind).map { -$0 * direction }
    return steps.compactMap { page.moved(by: $0, weekStart: weekStart) }.filter { !isRead($0) }
  }

  /// Begins reading once the steps have stopped.
  mutating func rest(at time: UInt64) {
    guard let due, due <= time else { return }
    self.due = nil
    if isStopping, !isRead(page) { counters.waits += 1 }
    isStopping = false
    reader.want(wanted)
  }

  /// Takes over the pages read; returns whether the current page changed.
  mutating func receive() -> Bool {
    var isChanged = false
    for (ticket, result) in reader.take() {
      switch result {
      case .success(let content):
        shelf.removeAll { $0.page == ticket.page }
        // The current page stays last, so that no other page displaces it.
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

  /// Invalidates the pages read, since the store has changed, and reads again.
  mutating func reset() {
    old = content
    shelf = []
    reader.keep([])
    due = 0
  }

  /// How reading went so far, as text.
  var summary: [String] {
    let (steps, reads) = (counters, reader.counters)
    return [
      "steps: \(steps.hits) found their page read, \(steps.waits) waited for it, \(steps.passed) passed it unread",
      "pages: \(reads.started) read, \(reads.canceled) given up",
    ]
  }
}

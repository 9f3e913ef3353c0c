import Platform
import QueryEngine
import Rendering

/// Reads one page; it gives up when the signal cancels the page.
package typealias ReadPage = (CalendarPage, StopSignal) -> Result<PageContent, any Error>

/// A requested page.
struct PageTicket: Hashable, Sendable {
  /// The position of the request among all requests.
  let number: Int
  let page: CalendarPage
}

/// Reads pages on several threads, each with its own connection, and delivers them in the order of the
/// requests.
///
/// A canceled ticket is not read when its turn comes, is given up while it is read, and is never delivered.
final class PageReader {
  /// The numbers of tickets started, canceled and delivered.
  struct Counters: Equatable, Sendable {
    /// Pages that a thread began to read.
    var started = 0
    /// Tickets canceled before their pages were delivered.
    var canceled = 0
    /// Pages delivered.
    var delivered = 0
  }

  /// The state shared by the threads and the owner.
  private final class Desk: Sendable {
    struct State {
      /// The tickets that are neither canceled nor delivered, by number.
      var live: [PageTicket] = []
      /// The signals that stop the reading of tickets begun by a thread.
      var reading: [PageTicket: StopSignal] = [:]
      var results: [PageTicket: Result<PageContent, any Error>] = [:]
      var counters = Counters()
      var last = 0
    }

    let state = Mutex(State())
    let jobs = JobQueue<PageTicket>()
    let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Returns the signal that stops the reading of a ticket; nil if the ticket was canceled.
    private func begin(_ ticket: PageTicket) -> StopSignal? {
      state.withLock { state in
        guard state.live.contains(ticket) else { return nil }
        state.counters.started += 1
        let signal = StopSignal()
        state.reading[ticket] = signal
        return signal
      }
    }

    private func end(_ ticket: PageTicket, _ result: Result<PageContent, any Error>) {
      let isWanted = state.withLock { state in
        state.reading[ticket] = nil
        guard state.live.contains(ticket) else { return false }
        state.results[ticket] = result
        return true
      }
      if isWanted { wake() }
    }

    /// Works until the queue is closed.
    func work(_ read: ReadPage) {
      while let ticket = jobs.next() {
        guard let signal = begin(ticket) else { continue }
        end(ticket, read(ticket.page, signal))
      }
    }
  }

  private let desk: Desk
  private let threads: [WorkerThread]

  /// Starts `count` threads, each with its own reading function from `connect`; calls `wake` when a page is
  /// ready.
  init(
    threads count: Int, wake: @escaping @Sendable () -> Void, connect: @escaping @Sendable () -> ReadPage
  ) {
    let desk = Desk(wake)
    self.desk = desk
    threads = (0..<count).compactMap { _ in WorkerThread { desk.work(connect()) } }
  }

  deinit { close() }

  /// Whether any thread runs.
  var isAble: Bool { !threads.isEmpty }

  var counters: Counters { desk.state.withLock { $0.counters } }

  /// Cancels all tickets except those of some pages.
  func keep(_ pages: [CalendarPage]) {
    desk.state.withLock { state in
      let before = state.live.count
      state.live.removeAll { !pages.contains($0.page) }
      let live = Set(state.live)
      state.results = state.results.filter { live.contains($0.key) }
      for (ticket, signal) in state.reading where !live.contains(ticket) { signal.stop() }
      state.counters.canceled += before - state.live.count
    }
  }

  /// Requests pages, the first one first, and cancels all others; earlier requests for these pages continue.
  func want(_ pages: [CalendarPage]) {
    keep(pages)
    let new = desk.state.withLock { state in
      pages.compactMap { page -> PageTicket? in
        if state.live.contains(where: { $0.page == page }) { return nil }
        state.last += 1
        let ticket = PageTicket(number: state.last, page: page)
        state.live.append(ticket)
        return ticket
      }
    }
    for ticket in new { desk.jobs.add(ticket) }
  }

  /// Returns the pages ready since the last call, in the order of the requests: no page overtakes another.
  func take() -> [(ticket: PageTicket, result: Result<PageContent, any Error>)] {
    desk.state.withLock { state in
      var taken: [(PageTicket, Result<PageContent, any Error>)] = []
      while let ticket = state.live.first, let result = state.results.removeValue(forKey: ticket) {
        state.live.removeFirst()
        taken.append((ticket, result))
      }
      state.counters.delivered += taken.count
      return taken
    }
  }

  /// Cancels all tickets and waits for the threads to end.
  func close() {
    keep([])
    desk.jobs.close()
    for thread in threads where !isClosed { thread.join() }
    isClosed = true
  }

  private var isClosed = false
}

import Platform
import QueryEngine
import Rendering

/// Reads one page; it gives up when the signal says that nobody wants the page any more.
package typealias ReadPage = (CalendarPage, StopSignal) -> Result<PageContent, any Error>

/// A page that somebody wants read.
struct PageTicket: Hashable, Sendable {
  /// In which order pages were asked for.
  let number: Int
  let page: CalendarPage
}

/// Reads pages on several threads, each with a connection of its own, and hands them over in
/// the order they were asked for.
///
/// A ticket that is canceled is not read when its turn comes, given up while it
/// is read, and never handed over.
final class PageReader {
  /// What was done with tickets.
  struct Counters: Equatable, Sendable {
    /// Pages that a thread began to read.
    var started = 0
    /// Tickets that were taken back before their pages were handed over.
    var canceled = 0
    /// Pages handed over.
    var delivered = 0
  }

  /// What the threads and the owner share.
  private final class Desk: Sendable {
    struct State {
      /// The tickets that are wanted and not handed over, by number.
      var live: [PageTicket] = []
      /// What ends the reading of those that a thread has begun.
      var reading: [PageTicket: StopSignal] = [:]
      var results: [PageTicket: Result<PageContent, any Error>] = [:]
      var counters = Counters()
      var last = 0
    }

    let state = Mutex(State())
    let jobs = JobQueue<PageTicket>()
    let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// What ends the reading of a ticket; nil where it is no longer worth reading.
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

  /// Starts so many threads; each makes its own way to read, and `wake` is called when a page is there.
  init(
    threads count: Int, wake: @escaping @Sendable () -> Void, connect: @escaping @Sendable () -> ReadPage
  ) {
    let desk = Desk(wake)
    self.desk = desk
    threads = (0..<count).compactMap { _ in WorkerThread { desk.work(connect()) } }
  }

  deinit { close() }

  /// Whether there is anybody to read.
  var isAble: Bool { !threads.isEmpty }

  var counters: Counters { desk.state.withLock { $0.counters } }

  /// Takes back all tickets but those of some pages.
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

  /// Has pages read, the first first, and no others; what is on its way already goes on.
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

  /// The pages that are there since the last call, in the order they were asked for: none overtakes another.
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

  /// Gives everything up and waits for the threads to end.
  func close() {
    keep([])
    desk.jobs.close()
    for thread in threads where !isClosed { thread.join() }
    isClosed = true
  }

  private var isClosed = false
}

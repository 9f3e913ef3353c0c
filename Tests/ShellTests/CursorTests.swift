import JSON
import LineProtocol
import Testing

@testable import Platform
@testable import Rendering
@testable import Server

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Answers that wait behind cursors, by a clock that the test sets.
@Suite struct CursorTests {
  private static let second: UInt64 = 1_000_000_000

  private func made(_ shell: SampleSession) -> SessionTemplate {
    SessionTemplate(
      environment: shell.session.environment, settings: shell.session.settings,
      storeOption: shell.session.storeOption, zones: shell.session.zones)
  }

  /// M58.
  @Test func aCursorThatNobodyUsesExpires() throws {
    let template = made(try SampleSession(importing: false))
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Self.streamSocket, 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let server = try ProtocolServer(template, client: SocketTransport(ends[0]), identity: RequestIdentity())
    let began: UInt64 = 1_000 * Self.second
    func keep(at now: UInt64) throws -> String {
      let session = try #require(SessionPool(template, capacity: 4).lend())
      return server.suspended.keep(
        AnswerStream(list: [[123, 125]], session, trailer: JSONObjectText(), most: 1), for: 1, now: now)
    }
    let life = UInt64(ProtocolLimits.standard.cursorSeconds) * Self.second
    let (first, second) = (try keep(at: began), try keep(at: began + 10 * Self.second))
    server.tick(began + life - Self.second)
    #expect(!server.suspended.isEmpty)
    server.tick(began + life + Self.second)
    #expect(server.suspended.take(first, of: 1) == nil)
    #expect(server.suspended.take(second, of: 2) == nil)
    #expect(server.suspended.take(second, of: 1) != nil)
    _ = try keep(at: began)
    server.tick(began + 2 * life)
    #expect(server.suspended.isEmpty)
  }

  private static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// Of one client's jobs only so many are worked on at once, and others come between.
  @Test func nobodyKeepsAllThreads() {
    let queue = JobQueue<Int>(threads: 2)
    for job in 1...3 { queue.add(job, of: 7) }
    queue.add(4, of: 8)
    queue.add(5)
    queue.close()
    var order: [Int] = []
    // While the first is worked on, the others of its owner wait.
    queue.work { job in
      order.append(job)
      if job == 1 { for _ in 0..<2 { if let next = queue.next() { order.append(next) } } }
    }
    #expect(order == [1, 4, 5, 2, 3])
  }

  /// Two clients that ask for endless things leave threads to others.
  @Test func newcomersFindThreads() {
    let queue = JobQueue<Int>(threads: 6)
    for owner in 1...4 { for _ in 0..<8 { queue.add(owner, of: owner) } }
    // None of them is ever done.
    #expect((0..<6).map { _ in queue.next() } == [1, 1, 1, 2, 3, 4])
  }
}

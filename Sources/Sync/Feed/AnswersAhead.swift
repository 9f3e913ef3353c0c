import Platform
import Store
import Transport

/// Answers that a thread fetches while the caller goes on, so that a slow server delays nobody.
///
/// ```swift
/// let ahead = AnswersAhead(requests) { HelperTransport(variables: variables) }
/// // … until `ahead.isDone`
/// let report = try sync.run(by: ahead)
/// ```
package final class AnswersAhead: WebTransport {
  /// What the thread has brought.
  private final class Desk: Sendable {
    private struct State {
      var answers: [WebRequest: Result<WebAnswer, TransportFault>] = [:]
      var isDone = false
    }

    private let state = Mutex(State())

    var isDone: Bool { state.withLock { $0.isDone } }

    func put(_ answer: Result<WebAnswer, TransportFault>, to request: WebRequest) {
      state.withLock { $0.answers[request] = answer }
    }

    func end() { state.withLock { $0.isDone = true } }

    func take(_ request: WebRequest) -> Result<WebAnswer, TransportFault>? {
      state.withLock { $0.answers.removeValue(forKey: request) }
    }
  }

  private let desk = Desk()
  private let thread: WorkerThread?
  private let connect: @Sendable () -> any WebTransport

  /// Fetches the answers to requests, one after another, with a transport that the thread makes.
  package init(_ requests: [WebRequest], by connect: @escaping @Sendable () -> any WebTransport) {
    self.connect = connect
    let desk = desk
    thread = WorkerThread {
      let transport = connect()
      for request in requests {
        do throws(TransportFault) {
          desk.put(.success(try transport.answer(request)), to: request)
        } catch {
          desk.put(.failure(error), to: request)
        }
      }
      desk.end()
    }
    // Without a thread each answer is fetched when it is asked for.
    if thread == nil { desk.end() }
  }

  // A thread that still waits for a server ends with the process.
  deinit { if isDone { thread?.join() } }

  /// Whether all answers are there.
  package var isDone: Bool { desk.isDone }

  /// An answer that was fetched, which is given once; another request is sent now.
  package func answer(_ request: WebRequest) throws(TransportFault) -> WebAnswer {
    if let answer = desk.take(request) { return try answer.get() }
    return try connect().answer(request)
  }
}

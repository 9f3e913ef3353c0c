import Platform

/// Asks servers through the helper program `kal-sync`, as git does through git-remote-https.
///
/// The helper is started with the first request and stays for the next ones, whose connections it keeps.
/// After a fault of the helper itself the next request starts it anew.
///
/// ```swift
/// let transport = HelperTransport(variables: environment.variables)
/// let answer = try transport.answer(WebRequest(url: "https://example.com/team.ics"))
/// ```
package final class HelperTransport: WebTransport {
  /// The version of kal and kal-sync, which servers see in the header User-Agent.
  package static let version = "0.2.0"
  /// The seconds that the helper has beyond the limits of a request: it ends the request itself.
  private static let graceSeconds = 15
  /// The most headers of an answer.
  private static let mostHeaders = 1_000

  private let program: String?
  private let variables: [String]
  private let stopSignal: StopSignal
  private var helper: ChildConnection?
  private var reader = PipeReader(most: PipeMessage.mostBytesOfAnswer)

  /// Creates a transport that starts the helper beside kal, or the one in PATH.
  ///
  /// `variables` are those of the environment, for the helper too: proxies and certificates are among them.
  package convenience init(variables: [String: String], until stopSignal: StopSignal = keyboardStop) {
    let program = Executables.find("kal-sync", path: variables["PATH"])
    self.init(program: program, variables: variables, until: stopSignal)
  }

  /// Creates a transport that starts a program; nil stands for one that is not installed.
  package init(
    program: String?, variables: [String: String], until stopSignal: StopSignal = keyboardStop
  ) {
    self.program = program
    self.variables = variables.map { $0.key + "=" + $0.value }
    self.stopSignal = stopSignal
  }

  package func answer(_ request: WebRequest) throws(TransportFault) -> WebAnswer {
    try request.check()
    if stopSignal.isSet { throw TransportFault(.interrupted, request.host) }
    let seconds = min(max(request.limits.totalSeconds, 1), 86_400) + Self.graceSeconds
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    let helper = try running()
    do throws(TransportFault) {
      try asked { () throws(ChildConnection.Stop) in
        try helper.send(PipeMessage.request(request).bytes, until: deadline, stopSignal)
      }
      return try receive(request, until: deadline)
    } catch {
      // A fault that the helper reports leaves it ready for the next request.
      if self.helper != nil, error.code == .interrupted || error.code == .helperFailed { drop() }
      throw error
    }
  }

  // MARK: The helper

  private func running() throws(TransportFault) -> ChildConnection {
    if let helper { return helper }
    guard let program else {
      throw TransportFault(.notInstalled, Executables.ownFolder ?? "the folder of kal")
    }
    guard let started = ChildConnection([program], variables) else {
      throw failed("it cannot be started")
    }
    helper = started
    reader = PipeReader(most: PipeMessage.mostBytesOfAnswer)
    let deadline = SystemClock.monotonicNanoseconds() + 10_000_000_000
    do throws(TransportFault) {
      guard case .greeting(let format, let name) = try next(until: deadline) else {
        throw failed("it does not greet")
      }
      if format != PipeMessage.format {
        throw TransportFault(.helperVersion, program, "it is \(name), and kal is \(Self.version)")
      }
    } catch {
      drop()
      throw error
    }
    return started
  }

  private func drop() {
    helper?.end(killing: true)
    helper = nil
  }

  // MARK: The answer

  private func receive(
    _ request: WebRequest, until deadline: UInt64
  ) throws(TransportFault) -> WebAnswer {
    guard case .head(let status, let headers) = try message(until: deadline),
      (200...599).contains(status), headers.count <= Self.mostHeaders
    else { throw failed("its answer makes no sense") }
    var answer = WebAnswer(status: status, headers: headers, url: request.url)
    while true {
      switch try message(until: deadline) {
      case .data(let bytes):
        if answer.body.count + bytes.count > request.limits.mostBytes { throw failed("it sends too much") }
        answer.body += bytes
      case .end(let url, let hasMoved):
        (answer.url, answer.hasMoved) = (url, hasMoved)
        return answer
      case .greeting, .request, .head, .fault: throw failed("its answer makes no sense")
      }
    }
  }

  /// The next message; throws a fault that the helper reports.
  private func message(until deadline: UInt64) throws(TransportFault) -> PipeMessage {
    let message = try next(until: deadline)
    if case .fault(let fault) = message { throw fault }
    return message
  }

  private func next(until deadline: UInt64) throws(TransportFault) -> PipeMessage {
    while true {
      do throws(PipeFault) {
        if let message = try reader.next() { return message }
      } catch {
        throw failed("what it says makes no sense")
      }
      let bytes = try asked { () throws(ChildConnection.Stop) in
        guard let helper else { throw .closed }
        return try helper.receive(until: deadline, stopSignal)
      }
      reader.add(bytes)
    }
  }

  private func asked<Result>(
    _ body: () throws(ChildConnection.Stop) -> Result
  ) throws(TransportFault) -> Result {
    do throws(ChildConnection.Stop) { return try body() } catch {
      switch error {
      case .interrupted: throw TransportFault(.interrupted, "kal-sync")
      case .timedOut: throw failed("it does not answer")
      case .closed: throw failed("it ended early")
      }
    }
  }

  private func failed(_ reason: String) -> TransportFault {
    TransportFault(.helperFailed, program ?? "kal-sync", reason)
  }
}

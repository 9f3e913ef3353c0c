import Platform
import Transport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Answers the requests of kal that come on a descriptor, until that ends.
final class HelperServer {
  private let client: CurlClient
  private let input: Int32
  private let output: Int32
  private var reader = PipeReader(most: PipeMessage.mostBytesOfRequest)

  init(_ client: CurlClient, input: Int32, output: Int32) {
    (self.client, self.input, self.output) = (client, input, output)
  }

  /// Greets and answers until the input ends; the exit status is 0 then, and 1 when kal broke off or spoke
  /// another format.
  func run() -> Int32 {
    guard send(.greeting(format: PipeMessage.format, program: "kal-sync " + HelperTransport.version)) else {
      return 1
    }
    while true {
      let message: PipeMessage?
      do throws(PipeFault) { message = try next() } catch {
        send(.fault(TransportFault(.badRequest, "kal-sync", "it is no message of this version")))
        return 1
      }
      guard let message else { return reader.isInside ? 1 : 0 }
      guard case .request(let request) = message else { return 1 }
      if !answer(request) { return 1 }
    }
  }

  /// Answers a request; false when kal has gone.
  private func answer(_ request: WebRequest) -> Bool {
    do throws(TransportFault) {
      let (url, hasMoved) = try client.fetch(request, to: self)
      return send(.end(url: url, hasMoved: hasMoved))
    } catch {
      return error.isInterrupted ? false : send(.fault(error))
    }
  }

  private func next() throws(PipeFault) -> PipeMessage? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let message = try reader.next() { return message }
      let count = read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
      reader.add(buffer[..<count])
    }
  }

  @discardableResult
  private func send(_ message: PipeMessage) -> Bool { Files.writeAll(message.bytes, to: output) == 0 }
}

extension HelperServer: AnswerReceiver {
  func takeHead(status: Int, headers: [WebHeader]) -> Bool { send(.head(status: status, headers: headers)) }

  func takeData(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      if !send(.data(Array(rest.prefix(PipeMessage.mostData)))) { return false }
      rest = rest.dropFirst(PipeMessage.mostData)
    }
    return true
  }

  var isGone: Bool {
    // kal sends nothing while it waits for an answer.
    var request = pollfd(fd: input, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && Int32(request.revents) & (POLLHUP | POLLERR) != 0
  }
}

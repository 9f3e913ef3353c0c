import TestSupport
import Testing

@testable import Transport

/// The format of the pipe between kal and its helper.
@Suite struct PipeMessageTests {
  private static let request = WebRequest(
    method: "PUT", url: "https://example.com/ä?q",
    headers: [WebHeader("If-Match", "\"1\""), WebHeader("A", "")], body: [0, 13, 10, 255],
    limits: WebLimits(mostBytes: 1, idleSeconds: 2, totalSeconds: 3, mostRedirects: 4))
  private static let messages: [PipeMessage] = [
    .greeting(format: 1, program: "kal-sync 0.2.0"), .request(request), .request(WebRequest(url: "")),
    .head(status: 200, headers: [WebHeader("etag", "\"é\"")]), .head(status: 0, headers: []),
    .data([]), .data([UInt8](0...255)), .end(url: "http://x/", hasMoved: true),
    .end(url: "", hasMoved: false), .fault(TransportFault(.timedOut, "host", "why")),
    .fault(TransportFault(.interrupted, "")),
  ]

  private func read(_ bytes: [UInt8], most: Int = 1 << 20) throws -> [PipeMessage] {
    var reader = PipeReader(most: most)
    reader.add(bytes)
    var result: [PipeMessage] = []
    while let message = try reader.next() { result.append(message) }
    return result
  }

  @Test func everyMessageIsReadAsItWasWritten() throws {
    #expect(try read(Self.messages.flatMap(\.bytes)) == Self.messages)
  }

  @Test func messagesMayComeByteByByte() throws {
    var reader = PipeReader(most: 1 << 20)
    var result: [PipeMessage] = []
    for byte in Self.messages.flatMap(\.bytes) {
      reader.add([byte])
      while let message = try reader.next() { result.append(message) }
    }
    #expect(result == Self.messages)
    #expect(!reader.isInside)
  }

  @Test func aMessageThatIsNotCompleteIsWaitedFor() throws {
    for message in Self.messages {
      var reader = PipeReader(most: 1 << 20)
      reader.add(message.bytes.dropLast())
      #expect(try reader.next() == nil)
      #expect(reader.isInside)
    }
  }

  @Test func aLengthBeyondTheLimitIsRefusedBeforeTheBytesCome() {
    #expect(throws: PipeFault.tooLong) { try read([0xFF, 0xFF, 0xFF, 0xFF]) }
    #expect(throws: PipeFault.tooLong) { try read([0, 0, 0, 11, 4], most: 10) }
  }

  @Test func lengthsInsideThatLieAreRefused() {
    // A body of 4 GB, and headers without number, in messages of a few bytes.
    #expect(throws: PipeFault.malformed) { try read([0, 0, 0, 5, 4, 255, 255, 255, 255]) }
    let many = [UInt8](repeating: 0x7F, count: 8)
    #expect(throws: PipeFault.malformed) { try read([0, 0, 0, 17, 3] + many + many) }
    #expect(throws: PipeFault.malformed) { try read([0, 0, 0, 0]) }
    #expect(throws: PipeFault.malformed) { try read([0, 0, 0, 1, 99]) }
  }

  @Test func damagedMessagesAreAFaultOrAnotherMessageAndNeverATrap() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      var bytes = (Self.messages.randomElement(using: &random) ?? .data([])).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let read = try? read(bytes, most: 4_096) { #expect(read.count <= bytes.count / 5) }
    }
  }

  @Test func everyFaultHasWordsAndCodesAreStable() {
    for code in TransportFault.Code.allCases {
      let fault = TransportFault(code, "example.com", "reason")
      #expect(fault.codeText.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!fault.message.hasSuffix(".") && fault.message.first?.isUppercase == false)
      #expect(fault.hint != nil || code == .badRequest || code == .interrupted)
    }
  }

  @Test(arguments: [
    WebRequest(method: "GET /", url: "http://x/"), WebRequest(method: "", url: "http://x/"),
    WebRequest(url: "file:///etc/passwd"), WebRequest(url: "http://x/\r\nA: b"), WebRequest(url: "http:///x"),
    WebRequest(url: "http://user:secret@x/"), WebRequest(url: "https://x/ y"),
    WebRequest(url: "http://x/", headers: [WebHeader("A", "b\r\nC: d")]),
    WebRequest(url: "http://x/", headers: [WebHeader("A b", "c")]),
    WebRequest(url: "http://x/", headers: [WebHeader("", "c")]),
  ])
  func whatWouldNotBeOneRequestIsRefused(_ request: WebRequest) {
    #expect(throws: TransportFault.self) { try request.check() }
  }

  @Test func aPasswordInAnAddressIsInNoMessage() {
    let fault = #expect(throws: TransportFault.self) { try WebRequest(url: "http://me:secret@x/").check() }
    #expect(fault?.message.contains("secret") == false)
  }
}

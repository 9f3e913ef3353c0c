import JSON
import LineProtocol
import TestSupport
import Testing

@Suite struct ReplyLineTests {
  @Test func linesAreTagKindAndPayload() throws {
    let tag = try #require(RequestTag("a1"))
    var bytes: [UInt8] = []
    ReplyLine.append(tag, .row, Array(#"{"x":1}"#.utf8), to: &bytes)
    ReplyLine.append(tag, .ok, Array("{}".utf8), to: &bytes)
    ReplyLine.append(.bye, Array("{}".utf8), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a1 * {\"x\":1}\na1 OK {}\n* BYE {}\n")
  }

  @Test func linesAreReadBack() throws {
    let line = try #require(ReceivedLine(#"a1 * {"type":"text","text":"two words\n"}"#))
    #expect((line.tag, line.word) == ("a1", "*"))
    #expect(line.payload["text"]?.string == "two words\n")
    for text in ["", "a1", "a1 OK", "a1 OK []", "a1 OK {", "* BYE"] {
      #expect(ReceivedLine(text) == nil, "\(text)")
    }
  }

  /// Any text, through the JSON writer or raw, is one line.
  @Test(arguments: Depth.seeds(usually: 100)) func nothingBreaksTheFraming(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let tag = try #require(RequestTag("a1"))
    let scalars: [Unicode.Scalar] = [
      "\n", "\r", "\u{0}", "\u{1B}", "\u{85}", "\u{2028}", "\u{202E}", "a", "é", "🎉", "\"", "\\",
    ]
    var text = ""
    for _ in 0..<50 { text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &random)]) }
    var payload = Array("{\"t\":".utf8)
    JSONText.append(text, to: &payload)
    payload.append(contentsOf: "\n\r,\t\"raw\":1}".utf8)
    var bytes: [UInt8] = []
    ReplyLine.append(tag, .row, payload, to: &bytes)
    #expect(bytes.filter { $0 < 0x20 } == [10] && bytes.last == 10)
    let back = try JSONValue(parsing: Array(bytes.dropFirst(5).dropLast()))
    #expect(back["t"]?.string == text)
    #expect(back["raw"]?.integer == 1)
  }

  @Test func faultsSayWhatToDo() throws {
    let payload = String(decoding: ProtocolFault.helloRequired.payload, as: UTF8.self)
    #expect(
      payload
        == #"{"code":"hello-required","message":"the client has not said who it is","hint":"h1 hello {\"protocol\":1,\"client\":\"mybar/0.3\",\"reason\":\"shows the next event\"}","retry":true}"#
    )
    #expect(
      ProtocolFault.batchFailed(done: 2, failed: 1, isAtomic: false).message
        == "1 of 3 statements failed; the others are done")
    #expect(ProtocolFault.tooManyTags(32).message == "32 requests are open, which is the most")
    #expect(ProtocolFault.cursorGone("c3").message == "the cursor `c3` is gone")
  }

  @Test func limitsAreAnObject() throws {
    var bytes: [UInt8] = []
    ProtocolLimits.standard.append(to: &bytes)
    #expect(try JSONValue(parsing: bytes)["line"]?.integer == 65_536)
  }
}

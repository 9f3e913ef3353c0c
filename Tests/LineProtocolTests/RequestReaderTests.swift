import TestSupport
import Testing

@testable import LineProtocol

@Suite struct RequestReaderTests {
  private func body(_ text: String) throws(ProtocolFault) -> Request.Body {
    try RequestReader().body(text[...])
  }

  private func fault(_ text: String) -> ProtocolFault? {
    do throws(ProtocolFault) {
      _ = try body(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func tagsAreOfFewCharacters() {
    #expect(RequestTag("a1")?.text == "a1")
    #expect(RequestTag("A.b_c-9") != nil)
    #expect(RequestTag(String(repeating: "x", count: 32)) != nil)
    for text in ["", "a b", "é", "*", "a:1", "a\r", String(repeating: "x", count: 33)] {
      #expect(RequestTag(text) == nil, "\(text)")
    }
    #expect(RequestTag("a3")?.part(2).text == "a3.2")
  }

  @Test func aLineIsATagAndARequest() {
    #expect(RequestReader.split("a1 events today")?.tag == RequestTag("a1"))
    #expect(RequestReader.split("a1   events today")?.rest == "events today")
    #expect(RequestReader.split("a1")?.rest.isEmpty == true)
    #expect(RequestReader.split(" a1 events") == nil)
    #expect(RequestReader.split("* events") == nil)
  }

  @Test func wordsOfTheProtocol() throws {
    #expect(try body("events today") == .statement(StatementRequest("events today")))
    #expect(try body("subscribe") == .subscribe(.changes))
    #expect(try body("subscribe  alarms") == .subscribe(.alarms))
    #expect(try body("quit") == .quit)
    #expect(try body("cancel a7") == .cancel(try #require(RequestTag("a7"))))
    #expect(fault("cancel") == .badMember("cancel", expected: "followed by a tag"))
    #expect(fault("") == .emptyRequest)
    let hello = ClientHello(name: "mybar", version: "0.3", reason: "why")
    #expect(try body(#"hello {"protocol":1,"client":"mybar/0.3","reason":"why","new":[]}"#) == .hello(hello))
    #expect(fault(#"hello {"protocol":2,"client":"a"}"#) == .badProtocol(2))
    for name in ["", "1a", "a b", "a-", "a-1", "/1", "é", "*"] {
      #expect(fault("hello {\"protocol\":1,\"client\":\"\(name)\"}")?.code == .badRequest, "\(name)")
    }
  }

  @Test func objectsHaveTypedMembers() throws {
    var statement = StatementRequest("events $n")
    statement.bind = ["n": .string("7d"), "k": .integer(3), "b": .bool(true)]
    (statement.limit, statement.timeout, statement.zone, statement.isCheck) = (5, 100, "UTC", true)
    #expect(
      try body(
        #"{"q":"events $n","bind":{"n":"7d","k":3,"b":true},"limit":5,"timeout":100,"zone":"UTC","check":true,"x":1}"#
      )
        == .statement(statement))
    #expect(try body(#"{"q":"events","cursor":null,"bind":null}"#) == .statement(StatementRequest("events")))
    var printed = StatementRequest("events")
    printed.settings = ["week.start": "sunday"]
    var printing = PrintRequest()
    (printing.format, printing.folder, printing.prompt) = ("csv", "/home/ann", "> ")
    printing.output = PrintRequest.Stream(isTerminal: true, columns: 100, colors: .table256)
    (printing.hasEnvelope, printing.hasJSONErrors) = (true, true)
    printed.printing = printing
    var bytes = Array(#"{"q":"events","set":{"week.start":"sunday"},"print":"#.utf8)
    printing.append(to: &bytes)
    #expect(try body(String(decoding: bytes, as: UTF8.self) + "}") == .statement(printed))
    let cursor = CursorRequest(cursor: "c9", limit: nil, timeout: nil)
    #expect(try body(#"{"cursor":"c9"}"#) == .cursor(cursor))
    let batch = try body(#"{"batch":["a",{"q":"b","bind":{"x":1}}],"bind":{"x":2,"y":"z"},"atomic":true}"#)
    guard case .batch(let found) = batch else { throw ProtocolFault.unclearRequest }
    #expect(found.isAtomic && found.statements.map(\.text) == ["a", "b"])
    #expect(found.statements[1].bind == ["x": .integer(1), "y": .string("z")])
  }

  @Test(
    arguments: [
      ("{}", "a request has one of `q`, `batch` and `cursor`"),
      (#"{"q":"a","cursor":"c1"}"#, "a request has one of `q`, `batch` and `cursor`"),
      (#"{"q":1}"#, "`q` must be a string"),
      (#"{"q":"a","limit":0}"#, "`limit` must be a whole number from 1 to 10000"),
      (#"{"q":"a","limit":1.5}"#, "`limit` must be a whole number from 1 to 10000"),
      (#"{"q":"a","timeout":"1"}"#, "`timeout` must be a whole number from 1 to 600000"),
      (
        #"{"q":"a","set":{"zone":1}}"#,
        #"`set` must be an object of strings, such as {"week.start":"sunday"}"#
      ),
      (#"{"q":"a","print":true}"#, "`print` must be an object"),
      (
        #"{"q":"a","print":{"output":{"columns":0}}}"#,
        "`columns` must be a whole number from 1 to 10000"
      ),
      (
        #"{"q":"a","print":{"output":{"colors":"many"}}}"#, "`colors` must be one of none, 16, 256, full"
      ),
      (#"{"q":"a","check":1}"#, "`check` must be true or false"),
      (#"{"q":"a","bind":[]}"#, "`bind` must be an object of strings, whole numbers, true and false"),
      (#"{"q":"a","bind":{"x":1.5}}"#, "`bind` must be an object of strings, whole numbers, true and false"),
      (
        #"{"batch":[]}"#,
        "`batch` must be an array of 1 to 1000 statements, or objects with `q` and `bind`"
      ),
      (#"{"batch":"a"}"#, "`batch` must be an array"),
      ("hello {}", "`protocol` must be 1"),
    ]) func wordingOfBadRequests(text: String, message: String)
  {
    #expect(fault(text)?.message == message)
    #expect(fault(text)?.isMisunderstood == true)
  }

  @Test func brokenJSONHasItsPlace() throws {
    let error = try #require(fault(#"{"q":"a",}"#))
    guard case .badJSON(_, let offset) = error else { throw error }
    #expect(offset == 9)
    #expect(String(decoding: error.payload, as: UTF8.self).contains(#""at":{"offset":9,"length":0}"#))
  }

  /// Random objects and random cuts of good ones: an answer or a fault, never a crash.
  @Test(arguments: Depth.seeds(usually: 100)) func anythingIsReadOrRefused(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let good = [
      #"{"q":"events $n","bind":{"n":"7d"},"limit":5}"#, #"hello {"protocol":1,"client":"a/1"}"#,
      #"{"batch":["a","b"],"atomic":true}"#, "cancel a1", #"{"cursor":"c1"}"#,
      #"{"q":"a","set":{"zone":"UTC"},"print":{"output":{"columns":9}}}"#,
    ]
    for text in good {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...127, using: &random)
      }
      let cut = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
      guard let fault = fault(String(decoding: cut, as: UTF8.self)) else { continue }
      #expect(!fault.message.isEmpty)
    }
  }
}

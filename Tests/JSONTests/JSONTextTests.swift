import JSON
import Testing

/// JSON written, and read where it is known what it holds.
@Suite struct JSONTextTests {
  @Test(arguments: [
    ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\t\r\u{8}\u{c}", #""\n\t\r\b\f""#),
    ("\u{1b}[31m\u{0}", #""\u001b[31m\u0000""#), ("会議 🎉", #""会議 🎉""#), ("", #""""#),
  ])
  func stringsAreEscaped(text: String, json: String) {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
  }

  @Test(arguments: [0, 7, -7, 1234567890, Int.min, Int.max])
  func wholeNumbersAreWrittenInFull(number: Int) {
    var bytes: [UInt8] = []
    JSONText.append(number, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }

  @Test func stringsOfJSON() {
    #expect(JSONStrings.array("[]") == [])
    #expect(JSONStrings.array(#"["a","b \"c\"","\u0001\n\\"]"#) == ["a", "b \"c\"", "\u{1}\n\\"])
    #expect(JSONStrings.array(#"["unclosed"#) == ["unclosed"])
  }
}

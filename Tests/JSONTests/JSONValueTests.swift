import JSON
import Testing

private func read(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

private func fault(_ bytes: [UInt8]) -> JSONError? {
  do throws(JSONError) {
    _ = try JSONValue(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

/// JSON read strictly.
@Suite struct JSONValueTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("\t\r\n[ ]", "[]"), ("{ }", "{}"), ("\"\"", "\"\""),
    ("-0", "0"), ("12", "12"), ("1.0", "1"), ("1e3", "1000"), ("-1.5E-1", "-0.15"), ("0.1", "0.1"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9007199254740993", "9007199254740993"), ("\"a\\u00e4\\/b\\n\"", "\"aä/b\\n\""),
    ("\"\\ud83d\\uDE00\"", "\"😀\""), ("\"\\u0000\"", "\"\\u0000\""),
    ("[1,[2,{\"a\":[]}]]", "[1,[2,{\"a\":[]}]]"), ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"),
    ("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}"), ("\u{FEFF}[]", "[]"),
  ])
  func validTextsAreReadAndWrittenAgain(text: String, written: String) throws {
    #expect(try read(text).text == written)
    #expect(try read(written).text == written)
  }

  @Test(arguments: [
    ("", 1, 1, "a value is missing at the end"), ("[1,]", 1, 4, "a value must stand here"),
    ("{\"a\":1,}", 1, 8, "a key in double quotes must stand here"),
    ("{a:1}", 1, 2, "a key in double quotes"),
    ("{'a':1}", 1, 2, "a key in double quotes"), ("{\"a\" 1}", 1, 6, "`:` must stand here"),
    ("{\"a\":1 \"b\":2}", 1, 8, "`,` or `}` must stand here"),
    ("[1 2]", 1, 4, "`,` or `]` must stand here"),
    ("[1", 1, 3, "`,` or `]`"), ("01", 1, 1, "a number may not begin with 0"),
    ("-01", 1, 1, "may not begin"),
    ("00", 1, 1, "may not begin"), ("1.", 1, 3, "a digit must stand here"),
    (".5", 1, 1, "a value must stand"),
    ("+1", 1, 1, "a value must stand"), ("1e", 1, 3, "a digit"), ("-", 1, 2, "a digit"),
    ("1e400", 1, 1, "the number is too large"), ("NaN", 1, 1, "a value must"),
    ("tru", 1, 1, "a value must"),
    ("nulL", 1, 1, "a value must"), ("1 2", 1, 3, "nothing may follow"),
    ("[] // x", 1, 4, "nothing may follow"),
    ("\"a", 1, 1, "the string that begins here has no end"), ("\"a\nb\"", 1, 3, "a control character"),
    ("\"\\x\"", 1, 2, "there is no such escape"), ("\"\\u12g4\"", 1, 2, "four hexadecimal digits"),
    ("\"\\ud800\"", 1, 2, "half of a surrogate pair"), ("\"\\udc00\\ud800\"", 1, 2, "half of a surrogate"),
    ("\"\\ud800\\u0041\"", 1, 2, "half of a surrogate"),
    ("[\n  \"ä\", x]", 2, 8, "a value must stand here"),
    ("\"\\", 1, 2, "the string ends in a backslash"),
  ])
  func textsThatAreNoJSONAreRefusedAtTheirPlace(text: String, line: Int, column: Int, message: String) throws
  {
    let error = try #require(fault(Array(text.utf8)))
    #expect(error.line == line && error.column == column, "\(error)")
    #expect(error.message.hasPrefix(message) || error.message.contains(message), "\(error)")
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x28, 0xA1, 0x22],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8AreRefused(bytes: [UInt8]) throws {
    let error = try #require(fault(bytes))
    #expect(error.message == "the bytes are no UTF-8" && error.offset == 1)
  }

  @Test func nestingEndsAt128AndAHostileDepthDoesNoHarm() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(fault(nested(128)) == nil)
    #expect(fault(nested(129))?.offset == 128)
    #expect(fault(Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.offset == 128)
  }

  @Test func numbersKnowWhetherTheyAreWhole() throws {
    let value = try read("[1, 1.5, 1e2, 123456789012345678901234567890, 1e22, -2.0]")
    #expect(value[0]?.integer == 1 && value[1]?.integer == nil && value[1]?.double == 1.5)
    #expect(value[2]?.integer == 100 && value[3]?.integer == nil && value[5]?.integer == -2)
    #expect(value[3]?.double == 1.2345678901234568e29)
    #expect(value[4]?.integer == nil && value[9] == nil)
    #expect(JSONNumber(Double.infinity) == nil)
  }

  @Test func membersAreFoundByKeyInSmallAndLargeObjects() throws {
    var object = JSONObject()
    for number in 0..<100 { object["k\(number)"] = .integer(number) }
    object["k5"] = .string("new")
    object["k7"] = nil
    #expect(object.members.count == 99 && object["k99"]?.integer == 99 && object["k7"] == nil)
    #expect(object.keys[5] == "k5" && object["k5"]?.string == "new" && object["nothing"] == nil)
    let copy = try read(JSONValue.object(object).text)
    #expect(copy.object == object && copy["k8"]?.integer == 8)
    #expect(
      try read("{\"a\":null}")["a"]?.isNull == true && read("[]")["a"] == nil && read("true").bool == true)
  }

  @Test func damagedTextsAreRefusedOrReadAndWhatIsReadComesBackTheSame() throws {
    let text = Array("[{\"a\\u00e4\\ud83d\\ude00\":-1.5e+3},[null,true,\"ä😀\"],{}]".utf8)
    for index in text.indices {
      for byte in Array("\"\\{}[]:,0-.eu \n".utf8) + [0x00, 0x80, 0xC3, 0xFF] {
        var damaged = text
        damaged[index] = byte
        for bytes in [damaged, Array(text[..<index]) + [byte], Array(text[index...])] {
          guard let value = try? JSONValue(parsing: bytes) else { continue }
          #expect(try read(value.text) == value)
        }
      }
    }
  }

  @Test func valuesOnLinesOfTheirOwnComeWithTheirLines() throws {
    let values = try JSONValue.values(of: Array("\n{\"a\":1}\r\n\n[\n1]\n \"x\" 3".utf8))
    #expect(values.map(\.line) == [2, 4, 6, 6])
    #expect(values.map(\.value.text) == ["{\"a\":1}", "[1]", "\"x\"", "3"])
    #expect(try JSONValue.values(of: []).isEmpty)
    #expect(throws: JSONError.self) { try JSONValue.values(of: Array("{}{}".utf8)) }
    do throws(JSONError) {
      _ = try JSONValue.values(of: Array("{}\n{]".utf8))
      Issue.record("no error")
    } catch {
      #expect(error.line == 2 && error.column == 2 && error.offset == 4)
    }
  }
}

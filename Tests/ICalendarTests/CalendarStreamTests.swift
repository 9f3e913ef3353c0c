import ICalendar
import Testing

/// Everything a stream yields, in a form that is easy to compare.
struct Reading {
  var calendars = 0
  var headers: [String] = []
  var components: [Component] = []
  var problems: [CalendarProblem] = []

  init(_ text: String, chunk: Int? = nil) { self.init(Array(text.utf8), chunk: chunk) }

  init(_ bytes: [UInt8], chunk: Int? = nil) {
    var rest = bytes[...]
    var stream = CalendarStream {
      guard let size = chunk ?? (rest.isEmpty ? nil : rest.count), !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    while let part = stream.next() {
      switch part {
      case .begin: calendars += 1
      case .property(let property): headers.append(String(decoding: property.line, as: UTF8.self))
      case .component(let component, _): components.append(component)
      case .end: break
      }
    }
    problems = stream.problems
  }

  var codes: [String] { problems.map { "\($0.line):\($0.code)" } }
}

@Suite struct CalendarStreamTests {
  static let plain = """
    BEGIN:VCALENDAR\r
    PRODID:-//x\r
    BEGIN:VEVENT\r
    UID:1\r
    SUMMARY:A long li\r
     ne\\, folded\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test func lineEndsOfAllKindsReadAlike() {
    let reference = Reading(Self.plain)
    #expect(reference.problems.isEmpty)
    #expect(reference.components.first?.property("SUMMARY")?.text == "A long line, folded")
    for ending in ["\n", "\r"] {
      let other = Reading(Self.plain.split(separator: "\r\n").joined(separator: ending))
      #expect(other.components == reference.components)
    }
  }

  @Test(arguments: 1...40) func chunksOfAnySizeReadAlike(size: Int) {
    let text = "\u{feff}" + Self.plain.replacing("folded", with: "会議")
    let whole = Reading(text)
    #expect(Reading(text, chunk: size).components == whole.components)
    #expect(whole.headers == ["PRODID:-//x"])
  }

  @Test func aFoldInsideACharacterIsJoined() {
    var bytes = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:B".utf8)
    bytes += [0xc3, 0x0d, 0x0a, 0x20, 0xbc]
    bytes += Array("ro\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    #expect(Reading(bytes).components.first?.property("SUMMARY")?.text == "Büro")
  }

  @Test(arguments: [
    ("", ["1:not-a-calendar"]),
    ("hello\nworld\n", ["1:text-outside-calendar", "1:not-a-calendar"]),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n", ["2:truncated", "3:missing-end"]),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VCALENDAR\n", ["4:missing-end"]),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n",
      ["4:missing-end"]
    ),
    ("BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR\n", ["2:stray-end"]),
    ("BEGIN:VEVENT\nUID:1\nEND:VEVENT\n", ["1:component-outside-calendar", "3:missing-end"]),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nno colon\nEND:VEVENT\nEND:VCALENDAR\n", ["3:not-a-property"]),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\u{0}b\nEND:VEVENT\nEND:VCALENDAR\n", ["3:control-characters"]),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VCALENDAR\nEND:VCALENDAR\n",
      ["4:missing-end", "4:missing-end"]
    ),
  ])
  func whatIsWrongIsNotedAtItsLine(text: String, codes: [String]) {
    #expect(Reading(text).codes == codes)
  }

  @Test func aMissingEndKeepsBothComponents() {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n"
    #expect(Reading(text).components.map { $0.property("UID")?.text } == ["1", "2"])
  }

  @Test func invalidUTF8IsNotedAndKept() {
    let bytes =
      Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [0xff, 0x41]
      + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    let reading = Reading(bytes)
    #expect(reading.codes == ["3:invalid-utf8"])
    #expect(reading.components.first?.property("SUMMARY")?.value.elementsEqual([0xff, 0x41]) == true)
    #expect(reading.components.first?.property("SUMMARY")?.text == "\u{fffd}A")
  }

  @Test func utf16IsNamed() {
    #expect(Reading([0xff, 0xfe, 0x42, 0x00]).codes == ["1:utf16"])
  }

  @Test func aHundredThousandNestedComponentsEndAndTheNextComesIn() {
    let deep = String(repeating: "BEGIN:X\n", count: 100_000) + String(repeating: "END:X\n", count: 100_000)
    let text = "BEGIN:VCALENDAR\n" + deep + "BEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n"
    let reading = Reading(text)
    #expect(reading.components.map(\.name) == ["VEVENT"])
    #expect(reading.codes == ["66:nested-too-deep"])
  }

  @Test func aGiganticLineIsSkipped() {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:" + String(repeating: "x", count: 17 << 20)
      + "\nEND:VEVENT\nEND:VCALENDAR\n"
    let reading = Reading(text, chunk: 1 << 16)
    #expect(reading.codes == ["4:line-too-long"])
    #expect(reading.components.count == 1)
  }
}

@Suite struct PropertyTests {
  @Test func parametersAndValuesAreReadLeniently() throws {
    let property = try #require(
      Property(
        line: Array(#"Attendee;CN="Ann; ""x"#.utf8)[...]
          + Array(#"";ROLE=CHAIR , OTHER;X=a^nb^'c:mailto:a@x:1"#.utf8)))
    #expect(property.name == "ATTENDEE")
    #expect(property.parameter("CN") == "Ann; ")
    #expect(property.parameter("X") == "a\nb\"c")
    #expect(property.rawText == "mailto:a@x:1")
  }

  @Test(arguments: [
    (#"A:x\, y\; z\\n\nend"#, "x, y; z\\n\nend"), (#"A:stray \q stays\"#, #"stray \q stays\"#), ("A:", ""),
  ])
  func textIsUnescaped(line: String, text: String) throws {
    #expect(try #require(Property(line: Array(line.utf8)[...])).text == text)
  }

  @Test(arguments: ["a, b; c\\d\ne", "", "plain", "会議 \"x\""])
  func escapingRoundTrips(text: String) throws {
    #expect(try #require(Property(name: "SUMMARY", text: text)).text == text)
  }

  /// A title or note that comes from a file of another system has CR LF, which is one end of a line.
  @Test(arguments: ["a\r\nb", "a\rb", "a\nb"])
  func everyEndOfALineIsWrittenOnce(text: String) throws {
    let property = try #require(Property(name: "DESCRIPTION", text: text))
    #expect(property.rawText == "a\\nb" && property.text == "a\nb")
    #expect(try #require(Property(name: "SUMMARY", text: "x\r\n\r\ny\r")).rawText == "x\\n\\ny\\n")
  }

  @Test func listsSplitAtPlainCommas() throws {
    let property = try #require(Property(line: Array(#"CATEGORIES:a\,b,c,,d"#.utf8)[...]))
    #expect(property.texts == ["a,b", "c", "", "d"])
  }

  @Test(arguments: ["no colon", ":value", "A B:c", "", ";x=y:z"])
  func otherLinesAreNoProperties(line: String) {
    #expect(Property(line: Array(line.utf8)[...]) == nil)
  }
}

@Suite struct CalendarWriterTests {
  @Test(arguments: [10, 74, 75, 76, 77, 149, 150, 151, 1000])
  func longLinesFoldWithoutCuttingCharacters(length: Int) throws {
    let text = String(String(repeating: "aü会🎉", count: length).prefix(length))
    var writer = CalendarWriter()
    writer.begin("VCALENDAR")
    writer.begin("VEVENT")
    writer.write(try #require(Property(name: "SUMMARY", text: text)))
    writer.end("VEVENT")
    writer.end("VCALENDAR")
    for line in writer.bytes.split(separator: 10) {
      #expect(line.count <= 76)
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
    #expect(Reading(writer.bytes).components.first?.property("SUMMARY")?.text == text)
  }

  @Test func storedTextGivesTheSameComponent() throws {
    let reading = Reading(
      CalendarStreamTests.plain.replacing(
        "UID:1\r\n", with: "UID:1\r\nodd line\r\nBEGIN:VALARM\r\nX:1\r\nEND:VALARM\r\n"))
    let component = try #require(reading.components.first)
    #expect(ComponentText.component(ComponentText.bytes(component)) == component)
  }
}

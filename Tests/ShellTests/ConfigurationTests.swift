import Foundation
import TestSupport
import Testing

@testable import Server
@testable import Settings
@testable import Statements

/// Settings file.
@Suite struct ConfigurationTests {
  @Test func whatSettingsAreWrittenIn() throws {
    let text = """
      # comment
      store = "~/cal.sqlite"   # behind a value
      range.days = 1_000
      pager = ""

      [week]
      start = 'monday'
      "first day" = -1
      [ calendar . work ]
      hidden = false
      names = [ "Büro", 'C:\\raw',
        "tab\\t\\u65E5\\U0001F44D", # comment
      ]
      empty = []
      """
    let config = try ConfigFile(parsing: text, file: "config.toml")
    #expect(
      config.entries.map(\.key) == [
        "store", "range.days", "pager", "week.start", "week.first day", "calendar.work.hidden",
        "calendar.work.names",
        "calendar.work.empty",
      ])
    #expect(
      config.entries.map(\.value) == [
        .string("~/cal.sqlite"), .integer(1000), .string(""), .string("monday"), .integer(-1),
        .boolean(false), .strings(["Büro", "C:\\raw", "tab\t日👍"]), .strings([]),
      ])
    #expect(config.entries.map(\.line).prefix(4) == [2, 3, 4, 7])
  }

  @Test func lineEndsOfWindowsAByteOrderMarkAndAnEmptyFileAreRead() throws {
    let config = try ConfigFile(parsing: "\u{FEFF}a = 1\r\n[t]\r\nb = \"x\"\r\n", file: "f")
    #expect(config.entries.map(\.key) == ["a", "t.b"])
    #expect(config.entries.last?.line == 3)
    #expect(try ConfigFile(parsing: "", file: "f").entries.isEmpty)
    #expect(try ConfigFile(path: "/nonexistent-kalends/config.toml").entries.isEmpty)
  }

  @Test(arguments: [
    ("start = monday", 1, 9, "`monday` is not a value", "put text in quotes: \"monday\""),
    ("a = 1\nb 2", 2, 3, "expected `=` after `b`", "write `b = value`"),
    ("a = \"open\nb = 1", 1, 5, "the text is not closed on its line", "add a closing quote"),
    ("a = 1\n  a = 2", 2, 3, "`a` is already set on line 1", "keep one of the two lines"),
    ("a =", 1, 4, "`a` has no value", "write `a = \"text\"`, a number, true or false"),
    ("a = 1 b = 2", 1, 7, "unexpected `b` after the value", "put each setting on a line of its own"),
    ("[week", 1, 1, "the name of the table is not closed", "add `]`"),
    ("\n\na = [\"x\",", 3, 5, "the list is not closed", "add `]` after the last text"),
    ("a = [1]", 1, 6, "a list holds texts only", "put every entry in quotes, with commas between them"),
    (
      "a = [\"x\" \"y\"]", 1, 10, "a list holds texts only",
      "put every entry in quotes, with commas between them"
    ),
    (
      "a = \"日\\q\"", 1, 7, "`\\q` means nothing inside a text",
      "write \\\\ for a backslash, or put the text in 'single quotes'"
    ),
    (
      "= 1", 1, 1, "expected the name of a setting, found `=`",
      "write a setting as `name = value`; a comment begins with #"
    ),
    (
      "a = {b = 1}", 1, 5, "settings have no inline tables",
      "use texts, whole numbers, true, false and lists of texts"
    ),
    (
      "[[a]]", 1, 1, "settings have no lists of tables",
      "use texts, whole numbers, true, false and lists of texts"
    ),
    (
      "a = \"\"\"x\"\"\"", 1, 5, "settings have no texts of several lines",
      "use texts, whole numbers, true, false and lists of texts"
    ),
    ("a = 1.5", 1, 5, "`1.5` is not a value", "put text in quotes: \"1.5\""),
    ("a = 99999999999999999999", 1, 5, "`99999999999999999999` is too large", ""),
  ])
  func eachMistakeNamesItsPlaceWhatIsWrongAndTheFix(
    text: String, line: Int, column: Int, message: String, fix: String
  ) throws {
    let error = try #require(throws: ConfigError.self) { try ConfigFile(parsing: text, file: "config.toml") }
    #expect(error.place == "config.toml:\(line):\(column)")
    #expect(error.message == message)
    #expect(error.fix ?? "" == fix)
  }

  @Test func aNameThatIsNoneIsAnErrorAtItsLine() throws {
    let config = try ConfigFile(parsing: "[week]\nstrat = 1\n[calendar.Work]\ncolor = \"red\"", file: "f")
    func faults(_ known: [String]) -> [ConfigError] {
      config.entries.compactMap { config.fault(of: $0, known: known) }
    }
    let name = try #require(faults(["week.start", "calendar.*"]).first)
    #expect(name.place == "f:2:1")
    #expect(name.message == "there is no setting `week.strat`")
    #expect(name.fix == "did you mean `week.start`?")
    #expect(faults(["week.strat", "calendar.*"]).isEmpty)
    #expect(faults(["zone"]).map(\.fix) == [nil, nil])
  }

  @Test func eachFaultIsToldAndTheOtherValuesAreTaken() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    let text =
      "zone = \"Europe/Berlin\"\nrange.days = 0\ncolour = \"never\"\ncheck = true\nformat = \"{titel\"\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var settings = SettingValues()
    let faults = settings.take(configuration: path)
    #expect(faults.map { "\($0.line):\($0.column)" } == ["2:1", "3:1", "5:1"])
    #expect(
      faults.map(\.message).prefix(2) == ["`0` is no value for `range.days`", "there is no setting `colour`"])
    #expect(faults.map(\.fix).prefix(2) == ["a number of days from 1 to 36500", "did you mean `color`?"])
    #expect(settings.zoneName == "Europe/Berlin" && settings.isChecking)
    let first = #expect(throws: SettingError.self) { try settings.read(configuration: path) }
    #expect(first?.codeText == "bad-config" && first?.message == "\(path):2:1: \(faults[0].message)")
    #expect(settings.take(configuration: folder.path + "/none.toml").isEmpty)
  }
}

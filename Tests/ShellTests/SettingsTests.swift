import Testing

@testable import Settings
@testable import Statements

@Suite struct SettingsTests {
  @Test(arguments: [
    ("now", "2026-11-18T14:30", "2026-11-18T14:30"), ("zone", "Asia/Tokyo", "Asia/Tokyo"),
    ("format", "CSV", "csv"), ("format", "auto", "auto"), ("pager", "off", "off"), ("check", "yes", "on"),
    ("timing", "on", "on"), ("color", "never", "never"), ("week.start", "sun", "sunday"),
    ("weekend", "fri, sat", "friday,saturday"), ("range.days", "7", "7"), ("date.order", "dmy", "dmy"),
    ("dates.strict", "on", "on"), ("dates.strict", "auto", "auto"), ("null", "–", "–"),
    ("store", "/tmp/x", "/tmp/x"), ("Week.Start", "monday", "monday"),
  ])
  func aValueIsShownAsItWasSet(name: String, value: String, shown: String) throws {
    var settings = SettingValues()
    try settings.set(name, to: value)
    let setting = try #require(Setting(rawValue: name.lowercased()))
    #expect(settings.text(setting) == shown)
  }

  @Test(arguments: [
    (
      "format", "xml",
      "one of auto, table, chart, line, json, jsonl, csv, tsv, ids, ics, jscalendar, invitation, reply, "
        + "or a template such as '{start:%H:%M} {title}'"
    ),
    ("check", "perhaps", "on or off"), ("week.start", "noday", "a weekday, such as monday or sun"),
    ("range.days", "0", "a number of days from 1 to 36500"), ("color", "blue", "one of auto, always, never"),
    ("durability", "never", "one of full, normal"),
  ])
  func badValuesAreRefused(name: String, value: String, choices: String) {
    var settings = SettingValues()
    let error = #expect(throws: SettingError.self) { try settings.set(name, to: value) }
    #expect(error?.message == "`\(value)` is no value for `\(name)`")
    #expect(error?.hint == choices)
  }

  @Test func anUnknownNameGetsASuggestion() {
    var settings = SettingValues()
    let error = #expect(throws: SettingError.self) { try settings.set("week.strat", to: "monday") }
    #expect(error?.hint == "did you mean `week.start`?")
  }

  @Test func statementsRefuseWhatNothingCouldWorkWith() throws {
    let shell = try SampleSession(importing: false)
    for (statement, hint) in [
      ("set zone = Europe/Olso", "did you mean `Europe/Oslo`?"),
      ("set now = yesterday", "a moment such as 2026-11-18T14:30"),
      ("set store = elsewhere", "start kal with --store FILE, or name it in the settings file"),
    ] {
      let error = #expect(throws: ShellError.self, "\(statement)") { try shell.answer(statement) }
      #expect(error?.code == "bad-setting")
      #expect(error?.hint == hint)
    }
    #expect(try shell.answer("show zone") == "Europe/Berlin\n")
    #expect(try shell.answer("show now") == "2026-11-18T14:30\n")
  }

  @Test func missingValuesLookAsAskedFor() throws {
    let shell = try SampleSession()
    _ = try shell.answer("set null = '∅'")
    let table = try shell.answer("events tomorrow in Work select title, location", format: "table")
    #expect(table.contains("On call: Mara                    ∅\n"))
    #expect(try shell.answer("events tomorrow in Work select location", format: "csv").contains("∅") == false)
  }

  /// A script of somebody else's may set it.
  @Test func whatStandsForAMissingValueMovesNoCursor() throws {
    let shell = try SampleSession()
    _ = try shell.answer("set null = '\u{1B}[31m\u{9B}2J\u{202E}none'")
    for statement in [
      "events tomorrow in Work select title, location", "calendars", "calendars select title, color",
    ] {
      let table = try shell.answer(statement, format: "table")
      #expect(table.contains("none"), "\(statement)")
      #expect(
        !table.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) }, "\(statement)")
    }
  }

  // MARK: What a person cannot have meant

  @Test(arguments: [
    ("pager", "maybe", "on, off, or a command that is there, such as less"),
    ("pager", "lesss", "did you mean `less`?"),
    ("pager", "/nowhere/less -R", "on, off, or a command that is there, such as less"),
    (
      "zone", "EST",
      "abbreviations of zones are ambiguous: write a name such as America/New_York"
    ),
    ("zone", "cet", "abbreviations of zones are ambiguous: write a name such as Europe/Berlin"),
    ("zone", "Europe/Berln", "did you mean `Europe/Berlin`?"),
  ])
  func pagersAndZonesAreLookedAt(name: String, value: String, hint: String) throws {
    let shell = try SampleSession(importing: false, path: "/usr/bin:/bin")
    let error = #expect(throws: ShellError.self) { try shell.answer("set \(name) = \"\(value)\"") }
    #expect(error?.code == "bad-setting" && error?.hint == hint, "\(String(describing: error?.hint))")
    #expect(try shell.answer("show zone") == "Europe/Berlin\n" && shell.answer("show pager") == "on\n")
  }

  @Test(arguments: ["on", "off", "cat", "/bin/sh -c true", "sh"]) func pagersThatAreThereAreTaken(
    value: String
  ) throws {
    let shell = try SampleSession(importing: false, path: "/usr/bin:/bin")
    _ = try shell.answer("set pager = \"\(value)\"")
    #expect(try shell.answer("show pager") == value + "\n")
  }

  @Test func theStoreIsShownThatIsInUse() throws {
    let shell = try SampleSession(importing: false)
    let path = try #require(shell.session.storeOption)
    #expect(try shell.answer("show store") == path + "\n")
    #expect(try shell.answer("show options").contains(path))
    shell.session.storeOption = nil
    let other = try SampleSession(importing: false, variables: ["KALENDS_STORE": "/tmp/other.sqlite"])
    other.session.storeOption = nil
    #expect(try other.answer("show store") == "/tmp/other.sqlite\n")
  }
}

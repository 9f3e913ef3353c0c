import Editing
import Model
import TestSupport
import Testing

@testable import Forms

/// The flows of the forms, run from files of answers: the outcomes are those of a person at a prompt.
@Suite struct AnswerFileRunTests {
  private func run(_ text: String, _ desk: Desk, on target: ItemTarget? = nil) throws -> FormOutcome {
    let file = try AnswerFile(parsing: text)
    let editor =
      try target.map { try desk.editor($0) }
      ?? (file.subject == .reminder ? desk.newReminder() : try desk.newEvent())
    try editor.fill(file.answers)
    return try editor.finish(span: file.span)
  }

  @Test func creates() throws {
    let desk = try Desk()
    let outcome = try run(
      "# A meeting\ntitle: Fortnightly\nstart: mon 10:00\nend: 45m\nrepeat: every 2 weeks\nalarm: 10m\ncalendar: Wo\n",
      desk)
    guard case .saved(let result, nil, let statement) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      statement
        == "add event \"Fortnightly\" 2026-11-23 10:00 for 45m in Work repeat every 2 weeks alarm -10m")
    #expect(try desk.item(result.target).title == "Fortnightly")
    #expect(desk.outcomes.map(\.name) == ["saved"])
  }

  @Test func createsReminders() throws {
    let desk = try Desk()
    guard
      case .saved(let result, _, _) = try run("type: reminder\ntitle: Buy milk\ndue: tomorrow 18:00", desk)
    else {
      Issue.record("not saved")
      return
    }
    // A due time rings.
    #expect(try desk.item(result.target).alarms.count == 1)
  }

  @Test(arguments: [("this", 1), ("future", 8), ("all", 10)]) func editsWithEachSpan(
    span: String, count: Int
  ) throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let target = try desk.target(series, "20261125T090000")
    guard case .saved(let result, let scope?, _) = try run("title: Stand-up\nspan: \(span)", desk, on: target)
    else {
      Issue.record("not saved")
      return
    }
    #expect(scope.rawValue == span)
    #expect(result.reached == count)
  }

  @Test func aSeriesNeedsItsSpan() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let target = try desk.target(series, "20261125T090000")
    #expect(throws: FormFault.self) { try run("title: Stand-up", desk, on: target) }
    #expect(try desk.item(target).title == "Standup")
  }

  @Test func nothingChangedIsCanceled() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    #expect(try run("title: Dentist", desk, on: target).name == "canceled")
    #expect(desk.outcomes.map(\.name) == ["canceled"])
  }

  @Test(arguments: [
    ("start: fri 25:00", 1, "bad-clock"), ("title: X\n\nstart: soon", 3, "expected-date"),
    ("title X", 1, "bad-answer"), ("titel: X", 1, "unknown-field"), ("span: some", 1, "bad-answer"),
    ("type: task", 1, "bad-answer"), ("title: X\nrepeat: every 2nd tuesday", 2, "ambiguous-repeat"),
    ("calendar: Wrok", 1, "unknown-calendar"), ("end: -", 1, "bad-value"),
  ]) func aWrongLineIsNamed(text: String, line: Int, code: String) throws {
    let desk = try Desk()
    do {
      _ = try run(text, desk)
      Issue.record("nothing was wrong")
    } catch let error as AnswerFile.Fault {
      #expect(error.line == line)
      #expect(FormFaultText(error.fault).code == code)
    }
    #expect(desk.outcomes.isEmpty)
  }

  @Test func noListIsAnError() throws {
    let desk = try Desk(lists: false)
    do {
      _ = try run("type: reminder\ntitle: Buy milk", desk)
      Issue.record("nothing was wrong")
    } catch let error as FormFault {
      #expect(FormFaultText(error).code == "no-reminder-list")
    }
  }

  @Test func whatIsLeftBehindFillsTheNextForm() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    _ = editor.play(
      "Dinner", "fri 19:00", "22:00", "Work", "m", "Café at 52.5, 13.4", "", "", "3", "10 times", ":tags",
      "\"home, sweet\", \"5\"\" pipe\"", ":attachments", "/home/ann/a,b.pdf, https://example.org/",
      ":attendees",
      "\"Ann, Dr. <ann@example.org>\"")
    let draft = try #require(editor.draft)
    #expect(draft.contains("tags: \"home, sweet\", \"5\"\" pipe\""))
    let again = try desk.newEvent()
    try again.fill(try AnswerFile(parsing: draft).answers)
    for field in ItemField.allCases {
      #expect(again.form.item.agrees(with: editor.form.item, on: field), "\(field)")
    }
    #expect(again.form.calendar == editor.form.calendar)
    _ = editor.endOfInput()
    #expect(editor.draft == nil)
  }

  /// A dash alone empties a field of a file.
  @Test(arguments: ["-", "\\-", "\\\\-"]) func aValueThatIsADashIsLeftBehindAsOne(title: String) throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    editor.form.set(.title) { $0.title = title }
    editor.form.set(.categories) { $0.categories = ["-"] }
    let draft = try #require(editor.draft)
    let again = try desk.newEvent()
    try again.fill(try AnswerFile(parsing: draft).answers)
    #expect(again.form.item.title == title && again.form.item.categories == ["-"], "\(draft)")
  }

  /// Pieces of texts that mean something to a line, a list, a place or a quoted text.
  private static let pieces = [
    "a", "b", " ", "  ", ",", "\"", "\"\"", "'", "\\", "\\n", "\n", "\r", "\r\n", "\t", "\u{23CE}", "-", ":",
    "#", ";", "$a",
    "\u{301}", "\u{2028}", "\u{85}", " at ", " at 5", "m", "52.5, 13.4", "“", "”", "é", "👩‍👩‍👧", "\u{200B}", "<",
    ">",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    (0...random.below(5)).map { _ in random.pick(pieces) }.joined()
  }

  /// Whatever texts a form holds, what it leaves behind makes the same texts again.
  @Test func anyTextIsLeftBehindAsItIs() throws {
    var random = SplitMix64(seed: 7)
    let desk = try Desk()
    for _ in 0..<1_000 {
      let editor = try desk.newEvent()
      let tags = (0...random.below(3)).map { _ in Self.text(&random) }
      let people = (0...random.below(2)).map { number in
        Participant(name: "N" + Self.text(&random) + "n", address: "mailto:n\(number)@example.org")
      }
      editor.form.set(.title) { $0.title = Self.text(&random) }
      editor.form.set(.notes) { $0.notes = Self.text(&random) }
      editor.form.set(.categories) { $0.categories = tags }
      editor.form.set(.attendees) { $0.attendees = people }
      let place = StructuredLocation(
        title: Self.text(&random), latitude: 52.5, longitude: 13.25, radius: random.chance(50) ? 100 : nil)
      editor.form.set(.location) { item in
        item.location = place.title
        if random.chance(50) { item.place = place }
      }
      let draft = try #require(editor.draft)
      let again = try desk.newEvent()
      try again.fill(try AnswerFile(parsing: draft).answers)
      let (old, new) = (editor.form.item, again.form.item)
      #expect(again.draft == draft)
      #expect(new.title == old.title && new.categories == tags && new.location == old.location, "\(draft)")
      #expect(new.attendees.map(\.name) == people.map(\.name), "\(draft)")
      // Whatever ends a line of notes, they are read with the usual end.
      let lines = old.notes?.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" } ?? []
      let ended = lines.dropLast().map { String($0).trimmedReturns } + lines.suffix(1).map { String($0) }
      #expect(new.notes == ended.joined(separator: "\n"), "\(draft)")
    }
  }

  @Test(arguments: ["\\\"a\\nb\"", "\\\"a", "\\\\\"a\"", "\"a\"", "\\\"a\"b"]) func aBackslashBeforeQuotes(
    text: String
  ) {
    let value = AnswerFile.value(text)
    #expect((value == "a\nb") == (text == "\\\"a\\nb\""))
    #expect(AnswerFile.value(AnswerFile.text(value)) == value)
  }

  /// Nothing that is stored holds a zero character, so no field takes one.
  @Test func anAnswerWithAZeroCharacterIsRefused() throws {
    let desk = try Desk()
    let fault = #expect(throws: AnswerFile.Fault.self) { try run("type: event\r\ntitle: a\u{0}b", desk) }
    #expect(fault?.line == 2)
    guard case .answer(let diagnostic)? = fault?.fault else {
      Issue.record("another fault")
      return
    }
    #expect(diagnostic.message == "the character U+0000 means nothing here")
    #expect(diagnostic.range?.offset == 1)
  }

  @Test func theReminderThatItIsPartOfIsLeftBehind() throws {
    let desk = try Desk()
    try desk.add("add reminder \"Groceries\" in Errands")
    let editor = desk.newReminder()
    _ = editor.play("Milk", ":parent", "groceries")
    let draft = try #require(editor.draft)
    let again = desk.newReminder()
    try again.fill(try AnswerFile(parsing: draft).answers)
    #expect(again.form.item.parentUID == editor.form.item.parentUID && again.draft == draft)
  }
}

extension String {
  /// Without the carriage returns at its end.
  fileprivate var trimmedReturns: String {
    String(UnicodeScalarView(unicodeScalars.reversed().drop { $0 == "\r" }.reversed()))
  }
}

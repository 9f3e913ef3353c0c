import JSON
import QueryLanguage
import TestSupport
import Testing

@testable import Help
@testable import Rendering
@testable import Server
@testable import Settings
@testable import Statements

/// What quick text means, and that nothing is saved of which something was not understood.
@Suite struct QuickTextTests {
  private func readings(_ text: String) -> [SpokenItem] {
    SpokenItem.readings(of: text) { ["Home", "Work"].contains($0) }
  }

  @Test(arguments: [
    ("Lunch fri 12:30 for 1h /Home", "add event \"Lunch\" friday 12:30 for 1h in Home"),
    ("buy milk", "add reminder \"buy milk\""),
    ("buy milk !high", "add reminder \"buy milk\" priority high"),
    ("buy milk due friday flagged", "add reminder \"buy milk\" due friday flagged"),
    ("ship it by friday", "add reminder \"ship it\" due friday"),
    ("Lunch, friday 12:30", "add event \"Lunch\" friday 12:30"),
    ("practice dry run friday", "add event \"practice dry run\" friday"),
    ("log in friday 10:00", "add event \"log in\" friday 10:00"),
    ("watch \"Friday\" sat 21:00", "add event \"watch Friday\" saturday 21:00"),
    ("take notes home friday", "add event \"take notes home\" friday"),
    (
      "visit friday 10:00 location \"Café Mitte\"",
      "add event \"visit\" friday 10:00 location \"Café Mitte\""
    ),
    ("breakfast fri 7:30", "add event \"breakfast\" friday 07:30"),
    ("train fri 07:12", "add event \"train\" friday 07:12"),
    ("flight fri 7:30am", "add event \"flight\" friday 07:30"),
    ("dinner fri 08:00", "add event \"dinner\" friday 08:00"),
    ("standup tomorrow 9:15 repeat weekly", "add event \"standup\" tomorrow 09:15 repeat every week"),
    ("flight fri 07:00 alarm 1d, 2h", "add event \"flight\" friday 07:00 alarm -1d, -2h"),
    (
      "coffee friday 10:00 at Cafe Luna with ann@example.org and bob@example.org #garden",
      "add event \"coffee\" friday 10:00 attendee \"ann@example.org\", \"bob@example.org\" tag garden location \"Cafe Luna\""
    ),
    ("tomorrow lunch with bob at noon", "add event \"lunch with bob\" tomorrow 12:00"),
    ("friday 12:30 lunch", "add event \"lunch\" friday 12:30"),
    ("remind me tonight at 8 to call Bob", "add reminder \"call Bob\" today 20:00"),
    ("drinks tonight at Luigi's at 7:30", "add event \"drinks\" today 19:30 location Luigi's"),
    ("gym every friday 19:00 until march", "add event \"gym\" 19:00 repeat every friday until march"),
    (
      "swim every tue 7am until christmas in Home",
      "add event \"swim\" 07:00 repeat every tuesday until christmas in Home"
    ),
    ("call Bob @ 17:00", "add event \"call Bob\" 17:00"),
    ("a; b friday", "add event \"a; b\" friday"),
  ]) func whatIsSureHasNoDoubt(text: String, statement: String) throws {
    let best = try #require(readings(text).first)
    #expect(best.doubts == [])
    #expect(StatementSyntax.add(best.add).description == statement)
    #expect(try parseStatement(statement) == .add(best.add))
  }

  @Test(arguments: [
    ("set alarm friday 6:00", "alarm", "add event \"set alarm\" friday 18:00"),
    ("lunch friday 1:30", "1:30", "add event \"lunch\" friday 13:30"),
    ("call friday 3:00-4:30", "3:00", "add event \"call\" from friday 15:00 to 16:30"),
    ("dinner fri 8:00", "8:00", "add event \"dinner\" friday 20:00"),
    ("evening run fri 7:00", "7:00", "add event \"evening run\" friday 19:00"),
    ("call me at 5", "5", "add event \"call me\" 17:00"),
    ("look at the roof monday 8:00", "at the roof", "add event \"look\" monday 08:00 location \"the roof\""),
    ("friday lunch", "friday", "add event \"lunch\" friday"),
    ("Lunch friday -- with Ann", "friday", "add reminder \"Lunch friday -- with Ann\""),
    (
      "review every fortnight or so monday 10:00", "every fortnight",
      "add event \"review every fortnight or so\" monday 10:00"
    ),
    ("meeting 3/4 10:00", "3/4", "add event \"meeting 3/4\" 10:00"),
    ("lunch friday 14-13", "14-13", "add reminder \"lunch friday 14-13\""),
    ("friday", "friday", "add reminder \"friday\""),
    ("remind me", "remind me", "add reminder \"remind me\""),
  ]) func whatIsUnsureSaysWhy(text: String, words: String, statement: String) throws {
    let best = try #require(readings(text).first)
    #expect(best.doubts.first?.words == words)
    #expect(StatementSyntax.add(best.add).description == statement)
  }

  /// A fault of a date or time is told, rather than that its words were not understood.
  @Test(arguments: [
    ("gym friday 17:00-15:00", "17:00-15:00", "ambiguous-dash"),
    ("call 14:00 EST tomorrow", "EST", "ambiguous-zone"),
    ("trip 30 feb", "30 feb", "no-such-date"), ("party 11/12/2026 20:00", "11/12/2026", "ambiguous-date"),
    ("x friday 25:00", "25:00", "bad-clock"),
    ("x tue 2026-11-23 10:00", "tue 2026-11-23", "weekday-mismatch"),
  ]) func aFaultOfATimeIsTold(text: String, words: String, code: String) throws {
    let doubts = try #require(readings(text).first).doubts
    let fault = doubts.first { if case .fault = $0 { true } else { false } }
    #expect(fault?.words == words && fault?.code == code, "\(doubts)")
  }

  /// Unclosed quotes are text; what no store holds is refused.
  @Test func oddSignsAreText() throws {
    #expect(
      try parseStatement("add O'Brien's \"night in") == parseStatement("quick 'O''Brien''s \"night in'"))
    #expect(throws: SyntaxError.self) { try parseStatement("add a \0 b") }
    #expect(throws: SyntaxError.self) { try parseStatement("quick a \"\0") }
  }

  /// What is said once may not be said again; tags and people may.
  @Test func partsStandOnce() throws {
    let best = try #require(readings("coffee fri 15:00 with a@example.org #x with b@example.org #y").first)
    #expect(
      StatementSyntax.add(best.add).description
        == "add event \"coffee\" friday 15:00 attendee \"a@example.org\", \"b@example.org\" tag x, y")
    for text in ["coffee friday 15-16 for 2h", "coffee fri 15:00 alarm 5m alarm 10m", "x fri 9:00 10 times"] {
      #expect(try #require(readings(text).first).doubts.isEmpty == false, "\(text)")
    }
  }

  /// The readings that follow the first one.
  @Test func otherReadingsFollow() {
    let statements = readings("look at the roof monday 8:00").map { StatementSyntax.add($0.add).description }
    #expect(statements.contains("add event \"look at the roof\" monday 08:00"))
    #expect(Set(statements).count == statements.count)
  }

  /// Long and odd texts are read in a moment.
  @Test(arguments: [
    String(repeating: "at ", count: 200), String(repeating: "every ", count: 300) + "friday",
    String(repeating: "friday ", count: 300), String(repeating: "a ", count: 2_000), "\" ' ; -- #",
  ]) func oddTextsAreRead(text: String) {
    #expect(!readings(text).isEmpty)
  }

  // MARK: Phrases

  /// A phrase of the list: what is typed, and the item that is meant.
  private struct Phrase {
    let text: String
    let meaning: JSONObject
  }

  /// The phrases of a file of a folder.
  private static func phrases(_ path: String) throws -> [Phrase] {
    let bytes = try #require(ProjectFiles.bytes(path))
    return try bytes.split(separator: 10).map { line in
      let object = try #require(try JSONValue(parsing: Array(line)).object)
      return Phrase(text: try #require(object["text"]?.string), meaning: object)
    }
  }

  /// Whatever people type is saved as it is meant, or refused with the words that were not understood.
  @Test(arguments: ["quick", "traps"])
  func nothingIsSavedThatWasNotUnderstood(_ name: String) throws {
    try Self.play(ProjectFiles.root + "/Samples/phrases/\(name).jsonl")
  }

  /// So are the phrases of other programs.
  @Test(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
  func noForeignPhraseIsSavedThatWasNotUnderstood() throws {
    try Self.play(try #require(ProjectFiles.corpora) + "/phrases/quick.jsonl")
  }

  /// Saves each phrase of a file, and expects what it means, or that nothing was saved.
  private static func play(_ path: String) throws {
    let shell = try SampleSession()
    for statement in ["add calendar \"Family\"", "default calendar Work", "default calendar Errands"] {
      _ = try shell.answer(statement)
    }
    var (right, refused) = (0, [String]())
    let phrases = try Self.phrases(path)
    for phrase in phrases {
      let before =
        try shell.answer("count events anytime", format: "csv")
        + shell.answer("count reminders anytime", format: "csv")
      let isRefused = phrase.meaning["refused"] != nil || phrase.meaning["unsure"] != nil
      let answer: String
      do {
        answer = try shell.answer("quick " + Quoting.string(phrase.text))
      } catch let error as ShellError {
        let after =
          try shell.answer("count events anytime", format: "csv")
          + shell.answer("count reminders anytime", format: "csv")
        #expect(before == after, "\(phrase.text)")
        if isRefused { right += 1 } else { refused.append("\(phrase.text): \(error.code)") }
        continue
      }
      let id = try #require(try JSONValue(parsing: Array(answer.utf8))["ids"]?[0]?.string)
      let differences = try Self.differences(shell, id, phrase.meaning)
      #expect(!isRefused && differences.isEmpty, "\(phrase.text): \(differences)")
      right += 1
    }
    #expect(Double(right) >= 0.95 * Double(phrases.count), "\(refused)")
  }

  /// How an item differs from what is meant.
  private static func differences(_ shell: SampleSession, _ id: String, _ meaning: JSONObject) throws
    -> [String]
  {
    let isEvent = meaning["kind"]?.string == "event"
    let noun = id.hasPrefix("ev:") ? "events" : "reminders"
    let rows = try JSONValue(
      parsing: Array(try shell.answer("\(noun) anytime where id = \(Quoting.string(id))").utf8))
    let row = try #require(rows[0]?.object)
    var result: [String] = []
    func expect(_ name: String, _ found: String?, _ meant: String?) {
      if found != meant { result.append("\(name): \(found ?? "none") for \(meant ?? "none")") }
    }
    expect("kind", row["type"]?.string, meaning["kind"]?.string)
    expect("title", row["title"]?.string, meaning["title"]?.string)
    func wall(_ value: JSONValue?) -> String? {
      guard let text = value?.string else { return nil }
      return text.count == 10 ? text : String(text.prefix(16))
    }
    if isEvent {
      let start = meaning["start"]?.string
      expect("start", wall(row["start"]), start)
      if let end = meaning["end"]?.string {
        expect("end", wall(row["end"]), end)
      } else {
        expect("duration", row["duration"]?.string, start?.count == 10 ? "P1D" : "PT1H")
      }
      expect("location", row["location"]?.string, meaning["location"]?.string)
    } else {
      expect("due", wall(row["due"]), meaning["due"]?.string)
    }
    let rule = row["recurrence"]?["rules"]?[0]?.string
    var meant = meaning["rrule"]?.string.map(parts)
    // A rule of years takes its day from the start.
    if rule == "FREQ=YEARLY" { meant = meant.map { $0.split(separator: ";").last.map(String.init) ?? $0 } }
    expect("rule", rule.map(parts), meant)
    if let calendar = meaning["calendar"]?.string {
      expect("calendar", row["calendar"]?["title"]?.string, calendar)
    }
    return result
  }

  /// The parts of a rule in the order of the alphabet, without its end and the beginning of its weeks.
  private static func parts(_ rule: String) -> String {
    rule.split(separator: ";").filter { part in
      !["COUNT=", "UNTIL=", "WKST="].contains { part.hasPrefix($0) }
    }.map { part in
      let days = part.split(separator: "=").last?.split(separator: ",").sorted().joined(separator: ",") ?? ""
      return part.hasPrefix("BYDAY=") ? "BYDAY=" + days : String(part)
    }.sorted().joined(separator: ";")
  }
}

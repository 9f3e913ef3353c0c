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
  private func reading(_ text: String) -> QuickReading { QuickText.reading(text, options: ParseOptions()) }

  @Test(arguments: [
    ("Lunch fri 12:30 for 1h /Home", "add event \"Lunch\" fri 12:30 for 1h in Home"),
    ("buy milk", "add reminder \"buy milk\""),
    ("buy milk priority high", "add reminder \"buy milk\" priority high"),
    ("buy milk due friday flagged", "add reminder \"buy milk\" due friday flagged"),
    ("ship it by friday", "add reminder \"ship it\" by friday"),
    ("Lunch, friday 12:30", "add event \"Lunch\" friday 12:30"),
    ("submit tax form friday", "add event \"submit tax form\" friday"),
    ("practice dry run friday", "add event \"practice dry run\" friday"),
    ("log in friday 10:00", "add event \"log in\" friday 10:00"),
    ("watch \"Friday\" sat 21:00", "add event \"watch Friday\" sat 21:00"),
    (
      "visit friday 10:00 location \"Café Mitte\"", "add event \"visit\" friday 10:00 location \"Café Mitte\""
    ),
    ("visit location \"Café Mitte\" friday", "add event \"visit\" location \"Café Mitte\" friday"),
    ("breakfast fri 7:30", "add event \"breakfast\" fri 7:30"),
    ("train fri 07:12", "add event \"train\" fri 07:12"),
    ("flight fri 7:30am", "add event \"flight\" fri 7:30am"),
    ("dinner fri 08:00", "add event \"dinner\" fri 08:00"),
    ("standup tomorrow 9:15 repeat weekly", "add event \"standup\" tomorrow 9:15 repeat weekly"),
    ("flight fri 07:00 alarm 1d, 2h", "add event \"flight\" fri 07:00 alarm 1d, 2h"),
  ]) func whatIsSureHasNoDoubt(text: String, statement: String) {
    #expect(
      reading(text)
        == QuickReading(statement: statement, kind: statement.hasPrefix("add e") ? .event : .reminder))
  }

  @Test(arguments: [
    ("take notes home friday", "notes home", "add event \"take\" notes home friday"),
    ("time to be free friday", "free", "add event \"time to be\" free friday"),
    ("project start friday", "start friday", "add reminder \"project\" start friday"),
    ("emails flagged", "flagged", "add reminder \"emails\" flagged"),
    ("set alarm friday 6:00", "alarm friday 6:00", "add reminder \"set\" alarm friday 18:00"),
    ("budget 2027", "2027", "add event \"budget\" 2027"),
    ("lunch friday 1:30", "1:30", "add event \"lunch\" friday 13:30"),
    ("call friday 3:00-4:30", "3:00", "add event \"call\" friday 15:00-16:30"),
    ("dinner fri 8:00", "8:00", "add event \"dinner\" fri 20:00"),
    ("evening run fri 7:00", "7:00", "add event \"evening run\" fri 19:00"),
    ("Lunch friday -- with Ann", "friday", "add reminder \"Lunch friday -- with Ann\""),
    ("standup every weekday at 9:15", "every weekday", "add event \"standup every weekday\" at 9:15"),
  ]) func whatIsUnsureSaysWhy(text: String, words: String, statement: String) {
    let reading = reading(text)
    #expect(reading.doubts.first?.words == words)
    #expect(reading.statement == statement)
  }

  // MARK: Phrases

  /// A phrase of the list: what is typed, and the item that is meant.
  private struct Phrase {
    let text: String
    let meaning: JSONObject
  }

  private static func phrases() throws -> [Phrase] {
    let folder = try #require(ProjectFiles.corpora)
    let bytes = try #require(ProjectFiles.bytes(folder + "/phrases/quick.jsonl"))
    return try bytes.split(separator: 10).map { line in
      let object = try #require(try JSONValue(parsing: Array(line)).object)
      return Phrase(text: try #require(object["text"]?.string), meaning: object)
    }
  }

  /// Whatever people type is saved as it is meant, or refused with the words that were not understood.
  @Test(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
  func nothingIsSavedThatWasNotUnderstood() throws {
    let shell = try SampleSession()
    for statement in ["default calendar Work", "default calendar Errands"] { _ = try shell.answer(statement) }
    var (right, refused) = (0, 0)
    let phrases = try Self.phrases()
    #expect(phrases.count >= 42)
    for phrase in phrases {
      let before =
        try shell.answer("count events anytime", format: "csv")
        + shell.answer("count reminders anytime", format: "csv")
      let answer: String
      do {
        answer = try shell.answer("quick " + Quoting.string(phrase.text))
      } catch let error as ShellError {
        #expect(["left-over-words", "unsure-reading"].contains(error.code), "\(phrase.text)")
        let after =
          try shell.answer("count events anytime", format: "csv")
          + shell.answer("count reminders anytime", format: "csv")
        #expect(before == after, "\(phrase.text)")
        refused += 1
        continue
      }
      let id = try #require(try JSONValue(parsing: Array(answer.utf8))["ids"]?[0]?.string)
      let differences = try Self.differences(shell, id, phrase.meaning)
      #expect(differences.isEmpty, "\(phrase.text): \(differences)")
      right += 1
    }
    // Of 42 phrases; whoever teaches `quick` more of them moves the line.
    #expect(right >= 12 && right + refused == phrases.count, "\(right) right, \(refused) refused")
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
    expect("rule", rule.map(parts), meaning["rrule"]?.string.map(parts))
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

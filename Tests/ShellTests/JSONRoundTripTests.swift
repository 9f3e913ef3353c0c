import JSON
import Testing

@testable import Settings
@testable import Statements

/// Rows as JSON, read in again as `edit --from` and `add --from` do.
@Suite struct JSONRoundTripTests {
  /// What the second store may not have of the first: ids and times of change of its own, and
  /// a status that rows do not tell.
  private static let own = [
    "id", "occurrenceId", "rev", "calendar", "created", "modified", "previous", "organizer", "overdue",
  ]

  private func run(_ words: [String], _ text: String, _ shell: SampleSession) throws -> String {
    var statements = try JSONStatements(session: shell.session, path: "rows.json", bytes: Array(text.utf8))
    try AnswerPrinter(session: shell.session).print(try statements.run(words))
    // Whatever comes first is what was answered.
    return try shell.answer("show zone").split(separator: "\n").first.map(String.init) ?? ""
  }

  private func rows(_ text: String) throws -> [JSONObject] {
    try #require(JSONValue(parsing: Array(text.utf8)).array).map { try #require($0.object) }
  }

  @Test(arguments: ["events from 2026-01-01 to 2027-12-31", "reminders anytime", "series"])
  func whatIsReadAgainChangesNothing(question: String) throws {
    let shell = try SampleSession()
    _ = try shell.answer("add calendar \"Lists\" for reminders")
    for parts in [
      "\"Open\" due 2026-11-20 10:00", "\"Day\" due 2026-11-20 start 2026-11-19 09:00 priority 3",
      "\"Undated\"", "\"Done\" due 2026-11-17 18:00", "\"Often\" due 2026-11-16 09:00 repeat every 3 days",
    ] {
      _ = try shell.answer("add reminder \(parts) in Lists")
    }
    _ = try shell.answer("complete (reminders \"Done\") yes")
    // A rule that takes days away stands among the others.
    let kept = try rows(try shell.answer(question)).filter { $0["title"]?.string != "Book club" }
    #expect(kept.count > 5)
    let text = JSONValue.array(kept.map(JSONValue.object)).text
    let before = try shell.answer(question)
    _ = shell.said
    let words = question.contains("reminders") ? ["edit"] : ["edit", "span", "this"]
    #expect(try run(words, text, shell).hasPrefix("{\"outcome\":\"unchanged\""))
    #expect(!shell.said.contains("changed "))
    #expect(try shell.answer(question) == before)
  }

  @Test(arguments: [
    "events from 2026-01-01 to 2027-12-31 where not recurring", "reminders anytime", "series",
  ])
  func whatIsAddedAgainIsTheSame(question: String) throws {
    let (shell, other) = (try SampleSession(), try SampleSession(importing: false))
    // A zone that a file defines itself has no name elsewhere, and a row does not tell how long a period is.
    let before = try rows(try shell.answer(question)).filter { row in
      row["timeZone"]?.string != "Customized Time Zone"
        && row["recurrence"]?["dates"]?.array?.contains { $0.string?.contains("/") == true } != true
    }
    for row in before {
      guard let title = row["calendar"]?["title"]?.string else { continue }
      _ = try? other.answer("add calendar \"\(title)\"")
    }
    _ = try run(["add"], JSONValue.array(before.map(JSONValue.object)).text, other)
    let after = try rows(try other.answer(question))
    #expect(after.count == before.count)
    let known = Dictionary(grouping: after) { $0["uid"]?.string ?? "" }
    for var row in before {
      var found = try #require(known[row["uid"]?.string ?? ""]?.first)
      for key in Self.own {
        row[key] = nil
        found[key] = nil
      }
      // Rules are written anew, in an order of their own.
      #expect(row["recurrence"]?["text"] == found["recurrence"]?["text"])
      for key in row.keys where key != "recurrence" {
        #expect(row[key] == found[key], "\(row["title"]?.string ?? "") \(key)")
      }
    }
  }
}

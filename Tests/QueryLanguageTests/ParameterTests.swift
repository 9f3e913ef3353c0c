import QueryLanguage
import TestSupport
import Testing

@Suite struct ParameterTypeTests {
  /// A question, and what its parameter is.
  @Test(arguments: [
    ("events from $x", "date"), ("events $x", "date"),
    ("events where start > $x + 1w", "date"), ("events now to now + $x", "length"),
    ("events next $x", "length"), ("events from $x ago", "length"),
    ("events where duration > $x", "length"), ("events where duration between 1h and $x", "length"),
    ("events where title contains $x", "text"), ("events where title = $x", "text"),
    ("events where title in ($x, y)", "text"), ("events where attendees.count > $x", "number"),
    ("events where location.latitude > $x", "number"), ("events where start.weekday = $x", "weekday"),
    ("events where start.time < $x", "time"), ("events where start.month = $x", "month"),
    ("events where start.hour = $x", "number"), ("events where calendar = $x", "calendar"),
    ("events today in $x", "calendar"), ("events today except Work, $x", "calendar"),
    ("events today in set $x", "set"), ("events where source = $x", "source"),
    ("events where zone = $x", "zone"), ("events where status = $x", "status"),
    ("reminders where priority > $x", "priority"), ("reminders due by $x", "date"),
    ("events today limit $x", "number"), ("events today limit 5 offset $x", "number"),
    ("count events this year group by week having count > $x", "number"),
    ("events this year group by week select week, sum(duration) as h having h > $x", "length"),
    ("free $x this week", "length"), ("free 1h today in $x", "calendar"), ("month $x", "date"),
    ("agenda next $x where title = y", "length"), ("week in $x", "calendar"),
  ]) func aPlaceSaysTheType(question: String, type: String) throws {
    let statement = try parseStatement(question)
    #expect(statement.parameterUses.map(\.type.word) == [type], "\(question)")
    let use = try #require(statement.parameterUses.first)
    let bytes = Array(question.utf8)[use.range.offset..<use.range.end]
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("$x"))
  }

  @Test(arguments: [
    ("events from $x", "friday", true), ("events from $x", "\"next friday\"", true),
    ("events from $x", "2026-11-24", true), ("events from $x", "-2d", true), ("events from $x", "2d", false),
    ("events from $x", "\"x\"", false), ("events from $x", "$y", false), ("events next $x", "7d", true),
    ("events next $x", "\"2 weeks\"", true), ("events next $x", "7", false),
    ("events next $x", "friday", false), ("events where title = $x", "word", true),
    ("events where title = $x", "\"some words\"", true), ("events where title = $x", "5", false),
    ("events where title = $x", "2026-11-24", false), ("events limit $x", "5", true),
    ("events limit $x", "5.5", false), ("events limit $x", "five", false),
    ("events where start.time < $x", "9am", true),
    ("events where start.weekday = $x", "monday", true),
    ("events where start.weekday = $x", "someday", false),
    ("events where start.month = $x", "13", false), ("events where start.month = $x", "12", true),
    ("reminders where priority = $x", "urgent", false), ("reminders where priority = $x", "9", true),
    ("reminders where priority = $x", "10", false), ("events where status = $x", "cancelled", true),
    ("events where status = $x", "done", false), ("events in $x", "Home@Local", true),
    ("events in $x", "5", false), ("events where zone = $x", "Europe/Berlin", true),
    ("events where location.latitude > $x", "-5.5", true),
  ]) func aTypeTakesItsValues(question: String, value: String, isTaken: Bool) throws {
    let use = try #require(try parseStatement(question).parameterUses.first)
    guard case .manage(let manage) = try parseStatement("run x " + value),
      case .runView(let run) = manage.kind
    else {
      Issue.record("no run of a view with \(value)")
      return
    }
    #expect(use.type.takes(try #require(run.arguments.first?.value)) == isTaken)
  }

  @Test func everyTypeTakesItsSample() throws {
    for question in ["events from $x", "events next $x", "events where title = $x", "events limit $x"] {
      let type = try #require(try parseStatement(question).parameterUses.first?.type)
      #expect(type.takes(LooseValueSyntax(.string(try #require(type.sample)))))
    }
  }
}

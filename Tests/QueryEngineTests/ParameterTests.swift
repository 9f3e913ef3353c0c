import CivilTime
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Values of parameters: read where they stand, never as syntax.
@Suite struct ParameterTests {
  private func store() throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    for (number, title) in ["Standup", "x\" or \"\" = \"", "$t", "50 % off"].enumerated() {
      try store.take(
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Work \(number)\r\nBEGIN:VEVENT\r\nUID:u\(number)\r\n\
        DTSTART:2026111\(8 + number % 2)T09\(number)000Z\r\nDTEND:20261119T120000Z\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\n\
        END:VCALENDAR\r\n
        """)
    }
    return store
  }

  private func titles(_ text: String, _ values: [String: ParameterValue]) throws -> [String] {
    var context = try exampleContext(isStrict: true)
    context.parameters = values
    return try rows(text, context, store()).map { row in
      if case .event(let item) = row { item.record.title ?? "" } else { "" }
    }
  }

  private func problem(_ text: String, _ values: [String: ParameterValue]) throws -> Diagnostic? {
    var context = try exampleContext(isStrict: true)
    context.parameters = values
    return try diagnostic(text, context, store())
  }

  @Test(arguments: ["Standup", "x\" or \"\" = \"", "$t", "50 % off"]) func aTextIsThatText(title: String)
    throws
  {
    #expect(try titles("events 2026-11-18..2026-11-20 where title = $t", ["t": .text(title)]) == [title])
    #expect(
      try titles("events 2026-11-18..2026-11-20 where title exactly $t", ["t": .text(title)]) == [title])
  }

  @Test func placesDecideHowAValueIsRead() throws {
    let all = try titles("events 2026-11-18..2026-11-20", [:])
    #expect(all.count == 4)
    let range: [String: ParameterValue] = ["a": .text("2026-11-18"), "b": .text("2026-11-20")]
    #expect(try titles("events from $a to $b", range) == all)
    #expect(try titles("events from $a + 1d to $b", range) == all)
    #expect(try titles("events from $a to $a + $n", ["a": .text("2026-11-18"), "n": .text("2d")]) == all)
    #expect(
      try titles("events from $a to $b where duration > $d", range.merging(["d": .text("26h")]) { $1 }).count
        == 2)
    #expect(
      try titles("events from $a to $b where calendar = $c", range.merging(["c": .text("work 2")]) { $1 })
        == ["$t"])
    #expect(
      try titles("events from $a to $b where start.day = $k", range.merging(["k": .integer(18)]) { $1 }).count
        == 2)
    #expect(
      try titles("events from $a to $b where start.weekday = $w", range.merging(["w": .text("wed")]) { $1 })
        .count
        == 2)
  }

  @Test(
    arguments: [
      ("events from $a", ParameterValue.text("someday"), "`someday` is no value of `$a`", "a date"),
      ("events from $a", .text("$a"), "`$a` is no value of `$a`", "a date"),
      (
        "events from $a", .text("2026-11-18 where title = x"),
        "`2026-11-18 where title = x` is no value of `$a`", "a date"
      ),
      ("events from now to now + $a", .text("long"), "`long` is no value of `$a`", "a length of time"),
      (
        "events today where duration > $a", .integer(5), "`5` is no value of `$a`",
        "a value as `duration` takes it"
      ),
    ]) func whatDoesNotFitIsRefused(text: String, value: ParameterValue, message: String, hint: String) throws
  {
    let found = try #require(try problem(text, ["a": value]))
    #expect(found.code == "bad-value")
    #expect(found.message == message)
    #expect(found.hint == hint)
    #expect(
      found.range.map { text.utf8.dropFirst($0.offset).prefix($0.length).elementsEqual("$a".utf8) } == true)
  }

  @Test func aMissingValueIsSaid() throws {
    #expect(try problem("events where title = $t", [:])?.message == "`$t` has no value")
  }
}

import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Recurrence
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngineTests

/// Repetitions of an item that starts on Wed 2026-11-18 at 15:00 in Berlin, unless another start is given.
@Suite struct RepeatBinderTests {
  private static func start(_ text: String = "2026-11-18T15:00 Europe/Berlin") throws -> EventTime {
    let parts = text.split(separator: " ").map(String.init)
    if let date = ExtendedFormat.date(parts[0].utf8) { return .date(date) }
    let wall = try #require(ExtendedFormat.dateTime(parts[0].utf8))
    guard parts.count == 2 else { return .floating(wall) }
    return .zoned(wall, try #require(zones.zone(named: parts[1])))
  }

  private func bound(_ phrase: String, _ start: EventTime) throws -> BoundRepeat {
    try bindRepeat(try SyntaxFragment.repetition(phrase), start: start, context: try exampleContext())
  }

  @Test(arguments: [
    ("daily", "FREQ=DAILY"), ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
    ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU"),
    ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
    ("every other week on tuesday, thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
    ("weekly on wednesday", "FREQ=WEEKLY;BYDAY=WE"), ("every 4 hours", "FREQ=HOURLY;INTERVAL=4"),
    ("every second", "FREQ=SECONDLY"), ("every second day", "FREQ=DAILY;INTERVAL=2"),
    ("every quarter", "FREQ=MONTHLY;INTERVAL=3"), ("every 2 quarters", "FREQ=MONTHLY;INTERVAL=6"),
    ("every month on the 1st, 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
    ("every month on the 2nd last day", "FREQ=MONTHLY;BYMONTHDAY=-2"),
    ("every month on the last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
    ("every month on the 2nd and last friday", "FREQ=MONTHLY;BYDAY=-1FR,2FR"),
    ("every 3 months on the 2nd thursday", "FREQ=MONTHLY;INTERVAL=3;BYDAY=2TH"),
    ("every year in january, february, april", "FREQ=YEARLY;BYMONTH=1,2,4"),
    ("every year on the 24th of december", "FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12"),
    ("every year in december on the 24th", "FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12"),
    ("every year on the 3rd wednesday of august", "FREQ=YEARLY;BYDAY=3WE;BYMONTH=8"),
    ("every year on the 15th", "FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=11"),
    ("every year on the 100th day", "FREQ=YEARLY;BYYEARDAY=100"),
    ("every year on the last day of february", "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2"),
    ("every year on the first and last weekday", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1"),
    ("every year in week 1, 52", "FREQ=YEARLY;BYWEEKNO=1,52"),
    ("every year in the first and last week", "FREQ=YEARLY;BYWEEKNO=-1,1"),
    ("every year in week 20 on monday", "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20"),
    (
      "every year on the last weekday of march and june",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=3,6;BYSETPOS=-1"
    ),
    ("daily 10 times", "FREQ=DAILY;COUNT=10"), ("daily, once", "FREQ=DAILY;COUNT=1"),
    ("\"rrule:freq=weekly;byday=mo\" 3 times", "FREQ=WEEKLY;COUNT=3;BYDAY=MO"),
    // Winter and summer time: 15:00 is 14:00 or 13:00 in UTC.
    ("daily until dec 2026", "FREQ=DAILY;UNTIL=20261231T140000Z"),
    ("daily until 31 dec", "FREQ=DAILY;UNTIL=20261231T140000Z"),
    ("daily until 2027", "FREQ=DAILY;UNTIL=20271231T140000Z"),
    ("daily until 30 jun 2027", "FREQ=DAILY;UNTIL=20270630T130000Z"),
    ("daily until 31 dec 9:00", "FREQ=DAILY;UNTIL=20261231T080000Z"),
    ("every 4 hours until 31 dec", "FREQ=HOURLY;UNTIL=20261231T225959Z;INTERVAL=4"),
    // Of a count and a last day the one that ends first.
    ("daily until 31 dec, 3 times", "FREQ=DAILY;COUNT=3"),
    ("daily until 20 nov, 30 times", "FREQ=DAILY;UNTIL=20261120T140000Z"),
  ])
  func aPhraseIsARule(phrase: String, rule: String) throws {
    #expect(try bound(phrase, try Self.start()).rule?.description == rule)
  }

  @Test func neverIsNoRule() throws {
    #expect(try bound("never", try Self.start()) == BoundRepeat(rule: nil))
  }

  @Test(arguments: [
    ("2026-11-18", "daily until dec 2026", "FREQ=DAILY;UNTIL=20261231"),
    ("2026-11-18", "daily until 31 dec 23:30", "FREQ=DAILY;UNTIL=20261231"),
    ("2026-11-18T15:00", "daily until dec 2026", "FREQ=DAILY;UNTIL=20261231T150000"),
    ("2026-11-18T15:00 America/New_York", "daily until dec 2026", "FREQ=DAILY;UNTIL=20261231T200000Z"),
    ("2026-11-18T23:00 Asia/Tokyo", "daily until dec 2026", "FREQ=DAILY;UNTIL=20261231T140000Z"),
    // What names no year is meant after the start.
    ("2027-03-01", "daily until april", "FREQ=DAILY;UNTIL=20270430"),
  ])
  func theEndIsOfTheStartsKind(start: String, phrase: String, rule: String) throws {
    let start = try Self.start(start)
    let found = try #require(try bound(phrase, start).rule)
    #expect(found.description == rule)
    #expect(
      RecurrenceSet(start: .date(start.wall.date), rules: [found]).warnings.allSatisfy {
        $0 != .countWithUntil
      })
  }

  @Test(arguments: [
    ("2026-11-18", "daily except 24 dec", ["2026-12-24"]),
    ("2026-11-18", "daily except 24 dec 10:00", ["2026-12-24"]),
    ("2026-11-18T15:00", "daily except 24 dec and 26 dec", ["2026-12-24T15:00:00", "2026-12-26T15:00:00"]),
    ("2026-11-18T15:00", "daily except 24 dec 10:00, 24 dec 10:00", ["2026-12-24T10:00:00"]),
    ("2026-11-18", "every monday except december", ["2026-12-07", "2026-12-14", "2026-12-21", "2026-12-28"]),
    (
      "2026-11-18T09:00", "every 8 hours except 20 nov",
      ["2026-11-20T01:00:00", "2026-11-20T09:00:00", "2026-11-20T17:00:00"]
    ),
    ("2026-11-18", "every monday except 24 nov", ["2026-11-24"]),
  ])
  func exceptions(start: String, phrase: String, expected: [String]) throws {
    let start = try Self.start(start)
    let texts = try bound(phrase, start).exceptions.map { time in
      time.isAllDay ? time.wall.date.description : time.wall.description
    }
    #expect(texts == expected)
  }

  @Test func exceptionsOfAZonedItemAreInItsZone() throws {
    let start = try Self.start("2026-11-18T15:00 America/New_York")
    let found = try bound("daily except 24 dec, 25 dec 21:00", start).exceptions
    let zone = try #require(start.zone)
    let days = [24, 25].compactMap { CivilDate(year: 2026, month: 12, day: $0) }
    #expect(found == days.map { start.with(wall: CivilDateTime($0, start.wall.time)) })
    #expect(found.allSatisfy { $0.zone == zone })
  }

  @Test(arguments: [
    ("2026-11-18", "daily", []), ("2026-11-18", "every wed", []),
    ("2027-01-31", "monthly", ["skips months without a 31st; `on the last day` does not"]),
    ("2027-01-31", "every month on the 31st", ["skips months without a 31st; `on the last day` does not"]),
    ("2027-01-31", "every month on the 31st in january, march", []),
    ("2027-01-31", "every 12 months", []), ("2027-01-31", "every month on the last day", []),
    ("2027-01-31", "every quarter", ["skips months without a 31st; `on the last day` does not"]),
    ("2027-01-29", "every month on the 5th friday", ["skips months without a 5th friday; `last` does not"]),
    ("2028-02-29", "yearly", ["skips years without a 29 February; `on the last day of february` does not"]),
    (
      "2028-12-31", "every year on the 366th day",
      ["skips years without a 366th day; `on the last day` does not"]
    ),
    ("2026-12-31", "every year in week 53", ["skips years without a week 53; `in the last week` does not"]),
    (
      "2026-11-18", "every monday",
      ["the first is the start itself, Wed 18 Nov 2026, which the repetition does not name"]
    ),
    (
      "2026-11-18", "every monday 3 times",
      [
        "the first is the start itself, Wed 18 Nov 2026, which the repetition does not name; the 3 are counted without it"
      ]
    ),
    (
      "2026-11-18", "every month on wednesday",
      ["this is every wednesday of the month; `on the 1st wednesday` is one"]
    ),
    ("2026-11-18", "yearly on the 18th", ["the month is that of the start, november"]),
    ("2026-11-18", "daily 3 times until 2027", ["the number of times ends it before the last day"]),
    ("2026-11-18", "every wed except 24 nov", ["there is no occurrence to leave out on Tue 24 Nov 2026"]),
    ("2026-11-18", "\"FREQ=DAILY;X=1\"", ["the rule part X is unknown and has no effect"]),
  ])
  func notes(start: String, phrase: String, expected: [String]) throws {
    #expect(try bound(phrase, try Self.start(start)).notes.map(\.text) == expected)
  }

  @Test func weeksBeginWhereTheSettingSaysAndItMatters() throws {
    var context = try exampleContext()
    context.weekStart = .sunday
    func rule(_ phrase: String) throws -> String? {
      try bindRepeat(
        try SyntaxFragment.repetition(phrase), start: try Self.start("2026-11-18"), context: context
      )
      .rule?.description
    }
    #expect(try rule("every 2 weeks on sunday, wednesday") == "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=SU")
    #expect(try rule("every 2 weeks on monday, wednesday") == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE")
    #expect(try rule("every week on sunday") == "FREQ=WEEKLY;BYDAY=SU")
  }

  @Test func aWeekendOfOtherDaysIsNoted() throws {
    var context = try exampleContext()
    context.weekend = [.friday, .saturday]
    let syntax = try SyntaxFragment.repetition("every weekend")
    let found = try bindRepeat(syntax, start: try Self.start("2026-11-21"), context: context)
    #expect(found.rule?.description == "FREQ=WEEKLY;BYDAY=SA,SU")
    #expect(found.notes.map(\.code) == ["repeat-weekend"])
  }

  // MARK: Faults

  static let cases = GrammarCase.all(in: "Grammar/errors/binding-repeat.test")

  @Test func theFileIsThere() { #expect(Self.cases.count >= 10) }

  @Test(arguments: cases) func saysExactlyThis(item: GrammarCase) throws {
    guard case .add(let add) = try parseStatement(item.statement) else {
      Issue.record("nothing is added by \(item.statement)")
      return
    }
    var isCompared = false
    let isAllDay = add.parts.contains { $0.kind == .allDay }
    for case .repeats(let syntax) in add.parts.map(\.kind) {
      do {
        let start = try isAllDay ? Self.start("2026-11-18") : Self.start()
        _ = try bindRepeat(syntax, start: start, context: try exampleContext())
        Issue.record("nothing wrong with \(item.statement)")
      } catch QueryError.rejected(let diagnostic) {
        #expect(diagnostic.rendered(source: item.statement) == item.block)
        isCompared = true
      }
    }
    #expect(isCompared, "nothing repeats in \(item.statement)")
  }
}

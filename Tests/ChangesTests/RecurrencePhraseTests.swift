import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Recurrence
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngineTests

@Suite struct RecurrencePhraseTests {
  /// The dates of a repetition have their seconds where they differ in nothing else.
  @Test(arguments: [
    (
      "FREQ=SECONDLY",
      "every second: Thu 1 Jan 1970 00:00:00, Thu 1 Jan 1970 00:00:01, Thu 1 Jan 1970 00:00:02 …"
    ),
    (
      "FREQ=MINUTELY;INTERVAL=10",
      "every 10 minutes: Thu 1 Jan 1970 00:00, Thu 1 Jan 1970 00:10, Thu 1 Jan 1970 00:20 …"
    ),
  ]) func datesThatDifferInSecondsAloneShowThem(rule: String, expected: String) throws {
    let start = CivilDateTime(clamping: 0)
    var item = Item(kind: .event)
    item.start = .floating(start)
    var set = RecurrenceSet(start: .dateTime(start))
    set.rules = [try RecurrenceRule(parsing: rule)]
    item.recurrence = set
    #expect(ItemSentences(zone: .utc).repetition(item, showing: 3) == expected)
  }

  static let phrases = [
    ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
    ("FREQ=DAILY;COUNT=1", "every day, once"), ("FREQ=DAILY;COUNT=10", "every day, 10 times"),
    ("FREQ=WEEKLY", "every week"), ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
    ("FREQ=WEEKLY;BYDAY=SU,SA", "every weekend"), ("FREQ=WEEKLY;BYDAY=TU", "every Tuesday"),
    ("FREQ=WEEKLY;BYDAY=FR,MO,WE", "every Monday, Wednesday and Friday"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "every 2 weeks on Tuesday"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,22,23,31", "every month on the 1st, 22nd, 23rd and 31st"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("FREQ=MONTHLY;BYMONTHDAY=-2", "every month on the 2nd last day"),
    ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tuesday"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday"),
    ("FREQ=MONTHLY;INTERVAL=3;BYDAY=TH;BYSETPOS=2", "every 3 months on the 2nd Thursday"),
    ("FREQ=YEARLY", "every year"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "every year on the 24th of December"),
    ("FREQ=YEARLY;BYMONTH=8;BYDAY=3WE", "every year on the 3rd Wednesday of August"),
    ("FREQ=YEARLY;BYMONTH=5", "every year in May"), ("FREQ=HOURLY;INTERVAL=6", "every 6 hours"),
    ("FREQ=MINUTELY", "every minute"), ("FREQ=SECONDLY;INTERVAL=30", "every 30 seconds"),
    ("FREQ=WEEKLY;UNTIL=20261231T081500Z", "every week until 31 Dec 2026"),
    ("FREQ=DAILY;UNTIL=20261231", "every day until 31 Dec 2026"),
    // In Berlin the last moment of this UNTIL is in the new year.
    ("FREQ=DAILY;UNTIL=20261231T233000Z", "every day until 1 Jan 2027"),
    // Apple's table of complex rules, and what RFC 5545 has beside it.
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "every 2 weeks on Tuesday and Thursday"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st and 15th"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1,1,15", "every month on the 1st, 15th and last day"),
    ("FREQ=YEARLY;BYMONTH=1,2,4", "every year in January, February and April"),
    ("FREQ=YEARLY;BYWEEKNO=1,-1", "every year in the 1st and last week"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "every year in week 20 on Monday"),
    ("FREQ=YEARLY;BYYEARDAY=1,100,-1", "every year on the 1st, 100th and last day"),
    ("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", "every year on the 1st and last weekday"),
    ("FREQ=MONTHLY;BYDAY=SU,SA;BYSETPOS=-1", "every month on the last weekend day"),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every year on the last weekday of March"),
    (
      "FREQ=MONTHLY;BYMONTH=3,6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "every month on the last weekday in March and June"
    ),
    ("FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday"),
    ("FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", "every year on every Thursday in June, July and August"),
    ("FREQ=DAILY;BYMONTH=1", "every day in January"),
    ("FREQ=HOURLY;INTERVAL=2;BYDAY=MO", "every 2 hours on Monday"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=12", "every weekday in December"),
    ("FREQ=MONTHLY;BYDAY=-1FR,1MO", "every month on the 1st Monday and last Friday"),
    // Where weeks begin makes no difference to one day, nor to those of one side of it.
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU", "every 2 weeks on Monday and Wednesday"),
    // What words would bend is shown as it is written.
    ("FREQ=DAILY;BYHOUR=9,17", "by \"FREQ=DAILY;BYHOUR=9,17\""),
    ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "by \"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\""),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "by \"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU\""),
    ("FREQ=YEARLY;BYMONTHDAY=13", "by \"FREQ=YEARLY;BYMONTHDAY=13\""),
    ("FREQ=MONTHLY;BYDAY=6FR;COUNT=2", "by \"FREQ=MONTHLY;COUNT=2;BYDAY=6FR\""),
  ]

  @Test(arguments: phrases)
  func aRuleInWords(rule: String, phrase: String) throws {
    let zone = zones.zone(named: "Europe/Berlin")
    #expect(RecurrencePhrase.text(rules: [rule], zone: zone) == phrase)
  }

  @Test(arguments: phrases)
  func theWordsParse(rule: String, phrase: String) throws {
    let syntax = try SyntaxFragment.repetition(phrase)
    #expect(syntax.prose == phrase)
    #expect(try SyntaxFragment.repetition(syntax.description) == syntax)
    #expect(try SyntaxFragment.repetition(phrase.uppercased()).prose.lowercased() == phrase.lowercased())
  }

  /// What binds is not always the same text, but always the same days.
  @Test(arguments: phrases, ["2026-01-01T09:15", "2026-11-29T23:45"])
  func theWordsMeanTheRule(item: (rule: String, phrase: String), start: String) throws {
    let zone = try #require(zones.zone(named: "Europe/Berlin"))
    let wall = try #require(ExtendedFormat.dateTime(start.utf8))
    let rule = try RecurrenceRule(parsing: item.rule)
    func days(_ rule: RecurrenceRule) -> [CivilDateTime] {
      RecurrenceSet(start: .dateTime(wall), rules: [rule], zone: zone).occurrences().prefix(60).map(\.start)
    }
    let words = RecurrencePhrase.syntax(rule, start: .zoned(wall, zone)).prose
    do {
      let bound = try bindRepeat(
        try SyntaxFragment.repetition(words), start: .zoned(wall, zone), context: try exampleContext())
      #expect(days(try #require(bound.rule)) == days(rule), "\(words)")
    } catch QueryError.rejected(let diagnostic) {
      #expect(diagnostic.message == "no date ever matches this")
      #expect(days(rule) == [wall])
    }
  }

  @Test(arguments: [
    // The occurrence of the last day comes too late to belong.
    ("FREQ=DAILY;UNTIL=20261231T000000", "2026-11-18T09:15", "every day until 30 Dec 2026"),
    ("FREQ=DAILY;UNTIL=20261231T091500", "2026-11-18T09:15", "every day until 31 Dec 2026"),
    ("FREQ=HOURLY;UNTIL=20261231T120000", "2026-11-18T09:15", "every hour until 31 Dec 2026 12:00"),
    ("FREQ=HOURLY;UNTIL=20261231T235959", "2026-11-18T09:15", "every hour until 31 Dec 2026"),
    ("FREQ=DAILY;UNTIL=99991231T000000", "2026-11-18T09:15", "every day until 30 Dec 9999"),
  ])
  func theStartTellsTheLastDay(rule: String, start: String, phrase: String) throws {
    let wall = try #require(ExtendedFormat.dateTime(start.utf8))
    let syntax = RecurrencePhrase.syntax(try RecurrenceRule(parsing: rule), start: .floating(wall))
    #expect(syntax.prose == phrase)
    #expect(try SyntaxFragment.repetition(phrase) == syntax)
  }

  @Test func severalRulesAndNone() {
    #expect(
      RecurrencePhrase.text(rules: ["FREQ=DAILY", "FREQ=YEARLY"], zone: nil) == "every day and every year")
    #expect(RecurrencePhrase.text(rules: [], zone: nil) == nil)
    #expect(RecurrencePhrase.text(rules: ["FREQ=OFTEN"], zone: nil) == nil)
  }
}

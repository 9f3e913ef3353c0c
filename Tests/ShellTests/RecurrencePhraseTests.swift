import CivilTime
import Testing

@testable import Shell

@Suite struct RecurrencePhraseTests {
  @Test(arguments: [
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
    // What words would bend is shown as it is written.
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "by FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20"),
  ])
  func aRuleInWords(rule: String, phrase: String) throws {
    let zone = ZoneDatabase().zone(named: "Europe/Berlin")
    #expect(RecurrencePhrase.text(rules: [rule], zone: zone) == phrase)
  }

  @Test func severalRulesAndNone() {
    #expect(
      RecurrencePhrase.text(rules: ["FREQ=DAILY", "FREQ=YEARLY"], zone: nil) == "every day and every year")
    #expect(RecurrencePhrase.text(rules: [], zone: nil) == nil)
    #expect(RecurrencePhrase.text(rules: ["FREQ=OFTEN"], zone: nil) == nil)
  }
}

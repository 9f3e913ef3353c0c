import CivilTime
import ICalendar
import JSCalendar
import Model
import Testing

/// JSCalendar recurrence.
@Suite struct RecurrenceTests {
  private static let head = "UID:a\nDTSTAMP:20260101T000000Z\n"

  @Test(arguments: [
    ("FREQ=YEARLY", "\"frequency\":\"yearly\""),
    (
      "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE;COUNT=4",
      "\"frequency\":\"weekly\",\"interval\":2,\"firstDayOfWeek\":\"su\",\"byDay\":[{\"@type\":\"NDay\","
        + "\"day\":\"mo\"},{\"@type\":\"NDay\",\"day\":\"we\"}],\"count\":4"
    ),
    (
      "FREQ=MONTHLY;BYDAY=-1WE",
      "\"frequency\":\"monthly\",\"byDay\":[{\"@type\":\"NDay\",\"day\":\"we\",\"nthOfPeriod\":-1}]"
    ),
    (
      "FREQ=YEARLY;BYMONTH=2,1;BYMONTHDAY=7;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
      "\"frequency\":\"yearly\",\"byMonthDay\":[7],\"byMonth\":[\"1\",\"2\"],\"byHour\":[9],\"byMinute\":[0],"
        + "\"bySecond\":[0],\"bySetPosition\":[-1]"
    ),
    ("FREQ=YEARLY;BYYEARDAY=7;BYWEEKNO=1", "\"frequency\":\"yearly\",\"byYearDay\":[7],\"byWeekNo\":[1]"),
    ("FREQ=DAILY;UNTIL=20260301T070000Z", "\"frequency\":\"daily\",\"until\":\"2026-03-01T08:00:00\""),
    ("FREQ=DAILY;UNTIL=20260401T070000Z", "\"frequency\":\"daily\",\"until\":\"2026-04-01T09:00:00\""),
    ("FREQ=DAILY;UNTIL=20260401", "\"frequency\":\"daily\",\"until\":\"2026-04-01T23:59:59\""),
    ("FREQ=DAILY;UNTIL=20260401T090000", "\"frequency\":\"daily\",\"until\":\"2026-04-01T09:00:00\""),
    ("FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=OMIT", "\"frequency\":\"monthly\""),
  ])
  func rules(rule: String, expected: String) throws {
    // A Wednesday, the last of the month and in week 1, so that most of the rules begin with it.
    let event = try object(Self.head + "DTSTART;TZID=Europe/Berlin:20260107T090000\nRRULE:" + rule)
    #expect(event["recurrenceRules"]?.text == "[{\"@type\":\"RecurrenceRule\",\(expected)}]")
  }

  @Test func whatARuleObjectCannotSayOrWeCannotReadIsKeptAsItWas() throws {
    let start = Self.head + "DTSTART:20260107T090000\n"
    let skipping = try object(start + "RRULE:FREQ=MONTHLY;SKIP=BACKWARD;RSCALE=GREGORIAN")
    #expect(skipping["recurrenceRules"] == nil)
    #expect(
      skipping["kalends.app:properties"]?.text
        == "[[\"rrule\",{},\"recur\",\"FREQ=MONTHLY;SKIP=BACKWARD;RSCALE=GREGORIAN\"]]")
    let own = try object(start + "RRULE:FREQ=DAILY;X-OWN=1\nRDATE:20260230")
    #expect(own["recurrenceRules"]?[0]?["frequency"]?.string == "daily")
    #expect(own["kalends.app:properties"]?.array?.count == 2)
  }

  @Test func anAllDaySeriesIsTheOneOfRFC898463() throws {
    let event = try object(
      "UID:a\nDTSTART;VALUE=DATE:19000401\nSUMMARY:April Fool's Day\nRRULE:FREQ=YEARLY;UNTIL=19100401")
    #expect(
      rest(event) == """
        {"title":"April Fool's Day","showWithoutTime":true,"start":"1900-04-01T00:00:00","duration":"P1D",\
        "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"yearly","until":"1910-04-01T00:00:00"}]}
        """)
  }

  @Test func exceptionsExtraDatesAndRulesThatExclude() throws {
    let event = try object(
      Self.head + """
        DTSTART;TZID=Europe/Berlin:20260107T090000
        RRULE:FREQ=DAILY;COUNT=9
        EXRULE:FREQ=WEEKLY
        EXDATE;TZID=Europe/Berlin:20260108T090000
        EXDATE:20260109T080000Z
        EXDATE;VALUE=DATE:20260110
        RDATE;TZID=Europe/Berlin:20260301T150000
        RDATE;VALUE=PERIOD:20260302T080000Z/PT2H,20260303T080000Z/20260303T083000Z
        """)
    #expect(
      event["recurrenceOverrides"]?.text == """
        {"2026-01-08T09:00:00":{"excluded":true},"2026-01-09T09:00:00":{"excluded":true},\
        "2026-01-10T09:00:00":{"excluded":true},"2026-03-01T15:00:00":{},\
        "2026-03-02T09:00:00":{"duration":"PT2H"},"2026-03-03T09:00:00":{"duration":"PT30M"}}
        """)
    #expect(
      event["excludedRecurrenceRules"]?.text == "[{\"@type\":\"RecurrenceRule\",\"frequency\":\"weekly\"}]")
  }

  @Test func aStartThatNoRuleGivesIsAnExtraDate() throws {
    let event = try object(Self.head + "DTSTART:20260107T090000\nRRULE:FREQ=WEEKLY;BYDAY=FR")
    #expect(event["recurrenceOverrides"]?.text == "{\"2026-01-07T09:00:00\":{}}")
  }

  @Test func anOverrideSaysOnlyWhatDiffers() throws {
    let event = try object(
      Self.head + """
        SUMMARY:Stand-up
        LOCATION:Room 1
        DTSTART;TZID=Europe/Berlin:20260107T090000
        DURATION:PT30M
        RRULE:FREQ=DAILY
        EXDATE;TZID=Europe/Berlin:20260110T090000
        """,
      Self.head + """
        RECURRENCE-ID;TZID=Europe/Berlin:20260108T090000
        SUMMARY:Stand-up
        LOCATION:Room 1
        DTSTART;TZID=Europe/Berlin:20260108T110000
        DURATION:PT30M
        """,
      Self.head + """
        RECURRENCE-ID:20260109T080000Z
        SUMMARY:Long one
        DTSTART;TZID=Europe/Berlin:20260109T090000
        DURATION:PT1H
        CLASS:PRIVATE
        X-MOOD:calm
        """,
      Self.head + """
        RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20260112T090000
        SUMMARY:Stand-up
        LOCATION:Room 1
        STATUS:CANCELLED
        """,
      Self.head + """
        RECURRENCE-ID;TZID=Europe/Berlin:20260113T090000
        SUMMARY:Stand-up
        LOCATION:Room 1
        DTSTART:20260113T080000Z
        DURATION:PT30M
        """)
    #expect(
      event["recurrenceOverrides"]?.text == """
        {"2026-01-08T09:00:00":{"start":"2026-01-08T11:00:00"},\
        "2026-01-09T09:00:00":{"title":"Long one","duration":"PT1H","kalends.app:properties":\
        [["x-mood",{},"unknown","calm"],["class",{},"text","PRIVATE"]],"locations":null},\
        "2026-01-10T09:00:00":{"excluded":true},\
        "2026-01-12T09:00:00":{"status":"cancelled","kalends.app:range":"thisandfuture"},\
        "2026-01-13T09:00:00":{"start":"2026-01-13T08:00:00","timeZone":"Etc/UTC"}}
        """)
    #expect(event["title"]?.string == "Stand-up")
  }

  @Test func anOverrideThatStandsAloneKeepsItsRecurrenceId() throws {
    let event = try object(
      Self.head + "RECURRENCE-ID;TZID=Europe/Berlin:20260108T090000\nDTSTART;TZID=Asia/Tokyo:20260108T110000")
    #expect(
      rest(event) == """
        {"start":"2026-01-08T11:00:00","timeZone":"Asia/Tokyo","recurrenceId":"2026-01-08T09:00:00",\
        "recurrenceIdTimeZone":"Europe/Berlin"}
        """)
  }

  @Test func aZoneThatNobodyElseKnowsIsDescribed() throws {
    let text = """
      BEGIN:VTIMEZONE
      TZID:Our Town
      BEGIN:STANDARD
      DTSTART:19701025T030000
      TZOFFSETFROM:+0230
      TZOFFSETTO:+0130
      TZNAME:OST
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:19700329T020000
      TZOFFSETFROM:+0130
      TZOFFSETTO:+0230
      RDATE:19710328T020000
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let definition = try #require(ComponentText.component(Array(text.utf8)))
    let zone = try #require(VTimeZone.zone(definition))
    let event = "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Our Town:20260107T090000\nEND:VEVENT\n"
    let master = try #require(ComponentText.component(Array(event.utf8)))
    let zones = ObjectZones(
      zone: { $0 == "Our Town" ? zone : nil }, definition: { $0 == zone ? definition : nil })
    let object = try #require(stored([master], zones).jsCalendar(zones))
    #expect(object["timeZone"]?.string == "/Our Town")
    #expect(
      object["timeZones"]?.text == """
        {"/Our Town":{"@type":"TimeZone","tzId":"Our Town","standard":[{"@type":"TimeZoneRule",\
        "start":"1970-10-25T03:00:00","offsetFrom":"+0230","offsetTo":"+0130","recurrenceRules":\
        [{"@type":"RecurrenceRule","frequency":"yearly","byDay":[{"@type":"NDay","day":"su","nthOfPeriod":-1}],\
        "byMonth":["10"]}],"names":{"OST":true}}],"daylight":[{"@type":"TimeZoneRule",\
        "start":"1970-03-29T02:00:00","offsetFrom":"+0130","offsetTo":"+0230",\
        "recurrenceOverrides":{"1971-03-28T02:00:00":{}}}]}}
        """)
  }

  @Test func anObjectThatNobodyWantsAnyMoreIsNotMadeToItsEnd() throws {
    var looks = 0
    let overrides = (10..<60).map {
      "UID:a\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:20260101T08\($0)00\nDTSTART:20260101T0930\($0)"
    }
    let dates = (0..<50).map { "EXDATE;VALUE=DATE:202603\($0 % 28 + 1 < 10 ? "0" : "")\($0 % 28 + 1)" }
    let master =
      Self.head + "DTSTART:20260101T080000\nRRULE:FREQ=SECONDLY\n" + dates.joined(separator: "\n")
    let object = try stored([master] + overrides).jsCalendar(zones) {
      looks += 1
      return looks > 3
    }
    let members = object?["recurrenceOverrides"]?.object?.members.count ?? 0
    // Three days without each of their seconds, and no more.
    #expect(members > 0 && members <= 3 * 86_400)
  }
}

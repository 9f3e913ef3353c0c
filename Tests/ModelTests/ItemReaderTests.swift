import CivilTime
import ICalendar
import Model
import Testing

/// Reads the first component of a calendar text as an item.
func item(_ lines: String, kind: String = "VEVENT") throws -> (item: Item, problems: [ItemProblem]) {
  let text = "BEGIN:\(kind)\n\(lines)\nEND:\(kind)\n"
  let component = try #require(ComponentText.component(Array(text.utf8)))
  let zones = ZoneDatabase()
  return ItemReader.read(component) { zones.zone(named: $0) }
}

@Suite struct ItemReaderTests {
  @Test func anEventIsReadWhole() throws {
    let (event, problems) = try item(
      """
      UID:1@x
      SUMMARY:Budget\\, review
      LOCATION:Room 2
      DTSTART;TZID=Europe/Berlin:20261118T091500
      DTEND;TZID=Europe/Berlin:20261118T093000
      SEQUENCE:3
      STATUS:TENTATIVE
      TRANSP:TRANSPARENT
      CATEGORIES:a,b
      CATEGORIES:b,c
      ORGANIZER;CN=Ann:mailto:ann@example.org
      ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:bob@example.org
      GEO:48.2;-16.4
      CREATED:20261001T070000Z
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      END:VALARM
      """)
    #expect(problems.isEmpty)
    #expect(event.title == "Budget, review")
    #expect(event.length == .exact(seconds: 900))
    #expect(event.status == .tentative)
    #expect(event.availability == .free)
    #expect(event.categories == ["a", "b", "c"])
    #expect(event.organizer?.email == "ann@example.org")
    #expect(event.attendees.first?.status == "accepted")
    #expect(event.place?.longitude == -16.4)
    #expect(event.created?.description == "2026-10-01T07:00:00Z")
    #expect(event.alarms == [Alarm(trigger: .relative(CalendarDuration(seconds: -900), toEnd: false))])
    #expect(ItemDetails.people(event) == "Ann <ann@example.org>\nBob <bob@example.org>")
  }

  /// Of what may stand once, the first that says something counts.
  @Test func ofWhatStandsTwiceTheFirstCounts() throws {
    let (event, problems) = try item(
      """
      UID: 
      UID:a
      UID:b
      SEQUENCE:2
      SEQUENCE:1
      CREATED:20261001T070000Z
      CREATED:20261002T070000Z
      LAST-MODIFIED:20261003T070000Z
      LAST-MODIFIED:20261004T070000Z
      DTSTAMP:20261005T070000Z
      DTSTART:20261118T090000Z
      DTSTART:20261119T090000Z
      PRIORITY:3
      PRIORITY:7
      STATUS:X-ODD
      STATUS:TENTATIVE
      STATUS:CONFIRMED
      TRANSP:OPAQUE
      TRANSP:TRANSPARENT
      ORGANIZER:mailto:ann@example.org
      ORGANIZER:mailto:bob@example.org
      X-APPLE-TRAVEL-DURATION:PT30M
      X-APPLE-TRAVEL-DURATION:half an hour
      X-KALENDS-PREVIOUS:p
      X-KALENDS-PREVIOUS:q
      """)
    #expect(problems == [ItemProblem(.unreadable("half an hour"), property: "X-APPLE-TRAVEL-DURATION")])
    #expect([event.uid, event.previousUID] == ["a", "p"])
    #expect([event.sequence, event.priority] == [2, 3])
    #expect(event.created?.description == "2026-10-01T07:00:00Z")
    #expect(event.modified?.description == "2026-10-03T07:00:00Z")
    #expect(event.start?.wall.date.description == "2026-11-18")
    #expect(event.status == .tentative && event.availability == .busy)
    #expect(event.organizer?.email == "ann@example.org")
    #expect(event.travel == CalendarDuration(seconds: 1800))

    let (reminder, doubts) = try item(
      """
      UID:r
      DUE:tomorrow
      DUE:20261120T090000Z
      PERCENT-COMPLETE:30
      PERCENT-COMPLETE:60
      STATUS:NEEDS-ACTION
      STATUS:COMPLETED
      """, kind: "VTODO")
    #expect(doubts.count == 1)
    #expect(reminder.due?.wall.date.description == "2026-11-20")
    #expect(reminder.percentComplete == 30 && !reminder.isCompleted)
    let (done, _) = try item(
      "UID:d\nCOMPLETED:20261101T090000Z\nCOMPLETED:20261102T090000Z\nSTATUS:NEEDS-ACTION", kind: "VTODO")
    #expect(done.isCompleted && done.completed?.description == "2026-11-01T09:00:00Z")
  }

  @Test(arguments: ["VEVENT", "VTODO"])
  func newerPropertiesAreReadAndStayWhateverIsEdited(kind: String) throws {
    let lines = """
      UID:1@x
      SUMMARY:Talk
      DTSTART:20261118T090000Z
      COLOR:turquoise
      IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:https://example.org/badge.png
      CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Room:https://example.org/room
      ATTACH;FMTTYPE=application/pdf;FILENAME=plan.pdf:https://example.org/plan.pdf
      ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=
      X-OWN;A=B:kept
      """
    let (read, problems) = try item(lines, kind: kind)
    #expect(problems.isEmpty)
    #expect(read.color == "turquoise")
    #expect(read.conference == "https://example.org/room")
    #expect(
      read.attachments == [
        Attachment(
          uri: "https://example.org/plan.pdf", mediaType: "application/pdf", fileName: "plan.pdf"),
        Attachment(uri: nil, mediaType: nil, fileName: nil),
      ])
    var edited = read
    edited.title = "Panel"
    edited.color = "navy"
    let text = "BEGIN:\(kind)\n\(lines)\nEND:\(kind)\n"
    let component = try #require(ComponentText.component(Array(text.utf8)))
    let now = Instant(seconds: 1_795_000_000)
    let written = ComponentEditor.apply([.title, .color], of: edited, to: component, now: now)
    let found = Set(written.properties.map { String(decoding: $0.line, as: UTF8.self) })
    var expected = lines.split(separator: "\n").map(String.init)
    expected[1] = "SUMMARY:Panel"
    expected[3] = "COLOR:navy"
    for line in expected { #expect(found.contains(line), "\(line)") }
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20261118", EventLength.nominal(CalendarDuration(days: 1))),
    ("DTSTART:20261118\nDTEND:20261121", .nominal(CalendarDuration(days: 3))),
    ("DTSTART;VALUE=DATE:20261118\nDTEND;VALUE=DATE:20261118", .nominal(CalendarDuration(days: 1))),
    ("DTSTART:20261118T090000", .exact(seconds: 0)),
    ("DTSTART:20261118T090000\nDURATION:P1DT1H", .nominal(CalendarDuration(days: 1, seconds: 3600))),
    ("DTSTART:20261118T090000Z\nDTEND;TZID=Europe/Berlin:20261118T110000", .exact(seconds: 3600)),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T120000\nDTEND;TZID=Europe/Berlin:20261025T120000",
      .exact(seconds: 90_000)
    ),
    ("DTSTART:20261118T090000\nDTEND:20261118T080000", .exact(seconds: 0)),
  ])
  func lengthsFollowRFC5545(lines: String, length: EventLength) throws {
    #expect(try item(lines).item.length == length)
  }

  /// RFC 5545, 3.8.6.2.
  @Test func anAlarmThatRingsAgainIsWrittenAsItWasRead() throws {
    let text = """
      BEGIN:VEVENT
      DTSTART:20261120T100000Z
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:x
      X-KEPT:yes
      TRIGGER:-PT10M
      REPEAT:999999999
      DURATION:PT5M
      END:VALARM
      END:VEVENT
      """
    let component = try #require(ComponentText.component(Array(text.utf8)))
    var item = ItemReader.read(component, zone: { _ in nil }).item
    let repetition = try #require(
      Alarm.Repetition(count: 999_999_999, interval: CalendarDuration(seconds: 300)))
    #expect(item.alarms.map(\.repetition) == [repetition])
    #expect(item.alarms[0].rings(from: Instant(seconds: 0), zone: .utc).count == 1_001)
    // Through the details that the store keeps, and written anew for another item.
    #expect(ItemDetails.alarms(reading: try #require(ItemDetails.alarms(item))) == item.alarms)
    let copy = ComponentEditor.apply([.alarms], of: item, to: nil, now: Instant(seconds: 0))
    #expect(ItemReader.read(copy, zone: { _ in nil }).item.alarms == item.alarms)
    // One that stays keeps all of its lines.
    item.title = "t"
    let kept = ComponentEditor.apply([.alarms, .title], of: item, to: component, now: Instant(seconds: 0))
    let lines = String(decoding: ComponentText.bytes(kept), as: UTF8.self)
    #expect(lines.contains("X-KEPT:yes") && lines.contains("REPEAT:999999999"))
  }

  @Test func whatCannotBeReadIsSaidAndLeftOut() throws {
    let (event, problems) = try item("DTSTART:2026-11-18\nRRULE:FREQ=SOMETIMES\nSEQUENCE:x")
    #expect(event.start == nil)
    #expect(event.recurrence == nil)
    #expect(event.ruleTexts == ["FREQ=SOMETIMES"])
    #expect(Set(problems.map(\.property)) == ["DTSTART", "RRULE", "SEQUENCE"])
  }

  @Test func aReminderIsDueByItsDurationAndDoneByItsStatus() throws {
    let reminder = try item(
      "DTSTART:20261118T090000\nDURATION:PT1H\nSTATUS:COMPLETED\nLAST-MODIFIED:20261119T000000Z",
      kind: "VTODO"
    ).item
    #expect(reminder.due?.wall.description == "2026-11-18T10:00:00")
    #expect(reminder.isCompleted)
    #expect(reminder.completed?.description == "2026-11-19T00:00:00Z")
  }
}

@Suite struct SeriesTests {
  static let master = """
    UID:1
    DTSTART;TZID=Europe/Berlin:20260101T023000
    DTEND;TZID=Europe/Berlin:20260101T033000
    RRULE:FREQ=DAILY
    EXDATE;TZID=Europe/Berlin:20260102T023000
    """

  @Test func wallTimeIsKeptOverClockChanges() throws {
    let series = try #require(try item(Self.master).item.series())
    let day = try #require(CivilDate(year: 2026, month: 3, day: 28)).dayNumber * 86_400
    let found = Array(series.occurrences(from: day, to: day + 3 * 86_400))
    // 28 March 02:30 is 01:30Z; on the 29th the clock skips 02:30 (03:30 summer time is
    // 01:30Z); on the 30th it is 00:30Z.
    #expect(found.map { $0.start - day } == [5400, 86_400 + 5400, 2 * 86_400 + 1800])
    #expect(found.map(\.key.text) == ["20260328T023000", "20260329T023000", "20260330T023000"])
  }

  @Test func anOccurrenceGoingOnAtTheWindowsStartIsIn() throws {
    let series = try #require(try item(Self.master).item.series())
    let first = try #require(series.first())
    #expect(
      Array(series.occurrences(from: first.start + 1800, to: first.start + 1801)).map(\.key) == [first.key])
    #expect(Array(series.occurrences(from: first.end, to: first.end + 60)).isEmpty)
  }

  @Test(arguments: [
    ("TZID=Europe/Berlin:20260105T023000", "20260105T023000"), ("20260105T013000Z", "20260105T023000"),
    ("VALUE=DATE:20260105", "20260105T023000"), ("TZID=America/New_York:20260104T203000", "20260105T023000"),
    ("20260105T023000", "20260105T023000"),
  ])
  func overridesFindTheirSlot(value: String, slot: String) throws {
    let master = try item(Self.master).item
    let separator = value.hasPrefix("2") ? ":" : ";"
    let override = try item("UID:1\nRECURRENCE-ID\(separator)\(value)\nDTSTART:20260105T100000Z").item
    #expect(master.slot(for: try #require(override.recurrenceID))?.text == slot)
  }

  @Test func anOverrideOfNoOccurrenceHasNoSlot() throws {
    let master = try item(Self.master).item
    let override = try item(
      "UID:1\nRECURRENCE-ID;TZID=Europe/Berlin:20260105T040000\nDTSTART:20260105T100000Z"
    ).item
    #expect(master.slot(for: try #require(override.recurrenceID)) == nil)
  }

  @Test func overriddenSlotsAreLeftOutAndRangesShiftWhatFollows() throws {
    let master = try item("DTSTART:20260101T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=6").item
    let key = { (text: String) in try #require(OccurrenceKey(text: text)) }
    let range = RangeOverride(
      key: try key("20260104T090000"), shift: 7200, length: .exact(seconds: 1800), item: 9)
    let series = try #require(master.series(overridden: [try key("20260102T090000")], ranges: [range]))
    let starts = series.occurrences(from: nil, to: nil).map { CivilDateTime(clamping: $0.start).description }
    #expect(
      starts == [
        "2026-01-01T09:00:00", "2026-01-03T09:00:00", "2026-01-04T11:00:00", "2026-01-05T11:00:00",
        "2026-01-06T11:00:00",
      ])
    #expect(series.occurrence(try key("20260105T090000"))?.override == 9)
  }
}

import Changes
import CivilTime
import Editing
import Model
import QueryEngine
import Store
import TestSupport
import Testing

@testable import Forms

/// The order of the fields, their defaults, and how one follows another.
@Suite struct FieldTests {
  private func names(_ editor: ItemEditController) -> [String] { editor.form.fields.map(\.name.rawValue) }

  @Test func theOrderIsThatOfTheFullForm() throws {
    let editor = try event(try Desk(), ":repeat", "every week", ":alarms", "15m")
    #expect(
      names(editor) == [
        "title", "location", "allday", "start", "end", "zone", "travel", "repeat", "until", "calendar",
        "attendees",
        "alarms", "second-alarm", "availability", "attachments", "url", "tags", "notes",
      ])
  }

  @Test func theDefaultsAreTheNextHourForAnHour() throws {
    let desk = try Desk()
    let editor = try event(desk)
    let texts = editor.form.fields.map { editor.form.text($0, desk.context) }
    #expect(
      texts == [
        "", "", "no", "2026-11-18 15:00", "2026-11-18 16:00", "Europe/Berlin", "", "never", "Home", "",
        "none", "busy",
        "", "", "", "",
      ])
    // Late in the evening the next hour is tomorrow's.
    let night = Instant(seconds: desk.context.now.seconds + 9 * 3_600)
    let start = ItemForm.proposal(.event, now: night, zone: desk.context.zone).start
    #expect(start?.wall.description == "2026-11-19T00:00:00")
  }

  @Test func wholeDaysHaveNoZoneNoTravelAndNoClock() throws {
    let desk = try Desk()
    let editor = try event(desk, ":travel", "30m", ":allday", "yes")
    #expect(!names(editor).contains("zone") && !names(editor).contains("travel"))
    #expect(editor.form.item.travel == nil)
    #expect(editor.form.item.start?.isAllDay == true)
    _ = editor.answer(":allday")
    _ = editor.answer("no")
    #expect(names(editor).contains("zone") && names(editor).contains("travel"))
  }

  @Test func movingTheStartMovesTheEnd() throws {
    let desk = try Desk()
    let editor = try event(desk, ":end", "90m", ":start", "fri 20:00")
    #expect(ItemSentences(zone: desk.context.zone).time(editor.form.item) == "Fri 20 Nov 2026 20:00–21:30")
  }

  @Test func anEndBeforeTheStartIsExchangedAndSaid() throws {
    let desk = try Desk()
    let editor = try event(desk, ":start", "fri 20:00", ":end")
    let step = editor.answer("fri 18:00")
    #expect(step.text.first == "note: the end lies before the start: the two are exchanged")
    #expect(ItemSentences(zone: desk.context.zone).time(editor.form.item) == "Fri 20 Nov 2026 18:00–20:00")
  }

  /// What is typed behind the text that stands in the line may end in a question mark.
  @Test func aTextMayEndInAQuestionMark() throws {
    let desk = try Desk()
    let editor = try event(desk, "Lunch", ":title", "Lunch ?", ":notes", "Who comes", ":notes", "Who comes ?")
    #expect(editor.form.item.title == "Lunch ?")
    #expect(editor.form.item.notes == "Who comes ?")
  }

  /// Where nobody said which calendar new events go to, the form proposes none and asks before it saves.
  @Test func noCalendarIsGuessed() throws {
    let desk = try Desk(isDecided: false)
    let editor = try event(desk, "Lunch")
    #expect(editor.form.calendar == nil)
    let step = editor.answer(".")
    #expect(!step.text.contains { $0.contains("no calendar") })
    let refused = editor.answer("s")
    #expect(refused.text == ["no-default-calendar: nothing says which calendar new events go to"])
    #expect(refused.question?.label.contains("Calendar") == true)
    _ = editor.answer("Work")
    _ = editor.answer(".")
    _ = editor.answer("s")
    #expect(desk.outcomes.count == 1)
    #expect(try desk.workspace.defaultCalendar(for: .event).title == "Work")
  }

  @Test func theEndOfARepetitionComesAndGoesWithIt() throws {
    let desk = try Desk()
    let editor = try event(desk, ":repeat", "every week")
    #expect(names(editor).contains("until"))
    _ = editor.answer(":repeat")
    _ = editor.answer("never")
    #expect(!names(editor).contains("until"))
  }

  @Test func theEndOfARepetitionFollowsItsStart() throws {
    let desk = try Desk()
    let editor = try event(
      desk, ":start", "20 nov 9:00", ":repeat", "every day until 30 nov", ":start", "20 nov 18:00")
    // The 30th belongs to it, at whatever time.
    #expect(
      ItemSentences(zone: desk.context.zone).phrase(editor.form.item) == "every day until 30 Nov 2026")
  }

  @Test func theSecondAlarmGoesWithTheFirst() throws {
    let desk = try Desk()
    let editor = try event(desk, ":alarms", "15m", ":second-alarm", "1h")
    #expect(editor.form.item.alarms.count == 2)
    _ = editor.answer(":alarms")
    _ = editor.answer("5m")
    #expect(editor.form.item.alarms.count == 2)
    _ = editor.answer(":alarms")
    _ = editor.answer("none")
    #expect(editor.form.item.alarms.isEmpty)
    #expect(!names(editor).contains("second-alarm"))
  }

  @Test func theCalendarBringsItsAlarmUntilOneIsAnswered() throws {
    let desk = try Desk()
    var work = try desk.calendar("Work")
    work.defaultAlarm = -600
    try desk.store.update(work, cause: "alarm", now: desk.context.now)
    let editor = try event(desk, ":calendar", "Work")
    #expect(
      editor.form.item.alarms.map(\.trigger) == [.relative(CalendarDuration(seconds: -600), toEnd: false)])
    _ = editor.answer(":calendar")
    _ = editor.answer("Home")
    #expect(editor.form.item.alarms.isEmpty)
    _ = editor.answer(":alarms")
    _ = editor.answer("1h")
    _ = editor.answer(":calendar")
    _ = editor.answer("Work")
    #expect(
      editor.form.item.alarms.map(\.trigger) == [.relative(CalendarDuration(seconds: -3_600), toEnd: false)])
  }

  @Test func aDueTimeRingsAndADayDoesNot() throws {
    let desk = try Desk()
    let editor = desk.newReminder()
    _ = editor.play(":due", "friday")
    #expect(editor.form.item.alarms.isEmpty)
    _ = editor.answer(":due")
    _ = editor.answer("friday 18:00")
    #expect(editor.form.item.alarms.count == 1)
  }

  @Test func aParentIsNamedByTitleOrID() throws {
    let desk = try Desk()
    let parent = try desk.add("add reminder \"Groceries\" in Errands")
    let uid = try desk.item(parent).uid
    for answer in ["groceries", parent.id(.reminder)] {
      let editor = desk.newReminder()
      _ = editor.play(":parent", answer)
      #expect(editor.form.item.parentUID == uid)
    }
    try desk.add("add reminder \"Groceries\" in Errands")
    let editor = desk.newReminder()
    #expect(
      editor.play(":parent", "Groceries").text == ["bad-value: 2 open reminders are called `Groceries`"])
  }

  @Test func partOfAnEventAndAForeignOneKeepTheirValues() throws {
    let desk = try Desk()
    let part = try desk.newEvent("add event \"Trip\" on 2026-12-24 for 3d location Hut")
    _ = part.begin()
    #expect(part.form.item.title == "Trip" && part.form.item.location == "Hut" && part.form.item.isAllDay)
    #expect(!part.form.hasChanges)
  }

  @Test func fieldsThatAnAccountCannotKeepAreNotThere() throws {
    let desk = try Desk()
    let editor = try event(desk)
    let some = Set(["attendees", "availability", "attachments"])
    #expect(some.isSubset(of: names(editor)))
    let account = try desk.store.addSource(
      title: "Club", kind: .calDAV, limits: [.noInvitations, .noAttachments], now: desk.context.now)
    var club = try desk.store.addCalendar(
      title: "Club", source: account.id, kinds: .events, now: desk.context.now)
    club.availabilities = []
    try desk.store.update(club, cause: "as the account says", now: desk.context.now)
    // Another calendar brings other fields.
    let other = try event(desk, ":calendar", "Club")
    #expect(some.isDisjoint(with: names(other)))
    #expect(other.answer(":attendees").text == ["unknown-field: `:attendees` is no field of this form"])
    _ = other.answer(":calendar")
    _ = other.answer("Home")
    #expect(some.isSubset(of: names(other)))
  }

  @Test func anEarlierOneOfTheSameTitleIsTheProposal() throws {
    let desk = try Desk()
    try desk.add(
      "add event \"Dentist\" 2026-10-20 9:00 for 45m in Work location \"Main Street 1\" alarm -1h notes \"Card\""
    )
    try desk.add("add event \"Dentist\" 2025-10-20 9:00 for 2h in Home location \"Elsewhere\"")
    let editor = try event(desk)
    let step = editor.answer("dentist")
    #expect(
      step.text == [
        "note: as before: location Main Street 1, calendar Work, alarm -1h, lasts 45m"
      ])
    // A proposal is no answer, and what it was about stays with it.
    #expect(editor.form.item.notes == nil)
    #expect(editor.answer("fri 10:00").text == ["→ Fri 20 Nov 2026 10:00–10:45, in 2 days"])
    _ = editor.answer(":location")
    _ = editor.answer("Hall")
    _ = editor.answer(":title")
    #expect(editor.answer("Doctor").text.isEmpty)
    _ = editor.answer(":title")
    #expect(editor.answer("Dentist").text.isEmpty)
    #expect(editor.form.item.location == "Hall")
  }

  @Test func anEarlierReminderOfTheSameTitleIsTheProposal() throws {
    let desk = try Desk()
    try desk.add("add reminder \"Buy milk\" due 2026-11-01 priority high tag shop")
    let editor = desk.newReminder()
    #expect(editor.play("Buy milk").text == ["note: as before: priority high, tags shop"])
  }

  // MARK: Proposals and steps

  @Test(arguments: [
    ("fri 9am to 5pm", "Fri 20 Nov 2026 09:00–17:00, in 2 days"),
    ("fri 9am for 2h", "Fri 20 Nov 2026 09:00–11:00, in 2 days"),
    ("fri 9:00-10:15", "Fri 20 Nov 2026 09:00–10:15, in 2 days"),
    ("from fri 22:00 to 2am", "Fri 20 Nov 2026 22:00–Sat 21 Nov 2026 02:00, in 2 days"),
    ("fri to sun", "Fri 20 Nov 2026 – Sun 22 Nov 2026, all day, in 2 days"),
    ("20 dec for 3d", "Sun 20 Dec 2026 – Tue 22 Dec 2026, all day, in 32 days"),
  ]) func aStartMayHaveItsEnd(answer: String, echo: String) throws {
    let editor = try event(try Desk(), "Fair")
    #expect(editor.answer(answer).text.last == "→ " + echo)
  }

  @Test func aStartAndItsEndMoveWhatIsThere() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Fair\" 2026-12-01 8:00 for 30m")
    let editor = try desk.editor(target)
    #expect(editor.play("", "fri 9am to 5pm").text == ["→ Fri 4 Dec 2026 09:00–17:00, in 16 days"])
    #expect(editor.answer("<").question?.label == "Starts")
    // A day alone keeps the clock time.
    #expect(editor.answer("sat for 2h").text == ["→ Sat 5 Dec 2026 09:00–11:00, in 17 days"])
  }

  @Test(arguments: [
    ("fri 9am to 25:00", "bad-clock", "25:00"), ("fri 9am to", "expected-date", ""),
    ("fri 9am for", "expected-other", ""),
    ("until fri", "expected-date", "until"),
  ]) func aWrongEndHasItsPlace(answer: String, code: String, place: String) throws {
    let step = try event(try Desk(), "Fair").answer(answer)
    guard case .fault(let fault)? = step.lines.first else {
      Issue.record("\(answer) was taken")
      return
    }
    #expect(fault.code == code)
    #expect(
      String(decoding: Array(answer.utf8).dropFirst(fault.start).prefix(fault.length), as: UTF8.self) == place
    )
    #expect(step.question?.typed == answer && step.question?.label == "Starts")
  }

  @Test(arguments: [
    ("start", "", 1, "2026-11-18"), ("start", "2026-11-18 15:00", 1, "2026-11-19 15:00"),
    ("start", "sat 7pm", -1, "2026-11-20 19:00"),
    ("start", "31 dec 2026", 1, "2027-01-01"), ("end", "45m", 7, "2026-11-25 15:45"),
    ("start", "fri 25:00", 1, nil),
    ("title", "Fair", 1, nil), ("allday", "no", -1, "yes"), ("calendar", "Home", -1, "Work"),
    ("calendar", "Wo", 1, "Home"),
    ("availability", "busy", -1, "free"), ("repeat", "never", -1, "every day"),
    ("repeat", "never", 1, "every year"),
    ("repeat", "every 3 weeks", -1, "never"), ("alarms", "none", -1, "0m"), ("alarms", "15m", -1, "-30m"),
    ("travel", "", -1, "none"),
  ]) func stepsOfFields(field: String, text: String, count: Int, expected: String?) throws {
    let editor = try event(try Desk(), "Fair")
    _ = editor.answer(":" + field)
    #expect(editor.stepped(text, by: count)?.text == expected)
  }

  @Test func aValueThatIsNoneOfTheChoicesCanBeComeBackTo() throws {
    let editor = try event(try Desk(), "Fair", ":repeat", "every 3 weeks")
    let own = try #require(editor.answer(":repeat").question?.text)
    #expect(editor.stepped(own, by: -1)?.text == "never" && editor.stepped("never", by: 1)?.text == own)
    #expect(editor.stepped(own, by: 1)?.text == "every year")
  }

  @Test func datesAreProposedWithTheirWeekday() throws {
    let editor = try event(try Desk())
    let question = editor.answer("Fair").question
    #expect(question?.text == "2026-11-18 15:00" && question?.shown == "Wed 18 Nov 2026 15:00")
    #expect(editor.stepped("", by: 1)?.shown == "Wed 18 Nov 2026")
    #expect(editor.answer("20 dec").question?.shown == "Sun 20 Dec 2026")
    // A second 2:30 in the night that the clocks go back has its offset.
    #expect(editor.answer("2026-10-25T02:30+01:00").question?.typed != nil)
    #expect(editor.answer("<").question?.label == "Starts")
    #expect(editor.answer("2026-10-25T02:30+01:00").question?.label == "Ends")
  }

  @Test func anEmptyTitleIsNotTaken() throws {
    let editor = try event(try Desk())
    for answer in ["", "   ", "-"] {
      let step = editor.answer(answer)
      #expect(step.text == ["no-title: it needs a title"] && step.question?.label == "Title")
    }
    // Its place in the form may be left.
    #expect(editor.answer(">").question?.label == "Starts")
    #expect(editor.answer("<").question?.label == "Title")
    #expect(editor.answer("Fair").question?.label == "Starts")
    #expect(editor.answer("<").question?.text == "Fair")
    #expect(editor.answer("-").text == ["no-title: it needs a title"])
    #expect(editor.answer("").question?.label == "Starts")
  }

  @Test(arguments: ["", "m", "."]) func commandsWorkWhereNoFieldIsAsked(way: String) throws {
    let editor = try event(try Desk(), "Fair", "", "", "")
    if !way.isEmpty { _ = editor.answer(way) }
    let label = editor.answer("?").question?.label
    #expect(editor.answer("?").lines.count >= 1)
    _ = editor.answer("<")
    #expect(editor.answer(".").question?.label == "[S]ave [e]dit [c]ancel ?")
    #expect(editor.interrupt().question?.label == "Discard what was answered? [y/N]")
    #expect(editor.answer("?").question?.label == "Discard what was answered? [y/N]")
    #expect(editor.answer("<").question?.label == "[S]ave [e]dit [c]ancel ?")
    #expect(label != nil)
  }

  @Test(arguments: [
    ("fri 25:00?", nil), ("fri 25:00:repeat", "Repeat"), ("fri 25:00<", "Title"),
    ("fri 25:00 .", "[S]ave [e]dit [c]ancel ?"),
  ])
  func aCommandIsHeardBehindWhatWasRefused(answer: String, label: String?) throws {
    let editor = try event(try Desk(), "Fair", "fri 25:00")
    let step = editor.answer(answer)
    #expect(step.question?.label == label ?? "Starts")
    #expect(label != nil || step.text.first?.hasPrefix("Starts: ") == true)
    #expect(!step.text.contains { $0.contains("bad-clock") })
  }

  @Test func whatIsAttachedWithoutALinkStaysUntilAllOfItGoes() throws {
    let desk = try Desk()
    let own = Attachment(uri: nil, mediaType: "text/plain", fileName: "minutes.txt")
    let link = Attachment(uri: "https://example.org/a", mediaType: "application/pdf", fileName: nil)
    var item = ItemForm.proposal(.event, now: desk.context.now, zone: desk.context.zone)
    item.attachments = [own, link]
    var form = ItemForm(item, target: nil, in: nil)
    let reader = FormReader(context: desk.context, store: desk.store)
    let field = try #require(ItemFields.all(.event).first { $0.name == .attachments })
    #expect(form.text(field, desk.context) == "https://example.org/a")
    // What is known of a link stays with it.
    _ = try reader.read("https://example.org/a, https://example.org/b", field, into: &form)
    #expect(form.item.attachments.prefix(2) == [own, link])
    #expect(form.item.attachments.map(\.uri) == [nil, "https://example.org/a", "https://example.org/b"])
    try reader.clear(field, of: &form)
    #expect(form.item.attachments.isEmpty)
  }

  @Test func whoMayOnlyAddSeesNothingOfOthers() throws {
    let desk = try Desk()
    try desk.add("add event \"Dentist\" 2026-10-20 9:00 for 45m in Home location \"Main Street 1\"")
    try desk.add("add event \"Secret\" 2026-11-20 9:00 for 2h in Home")
    try AccessControl(desk.store).set(.writeOnly, for: "mybar", .event)
    desk.workspace.access = AccessControl(desk.store, client: "mybar")
    let editor = try event(desk)
    #expect(editor.answer("Dentist").text.isEmpty)
    _ = editor.answer("fri 10:00")
    #expect(!editor.answer(".").text.contains { $0.contains("overlaps") })
  }

  @Test func whoMayOnlyAddIsShownNoCalendar() throws {
    let desk = try Desk()
    let owner = AccessControl(desk.store)
    try owner.set(.writeOnly, for: "mybar", .event)
    desk.workspace.access = AccessControl(desk.store, client: "mybar")
    let editor = try event(desk, "Trip", "fri 10:00", ".")
    let card = editor.answer("?").text + editor.answer(":calendar").text
    #expect(!card.contains { $0.contains("Home") || $0.contains("Calendar") })
    // A file of answers may name one: whether it is there is not told, and the
    // owner's own choice takes the item.
    for name in ["Work", "Nowhere"] {
      var form = try event(desk).form
      let reader = FormReader(context: desk.context, store: desk.store, choosesCalendar: false)
      let field = try #require(ItemFields.all(.event).first { $0.name == .calendar })
      #expect(try reader.read(name, field, into: &form) == .taken(notes: [AccessControl.ownerChooses]))
      #expect(form.calendar?.title == "Home")
    }
  }

  @Test func aCalendarThatVanishesIsReplaced() throws {
    let desk = try Desk()
    let editor = try event(desk, "Dinner", "", "", "Work")
    _ = try desk.workspace.delete(try desk.calendar("Work"), cause: "elsewhere", now: desk.context.now)
    #expect(editor.answer("").text.first == "the calendar Work is gone: it goes to Home")
    #expect(editor.form.calendar?.title == "Home")
  }
}

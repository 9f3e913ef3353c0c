import CivilTime
import Editing
import Model
import Store
import TestSupport
import Testing

@testable import Forms

@Suite struct CalendarFormTests {
  private func chooser(
    _ desk: Desk, _ selection: CalendarChooser.Selection, _ display: CalendarChooser.Display = .all,
    kinds: EntityKinds = .events, isWriteOnly: Bool = false
  ) throws -> CalendarChooser {
    try CalendarChooser(
      "Calendars", selection: selection, display: display, kinds: kinds, isWriteOnly: isWriteOnly,
      store: desk.store)
  }

  @Test func severalAreToggledAndOneIsReplaced() throws {
    let desk = try Desk()
    let several = try chooser(desk, .multiple)
    var told: [Set<Int>] = []
    several.onSelectionChange = { told.append($0) }
    _ = several.begin()
    _ = several.answer("1-2")
    _ = several.answer("home")
    #expect(told == [[1, 2], [2]])
    guard case .finished(let chosen)? = several.answer("d").outcome else {
      Issue.record("not finished")
      return
    }
    #expect(chosen.map(\.title) == ["Work"])
    let one = try chooser(desk, .single)
    _ = one.begin()
    _ = one.answer("1")
    _ = one.answer("2")
    #expect(one.selectedCalendars == [2])
  }

  /// Two accounts may have calendars whose names differ in the case of their letters alone.
  @Test(arguments: [("Work", 2), ("WORK", nil), ("work", 4)]) func aNameWrittenJustSoIsMeant(
    answer: String, expected: Int?
  ) throws {
    let desk = try Desk()
    let cloud = try desk.store.addSource(title: "Cloud", kind: .calDAV, now: desk.context.now)
    _ = try desk.store.addCalendar(title: "work", source: cloud.id, kinds: .events, now: desk.context.now)
    #expect(try desk.store.calendars().map(\.title) == ["Home", "Work", "Errands", "work"])
    let one = try chooser(desk, .single)
    _ = one.begin()
    let isRefused = if case .fault? = one.answer(answer).lines.first { true } else { false }
    #expect(isRefused == (expected == nil))
    #expect(one.selectedCalendars == Set([expected].compactMap { $0 }))
    // Commands are commands however they are written.
    #expect(one.answer("D").outcome != nil)
  }

  @Test func aSelectionByTheProgramTellsNobody() throws {
    let desk = try Desk()
    let chooser = try chooser(desk, .multiple)
    var told = 0
    chooser.onSelectionChange = { _ in told += 1 }
    chooser.selectedCalendars = [1]
    #expect(told == 0)
    #expect(chooser.begin().text.contains("   1 [x] Home"))
  }

  @Test func finishedWithNothingIsNotCanceled() throws {
    let desk = try Desk()
    let first = try chooser(desk, .multiple)
    guard case .finished(let chosen)? = first.answer("d").outcome else {
      Issue.record("not finished")
      return
    }
    #expect(chosen.isEmpty)
    guard case .canceled? = try chooser(desk, .multiple).answer("c").outcome else {
      Issue.record("not canceled")
      return
    }
  }

  @Test func doneAndCancelMayBeWithheld() throws {
    let desk = try Desk()
    let chooser = try chooser(desk, .multiple)
    (chooser.showsDone, chooser.showsCancel) = (false, false)
    #expect(chooser.begin().question?.label == "numbers or names, all, none")
    #expect(chooser.answer("d").outcome == nil)
    #expect(chooser.answer("c").outcome == nil)
  }

  @Test func kindsDisplayAndAccessLimitWhatIsOffered() throws {
    let desk = try Desk()
    var work = try desk.calendar("Work")
    work.isWritable = false
    try desk.store.update(work, cause: "subscribed", now: desk.context.now)
    #expect(try chooser(desk, .multiple).begin().question?.candidates == ["Home", "Work"])
    #expect(try chooser(desk, .multiple, .writableOnly).begin().question?.candidates == ["Home"])
    #expect(try chooser(desk, .multiple, kinds: .reminders).begin().question?.candidates == ["Errands"])
    // A client that may only write chooses one writable calendar, whatever was asked.
    let writeOnly = try chooser(desk, .multiple, .all, isWriteOnly: true)
    #expect(writeOnly.begin().question?.candidates == ["Home"])
    #expect(writeOnly.begin().question?.label.hasPrefix("a number or name") == true)
  }

  private func editor(_ desk: Desk, _ calendar: CalendarRecord?) throws -> CalendarEditController {
    try CalendarEditController(
      calendar, workspace: desk.workspace,
      now: { desk.context.now })
  }

  @Test func aNewCalendarIsSaved() throws {
    let desk = try Desk()
    let editor = try editor(desk, nil)
    _ = editor.begin()
    for answer in ["Garden", "events", "teal", "15m", "no"] { _ = editor.answer(answer) }
    guard case .saved(let record)? = editor.answer("").outcome else {
      Issue.record("not saved")
      return
    }
    let stored = try desk.calendar("Garden")
    #expect(stored == record)
    #expect(stored.kinds == .events && stored.color == "#008080" && stored.isHidden)
    #expect(stored.defaultAlarm == -900)
  }

  @Test(arguments: [
    ("Holds", ["Garden", "tasks"]), ("Color", ["Garden", "events", "greenish"]),
    ("Alarm", ["Garden", "events", "", "soon"]), ("Alarm", ["Garden", "events", "", "1mo"]),
  ]) func aWrongAnswerStaysInTheLine(label: String, answers: [String]) throws {
    let desk = try Desk()
    let editor = try editor(desk, nil)
    _ = editor.begin()
    var step = editor.begin()
    for answer in answers { step = editor.answer(answer) }
    #expect(step.question?.label == label)
    #expect(step.question?.typed == answers.last)
    #expect(step.lines.count == 1)
  }

  @Test func deletingWhatIsNotEmptyWantsItsName() throws {
    let desk = try Desk()
    // A changed occurrence is no item of its own.
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 in Work repeat every day 5 times")
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Long standup" }
    _ = try desk.workspace.save(
      edit, to: try desk.target(series, "20261124T090000"), span: .this, cause: "one", now: desk.context.now)
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    #expect(
      editor.answer(":delete").question?.label == "Work holds 1 item. Type its name to delete it with them")
    #expect(editor.answer("y").text == ["1 item stays"])
    _ = editor.answer(":delete")
    guard case .deleted(_, items: 1)? = editor.answer("work").outcome else {
      Issue.record("not deleted")
      return
    }
    #expect(try desk.store.calendars().map(\.title) == ["Home", "Errands"])
  }

  @Test func nothingChangedIsCanceled() throws {
    let desk = try Desk()
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    #expect(editor.answer(".").outcome?.name == "canceled")
  }

  @Test func itsFieldsTakeTheCommandsOfEveryForm() throws {
    let desk = try Desk()
    let editor = try editor(desk, nil)
    _ = editor.begin()
    #expect(editor.answer("?").text.first == "Name: what it is called")
    #expect(editor.answer("\\?").question?.label == "Holds")
    #expect(editor.answer("<").question?.text == "?")
    #expect(editor.answer(":color").question?.label == "Color")
    #expect(editor.answer("<").question?.label == "Holds")
    #expect(editor.answer(">").question?.label == "Color")
    #expect(editor.answer(":list").text.first == " Name        ?  (:name)")
    #expect(editor.answer(":sound").text == ["unknown-field: `:sound` is no field of this form"])
    #expect(editor.answer("-").question?.label == "Alarm")
    #expect(editor.answer(":holds").question?.label == "Holds")
    #expect(editor.answer("-").text == ["bad-value: `Holds` cannot be empty"])
    #expect(editor.answer(":cancel").question?.label == "Discard what was answered? [y/N]")
    // No leads back to where the question was asked.
    #expect(editor.answer("n").question?.label == "Holds")
    #expect(editor.interrupt().question?.label == "Discard what was answered? [y/N]")
    #expect(editor.interrupt().outcome?.name == "canceled")
  }

  @Test func theReviewLeadsBackToAField() throws {
    let desk = try Desk()
    let editor = try editor(desk, nil)
    _ = editor.begin()
    _ = editor.answer(".")
    let step = editor.answer("s")
    #expect(step.text == ["no-title: it needs a name before it is saved"])
    #expect(step.question?.label == "Name")
    _ = editor.answer("Garden")
    _ = editor.answer(".")
    #expect(editor.answer(":color").question?.label == "Color")
    _ = editor.answer("teal")
    #expect(editor.answer(".").text.contains(" Color       teal"))
    #expect(editor.answer("").outcome?.name == "saved")
  }

  @Test func colorsAreProposedByName() throws {
    let desk = try Desk()
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    let question = editor.answer(":color").question
    #expect(question?.candidates.contains("teal") == true)
    #expect(editor.stepped("", by: -1)?.text == "tomato")
    #expect(editor.stepped("#FF6347", by: -1)?.text == "orange")
    _ = editor.answer("#123456")
    #expect(editor.answer("<").question?.text == "#123456")
  }

  @Test func whatOthersChangedFollowsAndWhatWasAnsweredStays() throws {
    let desk = try Desk()
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    _ = editor.answer("Office")
    var theirs = try desk.calendar("Work")
    (theirs.title, theirs.color) = ("Labour", "#008080")
    try desk.store.update(theirs, cause: "elsewhere", now: desk.context.now)
    #expect(
      editor.answer(".").text == [
        "changed elsewhere: Name        Work → Labour", "changed elsewhere: Color       – → teal",
        " Name        Labour → Office",
      ])
    #expect(editor.answer("s").outcome?.name == "saved")
    #expect(try desk.calendar("Office").color == "#008080")
  }

  @Test func deletedElsewhereEndsAsDeleted() throws {
    let desk = try Desk()
    let work = try desk.calendar("Work")
    let editor = try editor(desk, work)
    _ = editor.begin()
    _ = editor.answer("Office")
    _ = try desk.workspace.delete(work, cause: "elsewhere", now: desk.context.now)
    let step = editor.answer(".")
    #expect(step.text == ["it was deleted elsewhere"])
    #expect(step.outcome?.name == "deleted")
  }

  /// The name of one account may begin that of another, in an answer and in the form's own draft.
  @Test func anAccountIsNamedByItsWholeName() throws {
    let desk = try Desk()
    for title in ["Home", "Home Office"] {
      _ = try desk.store.addSource(title: title, kind: .local, now: desk.context.now)
    }
    let editor = try editor(desk, nil)
    _ = editor.begin()
    for answer in ["Garden", "home o", ":account", "Home"] { _ = editor.answer(answer) }
    let draft = try #require(editor.draft)
    #expect(draft.contains("account: Home\n"))
    let again = try self.editor(desk, nil)
    try again.fill(try AnswerFile(parsing: draft).answers)
    #expect(again.draft == draft)
    #expect(editor.answer(":account").question?.text == "Home")
    guard case .fault? = editor.answer("Ho").lines.first else {
      Issue.record("it was taken")
      return
    }
  }

  @Test func aFileOfAnswersMakesTheSame() throws {
    let desk = try Desk()
    let file = try AnswerFile(parsing: "type: calendar\nname: Garden\nholds: events\ncolor: teal\nalarm: 15m")
    #expect(file.subject == .calendar)
    let first = try editor(desk, nil)
    try first.fill(file.answers)
    // What a form was not finished with fills the next.
    #expect(
      first.draft == "type: calendar\nname: Garden\nholds: events\ncolor: teal\nalarm: 15m\n")
    let second = try editor(desk, nil)
    try second.fill(try AnswerFile(parsing: try #require(first.draft)).answers)
    guard case .saved(let record) = try second.finish() else {
      Issue.record("not saved")
      return
    }
    #expect(try desk.calendar("Garden") == record)
    #expect(record.kinds == .events && record.color == "#008080" && record.defaultAlarm == -900)
    let third = try editor(desk, record)
    #expect(third.draft == nil)
    #expect(try third.finish().name == "canceled")
    #expect(throws: AnswerFile.Fault.self) {
      try third.fill([AnswerFile.Answer(field: "title", text: "X", line: 1)])
    }
  }

  @Test func aNewCalendarIsOneStepOfTheJournal() throws {
    let desk = try Desk()
    let editor = try editor(desk, nil)
    try editor.fill([
      AnswerFile.Answer(field: "name", text: "Garden", line: 1),
      AnswerFile.Answer(field: "shown", text: "no", line: 2),
    ])
    let before = try desk.store.calendars()
    _ = try editor.finish()
    _ = try desk.store.undo(.latest, now: desk.context.now)
    #expect(try desk.store.calendars() == before)
  }
}

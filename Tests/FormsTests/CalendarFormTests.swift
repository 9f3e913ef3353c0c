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
      calendar, workspace: desk.workspace, color: { $0 == "teal" ? "#008080" : nil },
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
    #expect(step.question?.text == answers.last)
    #expect(step.lines.count == 1)
  }

  @Test func deletingWhatIsNotEmptyWantsItsName() throws {
    let desk = try Desk()
    try desk.add("add event \"Dentist\" friday 9:00 in Work")
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    #expect(
      editor.answer(":delete").question?.label == "Work holds 1 item. Type its name to delete it with them")
    #expect(editor.answer("y").text == ["1 item stays"])
    _ = editor.answer(":delete")
    #expect(editor.answer("work").outcome?.name == "deleted")
    #expect(try desk.store.calendars().map(\.title) == ["Home", "Errands"])
  }

  @Test func nothingChangedIsCanceled() throws {
    let desk = try Desk()
    let editor = try editor(desk, try desk.calendar("Work"))
    _ = editor.begin()
    #expect(editor.answer(".").outcome?.name == "canceled")
  }
}

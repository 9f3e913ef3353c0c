import Changes
import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import Forms

@Suite struct EditorTests {
  // MARK: Outcomes

  @Test func newIsSavedWithItsDefaults() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    let step = editor.play("Dentist", "", "", "", "", "")
    guard case .saved(let outcome, span: nil, let statement)? = step.outcome else {
      Issue.record("\(step)")
      return
    }
    // The next full hour, for an hour, in the default calendar.
    let item = try desk.item(outcome.target)
    #expect(ItemSentences(zone: desk.context.zone).item(item) == "Dentist: Wed 18 Nov 2026 15:00–16:00")
    #expect(statement == "add event \"Dentist\" 2026-11-18 15:00 in Home")
    #expect(desk.outcomes.map(\.name) == ["saved"])
  }

  @Test func doneUnchangedIsCanceled() throws {
    let desk = try Desk()
    let editor = try desk.editor(try desk.add("add event \"Dentist\" friday 9:00"))
    #expect(editor.play(".").outcome?.name == "canceled")
    #expect(desk.outcomes.map(\.name) == ["canceled"])
  }

  @Test func theStatementOfAWholeDayMakesItOne() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00 in Home")
    let editor = try desk.editor(target)
    let old = try desk.item(target)
    editor.play(":allday", "yes", ".")
    guard case .saved(_, _, let statement)? = editor.answer("s").outcome,
      case .edit(let syntax) = try parseStatement(statement)
    else {
      Issue.record("not saved")
      return
    }
    let new = try desk.item(target)
    #expect(new.isAllDay)
    var binder = try ChangeBinder(context: desk.context, store: desk.store)
    let edited = try binder.edit(syntax.assignments, of: old).edit.applied(to: old)
    #expect(edited.start == new.start && edited.length == new.length, "\(statement)")
  }

  @Test func changedIsSaved() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00 in Home")
    let editor = try desk.editor(target)
    let review = editor.play("Doctor", "10:00", ".")
    #expect(review.text.contains(" Title       Dentist → Doctor"))
    #expect(review.text.contains(" Starts      2026-11-20 09:00 → 2026-11-20 10:00"))
    guard case .saved(_, _, let statement)? = editor.answer("s").outcome else {
      Issue.record("not saved")
      return
    }
    #expect(statement == "edit \(target.id(.event)) set title = \"Doctor\", start = 2026-11-20 10:00")
    #expect(try desk.item(target).title == "Doctor")
  }

  /// Between the question how far it reaches and its answer somebody else may write.
  @Test func whatChangesWhileTheSpanIsAskedForIsNotOverwritten() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Course\" friday 9:00 in Home repeat weekly")
    let editor = try desk.editor(try desk.target(series, "20261127T090000"))
    #expect(editor.play("Lesson", ".", "s").question != nil)
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Theirs" }
    _ = try desk.workspace.save(edit, to: series, span: .all, cause: "x", now: desk.context.now)
    let step = editor.answer("all")
    #expect(step.outcome == nil)
    #expect(step.text.contains { $0.hasPrefix("stale: ") })
    #expect(try desk.item(series).title == "Theirs")
  }

  /// Only the calendar was answered: then nothing is saved before the move, which has to look for itself.
  @Test func whatChangesWhileTheSpanIsAskedForIsNotMoved() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Course\" friday 9:00 in Home repeat weekly")
    let editor = try desk.editor(try desk.target(series, "20261127T090000"))
    #expect(editor.play(":calendar", "Work", ".", "s").question?.label.hasPrefix("Apply to") == true)
    #expect(editor.form.changed.isEmpty && editor.form.isMoved)
    try desk.retitle(series, "Theirs")
    let step = editor.answer("all")
    #expect(step.outcome == nil)
    #expect(step.text.contains { $0.hasPrefix("stale: ") })
    #expect(try desk.workspace.object(of: series).calendar == desk.calendar("Home").id)
    // It is shown what it is now, and may be moved then.
    #expect(editor.answer("s").text.contains("changed elsewhere: Title       Course → Theirs"))
    #expect(editor.answer("all").outcome?.name == "saved")
    #expect(try desk.workspace.object(of: series).calendar == desk.calendar("Work").id)
  }

  /// What is confirmed is what was shown.
  @Test func whatChangesWhileADeletionIsAskedForIsAskedAboutAgain() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    #expect(editor.play(":delete").question?.label == "Delete Dentist? [y/N]")
    try desk.retitle(target, "Wedding")
    let step = editor.answer("y")
    #expect(step.outcome == nil)
    #expect(step.text == ["changed elsewhere: Title       Dentist → Wedding"])
    #expect(step.question?.label == "Delete Wedding? [y/N]")
    #expect(try desk.item(target).title == "Wedding")
    #expect(editor.answer("y").outcome?.name == "deleted")
    #expect(throws: EditError.self) { try desk.item(target) }
  }

  @Test func aDeletionAsksFirstAboutWhatBothChanged() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    #expect(editor.play("Doctor", ":delete").question?.label == "Delete Doctor? [y/N]")
    try desk.retitle(target, "Wedding")
    #expect(editor.answer("y").question?.label == "[k]eep mine [t]ake theirs [r]eview")
    #expect(editor.answer("t").question?.label == "Delete Wedding? [y/N]")
    #expect(editor.answer("n").outcome == nil)
    #expect(try desk.item(target).title == "Wedding")
  }

  @Test func cancelAsksOnlyWhereSomethingWasAnswered() throws {
    let desk = try Desk()
    #expect(try desk.newEvent().play(":cancel").outcome?.name == "canceled")
    let editor = try desk.newEvent()
    #expect(editor.play("Dentist", ":cancel").question?.label == "Discard what was answered? [y/N]")
    #expect(editor.answer("n").question?.label == "Starts")
    #expect(editor.interrupt().question?.label == "Discard what was answered? [y/N]")
    #expect(editor.interrupt().outcome?.name == "canceled")
    #expect(desk.outcomes.count == 2)
  }

  @Test func endOfInputNeverLoops() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    _ = editor.play("Dentist")
    #expect(editor.endOfInput().outcome?.name == "canceled")
    #expect(editor.endOfInput().outcome == nil)
    #expect(desk.outcomes.count == 1)
  }

  /// The editor may leave anything in a file; nothing that is stored holds a zero character.
  @Test func aTextOfTheEditorWithAZeroCharacterIsRefused() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    _ = editor.play("Dentist", ":notes", "Bring papers", ":notes")
    #expect(editor.answer(":edit").editorText == "Bring papers")
    let step = editor.answer(edited: "Bring\npa\u{0}pers")
    guard case .fault(let fault)? = step.lines.first else {
      Issue.record("it was taken")
      return
    }
    #expect(fault.message == "the character U+0000 means nothing here" && fault.start == 8)
    #expect(step.question?.label == "Notes" && step.question?.text == "Bring papers")
    #expect(editor.answer(edited: "Bring\nall").question?.label != "Notes")
    #expect(editor.form.item.notes == "Bring\nall")
  }

  @Test func aClosedFormAnswersNothing() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    _ = editor.play("Dentist")
    _ = editor.endOfInput()
    let step = editor.answer("x")
    #expect(step.question == nil && step.lines.isEmpty && desk.outcomes.count == 1)
  }

  @Test func deletionIsAskedFor() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    #expect(editor.play(":delete").question?.label == "Delete Dentist? [y/N]")
    #expect(editor.answer("y").outcome?.name == "deleted")
    #expect(throws: EditError.self) { try desk.item(target) }
  }

  // MARK: Spans

  @Test func aSeriesAsksHowFar() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let editor = try desk.editor(try desk.target(series, "20261125T090000"))
    let question = editor.play("Stand-up", ".", "s").question
    #expect(question?.label == "Apply to: [t]his (1)  [f]uture (8)  [a]ll (10)  [c]ancel")
    #expect(editor.answer("c").question?.label == "[s]ave [e]dit [d]elete [c]ancel ?")
    _ = editor.answer("s")
    guard case .saved(_, .this, let statement)? = editor.answer("t").outcome else {
      Issue.record("not saved")
      return
    }
    #expect(statement == "edit \(series.id(.event))/20261125T090000 set title = \"Stand-up\" span this")
    #expect(try desk.item(try desk.target(series, "20261126T090000")).title == "Standup")
  }

  @Test func aChangedRuleIsNotForOneOccurrence() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let editor = try desk.editor(try desk.target(series, "20261125T090000"))
    #expect(
      editor.play(":repeat", "every day", ".", "s").question?.label
        == "Apply to: [f]uture (8)  [a]ll (10)  [c]ancel")
  }

  @Test func fromTheFirstOnIsAll() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let editor = try desk.editor(try desk.target(series, "20261123T090000"))
    #expect(editor.play("S", ".", "s").question?.label == "Apply to: [t]his (1)  [a]ll (10)  [c]ancel")
  }

  @Test func deletingASeriesAsksHowFar() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every weekday 10 times")
    let editor = try desk.editor(try desk.target(series, "20261125T090000"))
    let question = editor.play(":delete").question
    #expect(question?.label == "Delete Standup: [t]his (1)  [f]uture (8)  [a]ll (10)  [c]ancel")
    #expect(editor.answer("f").question?.label == "Delete Standup from this day on? [y/N]")
    guard case .deleted(_, _, .future)? = editor.answer("y").outcome else {
      Issue.record("not deleted")
      return
    }
    #expect(throws: EditError.self) { try desk.item(try desk.target(series, "20261125T090000")) }
    #expect(try desk.item(try desk.target(series, "20261124T090000")).title == "Standup")
  }

  @Test func whatIsTypedBehindAWrongAnswerMayMendIt() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    #expect(editor.play("Trip", "tomorrow 9").question?.typed == "tomorrow 9")
    #expect(editor.answer("tomorrow 9:00").text == ["→ Thu 19 Nov 2026 09:00–10:00, in 18 hours"])
    #expect(editor.answer("10").question?.typed == "10")
    #expect(editor.answer("10 .").text.first == " Title       Trip")
  }

  // MARK: Others at work

  @Test func untouchedFieldsFollowAndTouchedOnesStay() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    _ = editor.play("Doctor")
    var edit = ItemEdit(.event)
    edit.set(.notes) { $0.notes = "Bring the card" }
    _ = try desk.workspace.save(edit, to: target, span: .all, cause: "elsewhere", now: desk.context.now)
    let step = try #require(editor.storeChanged())
    #expect(step.text == ["changed elsewhere: Notes       – → Bring the card"])
    #expect(step.question?.label == "Starts")
    _ = editor.answer(".")
    #expect(editor.answer("s").outcome?.name == "saved")
    #expect(try desk.item(target).title == "Doctor")
    #expect(try desk.item(target).notes == "Bring the card")
  }

  @Test(arguments: [("keep", "Doctor"), ("take", "Surgeon")]) func sameFieldIsAskedAbout(
    answer: String, title: String
  ) throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    _ = editor.play("Doctor")
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Surgeon" }
    _ = try desk.workspace.save(edit, to: target, span: .all, cause: "elsewhere", now: desk.context.now)
    #expect(editor.answer("10:00").question?.label == "[k]eep mine [t]ake theirs [r]eview")
    // The next field is asked, as if nothing had come between.
    #expect(editor.answer(answer).question?.label == "Ends")
    _ = editor.answer(".")
    #expect(editor.answer("s").outcome?.name == "saved")
    #expect(try desk.item(target).title == title)
  }

  /// An event of which title and notes were answered, while another program
  /// changed both of them and the link.
  private func collided(_ desk: Desk) throws -> (ItemEditController, ItemTarget, FormStep<FormOutcome>) {
    let target = try desk.add("add event \"Dentist\" friday 9:00 notes \"Card\"")
    let editor = try desk.editor(target)
    _ = editor.play("Doctor", ":notes", "Bring the card", ":title")
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Surgeon" }
    edit.set(.notes) { $0.notes = "Fasting" }
    edit.set(.url) { $0.url = "https://example.org/" }
    _ = try desk.workspace.save(edit, to: target, span: .all, cause: "elsewhere", now: desk.context.now)
    return (editor, target, editor.answer("."))
  }

  @Test func eachFieldOfACollisionIsAskedOnItsOwn() throws {
    let desk = try Desk()
    let (editor, target, first) = try collided(desk)
    #expect(
      first.text == [
        "changed elsewhere: Title       Dentist → Surgeon",
        "changed elsewhere: URL         – → https://example.org/",
        "changed elsewhere: Notes       Card → Fasting",
        "You changed it too: Title       Doctor",
      ])
    let second = editor.answer("t")
    #expect(second.text == ["You changed it too: Notes       Bring the card"])
    #expect(editor.answer("what").text.first?.hasPrefix("bad-value") == true)
    #expect(editor.answer("k").text == [" Notes       Fasting → Bring the card"])
    #expect(editor.answer("s").outcome?.name == "saved")
    let item = try desk.item(target)
    #expect([item.title, item.notes, item.url] == ["Surgeon", "Bring the card", "https://example.org/"])
  }

  @Test func theReviewLeavesTheOthersAsTheyWereAnswered() throws {
    let desk = try Desk()
    let (editor, target, _) = try collided(desk)
    #expect(
      editor.answer("r").text == [
        " Title       Surgeon → Doctor", " Notes       Fasting → Bring the card",
      ])
    #expect(editor.answer("s").outcome?.name == "saved")
    #expect(try desk.item(target).title == "Doctor")
  }

  @Test func whatIsChangedAgainMeanwhileIsAskedOnce() throws {
    let desk = try Desk()
    let (editor, target, _) = try collided(desk)
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Ward round" }
    _ = try desk.workspace.save(edit, to: target, span: .all, cause: "again", now: desk.context.now)
    #expect(editor.storeChanged()?.text.first == "changed elsewhere: Title       Surgeon → Ward round")
    #expect(editor.answer("t").text == ["You changed it too: Notes       Bring the card"])
    _ = editor.answer("t")
    // All of it was taken: there is nothing left to save.
    #expect(editor.form.hasChanges == false)
    #expect(try desk.item(target).title == "Ward round")
  }

  @Test func deletedElsewhereEndsAsDeleted() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let editor = try desk.editor(target)
    _ = editor.play("Doctor")
    _ = try desk.workspace.remove(target, span: .all, cause: "elsewhere", now: desk.context.now)
    guard case .deleted(nil, _, _)? = editor.answer("10:00").outcome else {
      Issue.record("not deleted")
      return
    }
    #expect(desk.outcomes.map(\.name) == ["deleted"])
  }

  @Test func aSaveThatIsRefusedKeepsWhatWasAnswered() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    _ = editor.play("Fair", "friday 9:00", "monday 9:00", ":repeat", "every day", ".")
    let step = editor.answer("s")
    #expect(step.text.first?.hasPrefix("longer-than-interval") == true)
    #expect(editor.form.item.title == "Fair")
    _ = editor.answer(":repeat")
    _ = editor.answer("never")
    _ = editor.answer(".")
    #expect(editor.answer("s").outcome?.name == "saved")
    #expect(desk.outcomes.count == 1)
  }

  // MARK: Calendars

  @Test func noListOffersOneAndTheSaveContinues() throws {
    let desk = try Desk(lists: false)
    let editor = desk.newReminder()
    let step = editor.play("Buy milk", "tomorrow", ".", "s")
    #expect(step.question?.label == "There is no list for reminders. Make one called Reminders? [y]es [n]o")
    #expect(editor.answer("y").outcome?.name == "saved")
    #expect(try desk.calendar("Reminders").kinds == .reminders)
  }

  @Test func theDelegateNamesTheCalendar() throws {
    let desk = try Desk()
    let editor = try desk.newEvent()
    let work = try desk.calendar("Work")
    editor.defaultCalendar = { work }
    _ = editor.begin()
    #expect(editor.form.calendar == work)
  }

  @Test func aBlankTitleIsNotSaved() throws {
    let desk = try Desk()
    let step = try desk.newEvent().play(".", "s")
    #expect(step.text.first == "no-title: it needs a title before it is saved")
    #expect(step.question?.label == "Title")
  }
}

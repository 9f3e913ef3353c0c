import CivilTime
import Editing
import Model
import TestSupport
import Testing

@testable import Forms
@testable import Store

@Suite struct ViewerTests {
  @Test func helpIsThereForEachQuestion() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Swim\" 2026-11-19 8:00 for 1h repeat every week")
    let viewer = try viewer(desk, try desk.target(target, "20261126T080000"))
    _ = viewer.begin()
    #expect(viewer.answer("?").text.contains("  e opens the form"))
    _ = viewer.answer("d")
    #expect(viewer.answer("?").text == [SpanChoices.help])
    #expect(viewer.answer("t").question?.label == "Delete Swim? [y/N]")
    #expect(viewer.answer("?").text.first?.hasPrefix("yes deletes it") == true)
    // It was asked for help, not answered.
    #expect(viewer.answer("?").question?.label == "Delete Swim? [y/N]")
  }

  private func viewer(_ desk: Desk, _ target: ItemTarget, editing: Bool = true) throws -> ItemViewController {
    try ItemViewController(
      target, allowsEditing: editing, workspace: desk.workspace,
      moment: { [context = desk.context] in context })
  }

  private func invitation(_ desk: Desk) throws -> ItemTarget {
    desk.workspace.ownAddresses = ["me@example.org"]
    var item = ItemForm.proposal(.event, now: desk.context.now, zone: desk.context.zone)
    item.title = "Review"
    item.organizer = Participant(name: "Ann", address: "mailto:ann@example.org")
    item.attendees = [Participant(name: nil, address: "mailto:me@example.org", status: "needs-action")]
    return try desk.workspace.add(
      item, to: try desk.calendar("Work").id, cause: "invitation", now: desk.context.now
    ).target
  }

  @Test func doneClosesIt() throws {
    let desk = try Desk()
    let viewer = try viewer(desk, try desk.add("add event \"Dentist\" friday 9:00"))
    var told: [String] = []
    viewer.onOutcome = { told.append($0.name) }
    #expect(viewer.begin().text.first == " Title       Dentist")
    #expect(viewer.answer("q").outcome?.name == "done")
    #expect(told == ["done"])
  }

  @Test func openPartsAreSaidBeforeItIsCompletedOrDeleted() throws {
    let desk = try Desk()
    let trip = try desk.add("add reminder \"Trip\"")
    let pack = try desk.add("add reminder \"Pack\" under \"Trip\" flagged")
    _ = try desk.add("add reminder \"Bag\" under \"Pack\"")
    let warning = "Trip has 2 open subtasks, which stay: Pack, Bag"
    #expect(try desk.editor(trip).play(":delete").text == [warning])
    let viewer = try viewer(desk, trip)
    _ = viewer.begin()
    #expect(viewer.answer("delete").text == [warning])
    _ = viewer.answer("n")
    #expect(viewer.answer("complete").text.prefix(2) == [warning, "completed"])
    // What a form says can be said in a statement, its whole too.
    let part = try self.viewer(desk, pack)
    _ = part.begin()
    let statement = try #require(part.answer("copy").text.first)
    #expect(statement.hasPrefix("add reminder \"Pack\" in Errands flagged under (reminders where uid = "))
    let copy = try desk.add(statement)
    #expect(try desk.item(copy).parentUID == desk.item(trip).uid)
    #expect(try desk.item(copy).isFlagged)
  }

  @Test func editingIsOfferedUnderAllFourConditions() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    #expect(try viewer(desk, target).actions.contains(.edit))
    // Not allowed by who presents it.
    #expect(try !viewer(desk, target, editing: false).actions.contains(.edit))
    // Somebody else's invitation.
    #expect(try !viewer(desk, try invitation(desk)).actions.contains(.edit))
    // A calendar that cannot be written to, as subscribed ones.
    let theirs = try desk.add("add event \"Theirs\" friday 10:00 in Work")
    var calendar = try desk.calendar("Work")
    calendar.isWritable = false
    try desk.store.update(calendar, cause: "subscribed", now: desk.context.now)
    #expect(try viewer(desk, theirs).actions == [.copy, .quit])
    #expect(throws: EditError.self) { try desk.editor(theirs) }
    // What is not saved, or not any more, has no card at all.
    let gone = try desk.add("add event \"Gone\" friday 11:00 in Home")
    _ = try desk.workspace.remove(gone, span: .all, cause: "gone", now: desk.context.now)
    #expect(throws: EditError.self) { try viewer(desk, gone) }
    #expect(throws: EditError.self) { try viewer(desk, ItemTarget(item: 0)) }
  }

  @Test func editingInsideComesBackToTheCard() throws {
    let desk = try Desk()
    let viewer = try viewer(desk, try desk.add("add event \"Dentist\" friday 9:00"))
    _ = viewer.begin()
    #expect(viewer.answer("e").question?.label == "Title")
    _ = viewer.answer("Doctor")
    _ = viewer.answer(".")
    let step = viewer.answer("s")
    #expect(step.outcome == nil)
    #expect(step.text.contains(" Title       Doctor"))
    _ = viewer.answer("e")
    #expect(viewer.answer(".").text.contains("nothing was changed"))
    #expect(viewer.answer("q").outcome?.name == "done")
  }

  @Test func deletingInTheFormInsideClosesBoth() throws {
    let desk = try Desk()
    let viewer = try viewer(desk, try desk.add("add event \"Dentist\" friday 9:00"))
    _ = viewer.begin()
    _ = viewer.answer("e")
    _ = viewer.answer(":delete")
    #expect(viewer.answer("y").outcome?.name == "deleted")
  }

  @Test(arguments: [("a", "accepted"), ("m", "tentative"), ("l", "declined")]) func anInvitationIsAnswered(
    key: String, status: String
  ) throws {
    let desk = try Desk()
    let target = try invitation(desk)
    let viewer = try viewer(desk, target)
    _ = viewer.begin()
    #expect(viewer.answer("v").text.contains { $0.hasPrefix(" ▸ Review") })
    #expect(viewer.answer(key).outcome?.name == "responded")
    #expect(try desk.item(target).attendees.first?.status == status)
  }

  @Test func aSeriesIsWalked() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every day 3 times")
    let viewer = try viewer(desk, try desk.target(series, "20261124T090000"))
    _ = viewer.begin()
    #expect(viewer.answer("n").text.contains(" Starts      Wed 25 Nov 2026 09:00–09:15, in 7 days"))
    #expect(viewer.answer("n").text == ["this is the last one"])
    _ = viewer.answer("p")
    #expect(viewer.answer("p").text.contains(" Starts      Mon 23 Nov 2026 09:00–09:15, in 5 days"))
    #expect(viewer.answer("p").text == ["this is the first one"])
    #expect(viewer.answer("o").text.count == 4)
    #expect(viewer.answer("d").question?.label == "Delete Standup: [t]his (1)  [a]ll (3)  [c]ancel")
  }

  @Test func theSeriesIsShownAndChangedAsOne() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Standup\" 2026-11-23 9:00 for 15m repeat every day 5 times")
    let third = try desk.target(series, "20261125T090000")
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Long standup" }
    _ = try desk.workspace.save(edit, to: third, span: .this, cause: "one", now: desk.context.now)
    _ = try desk.workspace.remove(
      try desk.target(series, "20261124T090000"), span: .this, cause: "one", now: desk.context.now)
    let viewer = try viewer(desk, third)
    #expect(viewer.begin().text.first == " Title       Long standup")
    #expect(viewer.actions.contains(.series))
    let shown = viewer.answer("s")
    #expect(
      shown.text == [
        " Title       Standup", " Starts      Mon 23 Nov 2026 09:00–09:15, in 5 days",
        " Repeat      every day, 5 times", " Calendar    Home", " Occurrences 4",
        " Changed     Wed 25 Nov 2026 09:00–09:15", " Left out    Tue 24 Nov 2026 09:00",
        " Id          \(series.id(.event))",
      ])
    #expect(!viewer.actions.contains(.series) && !viewer.actions.contains(.previous))
    // What is changed there is changed for all: nothing is asked.
    _ = viewer.answer("e")
    _ = viewer.answer("Meeting")
    _ = viewer.answer(".")
    #expect(viewer.answer("s").text.contains(" Title       Meeting"))
    #expect(viewer.answer("n").text.first == " Title       Meeting")
    #expect(viewer.target.key?.text == "20261123T090000")
    _ = viewer.answer("s")
    #expect(viewer.answer("d").question?.label == "Delete Meeting? [y/N]")
    #expect(viewer.answer("y").outcome?.name == "deleted")
    #expect(throws: EditError.self) { try desk.item(third) }
  }

  @Test func howOftenCompletionComesNobodyKnows() throws {
    let desk = try Desk()
    let plants = try desk.add("add reminder \"Plants\" due friday repeat every 3 days after completion")
    #expect(!(try viewer(desk, plants).begin().text.contains { $0.hasPrefix(" Occurrences") }))
    let rent = try desk.add("add reminder \"Rent\" due friday repeat every month")
    #expect(try viewer(desk, rent).begin().text.contains(" Occurrences without an end"))
  }

  @Test func whatOthersDoIsShown() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let viewer = try viewer(desk, target)
    _ = viewer.begin()
    #expect(viewer.storeChanged() == nil || viewer.storeChanged()?.text.isEmpty == true)
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Doctor" }
    _ = try desk.workspace.save(edit, to: target, span: .all, cause: "elsewhere", now: desk.context.now)
    #expect(viewer.storeChanged()?.text.prefix(2) == ["changed elsewhere:", " Title       Doctor"])
    _ = try desk.workspace.remove(target, span: .all, cause: "elsewhere", now: desk.context.now)
    #expect(viewer.storeChanged()?.outcome?.name == "deleted")
  }

  /// What cannot be read is said, and what was shown stays.
  @Test func whatCannotBeReadIsSaid() throws {
    let desk = try Desk()
    let series = try desk.add("add event \"Swim\" 2026-11-19 8:00 for 1h repeat every week")
    let target = try desk.target(series, "20261126T080000")
    let viewer = try viewer(desk, target)
    _ = viewer.begin()
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = "Swimming" }
    let outcome = try desk.workspace.save(
      edit, to: target, span: .all, cause: "edit", now: desk.context.now)
    try desk.store.database.execute("ALTER TABLE item RENAME TO away")
    let step = try #require(viewer.storeChanged())
    #expect(isFault(step))
    #expect(step.outcome == nil && step.question != nil)
    for answer in ["next", "previous", "series"] {
      #expect(isFault(viewer.answer(answer)), "\(answer)")
      #expect(viewer.target == target)
    }
    // The form inside is left, and the item is read again.
    // So it is where the form inside was saved.
    var inner = FormStep<FormOutcome>()
    inner.outcome = .saved(outcome, span: nil, statement: "edit")
    let after = viewer.embed(inner, desk.context)
    #expect(after.lines.first == .text("= edit") && after.lines.count == 2)
    if case .fault? = after.lines.last {} else { Issue.record("nothing was said") }
  }

  private func isFault(_ step: FormStep<ViewOutcome>) -> Bool {
    if case .fault? = step.lines.first { step.lines.count == 1 } else { false }
  }

  /// What is confirmed is what was shown.
  @Test func whatChangesWhileADeletionIsAskedForIsAskedAboutAgain() throws {
    let desk = try Desk()
    let target = try desk.add("add event \"Dentist\" friday 9:00")
    let viewer = try viewer(desk, target)
    _ = viewer.begin()
    #expect(viewer.answer("d").question?.label == "Delete Dentist? [y/N]")
    try desk.retitle(target, "Wedding")
    let step = viewer.answer("y")
    #expect(step.outcome == nil)
    #expect(step.text.prefix(2) == ["changed elsewhere:", " Title       Wedding"])
    #expect(step.question?.label == "Delete Wedding? [y/N]")
    #expect(try desk.item(target).title == "Wedding")
    #expect(viewer.answer("y").outcome?.name == "deleted")
  }
}

import Editing
import EventKitUI
import Foundation
import Testing

@testable import EventKit

/// The editor of events.
@Suite(.serialized) @MainActor struct EditControllerTests {
  /// Keeps what the editor reports, and dismisses it unless told otherwise.
  @MainActor final class Delegate: NSObject, @preconcurrency EKEventEditViewDelegate {
    var actions: [EKEventEditViewAction] = []
    var titles: [String?] = []
    var dismisses = true

    func eventEditViewController(
      _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
    ) {
      actions.append(action)
      titles.append(controller.event?.title)
      if dismisses { controller.dismiss(animated: true) }
    }
  }

  /// The same with a calendar for new events.
  @MainActor final class CalendarDelegate: NSObject, @preconcurrency EKEventEditViewDelegate {
    let calendar: EKCalendar
    var actions: [EKEventEditViewAction] = []

    init(_ calendar: EKCalendar) { self.calendar = calendar }

    func eventEditViewController(
      _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
    ) { actions.append(action) }

    func eventEditViewControllerDefaultCalendar(
      forNewEvents controller: EKEventEditViewController
    ) -> EKCalendar { calendar }
  }

  private func editor(
    _ desk: Desk, _ event: EKEvent?, _ delegate: (any EKEventEditViewDelegate)?, store: EKEventStore? = nil
  ) -> EKEventEditViewController {
    let editor = EKEventEditViewController()
    editor.event = event
    editor.eventStore = store ?? desk.store
    editor.editViewDelegate = delegate
    return editor
  }

  // MARK: Actions

  @Test func aNewEventIsSavedInTheDefaultCalendar() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let editor = editor(desk, nil, delegate)
    desk.present(editor, typing: "Dentist", ".", "s")
    #expect(delegate.actions == [.saved] && delegate.titles == ["Dentist"])
    #expect(editor.event?.eventIdentifier?.hasPrefix("ev:") == true)
    #expect(editor.event?.calendar.title == "Home" && editor.event?.hasChanges == false)
    #expect(desk.titles == ["Dentist"] && desk.presenter.presentedViewController == nil)
  }

  @Test func anEventWithValuesIsSavedAndTheProgramsObjectShowsIt() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = desk.event("Lunch")
    event.location = "Café"
    event.calendar = try desk.calendar("Work")
    desk.present(editor(desk, event, delegate), typing: "Dinner", ".", "s")
    #expect(delegate.actions == [.saved] && delegate.titles == ["Dinner"])
    #expect(event.title == "Dinner" && event.location == "Café" && event.calendar.title == "Work")
    #expect(event.startDate == date("2026-11-19T09:00:00Z") && event.endDate == date("2026-11-19T10:00:00Z"))
    // What programs do on `saved`, though the form has saved already.
    try desk.store.save(event, span: .thisEvent)
    #expect(desk.titles == ["Dinner"])
  }

  @Test func doneUnchangedIsCanceled() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(editor(desk, try desk.saved(), delegate), typing: ".")
    #expect(delegate.actions == [.canceled] && desk.titles == ["Review"])
  }

  @Test func whatTheProgramChangedBeforeCountsAsChanged() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    event.title = "Retrospective"
    event.calendar = try desk.calendar("Home")
    desk.present(editor(desk, event, delegate), typing: ".", "s")
    #expect(delegate.actions == [.saved] && desk.titles == ["Retrospective"])
    #expect(event.calendar.title == "Home" && !event.hasChanges)
  }

  @Test func changesAreDiscardedAfterAQuestion() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    desk.present(editor(desk, event, delegate), typing: "Other", ":cancel", "n", ":cancel", "y")
    #expect(delegate.actions == [.canceled] && desk.titles == ["Review"] && event.title == "Review")
    #expect(desk.labels.contains("Discard what was answered? [y/N]"))
  }

  @Test func aDeletedEventIsEmpty() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    let id = event.eventIdentifier
    desk.present(editor(desk, event, delegate), typing: ":delete", "y")
    #expect(delegate.actions == [.deleted] && desk.titles == [])
    #expect(event.eventIdentifier == id && event.title == "")
  }

  @Test func anEventDeletedElsewhereEndsTheEditing() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    let other = try #require(desk.store.event(withIdentifier: event.eventIdentifier))
    desk.present(
      editor(desk, event, delegate),
      [.line("Other"), .program { try? desk.store.remove(other, span: .thisEvent) }, .line("")])
    #expect(delegate.actions == [.deleted] && desk.seen().contains("it was deleted elsewhere"))
  }

  @Test func aSeriesAsksHowFar() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = desk.event("Course")
    event.calendar = try desk.calendar("Work")
    event.addRecurrenceRule(
      EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 3)))
    try desk.store.save(event, span: .futureEvents)
    desk.present(editor(desk, event, delegate), typing: "Exam", ".", "s", "this")
    #expect(delegate.actions == [.saved] && desk.titles == ["Course", "Course", "Exam"])
    #expect(event.title == "Exam" && event.isDetached)
  }

  // MARK: The end

  @Test func theEndOfInputCancels() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(editor(desk, try desk.saved(), delegate), typing: "Other")
    #expect(delegate.actions == [.canceled] && desk.titles == ["Review"])
  }

  /// A form that the program ended and nobody closes goes away: nobody else could.
  @Test func cancelEditingReportsNothing() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let editor = editor(desk, try desk.saved(), delegate)
    desk.present(editor, [.line("Other"), .program { editor.cancelEditing() }, .line("."), .line("s")])
    #expect(delegate.actions == [] && desk.titles == ["Review"])
    #expect(desk.presenter.presentedViewController == nil)
  }

  @Test func anEditorThatIsDismissedReportsNothing() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let editor = editor(desk, try desk.saved(), delegate)
    desk.present(
      editor, [.line("Other"), .program { desk.presenter.dismiss(animated: true) }, .line("."), .line("s")])
    #expect(delegate.actions == [] && desk.titles == ["Review"])
    #expect(desk.presenter.presentedViewController == nil)
  }

  @Test func itReportsOnceAndStaysUntilItIsDismissed() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    delegate.dismisses = false
    let editor = editor(desk, try desk.saved(), delegate)
    desk.present(editor, typing: ".", ".", "s")
    desk.type([.line("."), .line("s")])
    #expect(delegate.actions == [.canceled] && desk.presenter.presentedViewController === editor)
    // Closed and presented again, it begins anew.
    editor.dismiss(animated: true)
    desk.present(editor, typing: "Other", ".", "s")
    #expect(delegate.actions == [.canceled, .saved] && desk.titles == ["Other"])
  }

  @Test func withoutADelegateItClosesItself() throws {
    let desk = try Desk()
    desk.present(editor(desk, desk.event(), nil), typing: ".", "s")
    #expect(desk.titles == ["Review"] && desk.presenter.presentedViewController == nil)
  }

  // MARK: Conditions

  @Test func theDelegateNamesTheCalendarOfNewEvents() throws {
    let desk = try Desk()
    let delegate = CalendarDelegate(try desk.calendar("Work"))
    let editor = editor(desk, desk.event(), delegate)
    desk.present(editor, typing: ".", "s")
    #expect(delegate.actions == [.saved] && editor.event?.calendar.title == "Work")
    // The event's own calendar comes first.
    let own = desk.event("Own")
    own.calendar = try desk.calendar("Home")
    editor.event = own
    editor.dismiss(animated: true)
    desk.present(editor, typing: ".", "s")
    #expect(own.calendar.title == "Home")
  }

  @Test func anEventOfAnotherStoreIsRefused() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let other = Desk.open(desk.path, client: nil)
    desk.present(editor(desk, desk.event(in: other), delegate), typing: ".", "s")
    #expect(delegate.actions == [.canceled] && desk.titles == [])
    #expect(desk.presenter.presentedViewController == nil)
    #expect(desk.seen().contains("its event belongs to another event store"))
  }

  @Test func anEventsOwnStoreServesWhereNoneIsGiven() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let editor = EKEventEditViewController()
    editor.editViewDelegate = delegate
    desk.present(editor)
    #expect(desk.seen().contains("it has no event store") && delegate.actions == [.canceled])
    editor.event = desk.event()
    desk.present(editor, typing: ".", "s")
    #expect(delegate.actions == [.canceled, .saved])
  }

  @Test(arguments: [nil, AccessLevel.denied, .restricted, .writeOnly])
  func itWorksWhateverTheProgramMayDo(level: AccessLevel?) throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let program = try desk.program(level)
    let event = desk.event("Party", in: program)
    desk.present(editor(desk, event, delegate, store: program), typing: ".", "s")
    #expect(delegate.actions == [.saved] && desk.titles == ["Party"] && event.eventIdentifier != nil)
    #expect(
      program.events(
        matching: program.predicateForEvents(withStart: noon, end: noon + 86_400, calendars: nil)
      ).isEmpty)
  }

  @Test func aCalendarThatTakesNoChangesIsSaid() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    try desk.lock("Work")
    desk.present(editor(desk, event, delegate), typing: ".")
    #expect(delegate.actions == [.canceled] && desk.presenter.presentedViewController == nil)
    #expect(desk.seen().hasPrefix("EventKitUI: EKEventEditViewController shows nothing: "))
  }

  // MARK: What stands in the way

  /// The form's own connection could not write before the program commits.
  @Test func whileChangesWaitForACommitItShowsNothing() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    event.title = "Waits"
    try desk.store.save(event, span: .thisEvent, commit: false)
    desk.present(editor(desk, event, delegate), typing: "Other", ".", "s")
    #expect(delegate.actions == [.canceled] && desk.presenter.presentedViewController == nil)
    #expect(desk.seen().contains("shows nothing: changes of the program wait for a commit"))
    try desk.store.commit()
    desk.present(editor(desk, event, delegate), typing: "Other", ".", "s")
    #expect(delegate.actions == [.canceled, .saved] && desk.titles == ["Other"])
  }

  /// Changes that wait since the form began do not keep it waiting either.
  @Test func changesThatComeToWaitAreSaidAtTheSave() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let other = try desk.saved("Other")
    other.title = "Waits"
    desk.present(
      editor(desk, nil, delegate),
      [
        .line("Dentist"),
        .program { try? desk.store.save(other, span: .thisEvent, commit: false) },
        .line("."), .line("s"), .program { try? desk.store.commit() }, .line("s"),
      ])
    #expect(delegate.actions == [.saved] && desk.titles == ["Dentist", "Waits"])
    #expect(desk.seen().contains("error: changes of the program wait for a commit"))
  }

  /// What a save of the program would refuse is not saved by a form.
  @Test func aRuleThatIsNoneIsNotTakenIntoIt() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = desk.event()
    event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 0, end: nil))
    desk.present(editor(desk, event, delegate), typing: ".", "s")
    #expect(delegate.actions == [.canceled] && desk.titles.isEmpty)
    #expect(desk.seen().contains("the interval 0 is less than 1"))
  }

  @Test func anEndBeforeTheBeginningIsForgotten() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let editor = editor(desk, nil, delegate)
    editor.cancelEditing()
    desk.present(editor, typing: "Dentist", ".", "s")
    #expect(delegate.actions == [.saved])
  }

  /// Row 68.
  @Test func itOffersTheRoomsOfThePersonsProvider() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let command =
      "rooms() { case $1 in rooms) echo '{\"identifier\":\"v\",\"title\":\"Video\"}';; "
      + "room) echo '{\"urls\":[{\"url\":\"https://meet.example.org/1\"}]}';; esac; }; rooms"
    let store = Desk.open(desk.path, client: nil, conferences: command)
    let editor = editor(desk, nil, delegate, store: store)
    desk.present(editor, typing: "Call", ":location", "?", "video", ".", "s")
    #expect(delegate.actions == [.saved])
    #expect(desk.seen().contains("rooms: Video"))
    #expect(
      editor.event?.location == "Video" && editor.event?.url?.absoluteString == "https://meet.example.org/1")
  }

  /// Row 68: another place takes out what the room has brought.
  @Test(arguments: ["Kitchen", "-"]) func aRoomThatIsReplacedLeavesNothing(place: String) throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let command =
      "rooms() { case $1 in rooms) echo '{\"identifier\":\"v\",\"title\":\"Video\"}';; "
      + "room) echo '{\"urls\":[{\"url\":\"https://meet.example.org/1\"}],\"details\":\"PIN 27\"}';; esac; }; rooms"
    let store = Desk.open(desk.path, client: nil, conferences: command)
    let editor = editor(desk, nil, delegate, store: store)
    desk.present(editor, typing: "Call", ":location", "video", ":location", place, ".", "s")
    #expect(delegate.actions == [.saved] && editor.event?.location == (place == "-" ? nil : place))
    #expect(editor.event?.url == nil && editor.event?.notes == nil)
  }
}

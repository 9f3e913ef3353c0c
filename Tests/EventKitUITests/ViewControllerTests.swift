import EventKitUI
import Foundation
import Testing

@testable import EventKit

/// The viewer of events.
@Suite(.serialized) @MainActor struct ViewControllerTests {
  @MainActor final class Delegate: NSObject, @preconcurrency EKEventViewDelegate {
    var actions: [EKEventViewAction] = []
    var dismisses = true

    func eventViewController(_ controller: EKEventViewController, didCompleteWith action: EKEventViewAction) {
      actions.append(action)
      if dismisses { controller.dismiss(animated: true) }
    }
  }

  private func viewer(_ event: EKEvent?, _ delegate: Delegate?, editing: Bool = true) -> EKEventViewController
  {
    let viewer = EKEventViewController()
    viewer.event = event
    viewer.allowsEditing = editing
    viewer.delegate = delegate
    return viewer
  }

  @Test func doneClosesIt() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(viewer(try desk.saved(), delegate), typing: "q")
    #expect(delegate.actions == [.done] && desk.presenter.presentedViewController == nil)
    #expect(desk.seen().contains("Title       Review"))
  }

  @Test func itIsWrappedInANavigationController() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(UINavigationController(rootViewController: viewer(try desk.saved(), delegate)), typing: "q")
    #expect(delegate.actions == [.done] && desk.presenter.presentedViewController == nil)
  }

  @Test func onAStackItGoesBackByItself() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    delegate.dismisses = false
    let navigation = UINavigationController(rootViewController: UIViewController())
    desk.present(navigation)
    let viewer = viewer(try desk.saved(), delegate)
    navigation.pushViewController(viewer, animated: true)
    desk.type([.line("q")])
    #expect(delegate.actions == [.done] && navigation.viewControllers.count == 1)
    #expect(desk.presenter.presentedViewController === navigation)
  }

  @Test func editingComesBackToTheEvent() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    desk.present(viewer(event, delegate), typing: "e", "Retrospective", ".", "s", "q")
    #expect(delegate.actions == [.done] && desk.titles == ["Retrospective"])
    #expect(event.title == "Retrospective" && !event.hasChanges)
    #expect(desk.seen().contains("Title       Retrospective"))
  }

  @Test func deletedIsReported() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let (one, other) = (try desk.saved("One"), try desk.saved("Other"))
    desk.present(viewer(one, delegate), typing: "d", "y")
    // In the editor inside.
    desk.present(viewer(other, delegate), typing: "e", ":delete", "y")
    #expect(delegate.actions == [.deleted, .deleted] && desk.titles == [])
    #expect(one.title == "")
  }

  @Test(arguments: [("a", EKParticipantStatus.accepted), ("m", .tentative), ("l", .declined)])
  func anInvitationIsAnswered(key: String, status: EKParticipantStatus) throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.invitation()
    desk.present(viewer(event, delegate), typing: key)
    #expect(delegate.actions == [.responded])
    #expect(event.attendees?.first?.participantStatus == status)
  }

  // MARK: Conditions

  @Test func editingIsOfferedUnderAllFourConditions() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    func offers(_ event: EKEvent, editing: Bool = true) -> String {
      desk.present(viewer(event, delegate, editing: editing), typing: "q")
      return desk.question
    }
    #expect(offers(event).contains("[e]dit [d]elete"))
    #expect(!offers(event, editing: false).contains("[e]dit"))
    let invitation = try desk.invitation()
    #expect(!offers(invitation).contains("[e]dit") && offers(invitation).contains("[a]ccept"))
    try desk.lock("Work")
    #expect(!offers(event).contains("[e]dit"))
    // One that was never saved is shown, and nothing is asked.
    let asked = desk.labels.count
    #expect(offers(desk.event("Plan")).contains("Title       Plan") && desk.labels.count == asked)
    #expect(delegate.actions == [.done, .done, .done, .done, .done, .done])
  }

  @Test func theDayOfAnInvitationIsShownIfThatIsAllowed() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let viewer = viewer(try desk.invitation(), delegate)
    desk.present(viewer, typing: "q")
    #expect(!desk.question.contains("[v]iew its day"))
    viewer.allowsCalendarPreview = true
    desk.present(viewer, typing: "v", "q")
    let seen = desk.question
    #expect(seen.contains("[v]iew its day") && seen.contains("▸ Board"))
  }

  @Test func anEventDeletedElsewhereClosesIt() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    let other = try #require(desk.store.event(withIdentifier: event.eventIdentifier))
    let viewer = viewer(event, delegate)
    desk.present(viewer, [.program { try? desk.store.remove(other, span: .thisEvent) }, .line("x")])
    #expect(viewer.event == nil && delegate.actions == [])
    #expect(desk.presenter.presentedViewController == nil)
  }

  @Test func withoutAnEventItShowsNothing() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(viewer(nil, delegate))
    #expect(desk.seen() == "EventKitUI: EKEventViewController shows nothing: it has no event\n")
    #expect(delegate.actions == [.done] && desk.presenter.presentedViewController == nil)
  }

  @Test func itWorksWhateverTheProgramMayDo() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = desk.event("Party", in: try desk.program(.writeOnly))
    event.calendar = event.eventStore.defaultCalendarForNewEvents
    try event.eventStore.save(event, span: .thisEvent)
    desk.present(viewer(event, delegate), typing: "q")
    #expect(desk.seen().contains("Title       Party") && delegate.actions == [.done])
  }

  /// Looking alone changes nothing: what the program has edited and not saved stays.
  @Test func lookingKeepsWhatTheProgramHasEdited() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let event = try desk.saved()
    event.title = "Edited"
    desk.present(viewer(event, delegate), typing: "q")
    #expect(delegate.actions == [.done] && event.title == "Edited" && event.hasChanges)
    desk.present(viewer(event, delegate), typing: "e", ":location", "Room 4", ".", "s", "q")
    #expect(event.location == "Room 4" && event.title == "Edited" && event.hasChanges)
    try desk.store.save(event, span: .thisEvent)
    #expect(desk.titles == ["Edited"])
  }

  /// A program without access learns nothing by showing an event.
  @Test func lookingTellsTheProgramNothingNew() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let saved = try desk.saved()
    let program = try desk.program(.full)
    let event = try #require(program.event(withIdentifier: saved.eventIdentifier))
    _ = try desk.program(.denied)
    saved.title = "Secret"
    try desk.store.save(saved, span: .thisEvent)
    desk.present(viewer(event, delegate), typing: "q")
    #expect(delegate.actions == [.done] && event.title == "Review")
    #expect(desk.seen().contains("Secret"), "the person sees what there is")
  }

  @Test func nothingChangedIsSaidOnce() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(viewer(try desk.saved(), delegate), typing: "e", ".", "q")
    #expect(desk.seen().components(separatedBy: "nothing was changed").count == 2)
  }
}

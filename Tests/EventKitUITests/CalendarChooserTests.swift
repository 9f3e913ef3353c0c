import EventKitUI
import Foundation
import Testing

@testable import EventKit

/// The chooser of calendars.
@Suite(.serialized) @MainActor struct CalendarChooserTests {
  @MainActor final class Delegate: NSObject, @preconcurrency EKCalendarChooserDelegate {
    var reports: [String] = []
    var closesOnChange = false

    func calendarChooserSelectionDidChange(_ calendarChooser: EKCalendarChooser) {
      reports.append("changed: " + titles(calendarChooser))
      if closesOnChange { calendarChooser.dismiss(animated: true) }
    }

    func calendarChooserDidFinish(_ calendarChooser: EKCalendarChooser) {
      report("finished", calendarChooser)
    }

    func calendarChooserDidCancel(_ calendarChooser: EKCalendarChooser) {
      report("canceled", calendarChooser)
    }

    private func report(_ what: String, _ chooser: EKCalendarChooser) {
      reports.append(what + ": " + titles(chooser))
      chooser.dismiss(animated: true)
    }

    private func titles(_ chooser: EKCalendarChooser) -> String {
      chooser.selectedCalendars.map { $0.title }.sorted().joined(separator: ", ")
    }
  }

  /// Leaves out what may be left out.
  @MainActor final class Silent: NSObject, EKCalendarChooserDelegate {}

  private func chooser(
    _ desk: Desk, _ style: EKCalendarChooserSelectionStyle, _ delegate: any EKCalendarChooserDelegate,
    display: EKCalendarChooserDisplayStyle = .allCalendars, store: EKEventStore? = nil, buttons: Bool = true
  ) -> EKCalendarChooser {
    let chooser = EKCalendarChooser(
      selectionStyle: style, displayStyle: display, entityType: .event, eventStore: store ?? desk.store)
    chooser.delegate = delegate
    (chooser.showsDoneButton, chooser.showsCancelButton) = (buttons, buttons)
    return chooser
  }

  @Test func severalAreToggled() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let chooser = chooser(desk, .multiple, delegate)
    chooser.selectedCalendars = [try desk.calendar("Work")]
    desk.present(UINavigationController(rootViewController: chooser), typing: "1", "work", "d")
    #expect(delegate.reports == ["changed: Home, Work", "changed: Home", "finished: Home"])
    #expect(chooser.selectedCalendars == [try desk.calendar("Home")])
    #expect(desk.presenter.presentedViewController == nil)
  }

  @Test func oneIsReplaced() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(chooser(desk, .single, delegate), typing: "home", "work", "")
    #expect(delegate.reports == ["changed: Home", "changed: Work", "finished: Work"])
  }

  @Test func finishedWithNothingIsNotCanceled() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(chooser(desk, .multiple, delegate), typing: "d")
    desk.present(chooser(desk, .multiple, delegate), typing: "c")
    desk.present(chooser(desk, .multiple, delegate))
    #expect(delegate.reports == ["finished: ", "canceled: ", "canceled: "])
  }

  @Test func aSelectionByTheProgramTellsNobody() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let chooser = chooser(desk, .multiple, delegate)
    let work = try desk.calendar("Work")
    desk.present(chooser, [.program { chooser.selectedCalendars = [work] }, .line("d")])
    #expect(delegate.reports == ["finished: Work"])
  }

  @Test func withoutButtonsChangesAloneAreTold() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    desk.present(chooser(desk, .single, delegate, buttons: false), typing: "work", "")
    #expect(delegate.reports == ["changed: Work"] && desk.presenter.presentedViewController == nil)
  }

  @Test func aChangeMayCloseIt() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    delegate.closesOnChange = true
    desk.present(chooser(desk, .single, delegate), typing: "work", "home")
    #expect(delegate.reports == ["changed: Work"] && desk.presenter.presentedViewController == nil)
  }

  @Test func aDelegateMayLeaveOutEverything() throws {
    let desk = try Desk()
    let chooser = chooser(desk, .single, Silent())
    desk.present(chooser, typing: "work", "d")
    #expect(chooser.selectedCalendars.map { $0.title } == ["Work"])
  }

  @Test func writableOnesAloneAreOffered() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    try desk.lock("Work")
    desk.present(chooser(desk, .single, delegate), typing: "c")
    #expect(desk.seen().contains("Work  (read only)"))
    desk.present(chooser(desk, .single, delegate, display: .writableCalendarsOnly), typing: "c")
    #expect(!desk.seen().contains("Work"))
  }

  @Test func accessThatOnlyAddsForcesASingleWritableOne() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    try desk.lock("Work")
    let program = try desk.program(.writeOnly)
    desk.present(chooser(desk, .multiple, delegate, store: program), typing: "home", "d")
    let seen = desk.seen()
    #expect(seen.contains("(•) Home") && !seen.contains("Work"))
    #expect(delegate.reports == ["changed: Home", "finished: Home"])
  }

  @Test func listsAreForReminders() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let list = EKCalendar(for: .reminder, eventStore: desk.store)
    list.title = "Tasks"
    list.source = desk.store.sources.first { $0.sourceType == .local }
    try desk.store.saveCalendar(list, commit: true)
    let chooser = EKCalendarChooser(
      selectionStyle: .single, displayStyle: .allCalendars, entityType: .reminder, eventStore: desk.store)
    chooser.delegate = delegate
    chooser.showsDoneButton = true
    desk.present(chooser, typing: "1", "d")
    #expect(delegate.reports == ["changed: Tasks", "finished: Tasks"])
    #expect(!desk.seen().contains("Home"))
  }

  @Test func withoutAStoreItShowsNothing() throws {
    let desk = try Desk()
    desk.present(EKCalendarChooser())
    #expect(desk.seen() == "EventKitUI: EKCalendarChooser shows nothing: it has no event store\n")
  }

  /// What is chosen is told to the program, so that it needs access.
  @Test func withoutAccessNothingIsOffered() throws {
    let (desk, delegate) = (try Desk(), Delegate())
    let program = try desk.program(.denied)
    let chooser = EKCalendarChooser(
      selectionStyle: .single, displayStyle: .allCalendars, eventStore: program)
    chooser.delegate = delegate
    desk.present(chooser, typing: "1", "d")
    #expect(chooser.selectedCalendars.isEmpty && desk.presenter.presentedViewController == nil)
    let seen = desk.seen()
    #expect(seen.contains("shows nothing: the program has no access to events") && !seen.contains("Home"))
  }
}

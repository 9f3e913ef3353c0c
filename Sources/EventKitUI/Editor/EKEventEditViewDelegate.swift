import EventKit
import Foundation

/// How the editing of an event ended.
public enum EKEventEditViewAction: Int, Sendable {
  /// Nothing was changed, or the changes were discarded.
  case canceled = 0
  /// The event was saved.
  case saved = 1
  /// The event was deleted, here or elsewhere.
  case deleted = 2

  /// The earlier name of `canceled`.
  public static var cancelled: EKEventEditViewAction { .canceled }
}

/// Is told how the editing of an event ended.
public protocol EKEventEditViewDelegate: NSObjectProtocol {
  /// The editing ended; the controller is to be dismissed.
  func eventEditViewController(
    _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction)

  /// The calendar for a new event that has none.
  func eventEditViewControllerDefaultCalendar(
    forNewEvents controller: EKEventEditViewController
  ) -> EKCalendar
}

extension EKEventEditViewDelegate {
  /// The store's default calendar.
  public func eventEditViewControllerDefaultCalendar(
    forNewEvents controller: EKEventEditViewController
  ) -> EKCalendar {
    let store = MainActor.assumeIsolated { controller.formStore } ?? EKEventStore()
    return store.defaultCalendarForNewEvents ?? EKCalendar.virtual(store)
  }
}

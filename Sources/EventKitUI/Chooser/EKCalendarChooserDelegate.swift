import Foundation

/// Whether one calendar is chosen or several.
public enum EKCalendarChooserSelectionStyle: Int, Sendable {
  /// One.
  case single = 0
  /// Several.
  case multiple = 1
}

/// Which calendars are offered.
public enum EKCalendarChooserDisplayStyle: Int, Sendable {
  /// All.
  case allCalendars = 0
  /// Those that take changes.
  case writableCalendarsOnly = 1
}

/// Is told of the choice of calendars; each method may be left out.
public protocol EKCalendarChooserDelegate: NSObjectProtocol {
  /// The person changed the selection.
  func calendarChooserSelectionDidChange(_ calendarChooser: EKCalendarChooser)
  /// The person has finished; the chooser is to be dismissed.
  func calendarChooserDidFinish(_ calendarChooser: EKCalendarChooser)
  /// The person canceled the choice; the chooser is to be dismissed.
  func calendarChooserDidCancel(_ calendarChooser: EKCalendarChooser)
}

extension EKCalendarChooserDelegate {
  /// Does nothing.
  public func calendarChooserSelectionDidChange(_ calendarChooser: EKCalendarChooser) {}
  /// Does nothing.
  public func calendarChooserDidFinish(_ calendarChooser: EKCalendarChooser) {}
  /// Does nothing.
  public func calendarChooserDidCancel(_ calendarChooser: EKCalendarChooser) {}
}

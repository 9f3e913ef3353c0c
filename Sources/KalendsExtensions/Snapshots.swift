import EventKit
import Foundation

/// An occurrence of an event as a value that is `Sendable`.
public struct EventSnapshot: Hashable, Sendable {
  /// The identifier, the same for every occurrence.
  public let eventIdentifier: String
  /// The original start of the occurrence, which tells it from the others of its series.
  public let occurrenceDate: Date?
  /// The calendar's identifier.
  public let calendarIdentifier: String
  /// The title; empty when there is none.
  public let title: String
  /// The place as text.
  public let location: String?
  /// The notes.
  public let notes: String?
  /// The link.
  public let url: URL?
  /// The start; whole days start with their first moment.
  public let startDate: Date?
  /// The end; whole days end with the last second of the last one.
  public let endDate: Date?
  /// Whether the event covers whole days.
  public let isAllDay: Bool
  /// The zone of the event's times; nil for floating time.
  public let timeZone: TimeZone?
  /// Whether the occurrence differs from its series.
  public let isDetached: Bool
  /// Whether the event belongs to a series.
  public let hasRecurrenceRules: Bool
  /// The availability during the event.
  public let availability: EKEventAvailability
  /// The event's status.
  public let status: EKEventStatus

  /// Copies the values of an event.
  public init(_ event: EKEvent) {
    eventIdentifier = event.eventIdentifier ?? ""
    occurrenceDate = event.occurrenceDate
    calendarIdentifier = event.calendar?.calendarIdentifier ?? ""
    title = event.title ?? ""
    location = event.location
    notes = event.notes
    url = event.url
    startDate = event.startDate
    endDate = event.endDate
    isAllDay = event.isAllDay
    timeZone = event.timeZone
    isDetached = event.isDetached
    hasRecurrenceRules = event.hasRecurrenceRules
    availability = event.availability
    status = event.status
  }
}

/// A reminder as a value that is `Sendable`.
public struct ReminderSnapshot: Hashable, Sendable {
  /// The identifier.
  public let calendarItemIdentifier: String
  /// The list's identifier.
  public let calendarIdentifier: String
  /// The title; empty when there is none.
  public let title: String
  /// The notes.
  public let notes: String?
  /// The due date: a whole day without hour, floating without zone.
  public let dueDateComponents: DateComponents?
  /// Whether the reminder is completed.
  public let isCompleted: Bool
  /// The completion date.
  public let completionDate: Date?
  /// The priority: 0 none, 1–4 high, 5 medium, 6–9 low.
  public let priority: Int
  /// Whether the reminder repeats.
  public let hasRecurrenceRules: Bool

  /// Copies the values of a reminder.
  public init(_ reminder: EKReminder) {
    calendarItemIdentifier = reminder.calendarItemIdentifier
    calendarIdentifier = reminder.calendar?.calendarIdentifier ?? ""
    title = reminder.title ?? ""
    notes = reminder.notes
    dueDateComponents = reminder.dueDateComponents
    isCompleted = reminder.isCompleted
    completionDate = reminder.completionDate
    priority = reminder.priority
    hasRecurrenceRules = reminder.hasRecurrenceRules
  }
}

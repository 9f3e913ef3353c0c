import Foundation
import QueryEngine

/// An occurrence of an event as a value that is `Sendable`.
public struct KLEventSnapshot: Hashable, Sendable {
  /// The short permanent identifier, the same for every occurrence.
  public let eventIdentifier: String
  /// The identifier of this occurrence; of an event that does not repeat, the event's.
  public let occurrenceIdentifier: String
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
  /// The original start of the occurrence.
  public let occurrenceDate: Date?
  /// Whether the occurrence differs from its series.
  public let isDetached: Bool
  /// Whether the event belongs to a series.
  public let hasRecurrenceRules: Bool
  /// The availability during the event.
  public let availability: KLEventAvailability
  /// The event's status.
  public let status: KLEventStatus

  init(_ row: ItemRow, store: KLEventStore) {
    let viewer = store.viewer
    func date(_ time: ItemTime?) -> Date? { time.map { Date($0.instant(in: viewer)) } }
    eventIdentifier = row.id
    occurrenceIdentifier = row.occurrenceID ?? row.id
    calendarIdentifier = PublicID.text(.calendar, row.calendar.id)
    title = row.record.title ?? ""
    location = row.record.location
    notes = row.record.notes
    url = row.record.url.flatMap(URL.init(string:))
    startDate = date(row.start)
    endDate = date(row.end)?.addingTimeInterval(row.occurrence.isAllDay ? -1 : 0)
    isAllDay = row.occurrence.isAllDay
    timeZone = row.record.start?.zone.flatMap { store.zone(named: $0, of: row.record.id) }
      .map { TimeZone($0, at: row.occurrence.start) }
    occurrenceDate = date(row.originalStart)
    isDetached = row.occurrence.isDetached
    hasRecurrenceRules = row.occurrence.isRecurring
    availability = KLEventAvailability(row.record.availability)
    status = KLEventStatus(row.record.status)
  }
}

/// A reminder as a value that is `Sendable`.
public struct KLReminderSnapshot: Hashable, Sendable {
  /// The short permanent identifier.
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

  init(_ row: ItemRow, store: KLEventStore) {
    calendarItemIdentifier = row.id
    calendarIdentifier = PublicID.text(.calendar, row.calendar.id)
    title = row.record.title ?? ""
    notes = row.record.notes
    let zone = row.record.due?.zone.flatMap { store.zone(named: $0, of: row.record.id) }
    dueDateComponents = row.due?.eventTime(zone: zone).components
    isCompleted = row.isCompleted
    completionDate = row.completed.map { Date($0) }
    priority = row.record.priority
    hasRecurrenceRules = row.occurrence.isRecurring
  }
}

extension ItemTime {
  /// The time in the form that items use, on a zone's clock.
  func eventTime(zone: Zone?) -> EventTime {
    if isAllDay { return .date(civil(in: .utc).date) }
    guard axis == .instant else { return .floating(civil(in: .utc)) }
    let zone = zone ?? .utc
    return .zoned(civil(in: zone), zone)
  }
}

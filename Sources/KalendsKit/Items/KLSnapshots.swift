import Foundation
import QueryEngine

/// An occurrence of an event as a value, which can go anywhere.
public struct KLEventSnapshot: Hashable, Sendable {
  /// The short permanent name, the same for every occurrence.
  public let eventIdentifier: String
  /// The name of this occurrence; of what does not repeat, that of the event.
  public let occurrenceIdentifier: String
  /// The name of its calendar.
  public let calendarIdentifier: String
  /// The title; empty where there is none.
  public let title: String
  /// The place as text.
  public let location: String?
  /// The notes.
  public let notes: String?
  /// The link.
  public let url: URL?
  /// When it starts; whole days with their first moment.
  public let startDate: Date?
  /// When it ends; whole days with the last second of the last one.
  public let endDate: Date?
  /// Whether it covers whole days.
  public let isAllDay: Bool
  /// The zone whose clock it follows; nil for the same wall clock everywhere.
  public let timeZone: TimeZone?
  /// When it would start had it not been moved.
  public let occurrenceDate: Date?
  /// Whether it differs from its series.
  public let isDetached: Bool
  /// Whether it belongs to a series.
  public let hasRecurrenceRules: Bool
  /// What it does to the time it takes.
  public let availability: KLEventAvailability
  /// Its status.
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

/// A reminder as a value, which can go anywhere.
public struct KLReminderSnapshot: Hashable, Sendable {
  /// The short permanent name.
  public let calendarItemIdentifier: String
  /// The name of its list.
  public let calendarIdentifier: String
  /// The title; empty where there is none.
  public let title: String
  /// The notes.
  public let notes: String?
  /// When it should be done: without hour a whole day, without zone the same wall clock everywhere.
  public let dueDateComponents: DateComponents?
  /// Whether it is done.
  public let isCompleted: Bool
  /// When it was done.
  public let completionDate: Date?
  /// 0 none, 1–4 high, 5 medium, 6–9 low.
  public let priority: Int
  /// Whether it repeats.
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
  /// The time as items have it, on the clock of a zone.
  func eventTime(zone: Zone?) -> EventTime {
    if isAllDay { return .date(civil(in: .utc).date) }
    guard axis == .instant else { return .floating(civil(in: .utc)) }
    let zone = zone ?? .utc
    return .zoned(civil(in: zone), zone)
  }
}

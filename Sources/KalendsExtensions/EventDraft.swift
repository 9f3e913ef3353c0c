import EventKit
import Foundation

/// An event being written, apart from any store: a value that a form can show and discard.
///
/// It has a temporary identifier until it is saved, and begins as an untitled whole day: today.
public struct EventDraft: Hashable, Sendable, Identifiable {
  /// The event's identifier, or a temporary one that begins with `new:`.
  public private(set) var id: String
  /// The title.
  public var title = "Untitled"
  /// The start.
  public var startDate: Date
  /// The end; for whole days any moment of the last one.
  public var endDate: Date
  /// Whether the event covers whole days.
  public var isAllDay = true
  /// The place as text.
  public var location: String?
  /// The coordinates of the place; nil without a place on the globe.
  public var coordinate: Coordinate?
  /// The notes.
  public var notes: String?
  /// The link.
  public var url: URL?
  /// The alarms' offsets from the start in seconds, negative before it.
  public var alarmOffsets: [TimeInterval] = []
  /// The availability during the event.
  public var availability = EKEventAvailability.busy

  /// Creates an untitled whole day, the one that contains `now`.
  public init(now: Date) {
    id = "new:" + UUID().uuidString.lowercased()
    startDate = now
    endDate = now
  }

  /// Creates a copy of an event's values.
  public init(copying event: EKEvent) {
    self.init(now: event.startDate ?? Date(timeIntervalSince1970: 0))
    copy(from: event)
  }

  /// Creates an event from another program's data: milliseconds since 1970, where a missing end equals the
  /// start, and an alarm in minutes before.
  ///
  /// Coordinates outside the globe are left out.
  public init(
    title: String?, startMilliseconds: Int64, endMilliseconds: Int64?, isAllDay: Bool,
    alarmMinutesBefore: Int? = nil, latitude: Double? = nil, longitude: Double? = nil,
    location: String? = nil
  ) {
    let start = Date(timeIntervalSince1970: Double(startMilliseconds) / 1000)
    self.init(now: start)
    if let title, !title.isEmpty { self.title = title }
    endDate = endMilliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) } ?? start
    self.isAllDay = isAllDay
    self.location = location
    alarmOffsets = alarmMinutesBefore.map { [-60 * TimeInterval($0)] } ?? []
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// Copies an event's values and its identifier.
  public mutating func copy(from event: EKEvent) {
    if let identifier = event.eventIdentifier { id = identifier }
    title = event.title
    startDate = event.startDate ?? startDate
    endDate = event.endDate ?? event.startDate ?? endDate
    isAllDay = event.isAllDay
    location = event.location
    coordinate = event.structuredLocation?.coordinate
    notes = event.notes
    url = event.url
    alarmOffsets = (event.alarms ?? []).filter { $0.absoluteDate == nil && $0.proximity == .none }
      .map(\.relativeOffset)
    availability = event.availability
  }

  /// Writes the values that differ into an event; the caller saves it.
  public func apply(to event: EKEvent) {
    let present = EventDraft(copying: event)
    let isNew = event.eventIdentifier == nil
    if isNew || title != present.title { event.title = title }
    if isNew || isAllDay != present.isAllDay { event.isAllDay = isAllDay }
    if isNew || startDate != present.startDate { event.startDate = startDate }
    if isNew || endDate != present.endDate { event.endDate = endDate }
    if location != present.location || coordinate != present.coordinate {
      if let coordinate {
        event.structuredLocation = EKStructuredLocation(title: location, coordinate: coordinate)
      } else {
        event.location = location
      }
    }
    if notes != present.notes { event.notes = notes }
    if url != present.url { event.url = url }
    if availability != present.availability, availability != .notSupported {
      event.availability = availability
    }
    if alarmOffsets != present.alarmOffsets {
      let others = (event.alarms ?? []).filter { $0.absoluteDate != nil || $0.proximity != .none }
      event.alarms = others + alarmOffsets.map { EKAlarm(relativeOffset: $0) }
    }
  }
}

import Editing
import Foundation

/// An event that is being written, apart from any store: a value that a form can show and throw away.
///
/// It has a name of its own until it is saved, and begins as an untitled whole day: today.
public struct KLEventDraft: Hashable, Sendable, Identifiable {
  /// The event's name, or one for the time being that begins with `new:`.
  public private(set) var id: String
  /// The title.
  public var title = "Untitled"
  /// When it starts.
  public var startDate: Date
  /// When it ends; whole days with any moment of the last one.
  public var endDate: Date
  /// Whether it covers whole days.
  public var isAllDay = true
  /// The place as text.
  public var location: String?
  /// The point of the place.
  public var coordinate: KLCoordinate?
  /// The notes.
  public var notes: String?
  /// The link.
  public var url: URL?
  /// Seconds from the start at which alarms go off, negative before it.
  public var alarmOffsets: [TimeInterval] = []
  /// What it does to the time it takes.
  public var availability = KLEventAvailability.busy

  /// An untitled whole day, the one that `now` lies in.
  public init(now: Date) {
    id = "new:" + UUID().uuidString.lowercased()
    startDate = now
    endDate = now
  }

  /// What an event says.
  public init(copying event: KLEvent) {
    self.init(now: event.startDate ?? Date(timeIntervalSince1970: 0))
    copy(from: event)
  }

  /// An event from another program's data: milliseconds since 1970, a missing end being the
  /// start, an alarm in minutes before.
  ///
  /// A point outside the globe is left out.
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
      coordinate = KLCoordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// Takes over what an event says, and its name.
  public mutating func copy(from event: KLEvent) {
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

  /// Writes into an event what differs from it; saving stays with the caller.
  public func apply(to event: KLEvent) {
    let present = KLEventDraft(copying: event)
    let isNew = event.eventIdentifier == nil
    if isNew || title != present.title { event.title = title }
    if isNew || isAllDay != present.isAllDay { event.isAllDay = isAllDay }
    if isNew || startDate != present.startDate { event.startDate = startDate }
    if isNew || endDate != present.endDate { event.endDate = endDate }
    if location != present.location || coordinate != present.coordinate {
      if let coordinate {
        event.structuredLocation = KLStructuredLocation(title: location, coordinate: coordinate)
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
      event.alarms = others + alarmOffsets.map(KLAlarm.init(relativeOffset:))
    }
  }
}

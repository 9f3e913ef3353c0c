// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Editing
import Foundation
import QueryEngine

/// An event, or one occurrence of a series.
open class EKEvent: EKCalendarItem {
  /// Creates an event; it needs a start and a calendar to be saved.
  ///
  /// A missing end equals the start.
  public init(eventStore: EKEventStore) {
    super.init(ItemDraft(.event, viewer: eventStore.viewer), store: eventStore)
  }

  package override init(_ draft: ItemDraft, store: EKEventStore) { super.init(draft, store: store) }
  package override init(_ row: ItemRow, store: EKEventStore) { super.init(row, store: store) }

  /// The identifier; nil until saved, the same for every occurrence of a series.
  open var eventIdentifier: String! {
    let id = calendarItemIdentifier
    return id.isEmpty ? nil : id
  }

  // MARK: Times

  /// The start; whole days start with their first moment.
  open var startDate: Date! {
    get {
      let viewer = eventStore.viewer
      return cheap(
        { $0.start.map { Date($0.instant(in: viewer)) } },
        { $0.times.presentedStart(viewer: viewer).map { Date($0) } })
    }
    set { edit { $0.setTimes { $0.start = newValue.map { Instant($0) } } } }
  }

  /// The end; whole days end with the last second of the last one.
  open var endDate: Date! {
    get {
      let viewer = eventStore.viewer
      return cheap(
        { row in
          row.end.map { Date($0.instant(in: viewer).adding(seconds: row.occurrence.isAllDay ? -1 : 0)) }
        },
        { $0.times.presentedEnd(viewer: viewer).map { Date($0) } })
    }
    set { edit { $0.setTimes { $0.end = newValue.map { Instant($0) } } } }
  }

  /// Whether the event covers whole days; such an event has no zone.
  open var isAllDay: Bool {
    get { cheap({ $0.occurrence.isAllDay }, { $0.times.isAllDay }) }
    set {
      let viewer = eventStore.viewer
      edit { $0.setTimes { $0.setAllDay(newValue, viewer: viewer) } }
    }
  }

  /// The zone of the event's times; nil for floating time.
  ///
  /// Changing the zone keeps the moments.
  open override var timeZone: TimeZone? {
    get {
      let store = eventStore
      let (zone, start) = cheap(
        { ($0.startTime(store)?.zone, $0.start?.instant(in: store.viewer)) },
        { ($0.times.zone, $0.times.start) })
      return zone.map { TimeZone($0, at: start ?? store.now) }
    }
    set {
      let store = eventStore
      edit { draft in
        let start = draft.times.start.map { Date($0) } ?? store.options.clock()
        draft.setTimes { $0.setZone(newValue.map { Zone($0, zones: store.zones, at: start) }) }
      }
    }
  }

  /// The original start of this occurrence; of an event that does not repeat, its start.
  open var occurrenceDate: Date! {
    let viewer = eventStore.viewer
    let original = cheap(
      { $0.originalStart.map { Date($0.instant(in: viewer)) } },
      { $0.originalStart.map { Date($0.instant(in: viewer)) } })
    return original ?? startDate
  }

  /// Whether this occurrence differs from its series.
  open var isDetached: Bool { cheap({ $0.occurrence.isDetached }, { $0.isDetached }) }

  // MARK: Place

  /// The place with coordinates, or with the text alone; nil when there is neither.
  open var structuredLocation: EKStructuredLocation? {
    get { place }
    set { place = newValue }
  }

  // MARK: Other values

  /// The availability during the event; `notSupported` when the calendar has no availabilities.
  open var availability: EKEventAvailability {
    get {
      let (value, calendar) = cheap(
        { ($0.record.availability, $0.calendar as CalendarRecord?) },
        { ($0.item.availability, $0.calendar.flatMap(eventStore.record(calendar:))) })
      if let calendar, calendar.availabilities.isEmpty { return .notSupported }
      return EKEventAvailability(value)
    }
    set {
      guard let value = newValue.value else { return }
      edit { $0.set(.availability) { $0.availability = value } }
    }
  }

  /// The status, which programs do not change; only `canceled` can be relied on.
  open var status: EKEventStatus { EKEventStatus(cheap({ $0.record.status }, { $0.item.status })) }

  /// The organizer; nil when there is none.
  open var organizer: EKParticipant? {
    draft.item.organizer.map { EKParticipant($0, own: eventStore.personsAddresses) }
  }

  /// The contact whose birthday the event is; nil for other events.
  open var birthdayContactIdentifier: String? {
    cheap({ $0.record.birthdayContact }, { $0.item.birthdayContact })
  }

  /// The number that a contact had in the address book of earlier systems; always -1.
  @available(*, deprecated, renamed: "birthdayContactIdentifier")
  open var birthdayPersonID: Int { -1 }

  /// The identifier that a contact had in the address book of earlier systems; always nil.
  @available(*, deprecated, renamed: "birthdayContactIdentifier")
  open var birthdayPersonUniqueID: String? { nil }

  /// Title, place, calendar, identifier and times.
  open override var description: String {
    var text = ObjectDescription(self)
    describe(&text)
    text.add("startDate", startDate)
    text.add("endDate", endDate)
    text.add("allDay", isAllDay)
    return text.with()
  }

  // MARK: Changes

  /// Takes the stored values of all fields not edited; false when the event, or this occurrence of it, no longer exists.
  @discardableResult
  open override func refresh() -> Bool { super.refresh() }

  /// Compares the starts of two events; events without a start come last.
  open func compareStartDate(with other: EKEvent) -> ComparisonResult {
    switch (startDate, other.startDate) {
    case (let own?, let other?): own.compare(other)
    case (nil, nil): .orderedSame
    case (_?, nil): .orderedAscending
    case (nil, _?): .orderedDescending
    }
  }
}

import Editing

/// The occurrences of a series that a save or removal reaches.
public enum KLSpan: Int, CaseIterable, Sendable {
  /// The one occurrence.
  case thisEvent = 0
  /// The occurrence and all later ones; on the first occurrence, all.
  case futureEvents
  /// Every occurrence; EventKit has no such span.
  case allEvents

  var span: EditSpan {
    switch self {
    case .thisEvent: .this
    case .futureEvents: .future
    case .allEvents: .all
    }
  }
}

/// The kinds of item for which a program requests access.
public enum KLEntityType: Int, CaseIterable, Sendable {
  case event = 0
  case reminder

  var kind: ItemKind { self == .reminder ? .reminder : .event }
  var kinds: EntityKinds { EntityKinds(kind) }
}

/// A set of kinds of item.
public struct KLEntityMask: OptionSet, Hashable, Sendable {
  /// The bits: 1 events, 2 reminders.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Events.
  public static let event = KLEntityMask(rawValue: 1)
  /// Reminders.
  public static let reminder = KLEntityMask(rawValue: 2)
  /// Both.
  public static let all: KLEntityMask = [.event, .reminder]
}

/// A program's access to a kind of item, with EventKit's numbers, and read-only.
public enum KLAuthorizationStatus: Int, CaseIterable, Sendable {
  case notDetermined = 0
  /// Forbidden by policy, which the user cannot change.
  case restricted
  case denied
  case fullAccess
  /// Events can be added; every read is empty.
  case writeOnly
  /// Everything can be read, nothing written; EventKit has no such level.
  case readOnly

  init(_ level: AccessLevel) {
    switch level {
    case .undetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .full: self = .fullAccess
    case .writeOnly: self = .writeOnly
    case .readOnly: self = .readOnly
    }
  }
}

/// The availability during an event.
public enum KLEventAvailability: Int, CaseIterable, Sendable {
  /// The calendar has no availabilities.
  case notSupported = -1
  case busy = 0
  case free, tentative, unavailable

  init(_ value: Availability) {
    switch value {
    case .busy: self = .busy
    case .free: self = .free
    case .tentative: self = .tentative
    case .unavailable: self = .unavailable
    }
  }

  var value: Availability? { Availability(rawValue: rawValue) }
}

/// The status of an event, which only its organizer's calendar changes.
public enum KLEventStatus: Int, CaseIterable, Sendable {
  case none = 0
  case confirmed, tentative, canceled

  init(_ value: EventStatus) {
    switch value {
    case .none: self = .none
    case .confirmed: self = .confirmed
    case .tentative: self = .tentative
    case .cancelled: self = .canceled
    }
  }
}

/// The named values of a reminder's priority.
public enum KLReminderPriority: Int, CaseIterable, Sendable {
  case none = 0
  case high = 1
  case medium = 5
  case low = 9

  /// The band of a priority: 1–4 high, 5 medium, 6–9 low, else none.
  public init(band priority: Int) {
    switch PriorityBand(priority: priority) {
    case .none: self = .none
    case .high: self = .high
    case .medium: self = .medium
    case .low: self = .low
    }
  }
}

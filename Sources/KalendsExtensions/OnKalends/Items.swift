import Editing
import EventKit

extension EKCalendarItem {
  /// The store of the item.
  public var store: EKEventStore { eventStore }

  /// The identifier of this occurrence, `ev:2m9x4a/20261118T091500`; of an item that does not repeat, the item's.
  ///
  /// Apple's identifiers are the same for all occurrences. The store's `event(withIdentifier:)` takes both.
  public var occurrenceIdentifier: String { occurrenceID }
}

extension EKReminder {
  /// The place with coordinates, or with the text alone; nil when there is neither.
  ///
  /// Apple's reminders have no place but that of an alarm.
  public var structuredLocation: EKStructuredLocation? {
    get { place }
    set { place = newValue }
  }
}

extension EKCalendar {
  /// The color as `#RRGGBB`; nil until set.
  public var colorCode: String? {
    get { cgColor?.description }
    set { cgColor = newValue.flatMap(CGColor.init(hex:)) }
  }
}

extension EKParticipant {
  /// The address without `mailto:`.
  public var emailAddress: String { bareAddress }
}

extension EKStructuredLocation {
  /// The radius in meters that 0 stands for.
  public static var defaultRadius: Double { Alarm.defaultRadius }

  /// The radius in meters, or the default.
  public var effectiveRadius: Double { radius > 0 ? radius : Self.defaultRadius }
}

extension EKReminderPriority {
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

extension EKRecurrenceRule {
  /// The whole rule in iCalendar's form (RFC 5545, 3.3.10), such as `FREQ=WEEKLY;COUNT=10`.
  public var text: String { iCalendarText }

  /// Why the rule cannot be saved, as a clause; nil for one that can.
  public var fault: String? {
    do throws(RecurrenceProblem) {
      try check()
      return nil
    } catch {
      return error.description
    }
  }
}

import CivilTime
import ICalendar
import Recurrence

/// Something in a component that was read leniently, or could not be read and was left out of the item.
public struct ItemProblem: Hashable, Sendable {
  /// What was noticed.
  public enum Kind: Hashable, Sendable {
    /// The property's value is not of its type; the item goes without it.
    case unreadable(String)
    /// The rule was refused; the item stays, with its first occurrence only.
    case rejectedRule(RecurrenceRuleError)
    /// The rule was read leniently, or never matches.
    case rule(RecurrenceWarning)
    /// The end lies before the start; the item lasts no time.
    case endsBeforeStart
    /// The end is not of the start's kind, or stands twice; it was read as `EndReading` says.
    case unlikeStart(EndReading)
    /// The time zone is unknown; the time was read in the calendar's own zone, or as floating.
    case unknownZone(String)
    /// An event without a start, which no time query can find.
    case noStart
    /// A repeating item without a start, which cannot repeat.
    case repeatsWithoutStart
  }

  /// How an end that is not of its start's kind was read.
  public enum EndReading: Hashable, Sendable {
    /// A day, where the start has a time: as that day begins.
    case dayBegins
    /// A time, where the start is a day: as its day.
    case dayOfTime
    /// Without a zone, where the start has one: in the start's.
    case zoneOfStart
    /// In a zone, where the start has none: as its clock shows.
    case clockAlone
    /// A length with hours, where the start is a day: as the days that it touches.
    case wholeDays
    /// DTEND or DUE and DURATION: without DURATION.
    case withoutDuration
  }

  /// What was noticed.
  public var kind: Kind
  /// The name of the property it concerns.
  public var property: String

  /// A problem with both its parts.
  public init(_ kind: Kind, property: String) {
    self.kind = kind
    self.property = property
  }
}

/// Reads a VEVENT or VTODO component as an item.
///
/// Nothing is invented: what a component does not say stays unset. Everything else in it stays in its text.
public struct ItemReader {
  /// How a TZID becomes a zone; nil for an unknown one.
  public typealias ZoneLookup = (String) -> Zone?

  let component: Component
  let zone: ZoneLookup
  var item: Item
  var problems: [ItemProblem] = []

  /// The item that a component describes, and what was noticed on the way.
  public static func read(_ component: Component, zone: ZoneLookup) -> (item: Item, problems: [ItemProblem]) {
    withoutActuallyEscaping(zone) { zone in
      let kind: ItemKind
      switch component.name {
      case "VEVENT": kind = .event
      case "VTODO": kind = .reminder
      default: kind = .other
      }
      var reader = ItemReader(component: component, zone: zone, item: Item(kind: kind))
      reader.readAll()
      return (reader.item, reader.problems)
    }
  }

  private mutating func readAll() {
    for property in component.properties { readPlain(property) }
    if item.kind == .other { return }
    readTimes()
    readRecurrence()
    for child in component.components where child.name == "VALARM" {
      if let alarm = AlarmReader.read(child) { item.alarms.append(alarm) }
    }
  }
}

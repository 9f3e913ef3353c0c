import ICalendar

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
      let item = Item(kind: ItemKind(component: component.name))
      var reader = ItemReader(component: component, zone: zone, item: item)
      reader.readAll()
      return (reader.item, reader.problems)
    }
  }

  private mutating func readAll() {
    for property in component.properties {
      for read in Self.readers[Int(property.kind.rawValue)] { read(property, &self) }
    }
    if item.kind == .other { return }
    readTimes()
    readRecurrence()
    for child in component.components where child.kind == .valarm {
      if let alarm = AlarmReader.read(child) { item.alarms.append(alarm) }
    }
  }

  /// What each property says that stands on its own, by its kind.
  private static let readers: [[FieldRow.Read]] = {
    var readers = [[FieldRow.Read]](repeating: [], count: PropertyKind.allCases.count)
    func add(_ kind: PropertyKind, _ read: @escaping FieldRow.Read) {
      readers[Int(kind.rawValue)].append(read)
    }
    for row in ItemField.allCases.map(\.row) { for kind in row.properties { add(kind, row.read) } }
    add(.uid) { $1.item.uid = $0.uid }
    add(.sequence) { $1.item.sequence = $1.integer($0) ?? $1.item.sequence }
    add(.created) { $1.item.created = $1.instant($0) }
    add(.lastModified) { $1.item.modified = $1.instant($0) }
    add(.dtstamp) { $1.item.modified = $1.item.modified ?? $1.instant($0) }
    add(.xKalendsPrevious) { $1.item.previousUID = $1.nonEmpty($0.text) }
    add(.xKalendsBirthdayContact) { $1.item.birthdayContact = $1.nonEmpty($0.text) }
    return readers
  }()

  func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  mutating func integer(_ property: Property) -> Int? {
    let text = property.rawText.trimmingBlanks
    if let value = Int(text) { return value }
    problems.append(ItemProblem(.unreadable(text), property: property.name))
    return nil
  }

  mutating func instant(_ property: Property) -> Instant? {
    guard let time = times(property).first else { return nil }
    // These stamps are UTC by RFC 5545; a file that leaves out the Z means it all the same.
    return time.instant(in: .utc)
  }
}

extension Component {
  /// What UID names it by; nil where there is none, and where blanks alone stand there, which name nothing.
  public var uid: String? { property(.uid)?.uid }
}

extension Property {
  fileprivate var uid: String? {
    let text = text
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}

extension String {
  /// Without blanks at either end.
  var trimmingBlanks: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

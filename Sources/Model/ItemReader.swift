import ICalendar

/// A part of a component that was read leniently, or could not be read and was left out of the item.
public struct ItemProblem: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: Hashable, Sendable {
    /// The property's value is not of its type; the item goes without it.
    case unreadable(String)
    /// The rule was refused; the item stays, with its first occurrence only.
    case rejectedRule(RecurrenceRuleError)
    /// The rule was read leniently, or never matches.
    case rule(RecurrenceWarning)
    /// The end is before the start; the item has zero length.
    case endsBeforeStart
    /// The end's kind differs from the start's, or the end is given twice; `EndReading` says how it was
    /// read.
    case unlikeStart(EndReading)
    /// The time zone is unknown; the time was read in the calendar's own zone, or as floating.
    case unknownZone(String)
    /// An event without a start, which no time query can find.
    case noStart
    /// A repeating item without a start, which cannot repeat.
    case repeatsWithoutStart
  }

  /// The reading of an end whose kind differs from the start's.
  public enum EndReading: Hashable, Sendable {
    /// The end is a day and the start has a time: the beginning of that day.
    case dayBegins
    /// The end is a time and the start is a day: the day of that time.
    case dayOfTime
    /// The end has no zone and the start has one: in the start's zone.
    case zoneOfStart
    /// The end has a zone and the start has none: the wall-clock time of the end.
    case clockAlone
    /// The length has hours and the start is a day: all days that it touches.
    case wholeDays
    /// DTEND or DUE together with DURATION: without DURATION.
    case withoutDuration
  }

  /// The kind of problem.
  public var kind: Kind
  /// The name of the property with the problem.
  public var property: String

  /// Creates a problem.
  public init(_ kind: Kind, property: String) {
    self.kind = kind
    self.property = property
  }
}

/// Reads a VEVENT or VTODO component as an item.
///
/// Nothing is invented: fields without a property stay unset. Everything else in the component stays in its
/// text.
public struct ItemReader {
  /// Looks up the zone of a TZID; nil for an unknown one.
  public typealias ZoneLookup = (String) -> Zone?

  let component: Component
  let zone: ZoneLookup
  var item: Item
  var problems: [ItemProblem] = []
  /// What a property said already that counts once.
  private var said: [Saying] = []

  private struct Saying: Equatable {
    var kind: PropertyKind
    var field: ItemField?
  }

  /// The item that a component describes, and the problems found while reading it.
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

  /// The readers of the properties that are read one by one, by the kind of property.
  private static let readers: [[FieldRow.Read]] = {
    var readers = [[FieldRow.Read]](repeating: [], count: PropertyKind.allCases.count)
    func add(_ kind: PropertyKind, _ read: @escaping FieldRow.Read) {
      readers[Int(kind.rawValue)].append(read)
    }
    for row in ItemField.allCases.map(\.row) { for kind in row.properties { add(kind, row.read) } }
    add(.uid) { $1.take($0, \.uid, $0.uid) }
    add(.sequence) { $1.take($0, \.sequence, $1.integer($0)) }
    add(.created) { $1.take($0, \.created, $1.instant($0)) }
    add(.lastModified) { $1.take($0, \.modified, $1.instant($0)) }
    add(.dtstamp) { $1.item.modified = $1.item.modified ?? $1.instant($0) }
    add(.xKalendsPrevious) { $1.take($0, \.previousUID, $1.nonEmpty($0.text)) }
    add(.xKalendsBirthdayContact) { $1.take($0, \.birthdayContact, $1.nonEmpty($0.text)) }
    return readers
  }()

  /// Sets a value of the item to what a property says, nil for one that says nothing: of those that may stand
  /// once, the first that says something counts.
  ///
  /// `field` tells apart what is read from properties of one kind.
  mutating func take<Value>(
    _ property: Property, of field: ItemField? = nil, _ path: WritableKeyPath<Item, Value>, _ value: Value?
  ) {
    if let value, isFirst(Saying(kind: property.kind, field: field)) { item[keyPath: path] = value }
  }

  /// The same for a value that an item may go without.
  mutating func take<Value>(
    _ property: Property, of field: ItemField? = nil, _ path: WritableKeyPath<Item, Value?>, _ value: Value?
  ) {
    if let value, isFirst(Saying(kind: property.kind, field: field)) { item[keyPath: path] = value }
  }

  private mutating func isFirst(_ saying: Saying) -> Bool {
    if said.contains(saying) { return false }
    said.append(saying)
    return true
  }

  func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  mutating func integer(_ property: Property) -> Int? {
    let text = property.rawText.trimmingBlanks
    if let value = Int(text) { return value }
    problems.append(ItemProblem(.unreadable(text), property: property.name))
    return nil
  }

  mutating func instant(_ property: Property) -> Instant? {
    guard let time = times(property).first else { return nil }
    // RFC 5545 requires these stamps in UTC; a file without the Z still means UTC.
    return time.instant(in: .utc)
  }
}

extension Component {
  /// What UID names it by; nil where there is none, and where blanks alone stand there, which name nothing.
  public var uid: String? {
    guard let first = property(.uid) else { return nil }
    return first.uid ?? properties.lazy.filter { $0.kind == .uid }.compactMap(\.uid).first
  }
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

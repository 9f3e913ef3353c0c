/// A field of an item, as it is written in a query.
///
/// `FieldCatalog` says which nouns have it, its type and its help.
public enum FieldName: String, CaseIterable, Sendable {
  case title, location, notes, url, organizer, attendee, id, uid, rule, tags, categories,
    attachments
  case start, end, due, created, modified, occurrence, completed, time
  case duration, overlap, travel, offset, revision
  case attendeesCount = "attendees.count"
  case alarmsCount = "alarms.count"
  case locationLatitude = "location.latitude"
  case locationLongitude = "location.longitude"
  case locationRadius = "location.radius"
  case calendar, source, status, availability, zone, priority, kind
  case allday, recurring, detached, writable, subscribed, hidden
  case color, items, calendars
  case flagged, section, conference
  /// Fields that can be set but not asked for as such.
  case alarms, `repeat`, exceptions, attendees
}

/// What a field holds; it picks the operators and the values that a condition may use.
public enum FieldType: Hashable, Sendable {
  case text
  case date
  case number(NumberKind)
  /// One word of a closed or open list; ordered ones take `<` and `>`.
  case choice(ordered: Bool)
  case boolean
  /// Alarms, rules and lists, which only `edit` can name.
  case structure
}

/// What a number counts.
public enum NumberKind: String, Sendable {
  /// A length of time: values need a unit.
  case duration
  case count
  /// A decimal number, as a coordinate.
  case decimal
}

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
  /// Fields that can be set but not queried.
  case alarms, `repeat`, exceptions, attendees
}

/// The type of a field's content; it decides the operators and the values of its conditions.
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

/// The kind of a number.
public enum NumberKind: String, Sendable {
  /// A length of time: values need a unit.
  case duration
  case count
  /// A decimal number, as a coordinate.
  case decimal
}

/// One row of the field catalog: a field as some nouns have it.
public struct FieldEntry: Hashable, Sendable {
  /// The field.
  public let name: FieldName
  /// The nouns that have it with these properties.
  public let nouns: Set<Noun>
  /// The type of its content.
  public let type: FieldType
  /// Whether `edit … set` may name it.
  public let isSettable: Bool
  /// Whether queries may name it.
  public let isQueryable: Bool
  /// The words it may hold, if the list is closed.
  public let choices: [String]
  /// One line of help.
  public let help: String
}

/// The fields of every noun: the one table that parser, binder, completion, `describe` and help read.
public enum FieldCatalog {
  /// All rows, in the order in which `describe` lists them.
  public static let entries: [FieldEntry] = makeEntries()

  /// The entry of a field for a noun; nil if the noun does not have the field.
  public static func entry(_ name: FieldName, of noun: Noun) -> FieldEntry? {
    entries.first { $0.name == name && $0.nouns.contains(noun) }
  }

  /// The fields that queries of a noun may name.
  public static func queryable(_ noun: Noun) -> [FieldEntry] {
    entries.filter { $0.isQueryable && $0.nouns.contains(noun) }
  }

  /// The fields that `edit` may set on any of the nouns.
  public static func settable(_ nouns: Set<Noun>) -> [FieldEntry] {
    entries.filter { $0.isSettable && !$0.nouns.isDisjoint(with: nouns) }
  }

  /// The field that a written word names on a noun.
  ///
  /// Other names (`list`, `name`) and any letter case are understood.
  public static func field(spelled text: String, of noun: Noun) -> FieldName? {
    let word = text.lowercased()
    let name = alias(word, of: noun) ?? FieldName(rawValue: word)
    guard let name, entry(name, of: noun) != nil else { return nil }
    return name
  }

  private static func alias(_ word: String, of noun: Noun) -> FieldName? {
    switch (word, noun) {
    case ("list", .reminders): .calendar
    case ("name", .calendars), ("name", .sources): .title
    case ("description", .events), ("description", .reminders): .notes
    case ("tag", _): .tags
    case ("category", _): .categories
    case ("attachment", _): .attachments
    default: nil
    }
  }

  private static let timed: Set<Noun> = [.events, .series, .busy, .conflicts]
  private static let events: Set<Noun> = [.events, .series, .conflicts]
  private static let items: Set<Noun> = [.events, .series, .conflicts, .reminders]

  private static func makeEntries() -> [FieldEntry] {
    var rows: [FieldEntry] = []
    func row(
      _ name: FieldName, _ nouns: Set<Noun>, _ type: FieldType, set: Bool = false, query: Bool = true,
      choices: [String] = [], _ help: String
    ) {
      rows.append(
        FieldEntry(
          name: name, nouns: nouns, type: type, isSettable: set, isQueryable: query, choices: choices,
          help: help))
    }
    row(.title, items.union([.alarms]), .text, set: true, "what it is called")
    row(.title, [.calendars, .sources], .text, "its name")
    row(.start, timed, .date, set: true, "when it starts")
    row(.start, [.reminders], .date, set: true, "when work on it can start")
    row(.end, timed, .date, set: true, "when it ends; for all-day events the end of the last day")
    row(.due, [.reminders], .date, set: true, "when it should be done")
    row(.completed, [.reminders], .date, "when it was done")
    row(.time, [.alarms], .date, "when it rings")
    row(.created, items, .date, "when it was first saved")
    row(.modified, items, .date, "when it was last changed")
    row(.occurrence, [.events, .conflicts], .date, "when this occurrence would start had it not been moved")
    row(.duration, timed, .number(.duration), set: true, "how long it lasts")
    row(.overlap, [.events, .conflicts, .busy], .number(.duration), "how much of it lies in the range")
    row(.travel, [.events, .series, .conflicts], .number(.duration), set: true, "travel time before it")
    row(.offset, [.alarms], .number(.duration), "how far from the item it rings, before or after it")
    row(.allday, events.union([.alarms]), .boolean, set: true, "whether it lasts whole days")
    row(.recurring, [.events, .conflicts, .reminders, .alarms], .boolean, "whether it repeats")
    row(.detached, [.events, .conflicts], .boolean, "whether it was changed apart from its series")
    row(
      .calendar, items.union([.alarms]), .choice(ordered: false), set: true, "the calendar or list it is in")
    row(.source, items.union([.alarms, .calendars]), .choice(ordered: false), "the account of its calendar")
    row(.location, items, .text, set: true, "where it takes place")
    row(.locationLatitude, items, .number(.decimal), "degrees north")
    row(.locationLongitude, items, .number(.decimal), "degrees east")
    row(.locationRadius, items, .number(.decimal), "meters around the place")
    row(.notes, items, .text, set: true, "free text")
    row(.conference, items, .text, set: true, "where to join")
    row(.section, [.reminders], .text, set: true, "the part of its list that it stands in")
    row(.flagged, [.reminders], .boolean, set: true, "whether it is marked to be seen")
    row(.url, items, .text, set: true, "a link")
    row(.organizer, events, .text, "who invited, by name or address")
    row(.attendee, events, .text, "anyone invited, by name or address")
    row(.attendees, events, .structure, set: true, query: false, "who is invited")
    row(.attendeesCount, events, .number(.count), "how many are invited")
    row(.tags, items, .text, set: true, "its tags, any of them")
    row(.categories, items, .text, set: true, "its categories, any of them")
    row(.attachments, items, .text, set: true, "its attached links or their file names, any of them")
    row(
      .status, events, .choice(ordered: false), choices: ["none", "tentative", "confirmed", "cancelled"],
      "whether it takes place")
    row(
      .availability, events, .choice(ordered: false), set: true,
      choices: ["busy", "free", "tentative", "unavailable"], "whether it blocks its time")
    row(
      .priority, [.reminders], .choice(ordered: true), set: true, choices: ["none", "low", "medium", "high"],
      "none < low < medium < high, or 0 to 9 with 1 the highest")
    row(.zone, items, .choice(ordered: false), set: true, "its time zone, or floating")
    row(.alarms, items, .structure, set: true, query: false, "its alarms")
    row(.alarmsCount, items, .number(.count), "how many alarms it has")
    row(.repeat, items, .structure, set: true, query: false, "how it repeats")
    row(.exceptions, items, .structure, set: true, query: false, "dates left out of the series")
    row(.rule, items, .text, "its recurrence rule as iCalendar writes it")
    row(.id, items.union([.alarms, .calendars, .sources]), .text, "its short permanent id")
    row(.uid, items, .text, "its iCalendar UID")
    row(.revision, items, .number(.count), "how often it was saved")
    row(
      .kind, [.calendars], .choice(ordered: false), choices: ["events", "reminders", "both"],
      "what it can hold")
    row(
      .kind, [.sources], .choice(ordered: false),
      choices: ["local", "caldav", "exchange", "subscribed", "birthdays"], "what sort of account it is")
    row(.color, items, .text, set: true, "its own color, by a CSS name")
    row(.color, [.calendars], .text, "its color, as #rrggbb")
    row(.items, [.calendars], .number(.count), "how many items it holds")
    row(.calendars, [.sources], .number(.count), "how many calendars it holds")
    row(.writable, [.calendars], .boolean, "whether it can be changed")
    row(.subscribed, [.calendars], .boolean, "whether it is a copy of somebody else's")
    row(.hidden, [.calendars], .boolean, "whether it is left out unless it is named")
    return rows
  }
}

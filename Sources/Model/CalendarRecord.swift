/// An account that calendars belong to (EventKit's source).
public struct SourceRecord: Hashable, Sendable {
  /// The types of account that EventKit knows.
  public enum Kind: Int, Sendable, CaseIterable {
    case local = 0
    case exchange, calDAV, mobileMe, subscribed, birthdays

    /// The word for it in queries and JSON.
    public var name: String {
      switch self {
      case .local: "local"
      case .exchange: "exchange"
      case .calDAV: "caldav"
      case .mobileMe: "mobileme"
      case .subscribed: "subscribed"
      case .birthdays: "birthdays"
      }
    }
  }

  /// The row number in its store.
  public var id: Int
  /// What people call it, such as `Local`.
  public var title: String
  /// What kind of account it is.
  public var kind: Kind
  /// What it does not allow.
  public var limits: Limits = []
  /// How many alarms an item in it keeps; nil for any number.
  public var mostAlarms: Int?

  /// What an account does not allow; a local one allows everything.
  public struct Limits: OptionSet, Hashable, Sendable {
    /// The bits, as they are stored.
    public let rawValue: Int

    /// Limits from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Calendars cannot be added or deleted.
    public static let noCalendarChanges = Limits(rawValue: 1)
    /// No calendars for events.
    public static let noEvents = Limits(rawValue: 2)
    /// No calendars for reminders.
    public static let noReminders = Limits(rawValue: 4)
    /// No places with coordinates.
    public static let noPlaces = Limits(rawValue: 8)
    /// No places on reminders.
    public static let noReminderPlaces = Limits(rawValue: 16)
    /// No alarms that ring on coming or leaving.
    public static let noProximity = Limits(rawValue: 32)
    /// No occurrence of a series may be moved onto the day of another.
    public static let noCollisions = Limits(rawValue: 64)
    /// Nobody can be invited from it.
    public static let noInvitations = Limits(rawValue: 256)
    /// Nothing can be attached to its items.
    public static let noAttachments = Limits(rawValue: 512)
    /// Somebody else's account, delegated to the user.
    public static let isDelegate = Limits(rawValue: 128)
  }

  /// A source with all its parts.
  public init(id: Int, title: String, kind: Kind) {
    self.id = id
    self.title = title
    self.kind = kind
  }
}

/// The kinds of item that a calendar takes.
public struct EntityKinds: OptionSet, Hashable, Sendable {
  /// The bits: 1 events, 2 reminders.
  public let rawValue: Int

  /// Kinds from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Events.
  public static let events = EntityKinds(rawValue: 1)
  /// Reminders.
  public static let reminders = EntityKinds(rawValue: 2)
}

/// A calendar or list of reminders.
public struct CalendarRecord: Hashable, Sendable {
  /// The row number in its store.
  public var id: Int
  /// The row number of its source.
  public var source: Int
  /// What people call it.
  public var title: String
  /// Its color as `#RRGGBB`; nil when none is set.
  public var color: String?
  /// What it takes.
  public var kinds: EntityKinds
  /// Whether it is left out unless named.
  public var isHidden: Bool
  /// Whether it is a subscription.
  public var isSubscribed: Bool
  /// Whether items in it may be changed.
  public var isWritable: Bool
  /// Whether the calendar itself can be neither renamed nor deleted; independent of `isWritable`.
  public var isImmutable = false
  /// The availabilities that its events can have.
  public var availabilities = AvailabilitySet.all
  /// Seconds from the start at which the alarm of new timed events goes off; nil for no alarm.
  public var defaultAlarm: Int?

  /// A calendar with all its parts.
  public init(
    id: Int, source: Int, title: String, color: String? = nil, kinds: EntityKinds,
    isHidden: Bool = false, isSubscribed: Bool = false, isWritable: Bool = true
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.color = color
    self.kinds = kinds
    self.isHidden = isHidden
    self.isSubscribed = isSubscribed
    self.isWritable = isWritable
  }
}

extension CalendarRecord {
  /// Whether items of a kind can be in it.
  public func takes(_ kind: ItemKind) -> Bool { kinds.contains(kind == .reminder ? .reminders : .events) }

  /// Whether its name says that it holds birthdays or public holidays, as those that others publish do.
  public var isOfHolidays: Bool {
    let words = title.lowercased().split { !$0.isLetter }
    return words.contains { word in
      ["holiday", "birthday", "feiertag", "geburtstag"].contains { word.hasPrefix($0) }
    }
  }
}

/// A set of availabilities, with EventKit's bits.
public struct AvailabilitySet: OptionSet, Hashable, Sendable {
  /// The bits: 1 busy, 2 free, 4 tentative, 8 unavailable.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The set of one availability.
  public init(_ availability: Availability) { rawValue = 1 << availability.rawValue }

  /// Every availability.
  public static let all = AvailabilitySet(rawValue: 15)
}

extension Sequence<CalendarRecord> {
  /// The calendars that a title means, whatever the case of its letters; of several
  /// the one that is written just so.
  ///
  /// `Straße` and `Strasse` are alike, and each can still be meant.
  public func titled(_ title: String) -> [CalendarRecord] {
    let folded = Folding.name(title)
    let found = filter { Folding.name($0.title) == folded }
    let exact = found.filter { $0.title == title }
    return exact.isEmpty ? found : exact
  }

  /// The calendars of a title, where there are none those whose titles begin with it:
  /// what an answer in a form means.
  public func titledOrBegun(_ text: String) -> [CalendarRecord] {
    let found = titled(text)
    let folded = Folding.name(text)
    return found.isEmpty ? filter { Folding.name($0.title).hasPrefix(folded) } : found
  }
}

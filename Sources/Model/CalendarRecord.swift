/// An account that contains calendars (EventKit's source).
public struct SourceRecord: Hashable, Sendable {
  /// The types of account that EventKit knows.
  public enum Kind: Int, Sendable, CaseIterable {
    case local = 0
    case exchange, calDAV, mobileMe, subscribed, birthdays

    /// The kind's name in queries and JSON.
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
  /// The title, such as `Local`.
  public var title: String
  /// The type of account.
  public var kind: Kind
  /// The restrictions of the account.
  public var limits: Limits = []
  /// The maximum number of alarms of an item in the account; nil for no limit.
  public var mostAlarms: Int?

  /// The restrictions of an account; a local account has none.
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
    /// No alarms on arrival or departure.
    public static let noProximity = Limits(rawValue: 32)
    /// No occurrence of a series may be moved onto the day of another.
    public static let noCollisions = Limits(rawValue: 64)
    /// No invitations.
    public static let noInvitations = Limits(rawValue: 256)
    /// No attachments.
    public static let noAttachments = Limits(rawValue: 512)
    /// The account of another person, delegated to the user.
    public static let isDelegate = Limits(rawValue: 128)
  }

  /// Creates a source.
  public init(id: Int, title: String, kind: Kind) {
    self.id = id
    self.title = title
    self.kind = kind
  }
}

/// The kinds of item that a calendar can contain.
public struct EntityKinds: OptionSet, Hashable, Sendable {
  /// The bits: 1 events, 2 reminders.
  public let rawValue: Int

  /// Kinds from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Events.
  public static let events = EntityKinds(rawValue: 1)
  /// Reminders.
  public static let reminders = EntityKinds(rawValue: 2)

  /// One kind of item; what is neither event nor reminder stands with the events.
  public init(_ kind: ItemKind) {
    switch kind {
    case .event, .other: self = .events
    case .reminder: self = .reminders
    }
  }
}

/// A calendar or list of reminders.
public struct CalendarRecord: Hashable, Sendable {
  /// The row number in its store.
  public var id: Int
  /// The row number of its source.
  public var source: Int
  /// The title.
  public var title: String
  /// Its color as `#RRGGBB`; nil when none is set.
  public var color: String?
  /// The kinds of item that the calendar can contain.
  public var kinds: EntityKinds
  /// Whether queries leave the calendar out unless they name it.
  public var isHidden: Bool
  /// Whether the calendar is a subscription.
  public var isSubscribed: Bool
  /// Whether items in the calendar may be changed.
  public var isWritable: Bool
  /// Whether the calendar itself can be neither renamed nor deleted; independent of `isWritable`.
  public var isImmutable = false
  /// The availabilities that its events can have.
  public var availabilities = AvailabilitySet.all
  /// The default alarm of new timed events, in seconds from the start; nil for no alarm.
  public var defaultAlarm: Int?

  /// Creates a calendar.
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
  public func takes(_ kind: ItemKind) -> Bool { kinds.contains(EntityKinds(kind)) }

  /// Whether the title names birthdays or public holidays, as the titles of published calendars with these
  /// do.
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

/// What people call by a title.
public protocol TitledRecord {
  /// What people call it.
  var title: String { get }
}

extension CalendarRecord: TitledRecord {}

extension SourceRecord: TitledRecord {}

extension Sequence where Element: TitledRecord {
  /// Those that a title means, whatever the case of its letters; of several
  /// the one that is written just so.
  ///
  /// `Straße` and `Strasse` are alike, and each can still be meant.
  public func titled(_ title: String) -> [Element] {
    let folded = Folding.name(title)
    let found = filter { Folding.name($0.title) == folded }
    let exact = found.filter { $0.title == title }
    return exact.isEmpty ? found : exact
  }

  /// Those of a title, where there are none those whose titles begin with it:
  /// what an answer in a form means.
  public func titledOrBegun(_ text: String) -> [Element] {
    let found = titled(text)
    let folded = Folding.name(text)
    return found.isEmpty ? filter { Folding.name($0.title).hasPrefix(folded) } : found
  }
}

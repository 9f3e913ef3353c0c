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
  /// Its colour as `#RRGGBB`; nil when none is set.
  public var color: String?
  /// What it takes.
  public var kinds: EntityKinds
  /// Whether it is left out unless named.
  public var isHidden: Bool
  /// Whether it is a subscription.
  public var isSubscribed: Bool
  /// Whether items in it may be changed.
  public var isWritable: Bool

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

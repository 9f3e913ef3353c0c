import Editing

/// The type of a calendar, from its account and subscription, with EventKit's numbers.
public enum KLCalendarType: Int, CaseIterable, Sendable {
  case local = 0
  case calDAV, exchange, subscription, birthday
}

/// The availabilities that a calendar supports.
public struct KLAvailabilityMask: OptionSet, Hashable, Sendable {
  /// The bits: 1 busy, 2 free, 4 tentative, 8 unavailable.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Busy.
  public static let busy = KLAvailabilityMask(rawValue: 1)
  /// Free.
  public static let free = KLAvailabilityMask(rawValue: 2)
  /// Tentative.
  public static let tentative = KLAvailabilityMask(rawValue: 4)
  /// Unavailable.
  public static let unavailable = KLAvailabilityMask(rawValue: 8)
}

/// A calendar of events, or a list of reminders.
public final class KLCalendar: KLObject {
  /// The row number of the virtual calendar that stands for all calendars where events can only be added.
  static let virtualNumber = 0

  var record: CalendarRecord
  private(set) var stored: CalendarRecord?
  private var hasSource: Bool
  private var saved = UnsettledSave<(record: CalendarRecord, stored: CalendarRecord?)>()
  private var isRemoved = false

  /// Creates a calendar for events or for reminders; it needs a source, and its store saves it.
  public init(for type: KLEntityType, eventStore: KLEventStore) {
    record = CalendarRecord(id: 0, source: 0, title: "", kinds: type.kinds)
    hasSource = false
    super.init(eventStore: eventStore)
  }

  init(_ record: CalendarRecord, store: KLEventStore) {
    self.record = record
    stored = record
    hasSource = true
    super.init(eventStore: store)
  }

  static func virtual(_ store: KLEventStore) -> KLCalendar {
    KLCalendar(
      CalendarRecord(id: virtualNumber, source: 0, title: "Calendar", kinds: .events), store: store)
  }

  // MARK: Values

  /// The short permanent identifier, such as `cal:wrk1`; empty until the calendar is saved.
  public var calendarIdentifier: String {
    settle()
    return stored == nil && !isRemoved ? "" : PublicID.text(.calendar, record.id)
  }

  /// The calendar's name.
  public var title: String {
    get {
      settle()
      return isUsable ? record.title : ""
    }
    set { record.title = newValue }
  }

  /// The color as `#RRGGBB`; nil until set.
  public var color: String? {
    get {
      settle()
      return isUsable ? record.color : nil
    }
    set { record.color = newValue }
  }

  /// The account; set once, on a new calendar.
  ///
  /// The save fails with a changed source (15) or without one (14).
  public var source: KLSource? {
    get { hasSource ? eventStore.source(number: record.source) : nil }
    set {
      hasSource = newValue != nil
      record.source = newValue?.record.id ?? 0
    }
  }

  /// The type, from account and subscription.
  public var type: KLCalendarType {
    switch source?.sourceType ?? .local {
    case .local: record.isSubscribed ? .subscription : .local
    case .exchange: .exchange
    case .calDAV, .mobileMe: .calDAV
    case .subscribed: .subscription
    case .birthdays: .birthday
    }
  }

  /// Whether items may be added, changed and removed.
  public var allowsContentModifications: Bool { record.isWritable }

  /// Whether the calendar itself can be neither renamed nor deleted; it still accepts items.
  public var isImmutable: Bool { record.isImmutable }

  /// Whether the calendar is a subscription.
  public var isSubscribed: Bool { record.isSubscribed }

  /// The kinds of item that the calendar accepts.
  public var allowedEntityTypes: KLEntityMask { KLEntityMask(rawValue: record.kinds.rawValue) }

  /// The availabilities of the calendar's events.
  public var supportedEventAvailabilities: KLAvailabilityMask {
    KLAvailabilityMask(rawValue: record.availabilities.rawValue)
  }

  // MARK: Changes

  /// Whether the calendar has unsaved changes.
  public override var hasChanges: Bool {
    settle()
    return stored != record || stored == nil && !isRemoved
  }

  /// Whether the calendar was never saved.
  public override var isNew: Bool {
    settle()
    return stored == nil && !isRemoved
  }

  /// Rolls unsaved changes back to the fetched state.
  public override func rollback() {
    settle()
    if let stored { record = stored }
  }

  /// Discards unsaved changes and reads the calendar again.
  public override func reset() {
    rollback()
    refresh()
  }

  /// Takes the stored values of all properties not changed; false when the calendar no longer exists.
  @discardableResult
  public override func refresh() -> Bool {
    settle()
    guard isUsable, let stored else { return false }
    guard let fresh = eventStore.record(calendar: stored.id) else { return false }
    var merged = fresh
    if record.title != stored.title { merged.title = record.title }
    if record.color != stored.color { merged.color = record.color }
    if record.source != stored.source { merged.source = record.source }
    self.stored = fresh
    record = merged
    return true
  }

  // MARK: Saving

  /// Saves the calendar; the caller holds the store's lock.
  func save(_ core: KLEventStore.Core, now: Instant) throws(EditError) {
    if isRemoved || record == stored { return }
    guard hasSource else { throw .store(StoreError(.unknownSource, record.title)) }
    if let stored, stored.id == record.id {
      try core.workspace.update(record, cause: "save calendar \(record.title)", now: now)
    } else {
      var made = try core.workspace.addCalendar(
        title: record.title, source: record.source, color: record.color, kinds: record.kinds, now: now)
      made.color = record.color
      record = made
    }
    stored = record
  }

  func remove(_ core: KLEventStore.Core, now: Instant) throws(EditError) {
    guard let calendar = stored else { return }
    _ = try core.workspace.delete(calendar, cause: "remove calendar \(calendar.title)", now: now)
    isRemoved = true
    stored = nil
  }

  /// The state to restore when a save that waits for its commit is rolled back.
  var state: (record: CalendarRecord, stored: CalendarRecord?) { (record, stored) }

  func note(_ before: (record: CalendarRecord, stored: CalendarRecord?), batch: Int?) {
    saved.note(before, batch: batch)
  }

  private func settle() {
    guard let before = saved.rolledBack(in: eventStore) else { return }
    (record, stored) = before
    isRemoved = false
  }
}

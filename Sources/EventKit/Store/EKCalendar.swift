// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Colors
import Editing
import Terminal

/// A calendar of events, or a list of reminders.
open class EKCalendar: EKObject {
  /// The row number of the virtual calendar that stands for all calendars where events can only be added.
  static let virtualNumber = 0

  /// The store of the object.
  package let eventStore: EKEventStore
  package internal(set) var record: CalendarRecord
  private(set) var stored: CalendarRecord?
  private var hasSource: Bool
  private var saved = UnsettledSave<(record: CalendarRecord, stored: CalendarRecord?)>()
  private var isRemoved = false

  /// Creates a calendar for events or for reminders; it needs a source, and its store saves it.
  public init(for entityType: EKEntityType, eventStore: EKEventStore) {
    record = CalendarRecord(id: 0, source: 0, title: "", kinds: entityType.kinds)
    hasSource = false
    self.eventStore = eventStore
    super.init(store: eventStore)
  }

  /// Creates a calendar for events.
  @available(*, deprecated, renamed: "init(for:eventStore:)")
  public convenience init(eventStore: EKEventStore) { self.init(for: .event, eventStore: eventStore) }

  init(_ record: CalendarRecord, store: EKEventStore) {
    self.record = record
    stored = record
    hasSource = true
    eventStore = store
    super.init(store: store)
  }

  /// The calendar that stands for all where events can only be added.
  package static func virtual(_ store: EKEventStore) -> EKCalendar {
    EKCalendar(
      CalendarRecord(id: virtualNumber, source: 0, title: "Calendar", kinds: .events), store: store)
  }

  // MARK: Values

  /// The short permanent identifier, such as `cal:wrk1`; empty until the calendar is saved.
  open var calendarIdentifier: String {
    settle()
    return stored == nil && !isRemoved ? "" : PublicID.text(.calendar, record.id)
  }

  /// The calendar's name.
  open var title: String {
    get {
      settle()
      return isUsable ? record.title : ""
    }
    set {
      settle()
      record.title = newValue
    }
  }

  /// The color; nil for a new calendar until set.
  ///
  /// A saved calendar without one has the color in which `kal` shows it. The opacity is not kept.
  open var cgColor: CGColor! {
    get {
      settle()
      guard isUsable else { return nil }
      let color = stored == nil ? record.color.flatMap { RGBColor($0) } : record.shownColor
      return color.flatMap { CGColor(hex: $0.hex) }
    }
    set {
      settle()
      record.color = newValue?.description
    }
  }

  /// The account; set once, on a new calendar.
  ///
  /// The save fails with a changed source (15) or without one (14).
  open var source: EKSource! {
    get { hasSource ? eventStore.source(number: record.source) : nil }
    set {
      settle()
      hasSource = newValue != nil
      record.source = newValue?.record.id ?? 0
    }
  }

  /// The type, from account and subscription.
  open var type: EKCalendarType {
    EKCalendarType(source?.record.kind ?? .local, isSubscribed: record.isSubscribed)
  }

  /// Whether items may be added, changed and removed.
  open var allowsContentModifications: Bool { record.isWritable }

  /// Whether the calendar itself can be neither renamed nor deleted; it still accepts items.
  open var isImmutable: Bool { record.isImmutable }

  /// Whether the calendar is a subscription.
  open var isSubscribed: Bool { record.isSubscribed }

  /// The kinds of item that the calendar accepts.
  open var allowedEntityTypes: EKEntityMask { EKEntityMask(record.kinds) }

  /// The availabilities of the calendar's events.
  open var supportedEventAvailabilities: EKCalendarEventAvailabilityMask {
    EKCalendarEventAvailabilityMask(rawValue: UInt(record.availabilities.rawValue))
  }

  /// Title, type, color and whether items may be changed.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("title", title)
    text.add("type", type)
    text.add("allowsModify", allowsContentModifications)
    text.add("color", cgColor)
    return text.with()
  }

  override var identity: AnyHashable? { stored.map { StoredThing(.calendar, $0.id) } }

  // MARK: Changes

  /// Whether the calendar has unsaved changes.
  open override var hasChanges: Bool {
    settle()
    return stored != record || stored == nil && !isRemoved
  }

  /// Whether the calendar was never saved.
  open override var isNew: Bool {
    settle()
    return stored == nil && !isRemoved
  }

  /// Rolls unsaved changes back to the fetched state.
  open override func rollback() {
    settle()
    if let stored { record = stored }
  }

  /// Discards unsaved changes and reads the calendar again.
  open override func reset() {
    rollback()
    refresh()
  }

  /// Takes the stored values of all properties not changed; false when the calendar no longer exists.
  @discardableResult
  open override func refresh() -> Bool {
    settle()
    guard isUsable, let stored else { return false }
    guard let fresh = eventStore.record(calendar: stored.id) else { return false }
    merge(fresh, over: stored)
    return true
  }

  /// Takes the stored values of all properties not changed.
  private func merge(_ fresh: CalendarRecord, over stored: CalendarRecord) {
    var merged = fresh
    if record.title != stored.title { merged.title = record.title }
    if record.color != stored.color { merged.color = record.color }
    if record.source != stored.source { merged.source = record.source }
    self.stored = fresh
    record = merged
  }

  // MARK: Saving

  /// Saves the calendar; the caller holds the store's lock.
  func save(_ core: EKEventStore.Core, now: Instant) throws(EditError) {
    if isRemoved || record == stored { return }
    guard hasSource else {
      throw .refused(
        "the calendar has no source; set one of the store's sources",
        number: EKError.Code.calendarHasNoSource.rawValue)
    }
    if let stored, stored.id == record.id {
      // What others changed meanwhile stays.
      if let fresh = try core.workspace.calendar(stored.id) { merge(fresh, over: stored) }
      try core.workspace.update(record, cause: "save calendar \(record.title)", now: now)
    } else {
      var made = try core.workspace.addCalendar(
        title: record.title, source: record.source, color: record.color, kinds: record.kinds, now: now)
      made.color = record.color
      record = made
    }
    stored = record
  }

  func remove(_ core: EKEventStore.Core, now: Instant) throws(EditError) {
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

extension CGColor {
  /// Reads `#RRGGBB`; nil for another text.
  package convenience init?(hex: String) {
    guard hex.utf8.count == 7, hex.hasPrefix("#"), let number = UInt32(hex.dropFirst(), radix: 16) else {
      return nil
    }
    func part(_ shift: UInt32) -> CGFloat { CGFloat(number >> shift & 0xFF) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}

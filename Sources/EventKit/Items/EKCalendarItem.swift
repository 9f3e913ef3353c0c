// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Editing
import Foundation
import QueryEngine

/// The common part of events and reminders.
///
/// A fetched item loads its details on first use; the values of the query's row are available at once.
open class EKCalendarItem: EKObject {
  /// The store of the object.
  package let eventStore: EKEventStore
  private var details: Details?
  private var row: ItemRow?
  var alarmObjects: [EKAlarm]?
  var ruleObjects: [EKRecurrenceRule]?
  var placeObject: EKStructuredLocation?

  package init(_ draft: ItemDraft, store: EKEventStore) {
    details = Details(draft)
    eventStore = store
    super.init(store: store)
  }

  package init(_ row: ItemRow, store: EKEventStore) {
    self.row = row
    eventStore = store
    super.init(store: store)
  }

  // MARK: The draft

  /// What an item holds beyond its row; apart, as most of the items of a large fetch are only read from their rows.
  private final class Details {
    var draft: ItemDraft
    var saved = UnsettledSave<ItemDraft>()

    init(_ draft: ItemDraft) { self.draft = draft }
  }

  private var loaded: ItemDraft? { details?.draft }
  private var kind: ItemKind { loaded?.kind ?? row?.record.kind ?? .event }

  /// The item being edited; empty after a reset of the store.
  package var draft: ItemDraft {
    settle()
    guard isUsable else { return ItemDraft(kind, viewer: eventStore.viewer) }
    if let loaded { return loaded }
    let draft = row.flatMap { row in
      eventStore.load(ItemTarget(item: row.occurrence.series, key: row.occurrence.key))
        ?? ItemDraft(row, eventStore)
    }
    let found = draft ?? ItemDraft(kind, viewer: eventStore.viewer)
    keep(found)
    return found
  }

  func edit(_ change: (inout ItemDraft) -> Void) {
    var draft = draft
    guard isUsable, !draft.isRemoved else { return }
    change(&draft)
    keep(draft)
  }

  private func keep(_ draft: ItemDraft) {
    if let details { details.draft = draft } else { details = Details(draft) }
  }

  /// Replaces the draft after a save, a read or a rollback.
  ///
  /// Alarms, rules and places handed out before stay those of the item where they say what the draft says; others are
  /// detached.
  package func put(_ draft: ItemDraft) {
    keep(draft)
    foreignCalendar = false
    if draft.calendar != nil || draft.isRemoved { newCalendar = nil }
    let item = draft.item
    if alarmObjects?.map(\.value) != item.alarms {
      alarmObjects?.forEach { $0.onChange = nil }
      alarmObjects = nil
    }
    if ruleObjects?.map(\.rule) != item.recurrence?.rules ?? [] {
      ruleObjects?.forEach { $0.onChange = nil }
      ruleObjects = nil
    }
    if let placeObject, !placeObject.says(item.place, item.location) {
      placeObject.onChange = nil
      self.placeObject = nil
    }
  }

  /// Empties the item after its removal, but for its identifier.
  package func emptyAfterRemoval() {
    var draft = draft
    draft.empty()
    put(draft)
  }

  /// Keeps the state before a save that waits for its commit.
  func note(_ before: ItemDraft, batch: Int?) { details?.saved.note(before, batch: batch) }

  func settle() {
    if let before = details?.saved.rolledBack(in: eventStore) { put(before) }
    if let calendar = newCalendar, !calendar.isNew {
      newCalendar = nil
      edit { $0.setCalendar(calendar.record) }
    }
  }

  /// Reads from the query's row while no draft is loaded.
  func cheap<Value>(_ fromRow: (ItemRow) -> Value, _ fromDraft: (ItemDraft) -> Value) -> Value {
    settle()
    if details == nil, let row, isUsable { return fromRow(row) }
    return fromDraft(draft)
  }

  // MARK: Common to all objects

  /// Whether the item, or one of its alarms, rules or places, has unsaved changes.
  open override var hasChanges: Bool {
    settle()
    return loaded?.hasChanges ?? false
  }

  /// Whether the item was never saved.
  open override var isNew: Bool {
    settle()
    return loaded?.isNew ?? false
  }

  /// Discards unsaved changes and reads the item again; without effect on an item never saved.
  open override func reset() {
    guard isUsable, !isNew else { return }
    var draft = draft
    eventStore.reset(&draft)
    put(draft)
  }

  /// Rolls unsaved changes back to the fetched state.
  open override func rollback() {
    guard isUsable else { return }
    newCalendar = nil
    var draft = draft
    draft.rollback()
    put(draft)
  }

  /// Takes the stored values of all fields not edited; false when the item, or this occurrence of it, no
  /// longer exists.
  @discardableResult
  open override func refresh() -> Bool {
    guard isUsable else { return false }
    var draft = draft
    guard eventStore.refresh(&draft) else { return false }
    put(draft)
    return true
  }

  // MARK: Identity

  /// The identifier, the same for all occurrences; empty until the item is saved.
  ///
  /// It is short and stays for good, such as `ev:2m9x4a`.
  open var calendarItemIdentifier: String {
    cheap(\.id) { draft in draft.target.map { PublicID.text(draft.kind.prefix, $0.item) } ?? "" }
  }

  /// The identifier of this occurrence; of an item that does not repeat, the item's.
  package var occurrenceID: String {
    let id = calendarItemIdentifier
    return cheap({ $0.occurrence.key }, { $0.target?.key }).map { id + "/" + $0.text } ?? id
  }

  /// The iCalendar UID, the same for all occurrences; several items may share it.
  ///
  /// Nil until the item is saved.
  open var calendarItemExternalIdentifier: String! { cheap({ $0.record.uid }, { $0.stored.uid }) }

  /// The UID under its earlier name.
  @available(*, deprecated, renamed: "calendarItemExternalIdentifier")
  open var uuid: String { calendarItemExternalIdentifier ?? "" }

  override var identity: AnyHashable? {
    isNew ? nil : cheap({ $0.target }, \.target).map { AnyHashable($0) }
  }

  /// The calendar or list; nil until set on a new item.
  open var calendar: EKCalendar! {
    get {
      settle()
      if let newCalendar { return newCalendar }
      // A fetched item has it with it, so that a list of thousands need not ask for each.
      if let fetched = cheap({ $0.calendar as CalendarRecord? }, { _ in nil }) {
        return EKCalendar(fetched, store: eventStore)
      }
      let number = draft.calendar
      // A client that may only add does not learn the calendar of its events.
      let isBlind = kind == .event && eventStore.status(for: .event) == .writeOnly
      if number == EKCalendar.virtualNumber || isBlind, number != nil {
        return EKCalendar.virtual(eventStore)
      }
      return number.flatMap { eventStore.record(calendar: $0) }.map { EKCalendar($0, store: eventStore) }
    }
    set {
      if let newValue, newValue.eventStore !== eventStore {
        eventStore.report(EKError(.otherStore))
        foreignCalendar = true
        return
      }
      foreignCalendar = false
      // One that was never saved has no number yet.
      newCalendar = newValue?.isNew == true ? newValue : nil
      let record = newCalendar == nil ? newValue?.record : nil
      edit { $0.setCalendar(record) }
    }
  }

  /// Whether a calendar of another store was set; the save then fails.
  private(set) var foreignCalendar = false
  /// The calendar that was set before it was saved; its number is taken once it has one.
  private(set) var newCalendar: EKCalendar?

  // MARK: Texts and stamps

  /// The title; empty when there is none.
  open var title: String! {
    get { cheap({ $0.record.title }, { $0.item.title }) ?? "" }
    set { edit { $0.set(.title) { $0.title = newValue } } }
  }

  /// The place as text; equals a structured place with only a title.
  open var location: String? {
    get { cheap({ $0.record.location }, { $0.item.location }) }
    set {
      placeObject?.onChange = nil
      placeObject = nil
      edit { $0.setPlace(nil, title: newValue) }
    }
  }

  /// The place with coordinates, or with the text alone; nil when there is neither.
  package final var place: EKStructuredLocation? {
    get {
      settle()
      if let placeObject { return placeObject }
      let item = draft.item
      let place =
        item.place.map { EKStructuredLocation($0) } ?? item.location.map { EKStructuredLocation(title: $0) }
      if place?.title == nil { place?.title = item.location }
      watch(place)
      return place
    }
    set {
      // A copy, as Apple's: one place may be given to several events.
      watch(newValue?.copied)
      writePlace()
    }
  }

  private func watch(_ place: EKStructuredLocation?) {
    placeObject?.onChange = nil
    placeObject = place
    place?.onChange = { [weak self] in self?.writePlace() }
  }

  private func writePlace() {
    let place = placeObject
    edit { $0.setPlace(place?.place, title: place?.title) }
  }

  /// The notes.
  open var notes: String? {
    get { cheap({ $0.record.notes }, { $0.item.notes }) }
    set { edit { $0.set(.notes) { $0.notes = newValue } } }
  }

  /// The link; a link without a scheme stays as typed.
  open var url: URL? {
    get { cheap({ $0.record.url }, { $0.item.url }).flatMap(URL.init(string:)) }
    set { edit { $0.set(.url) { $0.url = newValue?.absoluteString } } }
  }

  /// The time of creation; nil when unknown.
  open var creationDate: Date? { cheap({ $0.record.created }, { $0.stored.created }).map { Date($0) } }

  /// The time of the last change; nil when unknown.
  open var lastModifiedDate: Date? {
    cheap({ $0.record.modified }, { $0.stored.modified }).map { Date($0) }
  }

  // MARK: Existence

  /// Whether the item has alarms.
  open var hasAlarms: Bool { cheap({ $0.record.alarmCount > 0 }, { !$0.item.alarms.isEmpty }) }
  /// Whether the item belongs to a series.
  open var hasRecurrenceRules: Bool {
    cheap({ $0.occurrence.isRecurring }, { $0.item.recurrence != nil })
  }
  /// Whether people are invited.
  open var hasAttendees: Bool { cheap({ $0.record.attendeeCount > 0 }, { !$0.item.attendees.isEmpty }) }
  /// Whether the item has notes.
  open var hasNotes: Bool { notes?.isEmpty == false }

  /// The zone of the item's times; nil for floating times and whole days.
  open var timeZone: TimeZone? {
    get { nil }
    set {}
  }

  // MARK: Alarms

  /// The alarms; nil when there are none.
  ///
  /// The save drops alarms beyond the number that the account keeps.
  open var alarms: [EKAlarm]? {
    get {
      let alarms = loadedAlarms()
      return alarms.isEmpty ? nil : alarms
    }
    set { writeAlarms(newValue ?? []) }
  }

  /// Adds an alarm.
  open func addAlarm(_ alarm: EKAlarm) { writeAlarms(loadedAlarms() + [alarm]) }

  /// Removes an alarm: this object, or else one with the same time and action.
  open func removeAlarm(_ alarm: EKAlarm) { remove(alarm) }

  // MARK: Rules

  /// The rules, at most one when set here; nil when the item does not repeat.
  open var recurrenceRules: [EKRecurrenceRule]? {
    get {
      let rules = loadedRules()
      return rules.isEmpty ? nil : rules
    }
    set { writeRules(newValue ?? []) }
  }

  /// Sets the one rule by which the item repeats.
  open func addRecurrenceRule(_ rule: EKRecurrenceRule) { writeRules([rule]) }

  /// Removes a rule.
  open func removeRecurrenceRule(_ rule: EKRecurrenceRule) { remove(rule) }

  // MARK: People

  /// The invited people; nil when there are none.
  open var attendees: [EKParticipant]? {
    if cheap({ $0.record.attendeeCount == 0 }, { _ in false }) { return nil }
    let people = draft.item.attendees
    return people.isEmpty ? nil : people.map { EKParticipant($0, own: eventStore.personsAddresses) }
  }
}

extension ItemDraft {
  /// Creates a draft from a query's row, for an item deleted before it was loaded.
  fileprivate init(_ row: ItemRow, _ store: EKEventStore) {
    self.init(row.record.kind, viewer: store.viewer)
    restore(
      ItemTarget(item: row.occurrence.series, key: row.occurrence.key), calendar: row.calendar.id
    ) { item in
      item.title = row.record.title
      item.location = row.record.location
      item.notes = row.record.notes
      item.url = row.record.url
      item.uid = row.record.uid
      item.length = row.record.length
      item.start = row.startTime(store)
      item.due = row.dueTime(store)
    }
  }
}

extension ItemRow {
  /// The start in its own zone.
  func startTime(_ store: EKEventStore) -> EventTime? { time(start, record.start?.zone, store) }

  /// The due date in its own zone.
  func dueTime(_ store: EKEventStore) -> EventTime? { time(due, record.due?.zone, store) }

  private func time(_ time: ItemTime?, _ zone: String?, _ store: EKEventStore) -> EventTime? {
    time?.eventTime(zone: zone.flatMap { store.zone(named: $0, of: record.id) })
  }
}

extension ItemTime {
  /// The time in the form that items use, on a zone's clock.
  func eventTime(zone: Zone?) -> EventTime {
    if isAllDay { return .date(civil(in: .utc).date) }
    guard axis == .instant else { return .floating(civil(in: .utc)) }
    let zone = zone ?? .utc
    return .zoned(civil(in: zone), zone)
  }
}

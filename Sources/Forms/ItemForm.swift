import Changes

/// An item being created or edited: its stored values, its new values, and the text of its fields.
///
/// A value type: answers change the form; nothing is saved here.
public struct ItemForm {
  /// Event or reminder.
  public let kind: ItemKind
  /// The stored item or occurrence; nil for a new one.
  public let target: ItemTarget?
  /// The item as it was read, or the proposal for a new one.
  public private(set) var base: Item
  /// The calendar that it is in, or is proposed to be in; nil if there is none to propose.
  public private(set) var baseCalendar: CalendarRecord?
  /// The calendar to save it in.
  public private(set) var calendar: CalendarRecord?
  private var edit: ItemEdit
  /// The accounts of the calendars; some fields exist only if the account can keep them.
  var sources: [SourceRecord] = []
  /// Whether the calendar is hidden, as from a client that may only add; the store's default then applies.
  var hidesCalendar = false
  /// Whether alarms were given or answered; until then the chosen calendar's default alarm applies.
  private var hasOwnAlarms = false
  /// What the room that was chosen last added to the notes.
  var conferenceNotes: String?

  /// Creates a form for a new item; `item` is the proposal.
  public init(new item: Item, in calendar: CalendarRecord?) {
    self.init(item, target: nil, in: calendar)
    hasOwnAlarms = !item.alarms.isEmpty
    takeDefaultAlarm()
  }

  /// Creates a form for a stored item or occurrence.
  public init(_ item: Item, target: ItemTarget?, in calendar: CalendarRecord?) {
    kind = item.kind
    self.target = target
    base = item
    edit = ItemEdit(of: item)
    baseCalendar = calendar
    self.calendar = calendar
  }

  /// Returns the proposal for a new item; an event lasts one hour, from the next full hour on.
  public static func proposal(_ kind: ItemKind, now: Instant, zone: Zone) -> Item {
    var item = Item(kind: kind)
    guard kind == .event else { return item }
    let wall = zone.civil(at: Instant(seconds: now.seconds + 3_600))
    let hour = TimeOfDay(hour: wall.time.hour, minute: 0) ?? .midnight
    item.start = .zoned(CivilDateTime(wall.date, hour), zone)
    item.length = .exact(seconds: 3_600)
    return item
  }

  // MARK: Values

  /// Whether it is for a new item.
  public var isNew: Bool { target == nil }

  /// The item as it would be saved.
  public var item: Item { edit.values }

  /// The fields that differ from the item as read.
  public var changed: Set<ItemField> { edit.fields.filter { !item.agrees(with: base, on: $0) } }

  /// Whether it moves to another calendar.
  public var isMoved: Bool { calendar?.id != baseCalendar?.id }

  /// Whether there are changes to lose.
  public var hasChanges: Bool { !changed.isEmpty || isMoved }

  /// The form before any answer.
  var unchanged: ItemForm {
    var form = ItemForm(base, target: target, in: baseCalendar)
    form.sources = sources
    return form
  }

  /// The limits of the chosen calendar's account.
  var limits: SourceRecord.Limits { sources.first { $0.id == calendar?.source }?.limits ?? [] }

  /// The fields that currently apply.
  public var fields: [ItemFormField] { ItemFields.all(kind).filter(isShown) }

  /// The changes, as an edit of the item as read.
  public var itemEdit: ItemEdit {
    var result = ItemEdit(of: base)
    let values = item
    for field in changed { result.set(field) { $0.take(field, from: values) } }
    return result
  }

  // MARK: Changing it

  /// Takes over the values that an edit sets.
  mutating func take(_ other: ItemEdit) {
    for field in other.fields { edit.set(field) { $0.take(field, from: other.values) } }
    if other.fields.contains(.alarms) { hasOwnAlarms = true }
    // All-day events have no travel time.
    if item.isAllDay, item.travel != nil { edit.set(.travel) { $0.travel = nil } }
    if !other.fields.isDisjoint(with: [.start, .due]) { takeDefaultAlarm() }
  }

  /// Changes a field.
  mutating func set(_ field: ItemField, _ change: (inout Item) -> Void) {
    edit.set(field, change)
    if field == .alarms { hasOwnAlarms = true }
  }

  /// Sets the calendar; a new event takes that calendar's default alarm, unless alarms were answered.
  mutating func setCalendar(_ record: CalendarRecord) {
    calendar = record
    takeDefaultAlarm()
  }

  /// Proposes a calendar, which does not count as a change by the person.
  mutating func propose(_ record: CalendarRecord) {
    baseCalendar = record
    setCalendar(record)
  }

  /// Proposes for a new item the values of an earlier one with the same title, in fields without an answer;
  /// returns the fields taken over.
  mutating func propose(like earlier: Item) -> Set<ItemField> {
    guard isNew, earlier.kind == kind else { return [] }
    var wanted: Set<ItemField> = [.location, .place, .travel, .availability, .categories, .priority]
    // Length and alarms of a timed event say nothing about an all-day one.
    if kind == .event, earlier.isAllDay == item.isAllDay { wanted.formUnion([.length, .alarms]) }
    if item.isAllDay { wanted.remove(.travel) }
    var earlier = earlier
    if let start = earlier.start, let end = earlier.effectiveEnd, kind == .event {
      let zone = start.zone ?? .utc
      let days = end.wall.date.dayNumber - start.wall.date.dayNumber
      earlier.end = nil
      earlier.length =
        earlier.isAllDay
        ? .nominal(CalendarDuration(days: days))
        : .exact(seconds: end.instant(in: zone).seconds - start.instant(in: zone).seconds)
    }
    let taken = wanted.subtracting(changed).filter { field in
      !earlier.agrees(with: item, on: field) && !earlier.agrees(with: Item(kind: kind), on: field)
    }
    for field in taken {
      base.take(field, from: earlier)
      edit.set(field) { $0.take(field, from: earlier) }
    }
    if taken.contains(.alarms) { hasOwnAlarms = true }
    return taken
  }

  private mutating func takeDefaultAlarm() {
    guard isNew, !hasOwnAlarms else { return }
    var alarms: [Alarm] = []
    if kind == .reminder {
      // Without an alarm a due time passes unnoticed.
      if let due = item.due, !due.isAllDay { alarms = [Alarm(trigger: .relative(.zero, toEnd: true))] }
    } else if !item.isAllDay, let seconds = calendar?.defaultAlarm {
      alarms = [Alarm(trigger: .relative(CalendarDuration(seconds: seconds), toEnd: false))]
    }
    // A proposal does not count as a change by the person.
    base.alarms = alarms
    edit.set(.alarms) { $0.alarms = alarms }
  }

  /// Takes the stored values for fields not changed here; returns the fields changed on both sides.
  mutating func refresh(_ fresh: Item, in record: CalendarRecord?) -> Set<ItemField> {
    let mine = changed
    let values = item
    let theirs = Set(ItemField.allCases.filter { !fresh.agrees(with: base, on: $0) })
    let collisions = mine.filter { theirs.contains($0) && !values.agrees(with: fresh, on: $0) }
    var rebased = ItemEdit(of: fresh)
    for field in mine { rebased.set(field) { $0.take(field, from: values) } }
    if !isMoved { calendar = record }
    baseCalendar = record
    base = fresh
    edit = rebased
    return collisions
  }

  /// Drops the changes to some fields.
  mutating func yield(_ fields: Set<ItemField>) {
    for field in fields { edit.unset(field, to: base) }
  }
}

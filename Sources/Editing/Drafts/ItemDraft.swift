/// An item being edited: its fetched state, its current state, and the edited fields.
///
/// A draft is a value without a store; `Workspace` loads, saves and refreshes it.
public struct ItemDraft: Sendable {
  /// The kind of the item.
  public let kind: ItemKind
  /// The item or occurrence in the store; nil until it is saved.
  public internal(set) var target: ItemTarget?
  /// The item as it was fetched or last saved.
  public private(set) var stored: Item
  /// The calendar that the item was fetched from; nil for a new one.
  public private(set) var storedCalendar: Int?
  /// The calendar that the item is to be in; nil until chosen.
  public private(set) var calendar: Int?
  /// Whether the item was removed; the draft then keeps only its identity.
  public private(set) var isRemoved = false
  /// The original start of an occurrence; nil for an item that does not repeat.
  public internal(set) var originalStart: EventTime?
  /// Whether the item is an occurrence that differs from its series.
  public internal(set) var isDetached = false
  /// The zone in which floating times and days are seen.
  public let viewer: Zone

  private var edit: ItemEdit
  private var storedTimes: DraftTimes
  /// The times of an event.
  public private(set) var times: DraftTimes
  /// The chosen calendar's alarm for new timed events, in seconds from the start.
  private var defaultAlarm: Int?

  /// Creates a new item, in no calendar yet, for a person in `viewer`.
  public init(_ kind: ItemKind, viewer: Zone) {
    self.kind = kind
    self.viewer = viewer
    stored = Item(kind: kind)
    edit = ItemEdit(kind)
    times = DraftTimes(zone: viewer)
    storedTimes = times
  }

  init(_ item: Item, target: ItemTarget, calendar: Int, viewer: Zone) {
    kind = item.kind
    self.viewer = viewer
    self.target = target
    self.calendar = calendar
    storedCalendar = calendar
    stored = item
    edit = ItemEdit(of: item)
    times = DraftTimes(of: item, viewer: viewer)
    storedTimes = times
  }

  // MARK: Values

  /// The item as it would be saved.
  public var item: Item {
    var item = edit.values
    if kind == .event, times != storedTimes || target == nil { times.write(to: &item, viewer: viewer) }
    if target == nil, !edit.fields.contains(.alarms), let defaultAlarm, kind == .event, !times.isAllDay {
      item.alarms = [
        Alarm(trigger: .relative(CalendarDuration(seconds: defaultAlarm), toEnd: false))
      ]
    }
    if kind == .reminder, edit.fields.contains(.alarms) {
      // A reminder's relative alarms count from its due date, else from its start.
      for index in item.alarms.indices {
        guard case .relative(let offset, _) = item.alarms[index].trigger,
          !stored.alarms.contains(item.alarms[index])
        else { continue }
        item.alarms[index].trigger = .relative(offset, toEnd: item.due != nil)
      }
    }
    if edit.fields.contains(.rules) { item.fitRules(viewer: viewer) }
    return item
  }

  /// Whether the item was never saved.
  public var isNew: Bool { target == nil }

  /// Whether the item goes to another calendar.
  public var isMoved: Bool { storedCalendar != nil && calendar != storedCalendar }

  /// Whether there is anything to save.
  public var hasChanges: Bool {
    target == nil
      ? !edit.fields.isEmpty || times != storedTimes || calendar != nil : isMoved || !changed.isEmpty
  }

  /// The fields that differ from the stored item.
  public var changed: Set<ItemField> {
    var fields = edit.fields
    if times != storedTimes { fields.formUnion([.start, .length]) }
    if fields.isEmpty { return [] }
    let item = item
    return fields.filter { !item.agrees(with: stored, on: $0) }
  }

  /// The changes as an edit.
  package var itemEdit: ItemEdit { edit() }

  /// The changes as an edit, without `excluded` fields.
  func edit(without excluded: Set<ItemField> = []) -> ItemEdit {
    var result = ItemEdit(of: item)
    for field in changed.subtracting(excluded) { result.set(field) { _ in } }
    return result
  }

  // MARK: Changes

  /// Changes a field: `change` sets the field in the item passed to it.
  public mutating func set(_ field: ItemField, _ change: (inout Item) -> Void) { edit.set(field, change) }

  /// Changes an event's times.
  public mutating func setTimes(_ change: (inout DraftTimes) -> Void) { change(&times) }

  /// Chooses the calendar; a new event takes the calendar's default alarm, unless its alarms were set.
  public mutating func setCalendar(_ record: CalendarRecord?) {
    calendar = record?.id
    defaultAlarm = record?.defaultAlarm
  }

  /// Sets the rules; an empty array ends the repetition.
  public mutating func setRules(_ rules: [RecurrenceRule]) {
    let viewer = viewer
    edit.set(.rules) { item in
      if rules.isEmpty {
        item.recurrence = nil
      } else if item.recurrence == nil {
        item.recurrence = RecurrenceSet(start: .date(.min), rules: rules)
      } else {
        item.recurrence?.rules = rules
      }
      item.fitRules(viewer: viewer)
    }
  }

  /// Sets the text and the coordinates of the place together; without a place the title stands alone.
  public mutating func setPlace(_ place: StructuredLocation?, title: String?) {
    edit.set(.place) { $0.place = place }
    edit.set(.location) { $0.location = title }
  }

  /// Marks the reminder as completed at a moment, or as open with nil; date and mark change together.
  public mutating func setCompleted(_ moment: Instant?) {
    edit.set(.completion) { item in
      item.isCompleted = moment != nil
      item.completed = moment
    }
  }

  // MARK: Rollback

  /// Rolls all changes back to the fetched state.
  public mutating func rollback() {
    edit = ItemEdit(of: stored)
    times = storedTimes
    calendar = storedCalendar
  }

  /// Restores a draft of an item of which only some values are known, for example after its deletion.
  public mutating func restore(_ target: ItemTarget, calendar: Int, _ known: (inout Item) -> Void) {
    var item = Item(kind: kind)
    known(&item)
    self = ItemDraft(item, target: target, calendar: calendar, viewer: viewer)
  }

  /// Takes the present stored values of all fields not edited, and keeps the edits.
  mutating func merge(_ fresh: ItemDraft) {
    let touched = changed
    let wasMoved = isMoved
    var merged = ItemEdit(of: fresh.stored)
    for field in touched where !(kind == .event && (field == .start || field == .length)) {
      let values = edit.values
      merged.set(field) { $0.take(field, from: values) }
    }
    times = times.merged(over: storedTimes, with: fresh.times)
    storedTimes = fresh.storedTimes
    edit = merged
    stored = fresh.stored
    storedCalendar = fresh.storedCalendar
    originalStart = fresh.originalStart
    isDetached = fresh.isDetached
    if !wasMoved { calendar = fresh.storedCalendar }
  }

  /// Empties the draft after its item was removed.
  package mutating func empty() {
    self = {
      var result = ItemDraft(kind, viewer: viewer)
      result.target = target
      result.isRemoved = true
      return result
    }()
  }
}

extension Item {
  /// Fits the rules to the kind of time of the item's start: the UNTIL of a rule has the same kind.
  mutating func fitRules(viewer: Zone) {
    guard let anchor, var set = recurrence else { return }
    switch anchor {
    case .date(let date): set.start = .date(date)
    case .floating(let wall), .zoned(let wall, _): set.start = .dateTime(wall)
    }
    set.zone = anchor.zone
    for index in set.rules.indices {
      guard let until = set.rules[index].until else { continue }
      let moment: Instant =
        switch until {
        case .utc(let instant): instant
        case .floating(let wall): (set.zone ?? viewer).instant(of: wall)
        case .date(let date): viewer.startOfDay(date.adding(days: 1) ?? date).adding(seconds: -1)
        }
      switch anchor {
      case .date: set.rules[index].until = .date(viewer.civil(at: moment).date)
      case .floating: set.rules[index].until = .floating(viewer.civil(at: moment))
      case .zoned: set.rules[index].until = .utc(moment)
      }
    }
    recurrence = set
  }
}

import ICalendar

/// New values for some fields of an item or of an occurrence.
public struct ItemEdit: Sendable {
  /// The fields that change.
  public private(set) var fields: Set<ItemField> = []
  /// The item with the new values; fields not in `fields` have no meaning.
  public private(set) var values: Item

  /// Whether the edit sets the clock time instead of moving it: in a whole series all occurrences get that
  /// time.
  public var setsClock = false

  /// Creates an empty edit of an item of a kind.
  public init(_ kind: ItemKind) { values = Item(kind: kind) }

  /// Creates an empty edit with an item's values.
  public init(of item: Item) { values = item }

  /// An edit that sets all that an item says.
  init(marking item: Item) {
    values = item
    fields = ItemField.said(by: item)
  }

  /// Changes a field: `change` sets it in the item it is given.
  public mutating func set(_ field: ItemField, _ change: (inout Item) -> Void) {
    change(&values)
    fields.insert(field)
  }

  /// Changes several fields at once.
  public mutating func set(_ fields: Set<ItemField>, _ change: (inout Item) -> Void) {
    change(&values)
    self.fields.formUnion(fields)
  }

  /// Removes a field from the edit and restores its value.
  public mutating func unset(_ field: ItemField, to item: Item) {
    fields.remove(field)
    values.take(field, from: item)
  }

  /// Whether an item already has all of the new values.
  func changesNothing(of item: Item) -> Bool {
    let result = applied(to: item)
    return fields.allSatisfy { result.agrees(with: item, on: $0) } && result.end == item.end
      && result.agrees(with: item, on: .length)
  }

  /// Returns the item with this edit.
  public func applied(to item: Item) -> Item {
    var result = item
    // The start goes first, as the length depends on it.
    for field in ItemField.allCases where fields.contains(field) { result.take(field, from: values) }
    if fields.contains(.start), !fields.contains(.length) { result.fitLength(after: item.start) }
    return result
  }
}

extension Item {
  /// Whether a reminder is due before it starts.
  ///
  /// A whole day is due at its end and starts at its beginning; a floating and a zoned time are compared by
  /// their clock times.
  public var isDueBeforeStart: Bool {
    guard kind == .reminder, let start, let due else { return false }
    if start.isAllDay || due.isAllDay { return due.wall.date < start.wall.date }
    return start.axis == due.axis ? due.axisSeconds < start.axisSeconds : due.wall < start.wall
  }

  /// Moves a reminder: changes its due date, or its start when it has no due date.
  ///
  /// A start moves along with the due date. When all times are zoned, it moves by the same calendar days and
  /// further seconds. With `onClock` (for a series), and for other times, it moves by the wall-clock
  /// difference; when only some of the times are whole days, by days alone.
  public mutating func moveReminder(to new: EventTime, onClock: Bool = false) {
    guard let old = due else {
      if start == nil { due = new } else { start = new }
      return
    }
    due = new
    guard let start else { return }
    let wall = CivilDateTime(clamping: new.wallSeconds(in: old.zone))
    if !onClock, case .zoned = start, case .zoned = old, case .zoned = new {
      self.start = start.following(old, to: new, showing: wall)
      return
    }
    let isAlike = start.isAllDay == old.isAllDay && old.isAllDay == new.isAllDay
    let seconds =
      isAlike
      ? wall.wallSeconds - old.wall.wallSeconds
      : (wall.date.dayNumber - old.wall.date.dayNumber) * 86_400
    let moved = start.with(wall: CivilDateTime(clamping: start.wall.wallSeconds + seconds))
    // A time in a gap of the clock becomes the time after the gap, as everywhere.
    self.start = onClock ? moved : moved.zone.map { EventTime(moved.instant(in: $0), in: $0) } ?? moved
  }

  /// Fits the length to a start that became a whole day, or stopped being one; `old` is the previous start.
  ///
  /// A length in days that a timed event already had is kept.
  mutating func fitLength(after old: EventTime?) {
    guard kind == .event, let start else { return }
    switch (start, length) {
    case (.date, .exact(let seconds)):
      length = .nominal(CalendarDuration(days: max(1, (seconds + 86_399) / 86_400)))
      end = nil
    case (.date, .nominal(let duration)) where duration.seconds != 0 || duration.days == 0:
      length = .nominal(CalendarDuration(days: max(1, duration.days)))
      end = nil
    case (.floating, .nominal(let duration)) where old?.isAllDay ?? false,
      (.zoned, .nominal(let duration)) where old?.isAllDay ?? false:
      // An all-day event's length in days does not suit a timed event.
      if duration.seconds == 0, duration.months == 0 {
        length = .exact(seconds: 3_600)
        end = nil
      }
    case (.date, .nominal), (.floating, _), (.zoned, _): break
    }
  }
}

extension EventTime {
  /// The start of a reminder whose due date moves from one moment to another; `wall` is the new due date on
  /// the old one's clock.
  fileprivate func following(_ old: EventTime, to new: EventTime, showing wall: CivilDateTime) -> EventTime {
    guard let zone, let clock = old.zone else { return self }
    let (begin, from, to) = (axisSeconds, old.axisSeconds, new.axisSeconds)
    // A start stored in UTC, for the second of two equal clock times, is on the due date's clock.
    let isNameless = EventTime(Instant(seconds: begin), in: clock) == self
    let own = isNameless ? clock : zone
    let days = CalendarDuration(days: (wall.wallSeconds - old.wall.wallSeconds) / 86_400)
    let elapsed = Instant(seconds: to - (from - begin))
    guard let day = clock.instant(Instant(seconds: from), adding: days),
      let moved = own.civil(at: Instant(seconds: begin)).adding(days)
    else { return EventTime(elapsed, in: own) }
    var instant = days == .zero ? Instant(seconds: begin) : own.instant(of: moved)
    instant = instant.adding(seconds: to - day.seconds)
    if case .gap = own.resolve(moved), days != .zero { instant = elapsed }
    // A clock change between the two never puts the start after the due date.
    if begin <= from, instant.seconds > to { instant = elapsed }
    return EventTime(instant, in: own)
  }
}

/// What edits need to know besides the item.
struct EditContext {
  /// The present moment, for stamps.
  let now: Instant
  /// Ends what an edit counts; the counts are then worth nothing, and the store keeps nothing of the edit.
  let stopSignal: StopSignal
  /// Gives a UID that nothing has yet.
  let newUID: () -> String
  /// The zones of the calendar.
  let plain: ComponentZones
  /// The same for components that are understood by these definitions of the store; nil where they can't be
  /// read.
  let defined: (_ definitions: [Int]) -> ComponentZones?

  /// How the TZIDs of a component become zones that is understood by these definitions.
  func zones(_ definitions: [Int]) -> ItemReader.ZoneLookup { (defined(definitions) ?? plain).zone }

  /// The member of a component that is understood by these definitions; the last one of a name counts.
  ///
  /// Where they can't be read, their zones are as unknown as without them; writing, which reads them
  /// too, will say why.
  func read(
    _ component: Component, id: Int?, key: OccurrenceKey?, definitions: [Int]
  ) -> CalendarObject.Member {
    if let zones = defined(definitions) { return zones.read(component, id: id, key: key) }
    return CalendarObject.Member(
      id: id, reading: component, zone: plain.zone, key: key, definitions: definitions)
  }
}

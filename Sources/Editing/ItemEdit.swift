import ICalendar

/// New values for some fields of an item or of an occurrence.
public struct ItemEdit: Sendable {
  /// The fields that change.
  public private(set) var fields: Set<ItemField> = []
  /// The item with the new values; fields not in `fields` mean nothing.
  public private(set) var values: Item

  /// Whether the clock time is what is set, and not how far it moves: for a whole series
  /// it is that of all occurrences.
  public var setsClock = false

  /// An edit of nothing yet, of an item of a kind.
  public init(_ kind: ItemKind) { values = Item(kind: kind) }

  /// An edit of nothing yet, that shows an item's values.
  public init(of item: Item) { values = item }

  /// Changes a field: `change` sets it in the item it is given.
  public mutating func set(_ field: ItemField, _ change: (inout Item) -> Void) {
    change(&values)
    fields.insert(field)
  }

  /// Changes fields at once.
  public mutating func set(_ fields: Set<ItemField>, _ change: (inout Item) -> Void) {
    change(&values)
    self.fields.formUnion(fields)
  }

  /// Leaves a field as it is after all.
  public mutating func unset(_ field: ItemField, to item: Item) {
    fields.remove(field)
    values.take(field, from: item)
  }

  /// Whether an item has all of the new values already.
  func changesNothing(of item: Item) -> Bool {
    let result = applied(to: item)
    return fields.allSatisfy { result.agrees(with: item, on: $0) } && result.end == item.end
      && result.agrees(with: item, on: .length)
  }

  /// The item with this edit.
  public func applied(to item: Item) -> Item {
    var result = item
    // The start first, as the length belongs to it.
    for field in ItemField.allCases where fields.contains(field) { result.take(field, from: values) }
    if fields.contains(.start), !fields.contains(.length) { result.fitLength(after: item.start) }
    return result
  }
}

extension Item {
  /// Whether a reminder is due before it starts.
  ///
  /// A day is due until it ends and starts when it begins; times of two kinds are
  /// compared by what their clocks show.
  public var isDueBeforeStart: Bool {
    guard kind == .reminder, let start, let due else { return false }
    if start.isAllDay || due.isAllDay { return due.wall.date < start.wall.date }
    return start.axis == due.axis ? due.axisSeconds < start.axisSeconds : due.wall < start.wall
  }

  /// Moves a reminder: its due date goes to a time, its start where it has no due date.
  ///
  /// With a due date a start moves by as many days of the clock as that and as many seconds more; by days
  /// alone where one of the times is a whole day, and by what the clock shows where all are of every zone
  /// or a series is meant, `onClock`.
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
    // What the clock skips is the time after it, as everywhere.
    self.start = onClock ? moved : moved.zone.map { EventTime(moved.instant(in: $0), in: $0) } ?? moved
  }

  /// Makes the length fit the start where that became a whole day, or stopped being
  /// one, which it was before: `old`.
  ///
  /// Of a timed event a length in days is its own, and is kept.
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
      // The days of an all-day event are no length for a timed one.
      if duration.seconds == 0, duration.months == 0 {
        length = .exact(seconds: 3_600)
        end = nil
      }
    case (.date, .nominal), (.floating, _), (.zoned, _): break
    }
  }
}

extension EventTime {
  /// The start of a reminder whose due date goes from one moment to another; `wall` is what
  /// the old one's clock shows then.
  fileprivate func following(_ old: EventTime, to new: EventTime, showing wall: CivilDateTime) -> EventTime {
    guard let zone, let clock = old.zone else { return self }
    let (begin, from, to) = (axisSeconds, old.axisSeconds, new.axisSeconds)
    // One that is in UTC for want of a name is on the clock of the due date.
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
    // A clock change between the two never puts the start behind the due date.
    if begin <= from, instant.seconds > to { instant = elapsed }
    return EventTime(instant, in: own)
  }
}

/// What edits need to know besides the item.
public struct EditContext {
  /// The present moment, for stamps.
  public let now: Instant
  /// Ends what an edit counts; the counts are then worth nothing, and the store keeps nothing of the edit.
  public let stopSignal: StopSignal
  /// Gives a UID that nothing has yet.
  public let newUID: () -> String
  /// How the TZIDs of a component become zones that is understood by these definitions of the store.
  public let zones: (_ definitions: [Int]) -> ItemReader.ZoneLookup
}

extension CalendarStore {
  /// The reminders due in [from, to), each once, by due date; a repeating one at its first open occurrence.
  public func reminders(
    dueFrom from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>? = nil
  ) throws(StoreError) -> OccurrenceCursor {
    try pointLanes([.dueInstant, .dueWall], from, to, viewer, calendars)
  }

  /// The reminders, and single occurrences of repeating ones, completed in [from, to), by completion time.
  public func reminders(
    completedFrom from: Instant?, to: Instant?, viewer: Zone, calendars: Set<Int>? = nil
  ) throws(StoreError) -> OccurrenceCursor {
    try pointLanes([.completed], from, to, viewer, calendars)
  }

  private func pointLanes(
    _ lanes: [IndexLane], _ from: Instant?, _ to: Instant?, _ viewer: Zone, _ calendars: Set<Int>?
  ) throws(StoreError) -> OccurrenceCursor {
    let viewpoint = Viewpoint(zone: viewer, window: TimeWindow(from: from, to: to))
    var sources: [ViewedSource] = []
    for lane in lanes {
      let bounds = viewpoint.bounds(on: lane.axis)
      try appendStarting(lane, bounds, viewpoint, calendars, to: &sources)
    }
    return OccurrenceCursor(sources)
  }

  /// Reminders without a due date, by id.
  ///
  /// Their occurrences have no times: `isUndated`.
  public func undatedReminders(calendars: Set<Int>? = nil) throws(StoreError) -> ItemCursor {
    try ItemCursor(self, sql: ItemCursor.undated, kind: .reminder, viewer: .utc, calendars: calendars)
  }

  /// The masters, single items and orphan overrides of a kind, each once, by id; a series with its first
  /// occurrence.
  ///
  /// Items without any time are `isUndated`. A repeating reminder comes with its first open occurrence. With
  /// `recurring` only repeating items are read and returned.
  public func storedItems(
    kind: ItemKind, recurring: Bool = false, viewer: Zone, calendars: Set<Int>? = nil
  ) throws(StoreError) -> ItemCursor {
    let sql = recurring ? ItemCursor.recurring : ItemCursor.all
    return try ItemCursor(self, sql: sql, kind: kind, viewer: viewer, calendars: calendars)
  }

  /// The items of a calendar whose parent has a UID; by id.
  public func parts(of uid: String, in calendar: Int) throws(StoreError) -> [Int] {
    try database.with(
      "SELECT id FROM item INDEXED BY item_parent WHERE parent_uid = ?1 AND calendar = ?2 AND master IS NULL ORDER BY id"
    ) { (row) throws(StoreError) in
      row.bind(1, uid).bind(2, calendar)
      var items: [Int] = []
      while try row.step() { items.append(row.int(0)) }
      return items
    }
  }

  /// The occurrence of an item in lists of stored items; nil when there is no such item.
  public func storedItem(_ item: Int, viewer: Zone) throws(StoreError) -> Occurrence? {
    let cursor = try ItemCursor(self, item: item, viewer: viewer)
    defer { cursor.close() }
    return try cursor.next()
  }
}

extension CalendarStore {
  /// The row numbers of at most `count` items of any kind, evenly distributed over all items.
  public func sampledItems(_ count: Int) throws(StoreError) -> [Int] {
    let last = try database.number("SELECT coalesce(max(id), 0) FROM item")
    return try database.with("SELECT id FROM item WHERE id >= ?1 ORDER BY id LIMIT 1") {
      (row) throws(StoreError) in
      var items: [Int] = []
      for number in 0..<count {
        let place = 1 + last / count * number + last % count * number / count
        if try row.bind(1, max(place, (items.last ?? 0) + 1)).step() { items.append(row.int(0)) }
        row.reset()
      }
      return items
    }
  }

  /// The row numbers of the items of a kind in some calendars, overrides included, from a first number on.
  ///
  /// With `recurring` only masters that repeat are read and returned. `next` is the number at which to
  /// continue; nil at the end.
  public func itemNumbers(
    kind: ItemKind, recurring: Bool = false, from first: Int, limit: Int, calendars: Set<Int>? = nil
  ) throws(StoreError) -> (items: [Int], next: Int?) {
    let sql: SQL =
      recurring
      ? """
      SELECT id, calendar FROM item INDEXED BY item_recurring
      WHERE id >= ?1 AND kind = ?2 AND is_recurring IS 1 AND master IS NULL ORDER BY id LIMIT ?3
      """ : "SELECT id, calendar FROM item WHERE id >= ?1 AND kind = ?2 ORDER BY id LIMIT ?3"
    return try database.with(sql) { (row) throws(StoreError) in
      row.bind(1, first).bind(2, kind.rawValue).bind(3, limit)
      var items: [Int] = []
      var last: Int?
      var seen = 0
      while try row.step() {
        seen += 1
        last = row.int(0)
        if calendars?.contains(row.int(1)) ?? true { items.append(row.int(0)) }
      }
      counterBox.value.itemsScanned += seen
      return (items, seen == limit ? last.map { $0 + 1 } : nil)
    }
  }
}

/// Stored items one by one, by id.
public final class ItemCursor {
  /// Nil for a single item, which is no scan.
  private let counters: CounterBox?
  private let database: Database
  private let viewpoint: Viewpoint
  private let calendars: Set<Int>?
  private var statement: Statement?

  static let undated: SQL = """
    SELECT id, calendar, master, key, is_recurring, first_axis, first_start, first_end, first_item, first_key,
      is_all_day
    FROM item INDEXED BY item_undated
    WHERE kind IS 1 AND master IS NULL AND due_form IS NULL AND ?1 = 1 ORDER BY id
    """
  static let all: SQL = """
    SELECT id, calendar, master, key, is_recurring, first_axis, first_start, first_end, first_item, first_key,
      is_all_day
    FROM item INDEXED BY item_kind WHERE kind = ?1 AND master IS NULL ORDER BY id
    """
  static let recurring: SQL = """
    SELECT id, calendar, master, key, is_recurring, first_axis, first_start, first_end, first_item, first_key,
      is_all_day
    FROM item INDEXED BY item_recurring
    WHERE kind = ?1 AND is_recurring IS 1 AND master IS NULL ORDER BY id
    """
  private static let one: SQL = """
    SELECT id, calendar, master, key, is_recurring, first_axis, first_start, first_end, first_item, first_key,
      is_all_day
    FROM item WHERE id = ?1
    """

  init(_ store: CalendarStore, sql: SQL, kind: ItemKind, viewer: Zone, calendars: Set<Int>?)
    throws(StoreError)
  {
    database = store.database
    counters = store.counterBox
    viewpoint = Viewpoint(zone: viewer, window: TimeWindow())
    self.calendars = calendars
    statement = try database.statement(sql).bind(1, kind.rawValue)
  }

  init(_ store: CalendarStore, item: Int, viewer: Zone) throws(StoreError) {
    database = store.database
    counters = nil
    viewpoint = Viewpoint(zone: viewer, window: TimeWindow())
    calendars = nil
    statement = try database.statement(Self.one).bind(1, item)
  }

  deinit { close() }

  /// Ends the read early.
  public func close() {
    guard let statement else { return }
    self.statement = nil
    database.release(statement)
  }

  /// The next item; nil after the last.
  public func next() throws(StoreError) -> Occurrence? {
    guard let statement else { return nil }
    while try statement.step() {
      counters?.value.itemsScanned += 1
      let calendar = statement.int(1)
      if let calendars, !calendars.contains(calendar) { continue }
      return occurrence(statement, calendar)
    }
    close()
    return nil
  }

  private func occurrence(_ row: Statement, _ calendar: Int) -> Occurrence {
    let id = row.int(0)
    let ownKey = row.int(3)
    let isDetached = ownKey != 0 || !row.isNull(8)
    var flags: OccurrenceFlags = row.bool(10) ? .allDay : []
    if row.bool(4) || ownKey != 0 { flags.insert(.recurring) }
    if isDetached { flags.insert(.detached) }
    let found = IndexRow(
      start: row.int(6), end: row.int(7), series: row.optionalInt(2) ?? id,
      key: ownKey != 0 ? ownKey : row.int(9), item: row.optionalInt(8) ?? id, calendar: calendar, flags: flags
    )
    guard let axis = row.optionalInt(5).flatMap(TimeAxis.init(rawValue:)) else {
      var undated = viewpoint.occurrence(found, on: .instant)
      undated.isUndated = true
      return undated
    }
    return viewpoint.occurrence(found, on: axis)
  }
}

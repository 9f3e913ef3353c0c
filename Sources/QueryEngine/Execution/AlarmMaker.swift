/// Reads items with alarms and makes the rows of the alarms that ring.
struct AlarmMaker {
  let store: CalendarStore
  let reader: RowReader
  let context: QueryContext
  let query: BoundQuery

  /// The alarms that ring on reaching or leaving a place, for items that are not over or completed.
  func fences() throws(QueryError) -> [AlarmRow] {
    var rows: [AlarmRow] = []
    for set in try sets() where ItemDetails.alarms(reading: set.alarms).contains(where: \.isFence) {
      for item in try items(with: set) {
        try store.checkStop()
        guard let found = try storedItem(item) else { continue }
        let isOver = set.kind == .event && !found.isRecurring && found.end <= context.now
        if !isOver { rows += try alarms(of: found, at: context.now, where: \.isFence) }
      }
    }
    return rows.filter { query.predicate.verdict(.alarm($0), context) ?? false }
  }

  private var range: TimeRange { query.range?.timeRange ?? .always }

  func sets() throws(QueryError) -> [AlarmSet] {
    try reading(store.alarmSets)
  }

  func alarmedItems() throws(QueryError) -> Set<Int> {
    try reading(store.alarmedItems)
  }

  func items(with set: AlarmSet) throws(QueryError) -> [Int] {
    try reading { () throws(StoreError) in try store.items(with: set) }
  }

  /// The occurrences whose alarms may ring in the range; a series with many occurrences a day is
  /// read only if it has alarms or overrides.
  func events(_ reach: AlarmReach, only items: Set<Int>) throws(QueryError) -> OccurrenceFeed {
    let window = reach.window(of: range)
    return try reading { () throws(StoreError) in
      OccurrenceFeed(
        try store.events(from: window.from, to: window.to, viewer: context.zone, calendars: query.calendars) {
          (item) throws(StoreError) in
          guard !items.contains(item) else { return true }
          return try !store.overrides(of: item).isEmpty
        })
    }
  }

  func events(_ reach: AlarmReach, of items: [Int]) throws(QueryError) -> OccurrenceFeed {
    let window = reach.window(of: range)
    return try reading { () throws(StoreError) in
      let objects = try store.objects(of: items, kind: .event)
      return OccurrenceFeed(
        try store.occurrences(ofAll: objects, from: window.from, to: window.to, viewer: context.zone))
    }
  }

  /// The absolute alarms that ring in the range.
  func fixedMoments(_ sets: [AlarmSet]) throws(QueryError) -> [AlarmRow] {
    var rows: [AlarmRow] = []
    for set in sets where ringsAtFixedMoment(set) {
      for item in try items(with: set) {
        try store.checkStop()
        guard let found = try storedItem(item) else { continue }
        rows += try alarms(of: found) { if case .absolute = $0.trigger { true } else { false } }
      }
    }
    return rows
  }

  /// The relative alarms of reminders that ring in the range; a repeating reminder counts with
  /// its first open occurrence.
  ///
  /// Alarms near the due time are read by time. Alarms relative to the start and alarms far from the due time
  /// are all read: a reminder may start any time before it is due.
  func reminders(_ sets: [AlarmSet], _ alarmed: Set<Int>) throws(QueryError) -> [AlarmRow] {
    var rows: [AlarmRow] = []
    var near = AlarmReach()
    var far: Set<Int> = []
    for set in sets {
      let reach = AlarmReach(set)
      if reach.isEmpty { continue }
      if reach.magnitude == 0, !countsFromStart(set) {
        near.add(reach)
        continue
      }
      for item in try items(with: set) {
        try store.checkStop()
        far.insert(item)
        if let found = try storedItem(item) { rows += try relativeAlarms(of: found) }
      }
    }
    if near.isEmpty { return rows }
    let window = near.window(of: range)
    let alarmed = alarmed.subtracting(far)
    let due = try reading { () throws(StoreError) in
      try store.reminders(
        dueFrom: window.from, to: window.to, viewer: context.zone, calendars: query.calendars)
    }
    defer { due.close() }
    while let found = try reading({ () throws(StoreError) in try due.next() }) {
      try store.checkStop()
      if alarmed.contains(found.item) { rows += try relativeAlarms(of: found) }
    }
    return rows
  }

  private func countsFromStart(_ set: AlarmSet) -> Bool {
    ItemDetails.alarms(reading: set.alarms).contains { alarm in
      if case .relative(_, toEnd: false) = alarm.trigger { true } else { false }
    }
  }

  private func ringsAtFixedMoment(_ set: AlarmSet) -> Bool {
    ItemDetails.alarms(reading: set.alarms).contains { alarm in
      guard case .absolute(let moment) = alarm.trigger else { return false }
      return alarm.rings(from: moment, zone: context.zone).contains(where: range.contains)
    }
  }

  private func storedItem(_ item: Int) throws(QueryError) -> Occurrence? {
    try reading { () throws(StoreError) in try store.storedItem(item, viewer: context.zone) }
  }

  /// The relative alarms of an occurrence that ring in the range.
  func relativeAlarms(of occurrence: Occurrence) throws(QueryError) -> [AlarmRow] {
    try alarms(of: occurrence) { if case .relative = $0.trigger { true } else { false } }
  }

  /// The alarms of an occurrence that ring in the range; completed and canceled items have none.
  ///
  /// If `now` is given, they ring then: alarms at a place have no time.
  private func alarms(
    of occurrence: Occurrence, at now: Instant? = nil, where isMeant: (Alarm) -> Bool
  ) throws(QueryError) -> [AlarmRow] {
    if let calendars = query.calendars, !calendars.contains(occurrence.calendar) { return [] }
    let row = try reader.row(occurrence)
    if row.record.status == .cancelled || row.isCompleted { return [] }
    var rows: [AlarmRow] = []
    let zone = row.zoneName.flatMap { store.zone(named: $0, of: row.record.id) } ?? context.zone
    for (index, alarm) in ItemDetails.alarms(reading: row.record.alarms ?? "[]").enumerated()
    where isMeant(alarm) {
      guard let first = now ?? moment(of: alarm, row, zone) else { continue }
      let rings = now == nil ? alarm.rings(from: first, zone: zone) : [first]
      for (ring, time) in rings.enumerated() where range.contains(time) {
        rows.append(AlarmRow(item: row, alarm: alarm, number: index + 1, time: time, ring: ring))
      }
    }
    return rows
  }

  private func moment(of alarm: Alarm, _ row: ItemRow, _ zone: Zone) -> Instant? {
    if case .absolute(let instant) = alarm.trigger { return instant }
    let isReminder = row.record.kind == .reminder
    let start = row.start?.instant(in: context.zone)
    let end = (isReminder ? row.due : row.end)?.instant(in: context.zone)
    // A reminder's alarm relative to a missing date never rings.
    if case .relative(_, let toEnd) = alarm.trigger, (toEnd ? end : start) == nil { return nil }
    guard let first = start ?? end else { return nil }
    return alarm.moment(start: first, end: end ?? first, travel: row.record.travel, zone: zone)
  }
}

extension Alarm {
  /// Whether it rings on reaching or leaving a place.
  var isFence: Bool { if case .proximity = trigger { true } else { false } }
}

/// The alarms that ring on reaching or leaving a place, for items that are not over or
/// completed; their time is now.
public func fences(
  in calendars: Set<Int>? = nil, context: QueryContext, store: CalendarStore
) throws(QueryError) -> [AlarmRow] {
  let now = context.now
  let query = try BoundQuery.alarms(from: now, to: now.adding(seconds: 1), in: calendars, store: store)
  try reading(store.beginRead)
  defer { store.endRead() }
  let catalog = try reading { () throws(StoreError) in try Catalog(store) }
  let reader = RowReader(
    store: store, catalog: catalog, context: context, isCompletion: false, isSeries: false)
  return try AlarmMaker(store: store, reader: reader, context: context, query: query).fences()
}

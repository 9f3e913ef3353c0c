/// Reads items with alarms and makes the rows of those that ring.
struct AlarmMaker {
  let store: CalendarStore
  let reader: RowReader
  let context: QueryContext
  let query: BoundQuery

  /// The alarms that ring on reaching or leaving a place, of what is still to come or to be done.
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

  /// The occurrences whose alarms may ring in the range; series with many occurrences a day are
  /// read only where they have alarms.
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

  /// What rings at a fixed moment in the range.
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

  /// What rings in the range by the time of a reminder, of a repeating one by
  /// that of its first open occurrence.
  ///
  /// Those that ring near what they are due are read by time. Of those that count from their start, and of
  /// those that ring far away, all are read: nothing bounds how long before it is due a reminder starts.
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

  /// The alarms that ring in the range by the time of an occurrence.
  func relativeAlarms(of occurrence: Occurrence) throws(QueryError) -> [AlarmRow] {
    try alarms(of: occurrence) { if case .relative = $0.trigger { true } else { false } }
  }

  /// The alarms of an occurrence that ring in the range; what is done or called off rings no more.
  ///
  /// Those without a time of their own ring `now`, where that is given.
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
    // A reminder's alarm that counts from what it has not never rings.
    if case .relative(_, let toEnd) = alarm.trigger, (toEnd ? end : start) == nil { return nil }
    guard let first = start ?? end else { return nil }
    return alarm.moment(start: first, end: end ?? first, travel: row.record.travel, zone: zone)
  }
}

extension Alarm {
  /// Whether it rings on reaching or leaving a place.
  var isFence: Bool { if case .proximity = trigger { true } else { false } }
}

/// The alarms that ring on reaching or leaving a place, of what is still to come or
/// to be done; their time is now.
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

import CivilTime
import Model
import QueryLanguage
import Store

/// The alarms that ring in a range: of the occurrences around it, and those at fixed moments.
///
/// Offsets are taken from all alarms of the store, so occurrences are read only as far from the range as an alarm reaches.
struct AlarmRows {
  private let store: CalendarStore
  private let reader: RowReader
  private let context: QueryContext
  private let query: BoundQuery
  private var rows: [AlarmRow] = []

  /// How far from an item its alarms ring, in seconds.
  private struct Reach {
    var before = 0
    var after = 0
    var isSome = false
  }

  /// The rows of a query that pass, in its order.
  static func rows(
    _ query: BoundQuery, _ store: CalendarStore, _ reader: RowReader, _ context: QueryContext
  ) throws(QueryError) -> [ResultRow] {
    var rows = AlarmRows(store: store, reader: reader, context: context, query: query)
    try rows.collect()
    return rows.rows.filter { query.predicate.verdict(.alarm($0), context) ?? false }
      .sorted {
        ($0.time, $0.item.occurrence.item, $0.number) < ($1.time, $1.item.occurrence.item, $1.number)
      }
      .map(ResultRow.alarm)
  }

  /// The alarms that ring on reaching or leaving a place, of what is still to come or to be done.
  static func fences(
    _ query: BoundQuery, _ store: CalendarStore, _ reader: RowReader, _ context: QueryContext
  ) throws(QueryError) -> [AlarmRow] {
    var rows = AlarmRows(store: store, reader: reader, context: context, query: query)
    for set in try rows.reading({ () throws(StoreError) in try store.alarmSets() })
    where ItemDetails.alarms(reading: set.alarms).contains(where: \.isFence) {
      for item in try rows.reading({ () throws(StoreError) in try store.items(with: set) }) {
        let found = try rows.reading { () throws(StoreError) in
          try store.storedItem(item, viewer: context.zone)
        }
        guard let found else { continue }
        let isOver = set.kind == .event && !found.isRecurring && found.end <= context.now
        if !isOver { try rows.add(found, at: context.now, where: \.isFence) }
      }
    }
    return rows.rows.filter { query.predicate.verdict(.alarm($0), context) ?? false }
  }

  private var range: TimeRange { query.range?.timeRange ?? .always }

  private mutating func collect() throws(QueryError) {
    let sets = try reading { () throws(StoreError) in try store.alarmSets() }
    let ids = try reading { () throws(StoreError) in try store.alarmedItems() }
    for kind in [Model.ItemKind.event, .reminder] {
      let own = sets.filter { $0.kind == kind }
      let reach = reach(own)
      if reach.isSome { try collectRelative(kind, reach, ids) }
      for set in own where ringsAtFixedMoment(set) {
        for item in try reading({ () throws(StoreError) in try store.items(with: set) }) {
          try context.checkIsWanted(store)
          let found = try reading { () throws(StoreError) in try store.storedItem(item, viewer: context.zone)
          }
          if let found { try add(found) { if case .absolute = $0.trigger { true } else { false } } }
        }
      }
    }
  }

  private func reach(_ sets: [AlarmSet]) -> Reach {
    var reach = Reach()
    for set in sets {
      for alarm in ItemDetails.alarms(reading: set.alarms) {
        guard case .relative(let offset, let toEnd) = alarm.trigger else { continue }
        reach.isSome = true
        // A day may have an hour more.
        let seconds = offset.nominalSeconds - (toEnd ? 0 : set.travel?.nominalSeconds ?? 0)
        reach.before = max(reach.before, -seconds + 7_200)
        reach.after = max(reach.after, seconds + 7_200)
      }
    }
    return reach
  }

  private func ringsAtFixedMoment(_ set: AlarmSet) -> Bool {
    ItemDetails.alarms(reading: set.alarms).contains { alarm in
      if case .absolute(let moment) = alarm.trigger { range.contains(moment) } else { false }
    }
  }

  private mutating func collectRelative(
    _ kind: Model.ItemKind, _ reach: Reach, _ ids: Set<Int>
  ) throws(QueryError) {
    let from = range.from.map { $0.adding(seconds: -reach.after) }
    let to = range.to.map { $0.adding(seconds: reach.before) }
    var feed = try reading { () throws(StoreError) in
      guard kind == .reminder else {
        return OccurrenceFeed(
          try store.events(from: from, to: to, viewer: context.zone, calendars: query.calendars))
      }
      return OccurrenceFeed(
        try store.reminders(dueFrom: from, to: to, viewer: context.zone, calendars: query.calendars),
        then: try store.undatedReminders(calendars: query.calendars))
    }
    defer { feed.close() }
    var looked = 0
    while let found = try reading({ () throws(StoreError) in try feed.next() }) {
      looked &+= 1
      if looked & 63 == 0 { try context.checkIsWanted(store) }
      if !ids.contains(found.item) { continue }
      try add(found) { if case .relative = $0.trigger { true } else { false } }
    }
  }

  /// Adds the alarms of an occurrence that ring in the range; what is done or called off rings no more.
  ///
  /// Those without a time of their own ring `now`, where that is given.
  private mutating func add(
    _ occurrence: Occurrence, at now: Instant? = nil, where isMeant: (Alarm) -> Bool
  ) throws(QueryError) {
    let row = try reader.row(occurrence)
    if row.record.status == .cancelled || row.isCompleted { return }
    let zone = row.zoneName.flatMap(store.zone(named:)) ?? context.zone
    for (index, alarm) in ItemDetails.alarms(reading: row.record.alarms ?? "[]").enumerated()
    where isMeant(alarm) {
      guard let time = now ?? moment(of: alarm, row, zone), range.contains(time) else { continue }
      rows.append(AlarmRow(item: row, alarm: alarm, number: index + 1, time: time))
    }
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

  private func reading<Result>(_ body: () throws(StoreError) -> Result) throws(QueryError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}

extension Alarm {
  /// Whether it rings on reaching or leaving a place.
  var isFence: Bool { if case .proximity = trigger { true } else { false } }
}

/// The alarms that ring on reaching or leaving a place, of what is still to come or to be done; their time is now.
public func fences(
  in calendars: Set<Int>? = nil, context: QueryContext, store: CalendarStore
) throws(QueryError) -> [AlarmRow] {
  let now = context.now
  let query = try BoundQuery.alarms(from: now, to: now.adding(seconds: 1), in: calendars, store: store)
  do throws(StoreError) {
    try store.beginRead()
  } catch {
    throw .store(error)
  }
  defer { store.endRead() }
  let catalogue: Catalogue
  do throws(StoreError) {
    catalogue = try Catalogue(store)
  } catch {
    throw .store(error)
  }
  let reader = RowReader(
    store: store, catalogue: catalogue, context: context, isCompletion: false, isSeries: false)
  return try AlarmRows.fences(query, store, reader, context)
}

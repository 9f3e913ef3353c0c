/// The alarms that ring in a range, in the order of their times, made on demand.
///
/// Occurrences of events come in the order of their starts, and no alarm rings earlier than its set of alarms
/// reaches: alarms before the reach of the next occurrence can be returned. Absolute alarms and reminders are
/// only as many as items, and are read first.
struct AlarmFeed {
  private let maker: AlarmMaker
  private let query: BoundQuery
  private let context: QueryContext
  private var lanes: [AlarmLane] = []
  /// Alarms made but not yet returned.
  private var held = MinHeap<AlarmRow>(by: AlarmFeed.precedes)

  init(_ query: BoundQuery, _ store: CalendarStore, _ reader: RowReader, _ context: QueryContext)
    throws(QueryError)
  {
    self.query = query
    self.context = context
    maker = AlarmMaker(store: store, reader: reader, context: context, query: query)
    let sets = try maker.sets()
    let alarmed = try maker.alarmedItems()
    lanes = try AlarmLane.events(sets.filter { $0.kind == .event }, alarmed, maker)
    let reminders = try maker.reminders(sets.filter { $0.kind == .reminder }, alarmed)
    for row in try maker.fixedMoments(sets) + reminders {
      held.insert(row)
    }
  }

  private static func precedes(_ first: AlarmRow, _ second: AlarmRow) -> Bool {
    (first.time, first.item.occurrence.item, first.number, first.ring)
      < (second.time, second.item.occurrence.item, second.number, second.ring)
  }

  /// Removes and returns the next alarm that passes; nil after the last.
  mutating func popFirst() throws(QueryError) -> ResultRow? {
    while true {
      try readUntilFirstIsKnown()
      guard let row = held.popFirst() else { return nil }
      if query.predicate.verdict(.alarm(row), context) ?? false { return .alarm(row) }
    }
  }

  /// Reads until no unread alarm can ring before the first held alarm, or at the same time.
  private mutating func readUntilFirstIsKnown() throws(QueryError) {
    while let next = lanes.indices.min(by: { lanes[$0].horizon < lanes[$1].horizon }) {
      if let first = held.first, first.time.seconds < lanes[next].horizon { return }
      guard let occurrence = try lanes[next].next(maker.store) else {
        lanes.remove(at: next)
        continue
      }
      for row in try maker.relativeAlarms(of: occurrence) { held.insert(row) }
      try RowBudget.check(held.count)
    }
  }
}

/// Occurrences of events whose alarms reach equally far.
struct AlarmLane {
  private var feed: OccurrenceFeed
  private let items: Set<Int>
  private let reach: AlarmReach
  /// No unread alarm rings before this second.
  private(set) var horizon = Int.min
  private var looked = 0

  /// Lanes for all events with alarms of some sets: one lane, read by time, for alarms near their
  /// events; the few others are read by item.
  static func events(
    _ sets: [AlarmSet], _ alarmed: Set<Int>, _ maker: AlarmMaker
  ) throws(QueryError) -> [AlarmLane] {
    var near = AlarmReach()
    var far: [Int: (reach: AlarmReach, items: [Int])] = [:]
    for set in sets {
      let reach = AlarmReach(set)
      if reach.isEmpty { continue }
      if reach.magnitude == 0 {
        near.add(reach)
      } else {
        far[reach.magnitude, default: (AlarmReach(), [])].reach.add(reach)
        far[reach.magnitude]?.items += try maker.items(with: set)
      }
    }
    var lanes: [AlarmLane] = []
    if !near.isEmpty {
      let items = alarmed.subtracting(far.values.flatMap(\.items))
      lanes.append(AlarmLane(feed: try maker.events(near, only: items), items: items, reach: near))
    }
    for (_, (reach, items)) in far.sorted(by: { $0.key < $1.key }) {
      lanes.append(
        AlarmLane(feed: try maker.events(reach, of: items), items: Set(items), reach: reach))
    }
    return lanes
  }

  private init(feed: OccurrenceFeed, items: Set<Int>, reach: AlarmReach) {
    self.feed = feed
    self.items = items
    self.reach = reach
  }

  /// The next occurrence of the lane; nil after the last.
  mutating func next(_ store: CalendarStore) throws(QueryError) -> Occurrence? {
    return try reading { () throws(StoreError) in
      while let found = try feed.next() {
        looked &+= 1
        if looked & 63 == 0 { try store.checkStopSignal() }
        if !items.contains(found.item) { continue }
        horizon = found.start.seconds.addingClamped(reach.first)
        return found
      }
      return nil
    }
  }
}

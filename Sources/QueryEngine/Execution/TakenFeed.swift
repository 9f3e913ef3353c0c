/// The events that take time in a range, in the order of their starts, each preceded by its
/// travel time.
struct TakenEvents {
  private(set) var events: PassingRows
  private let bounds: (from: Int, to: Int)
  /// No unread event takes time before this second.
  private(set) var horizon = Int.min
  /// The start of the event last read.
  private(set) var start = Int.min

  init(_ events: PassingRows, bounds: (from: Int, to: Int)) { (self.events, self.bounds) = (events, bounds) }

  var reader: RowReader { events.reader }

  /// The next event with its travel time, at most a day of it, cut to the range; nil after the last.
  mutating func next() throws(QueryError) -> BusyTime.Taken? {
    while let passing = try events.next() {
      let event = passing.occurrence
      if event.isUndated { continue }
      let way = try reader.travel(of: passing)
      start = event.start.seconds
      horizon = max(horizon, start.addingClamped(-BusyTime.reach))
      let from = max(start.addingClamped(-min(max(0, way), BusyTime.reach)), bounds.from)
      let to = min(event.end.seconds, bounds.to)
      if from < to { return BusyTime.Taken(start: from, end: to, item: event) }
    }
    return nil
  }

  /// Continues with the events of another feed.
  mutating func change(to feed: OccurrenceFeed) {
    events.feed.close()
    events.feed = feed
  }
}

/// The time that each item takes in a range, in the order of its start, read on demand.
///
/// Travel begins up to a day before its event, so an event is held back until a later event starts
/// more than a day after it.
struct TakenFeed {
  private var events: TakenEvents
  private let reminders: [BusyTime.Taken]
  private var nextReminder = 0
  /// The events read but not yet returned, in order from `first` on.
  private var held: [BusyTime.Taken] = []
  private var first = 0
  private var isExhausted = false

  init(_ events: TakenEvents, reminders: [BusyTime.Taken]) {
    self.events = events
    self.reminders = reminders
  }

  /// The next interval that an item takes, cut to the range; nil after the last.
  mutating func next() throws(QueryError) -> BusyTime.Taken? {
    while !isExhausted, first == held.count || held[first].start > events.horizon { try read() }
    let event = first < held.count ? held[first] : nil
    let reminder = nextReminder < reminders.count ? reminders[nextReminder] : nil
    guard let event, reminder.map({ (event.start, event.end) <= ($0.start, $0.end) }) ?? true else {
      nextReminder += 1
      return reminder
    }
    first += 1
    if first > 4_096 {
      held.removeFirst(first)
      first = 0
    }
    return event
  }

  private mutating func read() throws(QueryError) {
    guard let taken = try events.next() else {
      isExhausted = true
      return
    }
    let position =
      held[first...].lastIndex { ($0.start, $0.end) <= (taken.start, taken.end) }.map { $0 + 1 } ?? first
    held.insert(taken, at: position)
    try RowBudget.check(held.count - first)
  }
}

/// The time taken in a range, as intervals that neither overlap nor touch, in order and read
/// on demand.
///
/// Of simultaneous items only the latest end counts, so that memory does not grow with their number.
struct TakenTime {
  /// Seconds; the end is excluded.
  typealias Interval = (start: Int, end: Int)

  private var events: TakenEvents
  private let bounds: (from: Int, to: Int)
  /// Reads the events in progress at a second or after it; nil if a plan cannot read from a
  /// later second on.
  private let readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
  /// The intervals read but not yet returned, from `first` on; there are few, as travel begins at
  /// most a day before its event.
  private var open: [Interval] = []
  private var first = 0
  private var isExhausted = false
  /// The number of events read since the feed was opened.
  private var looked = 0

  /// How many events inside a block are read before the rest of the block is skipped, and how
  /// many seconds the block must extend beyond them.
  private static let readLimit = (events: 1_024, seconds: 7 * 86_400)

  init(
    _ events: TakenEvents, reminders: [BusyTime.Taken], bounds: (from: Int, to: Int),
    readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
  ) {
    (self.events, self.bounds, self.readFrom) = (events, bounds, readFrom)
    for reminder in reminders { insert((reminder.start, reminder.end)) }
  }

  /// The next interval; nil after the last.
  mutating func next() throws(QueryError) -> Interval? {
    while !isExhausted, first == open.count || open[first].end >= events.horizon { try read() }
    guard first < open.count else { return nil }
    first += 1
    return open[first - 1]
  }

  private mutating func read() throws(QueryError) {
    guard let taken = try events.next() else {
      isExhausted = true
      return
    }
    insert((taken.start, taken.end))
    let block = open[first]
    // No unread event takes time before the block.
    guard block.start <= max(events.horizon, bounds.from) else { return }
    looked += 1
    if block.end >= bounds.to {
      isExhausted = true
    } else if looked >= Self.readLimit.events,
      block.end.addingClamped(-events.start) >= Self.readLimit.seconds,
      let readFrom
    {
      // Events that end within the block change nothing.
      events.change(to: try readFrom(block.end))
      looked = 0
    }
  }

  private mutating func insert(_ new: Interval) {
    // It mostly meets the last interval, or follows it.
    var position = open.count
    while position > first, open[position - 1].start > new.end { position -= 1 }
    var joined = new
    var low = position
    while low > first, open[low - 1].end >= new.start {
      low -= 1
      joined = (min(joined.start, open[low].start), max(joined.end, open[low].end))
    }
    open.replaceSubrange(low..<position, with: CollectionOfOne(joined))
    if first > 4_096 {
      open.removeFirst(first)
      first = 0
    }
  }
}

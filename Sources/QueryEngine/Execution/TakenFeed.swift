/// What takes time in a range, in the order in which it is read: events by their starts,
/// each with the way to it before it.
struct TakenEvents {
  private(set) var events: PassingRows
  private let bounds: (from: Int, to: Int)
  /// Nothing that is still to be read takes time before this second.
  private(set) var horizon = Int.min
  /// When the event last read begins.
  private(set) var start = Int.min

  init(_ events: PassingRows, bounds: (from: Int, to: Int)) { (self.events, self.bounds) = (events, bounds) }

  var reader: RowReader { events.reader }

  /// The next event cut to the range, however long the way to it; nil after the last.
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

  /// Goes on with the events of another feed.
  mutating func change(to feed: OccurrenceFeed) {
    events.feed.close()
    events.feed = feed
  }
}

/// What takes time in a range, in the order of its start, read as it is asked for.
///
/// The way to an event begins before the event does, by a day at most: so long an event is held
/// back for those that come later.
struct TakenFeed {
  private var events: TakenEvents
  private let reminders: [BusyTime.Taken]
  private var nextReminder = 0
  /// What was read and not given, in order from `first` on.
  private var held: [BusyTime.Taken] = []
  private var first = 0
  private var isExhausted = false

  init(_ events: TakenEvents, reminders: [BusyTime.Taken]) {
    self.events = events
    self.reminders = reminders
  }

  /// The next stretch of time that something takes, cut to the range; nil after the last.
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

/// The time that anything takes in a range, as stretches that do not meet, in order
/// and read as they are asked for.
///
/// Of all that goes on at once only the latest end counts, so that nothing else is
/// held, however many items there are.
struct TakenTime {
  /// Seconds from the first to the one behind the last.
  typealias Interval = (start: Int, end: Int)

  private var events: TakenEvents
  private let bounds: (from: Int, to: Int)
  /// Reads the events that go on at a second or begin behind it; nil where those of a plan
  /// cannot be read from elsewhere on.
  private let readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
  /// What was read and not given, from `first` on; the way to an event begins a day before it
  /// at most, so that there are few.
  private var open: [Interval] = []
  private var first = 0
  private var isExhausted = false
  /// Events that were read since the feed was opened.
  private var looked = 0

  /// How many events are read of what goes on already before the rest of that is passed over, and
  /// how far they must reach for it.
  private static let readLimit = (events: 1_024, seconds: 7 * 86_400)

  init(
    _ events: TakenEvents, reminders: [BusyTime.Taken], bounds: (from: Int, to: Int),
    readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
  ) {
    (self.events, self.bounds, self.readFrom) = (events, bounds, readFrom)
    for reminder in reminders { insert((reminder.start, reminder.end)) }
  }

  /// The next stretch; nil after the last.
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
    // What is still to be read takes no time before it.
    guard block.start <= max(events.horizon, bounds.from) else { return }
    looked += 1
    if block.end >= bounds.to {
      isExhausted = true
    } else if looked >= Self.readLimit.events,
      block.end.addingClamped(-events.start) >= Self.readLimit.seconds,
      let readFrom
    {
      // Whatever ends within the block changes nothing.
      events.change(to: try readFrom(block.end))
      looked = 0
    }
  }

  private mutating func insert(_ new: Interval) {
    // Mostly it meets the last, or comes behind it.
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

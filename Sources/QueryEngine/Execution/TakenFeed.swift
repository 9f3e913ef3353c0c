import Store

/// What takes time in a range, in the order of its start, read as it is asked for.
///
/// The way to an event begins before the event does, by a day at most: so long an event is held back for those that come later.
struct TakenFeed {
  private var events: PassingRows
  private let reminders: [BusyTime.Taken]
  private var nextReminder = 0
  private let bounds: (from: Int, to: Int)
  /// What was read and not given, in order from `first` on.
  private var held: [BusyTime.Taken] = []
  private var first = 0
  /// Nothing that is still to be read takes time before this second.
  private var horizon = Int.min
  private var isExhausted = false

  init(_ events: PassingRows, reminders: [BusyTime.Taken], bounds: (from: Int, to: Int)) {
    self.events = events
    self.reminders = reminders.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    self.bounds = bounds
  }

  /// The next stretch of time that something takes, cut to the range; nil after the last.
  mutating func next() throws(QueryError) -> BusyTime.Taken? {
    while !isExhausted, first == held.count || held[first].start > horizon { try read() }
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
    guard let passing = try events.next() else {
      isExhausted = true
      return
    }
    let event = passing.occurrence
    if event.isUndated { return }
    let way = try events.reader.row(passing).record.travel?.nominalSeconds ?? 0
    let start = max(event.start.seconds.addingClamped(-min(max(0, way), BusyTime.reach)), bounds.from)
    let end = min(event.end.seconds, bounds.to)
    horizon = event.start.seconds.addingClamped(-BusyTime.reach)
    guard start < end else { return }
    let taken = BusyTime.Taken(start: start, end: end, item: event)
    let position = held[first...].lastIndex { ($0.start, $0.end) <= (start, end) }.map { $0 + 1 } ?? first
    held.insert(taken, at: position)
    try RowBudget.check(held.count - first)
  }
}

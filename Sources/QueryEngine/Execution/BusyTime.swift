import CivilTime
import Model
import QueryLanguage
import Store

/// What takes up time in a range: events that block it, with the way there, and timed reminders.
struct BusyTime {
  /// A stretch that one item takes up; its record is read again where the item is shown.
  struct Taken {
    var start, end: Int
    var item: Occurrence
  }

  let query: BoundQuery
  let context: QueryContext
  let store: CalendarStore

  /// How far beyond the range events are read, as the way to one may begin in the range.
  static let reach = 86_400
  /// How long a reminder takes that says only when it is due, as calendars show it.
  static let reminderLength = 1_800

  /// The rows of the answer: blocks, free stretches or pairs.
  func rows(_ events: inout PassingRows) throws(QueryError) -> ListedRows {
    if query.noun == .conflicts {
      var taken: [Taken] = []
      try forEachTaken(&events) { taken.append($0) }
      taken.sort { ($0.start, $0.end) < ($1.start, $1.end) }
      return ListedRows(ConflictPairs(taken, events.reader))
    }
    var stretches: [Stretch] = []
    try forEachTaken(&events) { taken in
      // Most begin within the one before; without them the order of the rest is soon made.
      if let last = stretches.last, taken.start >= last.start, taken.start <= last.end {
        stretches[stretches.count - 1].end = max(last.end, taken.end)
      } else {
        stretches.append((taken.start, taken.end))
      }
    }
    let blocks = blocks(stretches.sorted { ($0.start, $0.end) < ($1.start, $1.end) })
    if let slots = query.slots { return ListedRows(free(slots, between: blocks).map { .block($0) }) }
    return ListedRows(
      blocks.map { .block(TimeBlock(.busy, $0.start, $0.end)) }
        .filter { row in query.blocks?.holds(context) { CatalogueRows.value($0, row, context) } ?? true })
  }

  private typealias Stretch = (start: Int, end: Int)

  private var bounds: (from: Int, to: Int) {
    (query.range?.start?.seconds ?? Int.min, query.range?.end?.seconds ?? Int.max)
  }

  // MARK: What is taken

  /// Calls `body` with everything that takes time in the range, cut to the range.
  private func forEachTaken(
    _ events: inout PassingRows, _ body: (Taken) -> Void
  ) throws(QueryError) {
    func add(_ start: Int, _ end: Int, _ item: Occurrence) {
      let start = max(start, bounds.from)
      let end = min(end, bounds.to)
      if start < end { body(Taken(start: start, end: end, item: item)) }
    }
    while let passing = try events.next() {
      let event = passing.occurrence
      if event.isUndated { continue }
      let way = try events.reader.row(passing).record.travel?.nominalSeconds ?? 0
      add(event.start.seconds - way, event.end.seconds, event)
    }
    if query.countsReminders { try forEachReminder(add) }
  }

  private func forEachReminder(_ add: (Int, Int, Occurrence) -> Void) throws(QueryError) {
    let reminders = try BoundQuery.reminders(
      .incomplete(
        from: Instant(seconds: bounds.from).adding(seconds: -Self.reach),
        to: Instant(seconds: bounds.to).adding(seconds: Self.reach)), in: query.calendars, store: store)
    var context = context
    context.isChecking = false
    var result = try run(reminders, context: context, store: store)
    while case .reminder(let row)? = try result.next() {
      guard let due = row.due, !due.isAllDay, row.record.status != .cancelled else { continue }
      let end = due.instant(in: context.zone).seconds
      var taken = (start: end, end: end + Self.reminderLength)
      // One that says when work on it starts takes the time from there.
      if row.record.start != nil, let start = row.start, !start.isAllDay {
        let begin = start.instant(in: context.zone).seconds
        if begin < end, end - begin <= Self.reach { taken = (begin, end) }
      }
      add(taken.start, taken.end, row.occurrence)
    }
  }

  // MARK: Blocks and gaps

  /// The stretches joined where they meet.
  private func blocks(_ taken: [Stretch]) -> [Stretch] {
    var blocks: [Stretch] = []
    for next in taken {
      if let last = blocks.last, next.start <= last.end {
        blocks[blocks.count - 1].end = max(last.end, next.end)
      } else {
        blocks.append((next.start, next.end))
      }
    }
    return blocks
  }

  /// The stretches between blocks that are long enough, within the hours and days asked for.
  private func free(_ slots: SlotTerms, between blocks: [Stretch]) -> [TimeBlock] {
    var found: [TimeBlock] = []
    var rest = blocks[...]
    for window in slots.windows(from: max(bounds.from, context.now.seconds), to: bounds.to, context) {
      while let first = rest.first, first.end <= window.start { rest.removeFirst() }
      var begin = window.start
      for block in rest {
        if block.start >= window.end { break }
        if block.start - begin >= slots.length { found.append(TimeBlock(.free, begin, block.start)) }
        begin = max(begin, block.end)
      }
      if window.end - begin >= slots.length { found.append(TimeBlock(.free, begin, window.end)) }
    }
    return found
  }
}

import CivilTime
import Model
import QueryLanguage
import Store

/// What takes up time in a range: events that block it, with the way there, and timed reminders.
struct BusyTime {
  /// A stretch that one item takes up.
  struct Taken {
    var start, end: Int
    var item: ItemRow
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
    let taken = try taken(&events)
    if query.noun == .conflicts { return ListedRows(ConflictPairs(taken)) }
    if let slots = query.slots { return ListedRows(free(slots, between: blocks(taken)).map { .block($0) }) }
    return ListedRows(
      blocks(taken).map { .block(TimeBlock(.busy, $0.start, $0.end)) }
        .filter { row in query.blocks?.holds(context) { CatalogueRows.value($0, row, context) } ?? true })
  }

  private var bounds: (from: Int, to: Int) {
    (query.range?.start?.seconds ?? Int.min, query.range?.end?.seconds ?? Int.max)
  }

  // MARK: What is taken

  /// Everything that takes time in the range, in order, cut to the range.
  private func taken(_ events: inout PassingRows) throws(QueryError) -> [Taken] {
    var found: [Taken] = []
    while let passing = try events.next() {
      let row = try events.reader.row(passing)
      guard let start = row.start, let end = row.end else { continue }
      let way = row.record.travel?.nominalSeconds ?? 0
      add(
        Taken(
          start: start.instant(in: context.zone).seconds - way, end: end.instant(in: context.zone).seconds,
          item: row), to: &found)
    }
    if query.countsReminders { try addReminders(to: &found) }
    return found.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private func add(_ taken: Taken, to found: inout [Taken]) {
    let start = max(taken.start, bounds.from)
    let end = min(taken.end, bounds.to)
    if start < end { found.append(Taken(start: start, end: end, item: taken.item)) }
  }

  private func addReminders(to found: inout [Taken]) throws(QueryError) {
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
      var taken = Taken(start: end, end: end + Self.reminderLength, item: row)
      // One that says when work on it starts takes the time from there.
      if row.record.start != nil, let start = row.start, !start.isAllDay {
        let begin = start.instant(in: context.zone).seconds
        if begin < end, end - begin <= Self.reach { (taken.start, taken.end) = (begin, end) }
      }
      add(taken, to: &found)
    }
  }

  // MARK: Blocks and gaps

  /// The stretches joined where they meet.
  private func blocks(_ taken: [Taken]) -> [(start: Int, end: Int)] {
    var blocks: [(start: Int, end: Int)] = []
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
  private func free(_ slots: SlotTerms, between blocks: [(start: Int, end: Int)]) -> [TimeBlock] {
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

/// The time taken in a range: by events that block it, travel included, and by timed reminders.
struct BusyTime {
  /// An interval that one item takes; the item's record is read again when it is shown.
  struct Taken {
    var start, end: Int
    var item: Occurrence
  }

  let query: BoundQuery
  let context: QueryContext
  let store: CalendarStore

  /// How many seconds after the range events are read, as travel to an event may begin in the range.
  static let reach = 86_400
  /// The length in seconds of a reminder with only a due time, as calendars show it.
  static let reminderLength = 1_800

  /// The rows of the answer: blocks, free intervals or pairs.
  ///
  /// `readFrom` reads the events in progress at a second or after it, if the plan reads a window.
  func rows(
    _ passing: PassingRows, readFrom: ((Int) throws(QueryError) -> OccurrenceFeed)?
  ) throws(QueryError) -> ListedRows {
    let events = TakenEvents(passing, bounds: bounds)
    let reminders = query.countsReminders ? try reminders() : []
    if query.noun == .conflicts {
      return ListedRows(ConflictPairs(TakenFeed(events, reminders: reminders), passing.reader))
    }
    var time = TakenTime(events, reminders: reminders, bounds: bounds, readFrom: readFrom)
    guard let slots = query.slots else { return ListedRows(BusyBlocks(time, query.blocks, context)) }
    var blocks: [TakenTime.Interval] = []
    while let next = try time.next() {
      blocks.append(next)
      try RowBudget.check(blocks.count)
    }
    return ListedRows(free(slots, between: blocks).map { .block($0) })
  }

  private var bounds: (from: Int, to: Int) {
    (query.range?.start?.seconds ?? Int.min, query.range?.end?.seconds ?? Int.max)
  }

  // MARK: Reminders

  /// The reminders that take time, in the order of their starts.
  private func reminders() throws(QueryError) -> [Taken] {
    let reminders = try BoundQuery.reminders(
      .incomplete(
        from: Instant(seconds: bounds.from).adding(seconds: -Self.reach),
        to: Instant(seconds: bounds.to).adding(seconds: Self.reach)), in: query.calendars, store: store)
    var context = context
    context.isChecking = false
    var found: [Taken] = []
    var result = try Engine(store, context).run(reminders)
    while case .reminder(let row)? = try result.next() {
      guard let due = row.due, !due.isAllDay, row.record.status != .cancelled else { continue }
      let end = due.instant(in: context.zone).seconds
      var taken = (start: end, end: end + Self.reminderLength)
      // A reminder with a start time takes the time from its start until it is due.
      if row.record.start != nil, let start = row.start, !start.isAllDay {
        let begin = start.instant(in: context.zone).seconds
        if begin < end, end - begin <= Self.reach { taken = (begin, end) }
      }
      let (first, last) = (max(taken.start, bounds.from), min(taken.end, bounds.to))
      if first < last { found.append(Taken(start: first, end: last, item: row.occurrence)) }
    }
    return try found.inOrder(until: store.stopSignal) { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  // MARK: Gaps

  /// The gaps between blocks that are long enough, within the hours and days asked for.
  private func free(_ slots: SlotTerms, between blocks: [TakenTime.Interval]) -> [TimeBlock] {
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

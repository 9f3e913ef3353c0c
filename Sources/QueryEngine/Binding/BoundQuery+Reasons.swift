// Additional queries that explain why an answer is empty or smaller than expected.

extension BoundQuery {
  /// The same query with another condition, as a count of its rows.
  private func counting(_ predicate: ItemPredicate) -> BoundQuery {
    var query = self
    query.predicate = predicate.simplified()
    query.calendars = query.predicate.calendars
    query.shape = .groups(keys: [], columns: [Column(name: "count", content: .aggregate(.count))])
    (query.having, query.reminders, query.page) = (nil, nil, nil)
    (query.sort, query.limit, query.offset, query.notes) = ([], nil, 0, [])
    return query
  }

  /// Counts the events in the range and calendars alone; nil if the query has no other conditions.
  public var withoutConditions: BoundQuery? {
    guard noun == .events, scope == .occurrences, page == nil else { return nil }
    let plain = predicate.conjuncts.filter { part in
      switch part {
      case .time, .calendar: true
      default: false
      }
    }
    return plain.count == predicate.conjuncts.count || predicate == .none ? nil : counting(.all(of: plain))
  }

  /// Counts the reminders of the same query, completed ones included; nil if it leaves out no reminders.
  public var withDone: BoundQuery? {
    guard notes.contains(.openReminders) else { return nil }
    let open: [ItemPredicate] = [.not(.completed), .not(.status(.cancelled))]
    return counting(.all(of: predicate.conjuncts.filter { !open.contains($0) }))
  }

  /// Counts the open reminders due before an agenda whose range contains now; nil for other answers.
  public func overdueBefore(_ context: QueryContext) -> BoundQuery? {
    guard page == nil, case .due(let due, _) = reminders, let range, let start = range.start,
      range.timeRange.contains(context.now)
    else { return nil }
    let others = due.predicate.conjuncts.filter { if case .date(.due, _) = $0 { false } else { true } }
    return due.counting(
      .all(of: others + [.overdue(context.now), .date(.due, TimeRange(from: nil, to: start))]))
  }
}

/// The note on whole-day events that take time from the answer to `free`; nil if there are
/// none or the query leaves them out.
public func wholeDays(
  of query: BoundQuery, context: QueryContext, store: CalendarStore
) throws(QueryError) -> Note? {
  guard query.slots != nil, !query.predicate.conjuncts.contains(.not(.allDay)) else { return nil }
  var days = query
  days.slots = nil
  days.noun = .events
  let others = query.predicate.conjuncts.filter { if case .time = $0 { false } else { true } }
  let range = query.range?.timeRange ?? .always
  days.predicate = ItemPredicate.all(of: others + [.allDay, .time(.overlapping, range)]).simplified()
  (days.shape, days.notes, days.countsReminders, days.blocks) = (.rows, [], false, nil)
  (days.limit, days.offset) = (Note.mostNamed + 1, 0)
  var result = try Engine(store, context).run(days)
  var titles: [String] = []
  while case .event(let row)? = try result.next() {
    let title = row.record.title ?? "(no title)"
    if !titles.contains(title) { titles.append(title) }
  }
  if titles.isEmpty { return nil }
  let named = titles.prefix(Note.mostNamed).map { Quoting.string($0) }.joined(separator: ", ")
  let more = titles.count > Note.mostNamed ? " and more" : ""
  return Note(
    "whole-days", "whole days are taken by \(named)\(more); `ignoring allday` leaves them out",
    kind: .footnote)
}

extension Note {
  /// How many titles a note names.
  fileprivate static let mostNamed = 3
}

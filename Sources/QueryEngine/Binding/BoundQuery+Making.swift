/// Which reminders a program asks for, as EventKit's predicates do; missing ends are open.
public enum ReminderFilter: Hashable, Sendable {
  case all
  /// Incomplete and due in a range; without a range, reminders without a due date too.
  case incomplete(from: Instant?, to: Instant?)
  /// Completed in a range.
  case completed(from: Instant?, to: Instant?)
}

extension BoundQuery {
  /// The query for the occurrences of events that overlap [from, to), as the
  /// statement `events from … to …` is.
  ///
  /// An empty range asks for the events at that moment; nil `calendars` means all calendars.
  public static func events(
    from: Instant, to: Instant, in calendars: Set<Int>? = nil, store: CalendarStore
  ) throws(QueryError) -> BoundQuery {
    let range = ResolvedRange(start: from, end: to, isInstant: from == to)
    let chosen = try chosen(calendars, store)
    let predicate = ItemPredicate.all(of: chosen + [.time(.overlapping, range.timeRange)])
    return BoundQuery(
      noun: .events, scope: .occurrences, predicate: predicate.simplified(), occurrencePredicate: .all,
      range: range, calendars: calendars, sort: [], limit: nil, offset: 0, shape: .rows, notes: [],
      format: nil)
  }

  /// The query for reminders, as the statements `reminders`, `reminders open due …`
  /// and `reminders completed …` are.
  public static func reminders(
    _ filter: ReminderFilter, in calendars: Set<Int>? = nil, store: CalendarStore
  ) throws(QueryError) -> BoundQuery {
    var parts = try chosen(calendars, store)
    var scope = QueryScope.items
    func add(_ field: DateField, _ from: Instant?, _ to: Instant?) {
      if from != nil || to != nil { parts.append(.date(field, TimeRange(from: from, to: to))) }
    }
    switch filter {
    case .all: break
    case .incomplete(let from, let to):
      parts.append(.not(.completed))
      add(.due, from, to)
    case .completed(let from, let to):
      scope = .completions
      parts.append(.completed)
      add(.completed, from, to)
    }
    return BoundQuery(
      noun: .reminders, scope: scope, predicate: ItemPredicate.all(of: parts).simplified(),
      occurrencePredicate: .all, range: .anytime, calendars: calendars, sort: [], limit: nil, offset: 0,
      shape: .rows, notes: [], format: nil)
  }

  /// The query for the alarms that ring in [from, to), as the statement `alarms from … to …` is.
  public static func alarms(
    from: Instant, to: Instant, in calendars: Set<Int>? = nil, store: CalendarStore
  ) throws(QueryError) -> BoundQuery {
    BoundQuery(
      noun: .alarms, scope: .alarms,
      predicate: ItemPredicate.all(of: try chosen(calendars, store)).simplified(),
      occurrencePredicate: .all, range: ResolvedRange(start: from, end: to), calendars: calendars, sort: [],
      limit: nil, offset: 0, shape: .rows, notes: [], format: nil)
  }

  private static func chosen(
    _ calendars: Set<Int>?, _ store: CalendarStore
  ) throws(QueryError) -> [ItemPredicate] {
    guard let calendars else { return [] }
    let catalog = try reading { () throws(StoreError) in try Catalog(store) }
    let named = catalog.calendars.filter { calendars.contains($0.id) }
    if named.isEmpty { return [.none] }
    return [.calendar(named.map { NamedRow(id: $0.id, name: catalog.name(of: $0)) })]
  }
}

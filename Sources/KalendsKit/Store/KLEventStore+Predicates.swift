import Editing
import Foundation
import QueryEngine

extension KLEventStore {
  /// Matches events that overlap [start, end) at any moment; nil `calendars` means all.
  ///
  /// The range may have any length. In compatibility mode a range of more than four years is cut to its first
  /// four, with a warning.
  public func predicateForEvents(
    withStart start: Date, end: Date, calendars: [KLCalendar]?
  ) -> KLPredicate {
    let from = Instant(start)
    var to = Instant(roundingUp: end)
    let years = CalendarDuration(months: 48)
    if isCompatible, let most = viewer.instant(from, adding: years), most < to {
      to = most
      warn("the range is longer than four years and was cut to its first four")
    }
    if to < from { warn("the range ends before it starts, so that there is nothing in it") }
    return predicate(calendars) { (core, chosen) throws(QueryError) in
      try .events(from: from, to: to, in: chosen, store: core.store)
    }
  }

  /// Matches all reminders; nil `calendars` means all lists.
  public func predicateForReminders(in calendars: [KLCalendar]?) -> KLPredicate {
    predicate(.all, calendars)
  }

  /// Matches open reminders due from the start and before the end; nil leaves that side open.
  ///
  /// With neither, matches all open reminders, without a due date too.
  public func predicateForIncompleteReminders(
    withDueDateStarting start: Date?, ending end: Date?, calendars: [KLCalendar]?
  ) -> KLPredicate {
    predicate(
      .incomplete(from: start.map { Instant($0) }, to: end.map { Instant(roundingUp: $0) }), calendars)
  }

  /// Matches reminders completed from the start and before the end; nil leaves that side open.
  public func predicateForCompletedReminders(
    withCompletionDateStarting start: Date?, ending end: Date?, calendars: [KLCalendar]?
  ) -> KLPredicate {
    predicate(
      .completed(from: start.map { Instant($0) }, to: end.map { Instant(roundingUp: $0) }), calendars)
  }

  private func predicate(_ filter: ReminderFilter, _ calendars: [KLCalendar]?) -> KLPredicate {
    predicate(calendars) { (core, chosen) throws(QueryError) in
      try .reminders(filter, in: chosen, store: core.store)
    }
  }

  private func predicate(
    _ calendars: [KLCalendar]?, _ make: (Core, Set<Int>?) throws(QueryError) -> BoundQuery
  ) -> KLPredicate {
    if let calendars, calendars.contains(where: { $0.eventStore !== self }) {
      return KLPredicate(owner: serial, query: nil, fault: KLError(.otherStore))
    }
    let chosen = calendars.map { Set($0.map(\.record.id)) }
    do throws(KLError) {
      let query = try locked { (core) throws(KLError) in
        try querying { () throws(QueryError) in try make(core, chosen) }
      }
      return KLPredicate(owner: serial, query: query, fault: nil)
    } catch {
      return KLPredicate(owner: serial, query: nil, fault: error)
    }
  }

  /// The plan of a predicate, line by line, as `explain plan` shows it for the equivalent statement.
  public func explanation(of predicate: KLPredicate) throws(KLError) -> [String] {
    let query = try query(of: predicate)
    return try locked { (core) throws(KLError) in
      try querying { () throws(QueryError) in
        try Engine(core.store, context).explain(query, stage: .plan)
      }
    }
  }

  /// The query of a predicate of this store; throws 11 for predicates of other stores.
  func query(of predicate: KLPredicate) throws(KLError) -> BoundQuery {
    if predicate.owner != serial { throw KLError(.otherStore) }
    if let fault = predicate.fault { throw fault }
    guard let query = predicate.query else { throw KLError(.otherStore) }
    return query
  }
}

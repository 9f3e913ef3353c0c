import Editing
import Foundation
import QueryEngine

extension KLEventStore {
  /// Events that overlap [start, end) at any moment; `calendars` nil looks in all.
  ///
  /// Any range will do. In compatibility mode one of more than four years is cut to
  /// its first four, with a warning.
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

  /// All reminders; `calendars` nil looks in all lists.
  public func predicateForReminders(in calendars: [KLCalendar]?) -> KLPredicate {
    predicate(.all, calendars)
  }

  /// Reminders still to be done that are due from the start and before the end; nil leaves that side open.
  ///
  /// With neither, all that are still to be done, those without a due date too.
  public func predicateForIncompleteReminders(
    withDueDateStarting start: Date?, ending end: Date?, calendars: [KLCalendar]?
  ) -> KLPredicate {
    predicate(
      .incomplete(from: start.map { Instant($0) }, to: end.map { Instant(roundingUp: $0) }), calendars)
  }

  /// Reminders that were done from the start and before the end; nil leaves that side open.
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

  /// How a predicate is answered, a line each, as `explain plan` says of the
  /// statement that asks for the same.
  public func explanation(of predicate: KLPredicate) throws(KLError) -> [String] {
    let query = try query(of: predicate)
    return try locked { (core) throws(KLError) in
      try querying { () throws(QueryError) in
        try explain(query, stage: .plan, context: context, store: core.store)
      }
    }
  }

  /// The query of an own predicate; throws 11 for those of other stores.
  func query(of predicate: KLPredicate) throws(KLError) -> BoundQuery {
    if predicate.owner != serial { throw KLError(.otherStore) }
    if let fault = predicate.fault { throw fault }
    guard let query = predicate.query else { throw KLError(.otherStore) }
    return query
  }
}

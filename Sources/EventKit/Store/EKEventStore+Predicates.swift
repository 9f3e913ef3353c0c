import Editing
import Foundation
import QueryEngine

extension EKEventStore {
  func eventPredicate(
    _ startDate: Date, _ endDate: Date, _ calendars: [EKCalendar]?
  ) -> NSPredicate {
    let from = Instant(startDate)
    var to = Instant(roundingUp: endDate)
    let years = CalendarDuration(months: 48)
    if options.isCompatible, let most = viewer.instant(from, adding: years), most < to {
      to = most
      warn("the range is longer than four years and was cut to its first four")
    }
    if to < from { warn("the range ends before it starts, so that there is nothing in it") }
    return predicate(calendars) { (core, chosen) throws(QueryError) in
      try .events(from: from, to: to, in: chosen, store: core.store)
    }
  }

  func predicate(_ filter: ReminderFilter, _ calendars: [EKCalendar]?) -> StorePredicate {
    predicate(calendars) { (core, chosen) throws(QueryError) in
      try .reminders(filter, in: chosen, store: core.store)
    }
  }

  private func predicate(
    _ calendars: [EKCalendar]?, _ make: (Core, Set<Int>?) throws(QueryError) -> BoundQuery
  ) -> StorePredicate {
    if let calendars, calendars.contains(where: { $0.eventStore !== self }) {
      return StorePredicate(owner: serial, query: nil, fault: EKError(.otherStore))
    }
    let chosen = calendars.map { Set($0.map(\.record.id)) } ?? visibleCalendars
    do throws(EKError) {
      let query = try locked { (core) throws(EKError) in
        try querying { () throws(QueryError) in try make(core, chosen) }
      }
      return StorePredicate(owner: serial, query: query, fault: nil)
    } catch {
      return StorePredicate(owner: serial, query: nil, fault: error)
    }
  }

  /// The plan of a predicate, line by line, as `explain plan` shows it for the equivalent statement.
  package func planLines(of predicate: NSPredicate) throws(EKError) -> [String] {
    let query = try query(of: predicate)
    return try locked { (core) throws(EKError) in
      try querying { () throws(QueryError) in
        try Engine(core.store, context).explain(query, stage: .plan)
      }
    }
  }

  /// The query of a predicate of this store; throws 11 for predicates of other stores, and made elsewhere.
  func query(of predicate: NSPredicate) throws(EKError) -> BoundQuery {
    guard let own = predicate as? StorePredicate, own.owner == serial else { throw EKError(.otherStore) }
    if let fault = own.fault { throw fault }
    guard let query = own.query else { throw EKError(.otherStore) }
    return query
  }
}

import Editing
import Foundation
import Platform
import QueryEngine

/// Visits an event; the flag ends the visits.
public typealias EKEventSearchCallback = (EKEvent, UnsafeMutablePointer<ObjCBool>) -> Void

/// A running fetch.
struct FetchToken: Hashable, Sendable {
  let number: Int
}

/// The fetches of a store whose completion is still to be called.
struct RunningFetches: Sendable {
  var numbers: Set<Int> = []
  private var last = 0

  mutating func begin() -> FetchToken {
    last += 1
    numbers.insert(last)
    return FetchToken(number: last)
  }
}

extension EKEventStore {
  // MARK: Events

  /// The events of a predicate, read while `isWanted`; throws 11 for another store's predicate, and the errors of reading.
  package func matchingEvents(
    _ predicate: NSPredicate, while isWanted: () -> Bool = { true }
  ) throws(EKError) -> [EKEvent] {
    var result: [EKEvent] = []
    try visit(predicate, .events) { row in
      result.append(EKEvent(row, store: self))
      return isWanted()
    }
    return result
  }

  // MARK: Reminders

  func startFetch(
    _ predicate: NSPredicate, _ completion: @escaping ([EKReminder]?) -> Void
  ) -> Any {
    let token = fetches.withLock { $0.begin() }
    // Both are handed over to the callback queue, which alone uses them.
    nonisolated(unsafe) let (predicate, completion) = (predicate, completion)
    PendingWork.begin()
    options.callbackQueue.async { [self] in
      defer { PendingWork.end() }
      var result: [EKReminder]?
      do throws(EKError) {
        result = try matchingReminders(predicate) { isFetching(token) }
      } catch {
        report(error)
      }
      // From here on the fetch cannot be canceled.
      if fetches.withLock({ $0.numbers.remove(token.number) }) != nil { completion(result) }
    }
    return token
  }

  /// The committed reminders of a predicate, read while `isWanted`; throws 11 for another store's predicate, and the
  /// errors of reading.
  package func matchingReminders(
    _ predicate: NSPredicate, while isWanted: () -> Bool = { true }
  ) throws(EKError) -> [EKReminder] {
    if let committed = try committedStore() {
      return try reminders(predicate, in: committed, while: isWanted)
    }
    var result: [EKReminder] = []
    try visit(predicate, .reminders) { row in
      result.append(EKReminder(row, store: self))
      return isWanted()
    }
    return result
  }

  /// A connection that sees what is committed; nil while nothing waits for a commit.
  private func committedStore() throws(EKError) -> CalendarStore? {
    guard let path = options.path, alone({ opened?.workspace.openBatch != nil }) else { return nil }
    return try reading { () throws(StoreError) in
      try CalendarStore(path: path, access: .read, zones: zones)
    }
  }

  /// The reminders of a predicate as a connection sees them, with all their details.
  private func reminders(
    _ predicate: NSPredicate, in store: CalendarStore, while isWanted: () -> Bool
  ) throws(EKError) -> [EKReminder] {
    var targets: [ItemTarget] = []
    try visit(predicate, .reminders, in: store) { row in
      targets.append(ItemTarget(item: row.occurrence.series, key: row.occurrence.key))
      return isWanted()
    }
    let workspace = Workspace(store)
    var result: [EKReminder] = []
    for target in targets {
      let draft = try reported { () throws(EditError) in try workspace.draft(target, viewer: viewer) }
      if let draft { result.append(EKReminder(draft, store: self)) }
    }
    return result
  }

  private func isFetching(_ token: FetchToken) -> Bool {
    fetches.withLock { $0.numbers.contains(token.number) }
  }

  // MARK: Rows

  /// Reads the rows of a predicate one by one, until `body` returns false; in the store itself, unless told in which.
  private func visit(
    _ predicate: NSPredicate, _ noun: Noun, in store: CalendarStore? = nil, _ body: (ItemRow) -> Bool
  ) throws(EKError) {
    let query = try query(of: predicate)
    let kind: ItemKind = noun == .events ? .event : .reminder
    if query.noun != noun { throw EKError(.wrongKind("the predicate", expected: kind)) }
    try locked { (core) throws(EKError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(kind) }) else { return }
      try querying { () throws(QueryError) in
        var result = try Engine(store ?? core.store, context).run(query)
        while let row = try result.next() {
          switch row {
          case .event(let row), .reminder(let row): if !body(row) { return }
          case .series, .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected: break
          }
        }
      }
    }
  }
}

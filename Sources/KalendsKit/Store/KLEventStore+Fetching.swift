import Editing
import Foundation
import QueryEngine

/// A running fetch; `cancelFetchRequest` ends it.
public struct KLFetchToken: Hashable, Sendable {
  let number: Int
}

extension KLEventStore {
  // MARK: Events

  /// The events of a predicate, an object for each occurrence, including saves that wait for a commit.
  ///
  /// Unordered: sort with `compareStartDate`. Empty without access. Throws 11 for another store's predicate.
  public func events(matching predicate: KLPredicate) throws(KLError) -> [KLEvent] {
    var result: [KLEvent] = []
    try visit(predicate, .events) { row in
      result.append(KLEvent(row, store: self))
      return true
    }
    return result
  }

  /// Visits the events of a predicate one after another until the block sets the flag.
  ///
  /// The block may save and remove: it visits the events as they were at the beginning.
  public func enumerateEvents(
    matching predicate: KLPredicate, using block: (KLEvent, inout Bool) -> Void
  ) throws(KLError) {
    // All events are read first, as nothing can be written inside a read transaction.
    for event in try events(matching: predicate) {
      var stop = false
      block(event, &stop)
      if stop { return }
    }
  }

  /// The events of a predicate as values, read in a separate task; canceling the caller's task ends the read.
  ///
  /// Throws `KLError`, and `CancellationError` when the task was canceled.
  public func eventSnapshots(matching predicate: KLPredicate) async throws -> [KLEventSnapshot] {
    let rows = try await rows(predicate, .events)
    return rows.map { KLEventSnapshot($0, store: self) }
  }

  // MARK: Reminders

  /// Fetches the reminders of a predicate and calls `completion` on the callback queue, with nil on failure.
  ///
  /// A repeating reminder comes once, as its first open occurrence. After `cancelFetchRequest` the completion
  /// is never called.
  @discardableResult
  public func fetchReminders(
    matching predicate: KLPredicate, completion: @escaping @Sendable ([KLReminder]?) -> Void
  ) -> KLFetchToken {
    let token = alone {
      lastFetch += 1
      fetches.insert(lastFetch)
      return KLFetchToken(number: lastFetch)
    }
    callbacks.async { [self] in
      var result: [KLReminder]? = []
      do throws(KLError) {
        try visit(predicate, .reminders) { row in
          result?.append(KLReminder(row, store: self))
          return isFetching(token)
        }
      } catch {
        report(error)
        result = nil
      }
      // From here on the fetch cannot be canceled.
      if alone({ fetches.remove(token.number) }) != nil { completion(result) }
    }
    return token
  }

  /// Ends a fetch: its completion is not called, unless the call is already under way.
  public func cancelFetchRequest(_ token: KLFetchToken) {
    alone { _ = fetches.remove(token.number) }
  }

  private func isFetching(_ token: KLFetchToken) -> Bool { alone { fetches.contains(token.number) } }

  /// The reminders of a predicate as values, read in a separate task; canceling the caller's task ends the
  /// read.
  ///
  /// Throws `KLError`, and `CancellationError` when the task was canceled.
  public func reminderSnapshots(matching predicate: KLPredicate) async throws -> [KLReminderSnapshot] {
    let rows = try await rows(predicate, .reminders)
    return rows.map { KLReminderSnapshot($0, store: self) }
  }

  // MARK: Rows

  /// Reads the rows of a predicate one by one, until `body` returns false.
  private func visit(
    _ predicate: KLPredicate, _ noun: Noun, _ body: (ItemRow) -> Bool
  ) throws(KLError) {
    let query = try query(of: predicate)
    if query.noun != noun {
      throw KLError(.wrongKind("the predicate", expected: noun == .events ? .event : .reminder))
    }
    try locked { (core) throws(KLError) in
      let kind: ItemKind = noun == .events ? .event : .reminder
      guard try reported({ () throws(EditError) in try core.access.canRead(kind) }) else { return }
      try querying { () throws(QueryError) in
        var result = try Engine(core.store, context).run(query)
        while let row = try result.next() {
          switch row {
          case .event(let row), .reminder(let row): if !body(row) { return }
          case .series, .alarm, .block, .conflict, .calendar, .source, .day, .group, .selected: break
          }
        }
      }
    }
  }

  private func rows(_ predicate: KLPredicate, _ noun: Noun) async throws -> [ItemRow] {
    // A detached task, so that the read does not occupy the caller's actor.
    let reading = Task.detached { [self] in
      var result: [ItemRow] = []
      try visit(predicate, noun) { row in
        result.append(row)
        return !Task.isCancelled
      }
      try Task.checkCancellation()
      return result
    }
    return try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }
}

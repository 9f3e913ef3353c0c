import Editing
import Foundation
import QueryEngine

/// A fetch that is under way; `cancelFetchRequest` ends it.
public struct KLFetchToken: Hashable, Sendable {
  let number: Int
}

extension KLEventStore {
  // MARK: Events

  /// The events of a predicate, an object for each occurrence; saved ones that wait for a commit among them.
  ///
  /// In no order: sort with `compareStartDate`. Nothing without access. Throws 11
  /// for another store's predicate.
  public func events(matching predicate: KLPredicate) throws(KLError) -> [KLEvent] {
    var result: [KLEvent] = []
    try visit(predicate, .events) { row in
      result.append(KLEvent(row, store: self))
      return true
    }
    return result
  }

  /// Visits the events of a predicate one after another until the block sets the
  /// flag; the rest is not handed out.
  ///
  /// The block may save and remove: what it visits are the events as they were at the beginning.
  public func enumerateEvents(
    matching predicate: KLPredicate, using block: (KLEvent, inout Bool) -> Void
  ) throws(KLError) {
    // Read to the end first, as a change has no place inside a transaction that reads.
    for event in try events(matching: predicate) {
      var stop = false
      block(event, &stop)
      if stop { return }
    }
  }

  /// The events of a predicate as values, read away from the caller; cancelling the task ends the reading.
  ///
  /// Throws `KLError`, and `CancellationError` where the task was cancelled.
  public func eventSnapshots(matching predicate: KLPredicate) async throws -> [KLEventSnapshot] {
    let rows = try await rows(predicate, .events)
    return rows.map { KLEventSnapshot($0, store: self) }
  }

  // MARK: Reminders

  /// Fetches the reminders of a predicate; the completion comes on the callback
  /// queue, with nil where it failed.
  ///
  /// A repeating reminder comes once, as its first open one. After `cancelFetchRequest`
  /// the completion is never called.
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
      // From here on it is too late to cancel.
      if alone({ fetches.remove(token.number) }) != nil { completion(result) }
    }
    return token
  }

  /// Ends a fetch: its completion is never called, unless that happened already.
  public func cancelFetchRequest(_ token: KLFetchToken) {
    alone { _ = fetches.remove(token.number) }
  }

  private func isFetching(_ token: KLFetchToken) -> Bool { alone { fetches.contains(token.number) } }

  /// The reminders of a predicate as values, read away from the caller; cancelling the task ends the reading.
  ///
  /// Throws `KLError`, and `CancellationError` where the task was cancelled.
  public func reminderSnapshots(matching predicate: KLPredicate) async throws -> [KLReminderSnapshot] {
    let rows = try await rows(predicate, .reminders)
    return rows.map { KLReminderSnapshot($0, store: self) }
  }

  // MARK: Rows

  /// The rows of a predicate's answer, each read when the last was dealt with, until `body` says no.
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
        var result = try run(query, context: context, store: core.store)
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
    // A task of its own, so that reading takes no turn of the caller's actor.
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

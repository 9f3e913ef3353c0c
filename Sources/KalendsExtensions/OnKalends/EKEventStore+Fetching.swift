import Editing
import EventKit
import Foundation

extension EKEventStore {
  /// The events of a predicate, as `events(matching:)` gives them; throws 11 for a predicate that this store did not make,
  /// and the errors of reading.
  public func checkedEvents(matching predicate: NSPredicate) throws(EKError) -> [EKEvent] {
    try matchingEvents(predicate)
  }

  /// The events of a predicate as values, read in a separate task; canceling the caller's task ends the read.
  ///
  /// Throws `EKError`, and `CancellationError` when the task was canceled.
  public func eventSnapshots(matching predicate: NSPredicate) async throws -> [EventSnapshot] {
    try await detached(predicate) { store, predicate in
      try store.matchingEvents(predicate, while: { !Task.isCancelled }).map { EventSnapshot($0) }
    }
  }

  /// The reminders of a predicate as values, read in a separate task; canceling the caller's task ends the read.
  ///
  /// Throws `EKError`, and `CancellationError` when the task was canceled.
  public func reminderSnapshots(matching predicate: NSPredicate) async throws -> [ReminderSnapshot] {
    try await detached(predicate) { store, predicate in
      try store.matchingReminders(predicate, while: { !Task.isCancelled }).map { ReminderSnapshot($0) }
    }
  }

  /// Runs `body` in a task of its own, so that the read does not occupy the caller's actor.
  private func detached<Value: Sendable>(
    _ predicate: NSPredicate, _ body: @escaping @Sendable (EKEventStore, NSPredicate) throws -> [Value]
  ) async throws -> [Value] {
    // A predicate of a store never changes.
    nonisolated(unsafe) let predicate = predicate
    let reading = Task.detached { [self] in
      try Task.checkCancellation()
      let values = try body(self, predicate)
      try Task.checkCancellation()
      return values
    }
    return try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  /// The plan of a predicate, line by line, as `explain plan` shows it for the equivalent statement.
  ///
  /// Throws 11 for a predicate that this store did not make.
  public func explanation(of predicate: NSPredicate) throws(EKError) -> [String] {
    try planLines(of: predicate)
  }

  /// The condition of a predicate in the query language; nil for a predicate that no store made.
  public func condition(of predicate: NSPredicate) -> String? {
    (predicate as? StorePredicate).map { "\($0.condition)" }
  }
}

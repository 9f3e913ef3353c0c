/// The batches of changes by number, and the rolled-back ones.
struct BatchHistory {
  var number = 0
  var isOpen = false
  var rolledBack: Set<Int> = []
  /// The error of the open batch, which can then only be rolled back.
  var failure: EditError?
}

/// The state of a batch.
public enum BatchState: Sendable {
  case open, kept, rolledBack
}

extension Workspace {
  /// The open batch; nil when changes are kept at once.
  public var openBatch: Int? { batches.isOpen ? batches.number : nil }

  /// Returns the state of a batch.
  public func state(ofBatch number: Int) -> BatchState {
    if batches.rolledBack.contains(number) { return .rolledBack }
    return batches.isOpen && batches.number == number ? .open : .kept
  }

  /// Makes a change and either commits it, together with all pending changes, or adds it to the open batch.
  ///
  /// A batch is one transaction. When a change with `commit` fails, the whole batch is rolled back. When a
  /// pending change fails, the next commit fails.
  public func perform<Result>(
    commit: Bool, cause: String, now: Instant, _ body: () throws(EditError) -> Result
  ) throws(EditError) -> Result {
    if commit, !batches.isOpen { return try body() }
    if !batches.isOpen {
      try storing { () throws(StoreError) in try store.beginBatch(cause: cause, now: now) }
      batches.number += 1
      batches.isOpen = true
      batches.failure = nil
    }
    do throws(EditError) {
      let result = try body()
      if commit { try self.commit() }
      return result
    } catch {
      if commit { rollback() } else { batches.failure = batches.failure ?? error }
      throw error
    }
  }

  /// Commits the open batch; on failure the whole batch is rolled back.
  ///
  /// Without an open batch nothing happens.
  public func commit() throws(EditError) {
    guard batches.isOpen else { return }
    if let failure = batches.failure {
      rollback()
      throw failure
    }
    do throws(StoreError) {
      try store.commitBatch()
      batches.isOpen = false
    } catch {
      rollback()
      throw .store(error)
    }
  }

  /// Rolls the open batch back.
  public func rollback() {
    guard batches.isOpen else { return }
    batches.isOpen = false
    batches.rolledBack.insert(batches.number)
    // A failed commit has already ended the transaction.
    if store.isInBatch { try? store.rollbackBatch() }
  }
}

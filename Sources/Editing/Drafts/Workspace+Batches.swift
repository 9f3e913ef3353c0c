/// Batches of changes by number, and which of them were taken back.
struct BatchHistory {
  var number = 0
  var isOpen = false
  var takenBack: Set<Int> = []
  /// What went wrong in the open batch; it can only be taken back.
  var failure: EditError?
}

/// What became of a batch.
public enum BatchState: Sendable {
  case open, kept, takenBack
}

extension Workspace {
  /// The batch that is open; nil where changes are kept at once.
  public var openBatch: Int? { batches.isOpen ? batches.number : nil }

  /// What became of a batch.
  public func state(ofBatch number: Int) -> BatchState {
    if batches.takenBack.contains(number) { return .takenBack }
    return batches.isOpen && batches.number == number ? .open : .kept
  }

  /// Makes a change that is kept at once, with all that waits, or waits for `commit`: then
  /// it is part of one transaction.
  ///
  /// Where a change that is to be kept fails, all that waits is taken back. One that waits and
  /// fails makes the next commit fail.
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

  /// Keeps all that waits; where that fails, all of it is taken back.
  ///
  /// Nothing to do is no error.
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

  /// Takes back all that waits.
  public func rollback() {
    guard batches.isOpen else { return }
    batches.isOpen = false
    batches.takenBack.insert(batches.number)
    // A commit that failed has ended the transaction already.
    if store.isInBatch { try? store.rollbackBatch() }
  }
}

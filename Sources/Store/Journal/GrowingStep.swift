/// A step of the journal that grows over several transactions, so that a long piece of work is one step of the
/// history and keeps what it has done when it is interrupted.
///
/// ```swift
/// var step = GrowingStep("sync Home", now: now, origin: .synced)
/// try store.inStep(&step) { try store.write(objects, cause: step.cause, now: now) }
/// try store.inStep(&step) { … }
/// try store.close(step)
/// ```
package struct GrowingStep: Sendable {
  /// The cause in words.
  package let cause: String
  /// The time of the step.
  package let now: Instant
  /// The origin of the changes.
  package let origin: JournalStep.Origin
  /// The step's number; nil while nothing has changed.
  package fileprivate(set) var number: Int?

  /// Creates a step that begins with the first change.
  package init(_ cause: String, now: Instant, origin: JournalStep.Origin) {
    (self.cause, self.now, self.origin) = (cause, now, origin)
  }
}

extension CalendarStore {
  /// Runs `body` in one transaction, whose changes extend a growing step.
  ///
  /// Throws `batch-open` inside a batch, and the errors of `body`; then the transaction is rolled back and
  /// the step keeps its earlier changes.
  package func inStep<Result>(
    _ step: inout GrowingStep, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isInBatch { throw StoreError(.batchOpen, path) }
    let present = step
    let (result, number) = try write(invalidating: false) { () throws(StoreError) in
      let journal = Journal(
        database, cause: present.cause, now: present.now, client: client, origin: present.origin,
        state: .growing)
      if let number = present.number { try journal.resume(number) }
      self.journal = journal
      defer { self.journal = nil }
      let result = try body()
      try journal.finish()
      return (result, journal.step)
    }
    step.number = number
    return result
  }

  /// Ends a growing step: it can be undone from now on.
  package func close(_ step: GrowingStep) throws(StoreError) {
    if let number = step.number { try close([number]) }
  }

  /// Ends the growing steps that were left when a program or the machine stopped.
  ///
  /// The caller knows that no program extends one now. Returns the number of steps.
  @discardableResult
  package func closeGrowingSteps() throws(StoreError) -> Int {
    let steps = try numbers("SELECT id FROM step WHERE kind = 0 AND state = 3 ORDER BY id") { _ in }
    if !steps.isEmpty { try close(steps) }
    return steps.count
  }

  private func close(_ steps: [Int]) throws(StoreError) {
    try write { () throws(StoreError) in
      for number in steps {
        guard let step = try self.step(number) else { continue }
        try database.with("UPDATE step SET state = 0 WHERE id = ?1 AND state = 3") {
          (row) throws(StoreError) in try row.bind(1, number).run()
        }
        try Journal.settle(before: number, of: step.client, in: database)
      }
    }
  }
}

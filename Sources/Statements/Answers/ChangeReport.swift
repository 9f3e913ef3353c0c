import Changes
import JSON

/// Reports a change in words, and builds its answer: ids, and an object for programs.
struct ChangeReport {
  let session: Session
  let context: QueryContext
  let isDryRun: Bool
  /// `saved`, `deleted` or `canceled`; `saved` without a change is reported as `unchanged`.
  var outcome = "saved"
  private var outcomes: [EditOutcome] = []

  init(session: Session, context: QueryContext, isDryRun: Bool) {
    self.session = session
    self.context = context
    self.isDryRun = isDryRun
  }

  /// Adds the result for one target, with a sentence about it.
  mutating func add(_ result: EditOutcome, _ sentence: String) {
    outcomes.append(result)
    if result.isDeleted { outcome = "deleted" }
    session.say((isDryRun ? "would be " : "") + sentence)
    if result.previous != nil, let previous = result.previous {
      session.note(
        "the series is cut: \(PublicID.text(result.kind.prefix, previous)) ends before, "
          + "\(PublicID.text(result.kind.prefix, result.target.item)) goes on")
    }
    if result.dropped > 0 {
      session.note(
        "\(Self.count(result.dropped, "changed occurrence")) no longer \(result.dropped == 1 ? "fits" : "fit") and "
          + "\(result.dropped == 1 ? "was" : "were") dropped")
    }
    if result.kept > 0 {
      session.note(
        "\(Self.count(result.kept, "occurrence")) changed before \(result.kept == 1 ? "keeps its" : "keep their") own values"
      )
    }
    if result.droppedAlarms > 0 {
      session.note("the account keeps fewer alarms: \(Self.count(result.droppedAlarms, "alarm")) left out")
    }
  }

  /// Ends the report: updates the session's last item and its shown rows, and returns the answer.
  func finish() -> Answer {
    if let last = outcomes.last(where: { !$0.isDeleted }), !isDryRun {
      session.lastTouched = last.target
    }
    if !isDryRun { session.refreshShown(Set(outcomes.map(\.target.item)), now: context.now) }
    return .change(ChangeAnswer(object, ids: isDryRun ? [] : ids))
  }

  /// Whether nothing was written because nothing changed; inside a batch this is unknown until it commits.
  private var isUnchanged: Bool {
    outcome == "saved" && !outcomes.isEmpty && !session.isInBatch && outcomes.allSatisfy { $0.step == nil }
  }

  private var ids: [String] {
    // The id of a dry run's new item may later belong to another item.
    outcomes.filter { !isDryRun || $0.previous == nil }.map { $0.target.id($0.kind) }
  }

  private var object: JSONObjectText {
    JSONObjectText().adding("outcome", isDryRun ? "dry-run" : isUnchanged ? "unchanged" : outcome)
      .adding("ids", ids).adding("count", outcomes.count)
      .adding("occurrences", Self.total(outcomes.map(\.reached)))
      .adding("remaining", Self.total(outcomes.map(\.remaining)))
      .adding(
        "previous",
        outcomes.lazy.compactMap { result in
          result.previous.map { PublicID.text(result.kind.prefix, $0) }
        }.first
      )
      .adding("next", outcomes.lazy.compactMap { result in result.next?.id(result.kind) }.first)
      // The step of a dry run was rolled back.
      .adding("undo", isDryRun ? nil : outcomes.compactMap(\.step).last.map { "u" + String($0) })
  }

  private static func total(_ counts: [Int?]) -> Int? {
    var sum = 0
    for count in counts {
      guard let count else { return nil }
      sum += count
    }
    return sum
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

import Changes
import JSON
import Rendering

/// `undo` and `redo`: the effect is shown first if it concerns more than the client's own last step.
extension StatementRunner {
  func revert(_ direction: RevertDirection, _ syntax: RevertSyntax) throws -> Answer {
    let plan = try plan(direction, syntax.step)
    if syntax.isDryRun {
      show(plan, "would be ")
      if let line = try outgoing(plan) { session.note(line) }
      return .change(ChangeAnswer(object(of: plan, outcome: "dry-run")))
    }
    // A named step may be another client's, or old.
    if syntax.step != .newest || !plan.since.isEmpty, !syntax.isConfirmed { try confirm(plan, syntax) }
    let now = try session.context().context.now
    let fresh = session.freshRows(now: now)
    defer { session.refreshShown(rows: fresh, now: now) }
    let (own, anybodys) = (ownAddresses, try mayRevertOthers())
    let done = try journal { (store, now) throws(StoreError) in
      try store.revert(
        direction, .number(plan.step.id), now: now, own: own, anybodys: anybodys,
        agreed: Set(plan.since.map(\.id)))
    }
    session.say((direction == .undo ? "undid: " : "did again: ") + words(done.step))
    if syntax.isConfirmed || syntax.step == .newest, let line = try outgoing(plan) { session.note(line) }
    tellKept(done, "stays")
    return .change(ChangeAnswer(object(of: done, outcome: direction == .undo ? "undone" : "redone")))
  }

  private var ownAddresses: Set<String> { Set(session.settings.ownAddresses.map { $0.lowercased() }) }

  /// Whether the client may name steps of other clients; only the owner may.
  private func mayRevertOthers() throws -> Bool {
    guard let client = session.client, let store = try session.readableStore() else { return true }
    return try AccessControl(store, client: client).isOwner()
  }

  private func plan(
    _ direction: RevertDirection, _ step: RevertSyntax.Step
  ) throws -> RevertPlan {
    let choice: StepChoice =
      switch step {
      case .newest: .byHand
      case .number(let number): .number(number)
      case .imported: .lastImport
      case .synced: .lastSync
      }
    let (own, anybodys) = (ownAddresses, try mayRevertOthers())
    return try journal { (store, _) throws(StoreError) in
      try store.plan(direction, choice, own: own, anybodys: anybodys)
    }
  }

  private func confirm(_ plan: RevertPlan, _ syntax: RevertSyntax) throws {
    let verb = plan.direction == .undo ? "undo" : "do again"
    let question = session.question
    guard session.canAsk else {
      if let last = plan.since.first {
        throw StoreError(
          .changedSince, "u\(plan.step.id)", detail: "by u\(last.id) of \(last.client), \(last.cause)")
      }
      throw ShellError.confirmationRequired(
        count: plan.count, verb: "\(verb) u\(plan.step.id), which is about",
        range: SourceRange(offset: 0, length: source.utf8.count),
        source: source)
    }
    show(plan, "would be ")
    if let line = try outgoing(plan) { session.note(line) }
    guard question.agrees("\(verb) u\(plan.step.id)? [y]es [n]o") == true else { throw ShellError.canceled }
  }

  // MARK: Reports

  /// What the next sync carries out of the store after an undo of a sync; nil for other steps.
  private func outgoing(_ plan: RevertPlan) throws -> String? {
    guard plan.direction == .undo, plan.step.origin == .synced, plan.count > 0 else { return nil }
    let name = plan.step.cause.hasPrefix("sync ") ? String(plan.step.cause.dropFirst(5)) : plan.step.cause
    let title = SafeText.line(name)
    let store = try session.writableStore()
    let source = try store.sources().first { $0.title == name }
    switch try store.accounts().first(where: { $0.source == source?.id })?.kind {
    case .subscriptions: return "the next sync of \(title) takes it in again: its calendars are copies"
    case .folder:
      var words: [String] = []
      if plan.removals > 0 { words.append("deletes \(ChangeReport.count(plan.removals, "item"))") }
      let changes = plan.count - plan.removals
      if changes > 0 { words.append("writes \(ChangeReport.count(changes, "item"))") }
      return "the next sync of \(title) \(words.joined(separator: " and ")) there too"
    case nil: return nil
    }
  }

  /// Returns the effect of a step in words, as in `history`.
  private func words(_ step: JournalStep) -> String {
    let store = try? session.readableStore()
    return SafeText.line(store.map { StepWords(store: $0).text(step) } ?? step.cause)
  }

  /// Shows a step and the effect of reverting it.
  private func show(_ plan: RevertPlan, _ prefix: String) {
    let step = plan.step
    session.say("u\(step.id) of \(SafeText.line(step.client)): \(words(step))")
    for line in plan.items {
      session.say("\(prefix)\(line.effect.rawValue): \(Self.title(line))  \(line.id)", indent: 2)
    }
    if plan.count > plan.items.count { session.say("and \(plan.count - plan.items.count) more", indent: 2) }
    for later in plan.since.prefix(3) {
      session.note(
        "changed since by u\(later.id) of \(SafeText.line(later.client)): \(words(later))"
      )
    }
    if plan.since.count > 3 { session.note("and by \(plan.since.count - 3) more") }
    tellKept(plan, "would stay")
  }

  private func tellKept(_ plan: RevertPlan, _ verb: String) {
    for line in plan.kept {
      session.note("\(Self.title(line)) \(verb): somebody else organizes it")
    }
    for title in plan.keptCalendars {
      session.note("the calendar \(SafeText.line(title)) \(verb): other items are in it")
    }
  }

  private static func title(_ line: RevertPlan.ItemLine) -> String {
    SafeText.line(line.title ?? "(no title)")
  }

  private func object(of plan: RevertPlan, outcome: String) -> JSONObjectText {
    var object = JSONObjectText().adding("outcome", outcome).adding("step", "u\(plan.step.id)")
      .adding("cause", plan.step.cause).adding("client", plan.step.client).adding("count", plan.count)
    if outcome == "dry-run" {
      object = object.adding("ids", plan.items.map(\.id)).adding("since", plan.since.map { "u\($0.id)" })
    }
    return plan.kept.isEmpty ? object : object.adding("kept", plan.kept.map(\.id))
  }
}

extension RevertPlan.ItemLine {
  fileprivate var id: String { PublicID.text(kind.prefix, item) }
}

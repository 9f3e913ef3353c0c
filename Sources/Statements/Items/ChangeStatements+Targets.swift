import Changes
import Rendering

/// The targets of a statement, its span, and its confirmation.
extension ChangeStatements {
  /// Returns the targets of a statement, confirmed if they come from a query.
  ///
  /// Items that match the query but lack a required date are named and left out.
  func targets(
    _ written: TargetSyntax, _ tail: TailSyntax, _ verb: ChangeVerb, needing: [NeededDate] = []
  ) throws -> [ItemTarget] {
    let isAskedLater = verb == .delete && !tail.isConfirmed && !tail.isDryRun
    let syntax = try withoutTitle(written, verb, isAskedLater: isAskedLater)
    let rows = session.shownRows
    var last = session.lastTouched
    // A program's `last` is not an item that another program changed; a session that prints serves a person.
    if last == nil, !session.isServing || session.screens != nil { last = try lastTouched() }
    if case .last = syntax.kind, let known = last {
      last = try stillThere(known, isOpen: verb.wantsOpen, at: syntax.range)
    }
    var found = try bound { (binder) throws(QueryError) in
      try binder.targets(syntax, rows: rows, last: last, purpose: verb == .reopen ? .evenDone : .answer)
    }
    if !found.isQuery {
      try note(found.targets, of: written)
      // What is only looked at is read anew.
      if verb != .show, verb != .send { try checkShown(syntax) }
      return found.targets
    }
    if found.targets.isEmpty {
      session.say("nothing to \(verb.rawValue): the query has no answer")
      return []
    }
    if !needing.isEmpty {
      let (dated, missing) = try dated(found.targets, needing, at: syntax.range)
      found.targets = dated
      if dated.isEmpty {
        session.say("nothing to \(verb.rawValue): what answers the query has no \(missing)")
        return []
      }
    }
    if tail.isConfirmed || tail.isDryRun { return found.targets }
    return try confirmed(found, verb, at: syntax.range)
  }

  /// Replaces rows, titles or `last` by ids in the statement that the journal keeps.
  private func note(_ targets: [ItemTarget], of syntax: TargetSyntax) throws {
    switch syntax.kind {
    case .query: return
    case .references(let references):
      guard references.contains(where: { if case .row = $0 { true } else { false } }) else { return }
    case .last, .title: break
    }
    var ids: [String] = []
    for target in targets {
      let kind = try workspace.store.record(target.item)?.kind ?? .event
      ids.append(target.id(kind))
    }
    let bytes = Array(source.utf8)
    let range = syntax.range
    guard range.end <= bytes.count else { return }
    box.cause =
      String(decoding: bytes[..<range.offset], as: UTF8.self) + ids.joined(separator: ", ")
      + String(decoding: bytes[range.end...], as: UTF8.self)
  }

  /// Refuses rows whose item others have changed or deleted since it was shown: the number would mean
  /// something else.
  private func checkShown(_ syntax: TargetSyntax) throws {
    guard case .references(let references) = syntax.kind else { return }
    for case .row(let number, let range) in references {
      guard session.shownRows.indices.contains(number - 1), let target = session.shownRows[number - 1],
        let shown = session.shownRevisions[number - 1]
      else { continue }
      try edited(at: range.value) {
        let object = try workspace.object(of: target)
        let present = workspace.revision(of: target, in: object)
        if let present, present != shown {
          throw EditError.stale(id: "#\(number)", expected: shown, present: present)
        }
        _ = try workspace.item(target)
      }
    }
  }

  /// Returns the last touched item; for an override, its occurrence.
  private func lastTouched() throws -> ItemTarget? {
    guard let item = try workspace.store.lastTouchedItem() else { return nil }
    guard let record = try workspace.store.record(item), let master = record.master else {
      return ItemTarget(item: item)
    }
    return ItemTarget(item: master, key: record.key)
  }

  /// Returns the targets that have the required dates; names the others, with the dates they lack.
  private func dated(
    _ targets: [ItemTarget], _ needing: [NeededDate], at range: SourceRange
  ) throws -> (targets: [ItemTarget], missing: String) {
    var dated: [ItemTarget] = []
    var others: [String] = []
    var missing: Set<String> = []
    for (target, item) in zip(targets, try items(targets, at: range)) {
      guard let need = needing.first(where: { !$0.isThere(in: item) }) else {
        dated.append(target)
        continue
      }
      others.append(item.title ?? "(untitled)")
      missing.insert(need.name(in: item))
    }
    let name = missing.count == 1 ? missing.first ?? "date" : "date"
    if !others.isEmpty {
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      session.note(
        "no \(name): \(SafeText.line(others.prefix(5).joined(separator: ", ")))\(more)"
          + (dated.isEmpty
            ? ""
            : "; \(others.count == 1 ? "it stays" : "they stay") as \(others.count == 1 ? "it is" : "they are")")
      )
    }
    return (dated, name)
  }

  /// Returns the target of a change: for a repeating reminder named as a whole, its open occurrence.
  func open(_ target: ItemTarget, at range: SourceRange) throws -> ItemTarget {
    try edited(at: range) {
      try workspace.openOccurrence(of: target)
    }
  }

  /// Returns the target of `last`: for a repeating reminder, the first open occurrence if an undo removed the
  /// last touched one, or if `isOpen` and the last touched one is done.
  private func stillThere(
    _ target: ItemTarget, isOpen: Bool, at range: SourceRange
  ) throws -> ItemTarget {
    guard let key = target.key else { return target }
    return try edited(at: range) {
      let object = try workspace.object(of: target)
      guard object.kind == .reminder, object.isSeries,
        isOpen && object.isCompleted(at: key) || object.item(at: key) == nil,
        let open = try workspace.firstOpen(target.item)
      else { return target }
      return ItemTarget(item: target.item, key: open)
    }
  }

  /// Shows the targets of a query's change and asks: yes, no, or row by row.
  private func confirmed(
    _ found: BoundTargets, _ verb: ChangeVerb, at range: SourceRange
  ) throws -> [ItemTarget] {
    let targets = found.targets
    let question = session.question
    let count = ChangeReport.count(targets.count, "item")
    guard session.canAsk else {
      throw ShellError.confirmationRequired(
        count: targets.count, verb: verb.rawValue, range: range, source: source)
    }
    let shown = try items(Array(targets.prefix(10)), at: range)
    for (target, item) in zip(targets, shown) { session.say(line(item, found.matches[target]), indent: 2) }
    if targets.count > shown.count { session.say("and \(targets.count - shown.count) more", indent: 2) }
    switch question.choose("\(verb.rawValue) \(count)? [y]es [n]o [r]ow by row", QueryChoice.self) {
    case .yes: return targets
    case .row:
      let chosen = try rowByRow(found, verb, question, range)
      if chosen.isEmpty { session.say("nothing was chosen") }
      return chosen
    case .no, nil: throw ShellError.canceled
    }
  }

  /// Returns an item on a line, with the field that has the searched text if that is not the title.
  private func line(_ item: Item, _ match: SearchMatch?) -> String {
    SafeText.line(sentences.item(item)) + (match?.mark ?? "")
  }

  private func rowByRow(
    _ found: BoundTargets, _ verb: ChangeVerb, _ question: Question, _ range: SourceRange
  ) throws -> [ItemTarget] {
    let targets = found.targets
    var chosen: [ItemTarget] = []
    for (index, target) in targets.enumerated() {
      let item = try items([target], at: range)[0]
      let text = "\(verb.rawValue) \(line(item, found.matches[target]))? [y]es [n]o [a]ll [s]top"
      switch question.choose(text, RowChoice.self) {
      case .yes: chosen.append(target)
      case .no: continue
      case .all: return chosen + targets[index...]
      case .stop: return chosen
      case nil: throw ShellError.canceled
      }
    }
    return chosen
  }

  /// Returns the span of a change: as written, as answered at a terminal, or all for reminders.
  ///
  /// One series among the targets is enough to ask: a series is never changed as a whole by default.
  func chosenSpan(
    _ tail: TailSyntax, _ targets: [ItemTarget], isRuleChange: Bool = false
  ) throws -> EditSpan? {
    if let span = tail.span { return EditSpan(span) }
    guard let (target, object) = try firstSeries(targets) else { return .all }
    let question = session.question
    guard session.canAsk else { return nil }
    let all = object.occurrenceCount(until: session.stopSignal).map { " (\($0))" } ?? ""
    let title = SafeText.line(object.master?.item.title ?? "")
    var choices = target.key == nil || isRuleChange ? "" : "[t]his (1)  "
    if target.key != nil { choices += "[f]uture  " }
    switch question.choose(
      "\(title) repeats. Apply to: \(choices)[a]ll\(all)  [c]ancel", SpanChoice.self)
    {
    case .this: return .this
    case .future: return .future
    case .all: return .all
    case .cancel, nil: throw ShellError.canceled
    }
  }

  /// Returns the first target that is a series of events; nil if there is none.
  private func firstSeries(_ targets: [ItemTarget]) throws -> (ItemTarget, CalendarObject)? {
    for target in targets {
      let object = try workspace.object(of: target)
      if object.isSeries, object.kind != .reminder { return (target, object) }
    }
    return nil
  }

  /// Returns each series once, at its earliest target, if a change reaches more than one occurrence.
  func distinct(_ targets: [ItemTarget], _ span: EditSpan?) -> [ItemTarget] {
    if span == .this { return targets }
    var result: [ItemTarget] = []
    for target in targets {
      guard let index = result.firstIndex(where: { $0.item == target.item }) else {
        result.append(target)
        continue
      }
      if let key = target.key, let known = result[index].key, key < known { result[index] = target }
    }
    return result
  }
}

/// What a statement does to its targets, by the word that questions and messages have for it.
enum ChangeVerb: String {
  case change, delete, complete, reopen, accept, maybe, decline, move, duplicate, show, send
  /// Another item becomes a part of it.
  case under

  /// The answer to an invitation.
  init(_ answer: AnswerSyntax.Answer) {
    switch answer {
    case .accept: self = .accept
    case .maybe: self = .maybe
    case .decline: self = .decline
    }
  }

  /// Whether `last` means the open occurrence of a repeating reminder rather than one that is done.
  var wantsOpen: Bool { self == .change || self == .move }
}

/// What is done with the answers of a query.
private enum QueryChoice: String, CaseIterable { case yes, no, row }

/// What is done with one of several.
private enum RowChoice: String, CaseIterable { case yes, no, all, stop }

/// How far a change of a series reaches.
private enum SpanChoice: String, CaseIterable { case this, future, all, cancel }

/// A date that an item must have to be moved by a length.
enum NeededDate {
  /// The date that `move` changes: the start; for a reminder the due date, else the start.
  case any
  case start, due

  /// The date that an assignment moves; nil if it needs no date.
  init?(_ assignment: AssignmentSyntax) {
    if assignment.operation == .set { return nil }
    switch assignment.field.name {
    case .start: self = .start
    case .due: self = .due
    default: return nil
    }
  }

  func isThere(in item: Item) -> Bool {
    switch self {
    case .any: item.anchor != nil
    case .start: item.start != nil
    // An event without a due date is a separate error.
    case .due: item.due != nil || item.kind != .reminder
    }
  }

  func name(in item: Item) -> String {
    switch self {
    case .any: item.kind == .reminder ? "due date" : "start"
    case .start: "start"
    case .due: "due date"
    }
  }
}

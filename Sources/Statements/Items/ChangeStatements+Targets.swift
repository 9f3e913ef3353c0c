import Changes
import Rendering

/// Which items a statement is about, how far it reaches, and whether it is meant.
extension ChangeStatements {
  /// The targets of a statement, confirmed where they answer a query.
  ///
  /// What answers the query and lacks a date that it needs is named and left out.
  func targets(
    _ syntax: TargetSyntax, _ tail: TailSyntax, _ verb: String, needing: [NeededDate] = []
  ) throws -> [ItemTarget] {
    let rows = session.shownRows
    var last = session.lastTouched
    // What another program changed last is no program's `last`; who prints is a person.
    if last == nil, !session.isServing || session.screens != nil { last = try lastTouched() }
    if case .last = syntax.kind, let known = last {
      last = try stillThere(known, isOpen: verb == "change" || verb == "move", at: syntax.range)
    }
    var found = try bound { (binder) throws(QueryError) in
      try binder.targets(syntax, rows: rows, last: last, purpose: verb == "reopen" ? .evenDone : .answer)
    }
    if !found.isQuery {
      try note(found.targets, of: syntax)
      // What is only looked at is read anew.
      if verb != "show" { try checkShown(syntax) }
      return found.targets
    }
    if found.targets.isEmpty {
      session.say("nothing to \(verb): the query has no answer")
      return []
    }
    if !needing.isEmpty {
      let (dated, missing) = try dated(found.targets, needing, at: syntax.range)
      found.targets = dated
      if dated.isEmpty {
        session.say("nothing to \(verb): what answers the query has no \(missing)")
        return []
      }
    }
    if tail.isConfirmed || tail.isDryRun { return found.targets }
    return try confirmed(found, verb, at: syntax.range)
  }

  /// Has the journal keep ids for a target that is written as rows or `last`.
  private func note(_ targets: [ItemTarget], of syntax: TargetSyntax) throws {
    switch syntax.kind {
    case .query: return
    case .references(let references):
      guard references.contains(where: { if case .row = $0 { true } else { false } }) else { return }
    case .last: break
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

  /// Refuses rows whose item somebody else changed or deleted since they were shown: the
  /// number would mean something else.
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
        _ = try workspace.item(target, now: context.now)
      }
    }
  }

  /// What was touched last; of an override the occurrence that it stands for.
  private func lastTouched() throws -> ItemTarget? {
    guard let item = try workspace.store.lastTouchedItem() else { return nil }
    guard let record = try workspace.store.record(item), let master = record.master else {
      return ItemTarget(item: item)
    }
    return ItemTarget(item: master, key: record.key)
  }

  /// Those of a query's answers that have the dates; the others are named, with what they lack.
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

  /// The occurrence that a change of a repeating reminder is about where it is
  /// named as a whole: the open one.
  func open(_ target: ItemTarget, at range: SourceRange) throws -> ItemTarget {
    try edited(at: range) {
      try workspace.openOccurrence(of: target, now: context.now)
    }
  }

  /// What `last` means: of a repeating reminder the open occurrence where an undo took the last touched one
  /// away, and where a change wants one that `isOpen` and that one is done.
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

  /// Shows what a query's change would reach and asks: yes, no, or row by row.
  private func confirmed(
    _ found: BoundTargets, _ verb: String, at range: SourceRange
  ) throws -> [ItemTarget] {
    let targets = found.targets
    let question = session.question
    let count = ChangeReport.count(targets.count, "item")
    guard session.canAsk else {
      throw ShellError.confirmationRequired(count: targets.count, verb: verb, range: range, source: source)
    }
    let shown = try items(Array(targets.prefix(10)), at: range)
    for (target, item) in zip(targets, shown) { session.say(line(item, found.matches[target]), indent: 2) }
    if targets.count > shown.count { session.say("and \(targets.count - shown.count) more", indent: 2) }
    switch question.choose("\(verb) \(count)? [y]es [n]o [r]ow by row", ["yes", "no", "row"]) {
    case "yes": return targets
    case "row":
      let chosen = try rowByRow(found, verb, question, range)
      if chosen.isEmpty { session.say("nothing was chosen") }
      return chosen
    default: throw ShellError.canceled
    }
  }

  /// An item on a line, with where the searched text stands where that is not the title.
  private func line(_ item: Item, _ match: SearchMatch?) -> String {
    SafeText.line(sentences.item(item)) + (match?.mark ?? "")
  }

  private func rowByRow(
    _ found: BoundTargets, _ verb: String, _ question: Question, _ range: SourceRange
  ) throws -> [ItemTarget] {
    let targets = found.targets
    var chosen: [ItemTarget] = []
    for (index, target) in targets.enumerated() {
      let item = try items([target], at: range)[0]
      switch question.choose(
        "\(verb) \(line(item, found.matches[target]))? [y]es [n]o [a]ll [s]top",
        ["yes", "no", "all", "stop"])
      {
      case "yes": chosen.append(target)
      case "no": continue
      case "all": return chosen + targets[index...]
      case "stop": return chosen
      default: throw ShellError.canceled
      }
    }
    return chosen
  }

  /// The span of a change: as written, asked for at a terminal, and all of a reminder.
  ///
  /// One series among the targets is enough: without a word it is never meant as a whole.
  func chosenSpan(
    _ tail: TailSyntax, _ targets: [ItemTarget], isRuleChange: Bool = false
  ) throws -> EditSpan? {
    if let span = tail.span { return EditSpan(span) }
    guard let (target, object) = try firstSeries(targets) else { return .all }
    let question = session.question
    guard session.canAsk else { return nil }
    let all = object.occurrenceCount(until: session.stopSignal).map { " \($0)" } ?? ""
    let title = SafeText.line(object.master?.item.title ?? "")
    var choices = target.key == nil || isRuleChange ? "" : "[t]his 1  "
    if target.key != nil { choices += "[f]uture  " }
    switch question.choose(
      "\(title) repeats. Apply to: \(choices)[a]ll\(all)  [c]ancel", ["this", "future", "all", "cancel"])
    {
    case .some(let word) where word != "cancel": return EditSpan(rawValue: word)
    default: throw ShellError.canceled
    }
  }

  /// The first target that is a series of events; nil where there is none.
  private func firstSeries(_ targets: [ItemTarget]) throws -> (ItemTarget, CalendarObject)? {
    for target in targets {
      let object = try workspace.object(of: target)
      if object.isSeries, object.kind != .reminder { return (target, object) }
    }
    return nil
  }

  /// Where a change reaches more than one occurrence, each series is changed once, from its first target on.
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

/// A date that an item must have to be moved by a length.
enum NeededDate {
  /// Whatever `move` takes: the start, of a reminder the due date before the start.
  case any
  case start, due

  /// What an assignment moves; nil for one that needs no date.
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
    // An event has none to be wanting: that is an error of its own.
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

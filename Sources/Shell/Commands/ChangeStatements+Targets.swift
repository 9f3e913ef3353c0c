import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// Which items a statement is about, how far it reaches, and whether it is meant.
extension ChangeStatements {
  /// The targets of a statement, confirmed where they answer a query.
  func targets(
    _ syntax: TargetSyntax, _ tail: TailSyntax, _ verb: String
  ) throws(ShellError) -> [ItemTarget] {
    let rows = session.shownRows
    var last = session.lastTouched
    // What another program changed last is no program's `last`; who prints is a person.
    if last == nil, !session.isServing || session.screens != nil { last = try lastTouched() }
    let found = try bound { (binder) throws(QueryError) in
      try binder.targets(syntax, rows: rows, last: last)
    }
    if !found.isQuery {
      // What is only looked at is read anew.
      if verb != "show" { try checkShown(syntax) }
      return found.targets
    }
    if found.targets.isEmpty {
      session.say("nothing to \(verb): the query has no answer")
      return []
    }
    if tail.isConfirmed || tail.isDryRun { return found.targets }
    return try confirmed(found.targets, verb, at: syntax.range)
  }

  /// Refuses rows whose item somebody else changed or deleted since they were shown: the number would mean something else.
  private func checkShown(_ syntax: TargetSyntax) throws(ShellError) {
    guard case .references(let references) = syntax.kind else { return }
    for case .row(let number, let range) in references {
      guard session.shownRows.indices.contains(number - 1), let target = session.shownRows[number - 1],
        let shown = session.shownRevisions[number - 1]
      else { continue }
      try edited(at: range.value) { () throws(EditError) in
        let family = try workspace.family(target, now: context.now)
        let present = try workspace.revision(of: target, in: family)
        if let present, present != shown {
          throw .stale(id: "#\(number)", expected: shown, present: present)
        }
        _ = try workspace.item(target, now: context.now)
      }
    }
  }

  private func lastTouched() throws(ShellError) -> ItemTarget? {
    do throws(StoreError) {
      return try workspace.store.lastTouchedItem().map { ItemTarget(item: $0) }
    } catch {
      throw .store(error)
    }
  }

  /// Shows what a query's change would reach and asks: yes, no, or row by row.
  private func confirmed(
    _ targets: [ItemTarget], _ verb: String, at range: SourceRange
  ) throws(ShellError) -> [ItemTarget] {
    let question = Question(session: session)
    let count = ChangeReport.count(targets.count, "item")
    guard question.isPossible else {
      throw .confirmationRequired(count: targets.count, verb: verb, range: range, source: source)
    }
    let shown = try items(Array(targets.prefix(10)), at: range)
    for item in shown { session.say("  " + SafeText.line(sentences.item(item))) }
    if targets.count > shown.count { session.say("  and \(targets.count - shown.count) more") }
    switch question.choose("\(verb) \(count)? [y]es [n]o [r]ow by row", ["yes", "no", "row"]) {
    case "yes": return targets
    case "row":
      let chosen = try rowByRow(targets, verb, question, range)
      if chosen.isEmpty { session.say("nothing was chosen") }
      return chosen
    default: throw .canceled
    }
  }

  private func rowByRow(
    _ targets: [ItemTarget], _ verb: String, _ question: Question, _ range: SourceRange
  ) throws(ShellError) -> [ItemTarget] {
    var chosen: [ItemTarget] = []
    for (index, target) in targets.enumerated() {
      let item = try items([target], at: range)[0]
      switch question.choose(
        "\(verb) \(SafeText.line(sentences.item(item)))? [y]es [n]o [a]ll [s]top",
        ["yes", "no", "all", "stop"])
      {
      case "yes": chosen.append(target)
      case "no": continue
      case "all": return chosen + targets[index...]
      case "stop": return chosen
      default: throw .canceled
      }
    }
    return chosen
  }

  /// The span of a change: as written, asked for at a terminal, and all of a reminder.
  ///
  /// One series among the targets is enough: without a word it is never meant as a whole.
  func scope(
    _ tail: TailSyntax, _ targets: [ItemTarget], isRuleChange: Bool = false
  ) throws(ShellError) -> EditScope? {
    if let span = tail.span { return EditScope(rawValue: span.rawValue) }
    guard let (target, family) = try firstSeries(targets) else { return .all }
    let question = Question(session: session)
    guard question.isPossible else { return nil }
    let all = family.occurrenceCount.map { " \($0)" } ?? ""
    let title = SafeText.line(family.master?.item.title ?? "")
    var choices = target.key == nil || isRuleChange ? "" : "[t]his 1  "
    if target.key != nil { choices += "[f]uture  " }
    switch question.choose(
      "\(title) repeats. Apply to: \(choices)[a]ll\(all)  [c]ancel", ["this", "future", "all", "cancel"])
    {
    case .some(let word) where word != "cancel": return EditScope(rawValue: word)
    default: throw .canceled
    }
  }

  /// The first target that is a series of events; nil where there is none.
  private func firstSeries(_ targets: [ItemTarget]) throws(ShellError) -> (ItemTarget, ItemFamily)? {
    for target in targets {
      let family = try edited(at: nil) { () throws(EditError) in
        try workspace.family(target, now: context.now)
      }
      if family.isSeries, family.kind != .reminder { return (target, family) }
    }
    return nil
  }

  /// Where a change reaches more than one occurrence, each series is changed once, from its first target on.
  func distinct(_ targets: [ItemTarget], _ scope: EditScope?) -> [ItemTarget] {
    if scope == .this { return targets }
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

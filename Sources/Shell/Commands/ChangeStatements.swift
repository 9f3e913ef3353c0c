import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// Runs one statement that changes items.
struct ChangeStatements {
  let session: Session
  let source: String
  let context: QueryContext
  let workspace: Workspace
  private var binder: ChangeBinder

  init(session: Session, source: String) throws(ShellError) {
    self.session = session
    self.source = source
    context = try session.context().context
    workspace = try session.workspace()
    do throws(QueryError) {
      binder = try ChangeBinder(context: context, store: workspace.store)
    } catch {
      throw ShellError(error, source: source)
    }
  }

  mutating func run(_ statement: StatementSyntax) throws(ShellError) {
    switch statement {
    case .add(let syntax): try add(syntax)
    case .edit(let syntax): try edit(syntax)
    case .delete(let syntax): try delete(syntax)
    case .complete(let syntax): try complete(syntax)
    case .reopen(let target, _): try reopen(target)
    case .move(let syntax): try move(syntax)
    case .duplicate(let syntax): try duplicate(syntax)
    case .quick(let text, _): try quick(text)
    case .explain, .query, .aggregate, .slots, .calendarView, .view, .manage, .session: break
    }
  }

  // MARK: Binding

  private mutating func bound<Result>(
    _ body: (inout ChangeBinder) throws(QueryError) -> Result
  ) throws(ShellError) -> Result {
    do throws(QueryError) {
      let told = binder.notes.count
      let result = try body(&binder)
      for note in binder.notes.dropFirst(told) { session.say("note:  " + note.text) }
      return result
    } catch {
      throw ShellError(error, source: source)
    }
  }

  private func edited<Result>(
    at range: SourceRange?, _ body: () throws(EditError) -> Result
  ) throws(ShellError) -> Result {
    do throws(EditError) {
      return try body()
    } catch {
      throw .edit(error, range: range, source: source)
    }
  }

  /// Items as they look, for sentences and for working out new values.
  private func items(_ targets: [ItemTarget], at range: SourceRange) throws(ShellError) -> [Item] {
    var result: [Item] = []
    for target in targets {
      result.append(
        try edited(at: range) { () throws(EditError) in try workspace.item(target, now: context.now) })
    }
    return result
  }

  private var sentences: ChangeSentences { ChangeSentences(zone: context.zone) }

  // MARK: Targets

  /// The targets of a statement, confirmed where they answer a query.
  private mutating func targets(
    _ syntax: TargetSyntax, _ tail: TailSyntax, _ verb: String
  ) throws(ShellError) -> [ItemTarget] {
    let rows = session.shownRows
    var last = session.lastTouched
    if last == nil { last = try lastTouched() }
    let found = try bound { (binder) throws(QueryError) in
      try binder.targets(syntax, rows: rows, last: last)
    }
    if !found.isQuery { return found.targets }
    if found.targets.isEmpty {
      session.say("nothing to \(verb): the query has no answer")
      return []
    }
    if tail.isConfirmed || tail.isDryRun { return found.targets }
    return try confirmed(found.targets, verb, at: syntax.range)
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
    for item in shown { session.say("  " + sentences.item(item)) }
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
        "\(verb) \(sentences.item(item))? [y]es [n]o [a]ll [s]top", ["yes", "no", "all", "stop"])
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
  private func scope(
    _ tail: TailSyntax, _ target: ItemTarget, isRuleChange: Bool = false
  ) throws(ShellError) -> EditScope? {
    if let span = tail.span { return EditScope(rawValue: span.rawValue) }
    let family = try edited(at: nil) { () throws(EditError) in
      try workspace.family(target, now: context.now)
    }
    guard family.isSeries else { return .all }
    if family.kind == .reminder { return .all }
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

  /// Where a change reaches more than one occurrence, each series is changed once, from its first target on.
  private func distinct(_ targets: [ItemTarget], _ scope: EditScope?) -> [ItemTarget] {
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

  // MARK: Statements

  private mutating func add(_ syntax: AddSyntax) throws(ShellError) {
    if syntax.opensForm || syntax.title == nil && syntax.parts.isEmpty { throw .notYet("the form") }
    let rows = session.shownRows
    let last = session.lastTouched
    let addition = try bound { (binder) throws(QueryError) in
      try binder.addition(syntax, rows: rows, last: last)
    }
    try save(addition, isDryRun: syntax.isDryRun, range: syntax.range)
  }

  /// Saves a new item in the calendar named, or the default one.
  private mutating func save(
    _ addition: BoundAddition, isDryRun: Bool, range: SourceRange
  ) throws(ShellError) {
    var item = addition.item
    let calendar: CalendarRecord
    if let named = addition.calendar {
      calendar = named
    } else {
      calendar = try defaultCalendar(item.kind, range)
    }
    if !addition.hasAlarms { item = workspace.withDefaults(of: calendar, item) }
    let outcome = try edited(at: range) { () throws(EditError) in
      try workspace.add(item, to: calendar.id, cause: source, now: context.now, keeping: !isDryRun)
    }
    var report = ChangeReport(session: session, context: context, isDryRun: isDryRun)
    report.add(outcome, "added \(sentences.item(item)), in \(SafeText.line(calendar.title))")
    if let repetition = sentences.repetition(item) { session.say("       " + repetition) }
    report.finish()
  }

  private func defaultCalendar(_ kind: Model.ItemKind, _ range: SourceRange) throws(ShellError)
    -> CalendarRecord
  {
    let error: EditError
    do throws(EditError) {
      return try workspace.defaultCalendar(for: kind)
    } catch let failure {
      error = failure
    }
    switch error {
    case .noCalendar, .noReminderList: break
    default: throw .edit(error, range: range, source: source)
    }
    let question = Question(session: session)
    guard question.isPossible else { throw .edit(error, range: nil, source: source) }
    let name = kind == .reminder ? "Reminders" : "Home"
    let answer = question.choose(
      "\(error.message). Make a new one called \(name)? [y]es [n]o", ["yes", "no"])
    guard answer == "yes" else { throw .canceled }
    return try edited(at: range) { () throws(EditError) in
      try workspace.addCalendar(
        title: name, source: nil, color: nil, kinds: kind == .reminder ? .reminders : .events,
        now: context.now)
    }
  }

  private mutating func edit(_ syntax: EditSyntax) throws(ShellError) {
    if syntax.assignments.isEmpty { throw .notYet("the form") }
    let isRuleChange = syntax.assignments.contains { $0.field.name == .repeat }
    var targets = try targets(syntax.target, syntax.tail, "change")
    guard let first = targets.first else { return }
    let scope = try scope(syntax.tail, first, isRuleChange: isRuleChange)
    targets = distinct(targets, scope)
    let shown = try items(targets, at: syntax.target.range)
    var edits: [BoundEdit] = []
    for item in shown {
      edits.append(
        try bound { (binder) throws(QueryError) in try binder.edit(syntax.assignments, of: item) })
    }
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.target.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now, keeping: !syntax.tail.isDryRun) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for (target, bound) in zip(targets, edits) {
          var outcome: EditOutcome?
          if !bound.edit.fields.isEmpty {
            outcome = try workspace.save(
              bound.edit, to: target, scope: scope, ifRevision: syntax.tail.revision, cause: cause, now: now)
          }
          if let calendar = bound.calendar {
            outcome = try workspace.move(
              outcome?.target ?? target, into: calendar.id, scope: scope,
              ifRevision: outcome == nil ? syntax.tail.revision : nil, cause: cause, now: now)
          }
          if let outcome { outcomes.append(outcome) }
        }
        return outcomes
      }
    }
    try tell(outcomes, "changed", isDryRun: syntax.tail.isDryRun, after: shown)
  }

  /// Says what was changed; items that are still there as they look now.
  private func tell(
    _ outcomes: [EditOutcome], _ verb: String, suffix: String = "", isDryRun: Bool, after old: [Item]
  ) throws(ShellError) {
    var report = ChangeReport(session: session, context: context, isDryRun: isDryRun)
    for (outcome, before) in zip(outcomes, old) {
      var item = before
      if !isDryRun, !outcome.isDeleted,
        let now = try? workspace.item(outcome.target, now: context.now)
      {
        item = now
      }
      let isSeries = before.recurrence != nil || item.recurrence != nil
      let reach = isSeries && item.kind == .event ? " (\(sentences.reach(outcome)))" : ""
      let isSame = outcome.step == nil && !isDryRun && !session.isInBatch
      report.add(
        outcome,
        isSame ? "unchanged: \(sentences.item(item))" : "\(verb) \(sentences.item(item))\(suffix)\(reach)")
      if let next = outcome.next, let item = try? workspace.item(next, now: context.now) {
        session.say("next:  \(sentences.item(item))  \(next.id(outcome.kind))")
      }
    }
    report.finish()
  }

  private mutating func delete(_ syntax: DeleteSyntax) throws(ShellError) {
    var targets = try targets(syntax.target, syntax.tail, "delete")
    guard let first = targets.first else { return }
    let scope = try scope(syntax.tail, first)
    targets = distinct(targets, scope)
    let shown = try items(targets, at: syntax.target.range)
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.target.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now, keeping: !syntax.tail.isDryRun) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for target in targets {
          outcomes.append(
            try workspace.remove(
              target, scope: scope, ifRevision: syntax.tail.revision, cause: cause, now: now))
        }
        return outcomes
      }
    }
    try tell(outcomes, "deleted", isDryRun: syntax.tail.isDryRun, after: shown)
  }

  private mutating func complete(_ syntax: CompleteSyntax) throws(ShellError) {
    let targets = try targets(syntax.target, syntax.tail, "complete")
    if targets.isEmpty { return }
    var moment = context.now
    if let date = syntax.date {
      moment = try bound { (binder) throws(QueryError) in try binder.moment(date) }
    }
    let shown = try items(targets, at: syntax.target.range)
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.target.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now, keeping: !syntax.tail.isDryRun) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for target in targets {
          outcomes.append(
            try workspace.complete(
              target, at: moment, skippingPast: syntax.skipsPast, ifRevision: syntax.tail.revision,
              cause: cause, now: now))
        }
        return outcomes
      }
    }
    try tell(outcomes, "completed", isDryRun: syntax.tail.isDryRun, after: shown)
  }

  private mutating func reopen(_ syntax: TargetSyntax) throws(ShellError) {
    let targets = try targets(syntax, TailSyntax(), "reopen")
    if targets.isEmpty { return }
    let shown = try items(targets, at: syntax.range)
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for target in targets { outcomes.append(try workspace.reopen(target, cause: cause, now: now)) }
        return outcomes
      }
    }
    try tell(outcomes, "reopened", isDryRun: false, after: shown)
  }

  private mutating func move(_ syntax: MoveSyntax) throws(ShellError) {
    var targets = try targets(syntax.target, syntax.tail, "move")
    guard let first = targets.first else { return }
    var calendar: CalendarRecord?
    if case .into(let name) = syntax.destination {
      calendar = try bound { (binder) throws(QueryError) in try binder.calendar(name) }
    }
    let scope = try calendar == nil || syntax.tail.span != nil ? scope(syntax.tail, first) : .all
    targets = distinct(targets, scope)
    let shown = try items(targets, at: syntax.target.range)
    var edits: [ItemEdit] = []
    if calendar == nil {
      for item in shown {
        edits.append(
          try bound { (binder) throws(QueryError) in try binder.move(syntax.destination, of: item) })
      }
    }
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.target.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now, keeping: !syntax.tail.isDryRun) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for (index, target) in targets.enumerated() {
          if let calendar {
            outcomes.append(
              try workspace.move(
                target, into: calendar.id, scope: scope, ifRevision: syntax.tail.revision, cause: cause,
                now: now))
          } else {
            outcomes.append(
              try workspace.save(
                edits[index], to: target, scope: scope, ifRevision: syntax.tail.revision, cause: cause,
                now: now))
          }
        }
        return outcomes
      }
    }
    let place = calendar.map { " into " + SafeText.line($0.title) } ?? ""
    try tell(outcomes, "moved", suffix: place, isDryRun: syntax.tail.isDryRun, after: shown)
  }

  private mutating func duplicate(_ syntax: DuplicateSyntax) throws(ShellError) {
    let targets = try targets(syntax.target, TailSyntax(isConfirmed: true), "duplicate")
    let shown = try items(targets, at: syntax.target.range)
    var calendar: CalendarRecord?
    if let name = syntax.calendar {
      calendar = try bound { (binder) throws(QueryError) in try binder.calendar(name) }
    }
    var starts: [EventTime?] = []
    for item in shown {
      guard let date = syntax.date else {
        starts.append(nil)
        continue
      }
      let edit = try bound { (binder) throws(QueryError) in try binder.move(.to(date), of: item) }
      starts.append(item.kind == .reminder ? edit.values.due : edit.values.start)
    }
    let (now, cause) = (context.now, source)
    let outcomes = try edited(at: syntax.target.range) { () throws(EditError) in
      try workspace.asOneStep(cause, now: now) { () throws(EditError) in
        var outcomes: [EditOutcome] = []
        for (target, start) in zip(targets, starts) {
          outcomes.append(
            try workspace.duplicate(target, start: start, into: calendar?.id, cause: cause, now: now))
        }
        return outcomes
      }
    }
    try tell(outcomes, "added", isDryRun: false, after: shown)
  }

  // MARK: Quick text

  /// `Lunch fri 12:30 for 1h /Work`: the title is what stands before the first words that say when.
  private mutating func quick(_ syntax: TextSyntax) throws(ShellError) {
    guard case .literal(let text) = syntax.kind else { throw .notYet("a parameter here") }
    let statement = QuickText.statement(text, dateOrder: session.settings.dateOrder)
    session.say("= " + statement)
    let parsed: StatementSyntax
    do throws(SyntaxError) {
      parsed = try parseStatement(statement, options: ParseOptions(dateOrder: session.settings.dateOrder))
    } catch {
      throw .statement(error.diagnostic, source: statement)
    }
    var other = self
    other = try ChangeStatements(session: session, source: statement)
    try other.run(parsed)
  }
}

/// Finds the statement that quick text means.
enum QuickText {
  /// An `add` statement: of an event where the text says when it is, else of a reminder.
  static func statement(_ text: String, dateOrder: DateOrder) -> String {
    var words = text.split(separator: " ").map(String.init)
    var calendar = ""
    // The calendar is the word behind a slash, wherever it stands.
    if let index = words.lastIndex(where: { $0.hasPrefix("/") && $0.count > 1 }) {
      calendar = " in " + NameSyntax(String(words[index].dropFirst())).description
      words.remove(at: index)
    }
    for count in stride(from: 1, to: words.count, by: 1) {
      let title = Quoting.string(words[..<count].joined(separator: " "))
      let rest = words[count...].joined(separator: " ")
      for kind in ["event", "reminder"] {
        let statement = "add \(kind) \(title) \(rest)\(calendar)"
        guard let parsed = try? parseStatement(statement, options: ParseOptions(dateOrder: dateOrder)),
          case .add(let add) = parsed, kind == "reminder" || add.parts.contains(where: \.isTime)
        else { continue }
        return statement
      }
    }
    return "add reminder " + Quoting.string(words.joined(separator: " ")) + calendar
  }
}

extension ItemPartSyntax {
  /// Whether it says when an event is.
  fileprivate var isTime: Bool { if case .when = kind { true } else { false } }
}

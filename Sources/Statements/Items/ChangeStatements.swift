import Changes
import Rendering

/// Runs one statement that changes items.
struct ChangeStatements {
  let session: Session
  let source: String
  let context: QueryContext
  let workspace: Workspace
  /// Whether an addition mentions how to undo it, as one from free text does.
  var namesUndo = false
  let box: BinderBox

  /// The binder, which gathers notes, shared by the parts of a statement.
  final class BinderBox {
    var binder: ChangeBinder
    /// The statement with ids in place of references valid only here and now; nil if it has none.
    var cause: String?

    init(_ binder: ChangeBinder) { self.binder = binder }
  }

  init(session: Session, source: String) throws {
    self.session = session
    self.source = source
    context = try session.context().context
    workspace = try session.workspace()
    box = BinderBox(try ChangeBinder(context: context, store: workspace.store))
  }

  /// The statement as the journal keeps it.
  var cause: String { box.cause ?? source }

  func run(_ statement: StatementSyntax) throws -> Answer {
    switch statement {
    case .add(let syntax): return try add(syntax)
    case .edit(let syntax): return try edit(syntax)
    case .delete(let syntax): return try delete(syntax)
    case .complete(let syntax): return try complete(syntax)
    case .reopen(let target, let tail, _): return try reopen(target, tail)
    case .answer(let syntax): return try answer(syntax)
    case .move(let syntax): return try move(syntax)
    case .duplicate(let syntax): return try duplicate(syntax)
    case .quick(let text, let range): return try quick(text, at: range.value)
    case .view(let syntax): return try view(syntax)
    case .explain, .query, .aggregate, .slots, .calendarView, .manage, .session: return .nothing
    }
  }

  // MARK: Binding

  func bound<Result>(
    _ body: (inout ChangeBinder) throws(QueryError) -> Result
  ) throws -> Result {
    let known = box.binder.notes.count
    let result = try body(&box.binder)
    for note in box.binder.notes.dropFirst(known) { session.note(note.text) }
    return result
  }

  /// Runs a change; its fault points at the target.
  func edited<Result>(at range: SourceRange, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as EditError {
      throw ShellError.fault(error, at: range, source: source)
    }
  }

  /// Reads and writes in one transaction and one step of the journal, so that others cannot change the data
  /// in between.
  func step<Result>(
    _ isDryRun: Bool, _ body: () throws -> Result
  ) throws -> Result {
    try workspace.store.inOneStep(
      cause, now: context.now, keeping: !isDryRun, failure: { $0 }, body)
  }

  /// Changes targets one after another, in one step; an error points at the target.
  private func each<Target>(
    _ targets: [Target], _ shown: [Item], _ syntax: TargetSyntax, _ tail: TailSyntax = TailSyntax(),
    _ body: (Target) throws -> EditOutcome
  ) throws -> [Changed] {
    try step(tail.isDryRun) {
      try edited(at: syntax.range) {
        var result: [Changed] = []
        for (target, item) in zip(targets, shown) { result.append(changed(try body(target), from: item)) }
        return result
      }
    }
  }

  /// The effect on one item.
  private struct Changed {
    var outcome: EditOutcome
    var before: Item
    /// The item afterwards; as before if it is deleted.
    var after: Item
    var next: Item?

    /// The weekdays in its rules, before and after; nil if it does not repeat.
    var rules: (old: [[WeekdayNumber]], new: [[WeekdayNumber]])? {
      guard let old = before.recurrence?.rules, let new = after.recurrence?.rules else { return nil }
      return (old.map(\.byDay), new.map(\.byDay))
    }
  }

  /// Reads the result of an edit while it is visible: a dry run rolls it back.
  ///
  /// `named` is the target in the statement: a series named as a whole stays a whole series.
  private func changed(_ outcome: EditOutcome, from before: Item, named: ItemTarget? = nil) -> Changed {
    func item(_ target: ItemTarget) -> Item? { try? workspace.item(target) }
    let after = (outcome.isDeleted ? nil : item(outcome.target)) ?? before
    var outcome = outcome
    if let named, named.key == nil { outcome.target.key = nil }
    return Changed(outcome: outcome, before: before, after: after, next: outcome.next.flatMap(item))
  }

  /// Returns items in their current state, for sentences and for computing new values.
  func items(_ targets: [ItemTarget], at range: SourceRange) throws -> [Item] {
    var result: [Item] = []
    for target in targets {
      result.append(
        try edited(at: range) { try workspace.item(target) })
    }
    return result
  }

  var sentences: ItemSentences { ItemSentences(zone: context.zone) }

  /// Runs a change that may move a series to other weekdays, which must be confirmed; `body` receives whether
  /// it is.
  private func confirmingDays<Result>(
    _ tail: TailSyntax, _ body: (Bool) throws -> Result
  ) throws -> Result {
    let error: ShellError
    do {
      return try body(tail.isConfirmed || tail.isDryRun)
    } catch let failure {
      error = ShellError(failure, source: source)
    }
    guard case .daysChange(let title, let rule, let first)? = error.fault(as: EditError.self) else {
      throw error
    }
    let question = session.question
    guard session.canAsk else { throw error }
    let words = RecurrencePhrase.text(rules: [rule], zone: context.zone) ?? rule
    let days = first.map(DateText.day).joined(separator: ", ")
    let isMeant = question.agrees(
      "\(SafeText.line(title)) would repeat \(words), first on \(days). Change the days? [y]es [n]o")
    guard isMeant == true else { throw ShellError.canceled }
    return try body(true)
  }

  /// Binds a new value for a target of a change with the given span.
  private func bound<Result>(
    _ span: EditSpan?, _ target: ItemTarget, _ item: Item, at range: SourceRange,
    _ body: (inout ChangeBinder) throws(QueryError) -> Result
  ) throws -> Result {
    var isSeries = span != .this && item.recurrence != nil
    // An edited occurrence has no rule, so its series is checked.
    if span != .this, item.recurrenceID != nil {
      isSeries = try edited(at: range) {
        try workspace.object(of: target).isSeries
      }
    }
    box.binder.movesOnClock = isSeries
    return try bound(body)
  }

  // MARK: Statements

  private func add(_ syntax: AddSyntax) throws -> Answer {
    if syntax.opensForm || syntax.title == nil && syntax.parts.isEmpty { return try addForm(syntax) }
    let addition = try addition(syntax)
    return try save(addition, isDryRun: syntax.isDryRun, range: syntax.range)
  }

  /// Returns the item to add; a client that may only add learns neither whether a calendar exists nor its
  /// name.
  func addition(_ syntax: AddSyntax) throws -> BoundAddition {
    var syntax = syntax
    if session.mayOnlyAdd(syntax.kind == .reminder ? .reminder : .event) {
      let count = syntax.parts.count
      syntax.parts.removeAll { if case .calendar = $0.kind { true } else { false } }
      if syntax.parts.count < count { session.note(AccessControl.ownerChooses) }
    }
    for index in syntax.parts.indices {
      guard case .under(let parent) = syntax.parts[index].kind else { continue }
      syntax.parts[index].kind = .under(try withoutTitle(parent, .under))
    }
    let (rows, last, complete) = (session.shownRows, session.lastTouched, syntax)
    return try bound { (binder) throws(QueryError) in
      try binder.addition(complete, rows: rows, last: last)
    }
  }

  /// Saves a new item in the named calendar, or the default one.
  private func save(
    _ addition: BoundAddition, isDryRun: Bool, range: SourceRange
  ) throws -> Answer {
    var item = addition.item
    let calendar: CalendarRecord
    if let named = addition.calendar {
      calendar = named
    } else {
      calendar = try defaultCalendar(item.kind, range)
    }
    if !addition.hasAlarms { item = workspace.withDefaults(of: calendar, item) }
    let outcome = try edited(at: range) {
      try workspace.add(item, to: calendar.id, cause: source, now: context.now, keeping: !isDryRun)
    }
    var report = ChangeReport(session: session, context: context, isDryRun: isDryRun)
    let place = session.mayOnlyAdd(item.kind) ? "" : ", in \(SafeText.line(calendar.title))"
    let isUndoable = namesUndo && !isDryRun && !session.isInBatch && session.client == nil
    let undo = isUndoable ? "; undo takes it back" : ""
    report.add(outcome, "added \(SafeText.line(sentences.item(item)))\(place)\(undo)")
    if let repetition = sentences.repetition(item) { session.say(repetition, indent: 7) }
    if calendar.isHidden, !place.isEmpty {
      let name = SafeText.line(calendar.title)
      session.note("\(name) is hidden: what is in it is shown only where in names it")
    }
    return report.finish()
  }

  private func defaultCalendar(_ kind: ItemKind, _ range: SourceRange) throws
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
    case .noDefaultCalendar:
      if let chosen = try askForDefault(kind) { return chosen }
      throw error
    default: throw ShellError.fault(error, at: range, source: source)
    }
    let question = session.question
    guard session.canAsk else { throw error }
    let name = kind == .reminder ? "Reminders" : "Home"
    let isWanted = question.agrees("\(error.message). Make a new one called \(name)? [y]es [n]o")
    guard isWanted == true else { throw ShellError.canceled }
    return try edited(at: range) {
      try workspace.addCalendar(
        title: name, source: nil, color: nil, kinds: EntityKinds(kind), now: context.now)
    }
  }

  /// Asks once for the default calendar of a kind, and keeps the answer; returns nil if nobody can be asked.
  private func askForDefault(_ kind: ItemKind) throws -> CalendarRecord? {
    let question = session.question
    guard session.canAsk else { return nil }
    let items = kind == .reminder ? "reminders" : "events"
    let choices = try workspace.calendarsForNewItems(kind)
    session.say("Which calendar do new \(items) go to? `default calendar` changes it later.")
    for (index, calendar) in choices.enumerated() {
      session.say("\(index + 1) \(SafeText.line(calendar.title))", indent: 2)
    }
    let chosen = question.choose(
      "[1-\(choices.count)] [c]ancel", otherwise: "answer 1 to \(choices.count), or with a name, or cancel"
    ) { Self.choice($0, among: choices) }
    guard let chosen else { throw ShellError.canceled }
    try workspace.store.setDefaultCalendar(chosen.id, for: kind, now: context.now)
    session.say("new \(items) go to \(SafeText.line(chosen.title)) now")
    return chosen
  }

  /// Returns the calendar of an answer without blanks: by its number, its name, or an unambiguous beginning
  /// of the name.
  private static func choice(_ answer: String, among calendars: [CalendarRecord]) -> CalendarRecord? {
    if let number = Int(answer), calendars.indices.contains(number - 1) { return calendars[number - 1] }
    if answer.isEmpty { return nil }
    let folded = Folding.name(answer)
    func name(_ calendar: CalendarRecord) -> String { Folding.name(calendar.title).filter { $0 != " " } }
    let exact = calendars.filter { name($0) == folded }
    let found = exact.isEmpty ? calendars.filter { name($0).hasPrefix(folded) } : exact
    return found.count == 1 ? found[0] : nil
  }

  private func edit(_ syntax: EditSyntax) throws -> Answer {
    if syntax.assignments.isEmpty { return try editForm(syntax) }
    let isRuleChange = syntax.assignments.contains { $0.field.name == .repeat }
    var targets = try targets(
      syntax.target, syntax.tail, .change, needing: syntax.assignments.compactMap(NeededDate.init))
    if targets.isEmpty { return .nothing }
    let span = try chosenSpan(syntax.tail, targets, isRuleChange: isRuleChange)
    targets = distinct(targets, span)
    let (now, cause, range) = (context.now, self.cause, syntax.target.range)
    let changes = try confirmingDays(syntax.tail) { (allowsNewDays) in
      try step(syntax.tail.isDryRun) {
        var changes: [Changed] = []
        for target in targets {
          let reached = try open(target, at: range)
          let item = try items([reached], at: range)[0]
          let bound = try bound(span, reached, item, at: range) { (binder) throws(QueryError) in
            try binder.edit(syntax.assignments, of: item)
          }
          var outcome: EditOutcome?
          if !bound.edit.fields.isEmpty {
            outcome = try edited(at: range) {
              try workspace.save(
                bound.edit, to: reached, span: span, ifRevision: syntax.tail.revision,
                allowsNewDays: allowsNewDays, cause: cause, now: now)
            }
          }
          if let calendar = bound.calendar {
            outcome = try edited(at: range) {
              try workspace.move(
                outcome?.target ?? target, into: calendar.id, span: span,
                ifRevision: outcome == nil ? syntax.tail.revision : nil, cause: cause, now: now)
            }
          }
          if let outcome { changes.append(changed(outcome, from: item, named: target)) }
        }
        return changes
      }
    }
    return tell(changes, "changed", isDryRun: syntax.tail.isDryRun)
  }

  /// Reports the changes.
  private func tell(_ changes: [Changed], _ verb: String, suffix: String = "", isDryRun: Bool) -> Answer {
    var report = ChangeReport(session: session, context: context, isDryRun: isDryRun)
    for change in changes {
      let outcome = change.outcome
      // An edited occurrence has its own component; without a series there are no other occurrences.
      let isDetached = change.before.recurrenceID != nil && (outcome.reached != 1 || outcome.remaining != 0)
      let isSeries = change.before.recurrence != nil || change.after.recurrence != nil || isDetached
      let reach = isSeries && change.after.kind == .event ? " (\(sentences.reach(outcome)))" : ""
      let isSame = outcome.isUnchanged
      let item = SafeText.line(sentences.item(change.after))
      report.add(outcome, isSame ? "unchanged: \(item)" : "\(verb) \(item)\(suffix)\(reach)")
      if !isSame, let (old, new) = change.rules, old != new, let words = sentences.repetition(change.after) {
        session.say(words, indent: 7)
      }
      if let next = outcome.next, let item = change.next {
        session.say("next:  \(SafeText.line(sentences.item(item)))  \(next.id(outcome.kind))")
      }
    }
    return report.finish()
  }

  private func delete(_ syntax: DeleteSyntax) throws -> Answer {
    var targets = try targets(syntax.target, syntax.tail, .delete)
    if targets.isEmpty { return .nothing }
    let span = try chosenSpan(syntax.tail, targets)
    targets = try withParts(distinct(targets, span), .delete, syntax.tail, at: syntax.target.range)
    let shown = try items(targets, at: syntax.target.range)
    try confirmDeletion(shown, of: syntax.target, syntax.tail)
    let (now, cause) = (context.now, self.cause)
    let changes = try each(targets, shown, syntax.target, syntax.tail) { target in
      try workspace.remove(target, span: span, ifRevision: syntax.tail.revision, cause: cause, now: now)
    }
    return tell(changes, "deleted", isDryRun: syntax.tail.isDryRun)
  }

  private func complete(_ syntax: CompleteSyntax) throws -> Answer {
    var targets = try targets(syntax.target, syntax.tail, .complete)
    if targets.isEmpty { return .nothing }
    targets = try withParts(targets, .complete, syntax.tail, at: syntax.target.range)
    var moment = context.now
    if let date = syntax.date {
      moment = try bound { (binder) throws(QueryError) in try binder.moment(date) }
    }
    let shown = try items(targets, at: syntax.target.range)
    let (now, cause) = (context.now, self.cause)
    let changes = try each(targets, shown, syntax.target, syntax.tail) { target in
      try workspace.complete(
        target, at: moment, skippingPast: syntax.skipsPast, ifRevision: syntax.tail.revision, cause: cause,
        now: now)
    }
    return tell(changes, "completed", isDryRun: syntax.tail.isDryRun)
  }

  private func reopen(_ syntax: TargetSyntax, _ tail: TailSyntax) throws -> Answer {
    let targets = try targets(syntax, tail, .reopen)
    if targets.isEmpty { return .nothing }
    let shown = try items(targets, at: syntax.range)
    let (now, cause) = (context.now, self.cause)
    let changes = try each(targets, shown, syntax, tail) { target in
      try workspace.reopen(target, ifRevision: tail.revision, cause: cause, now: now)
    }
    return tell(changes, "reopened", isDryRun: tail.isDryRun)
  }

  private func answer(_ syntax: AnswerSyntax) throws -> Answer {
    var targets = try targets(syntax.target, syntax.tail, ChangeVerb(syntax.answer))
    if targets.isEmpty { return .nothing }
    let span = try chosenSpan(syntax.tail, targets)
    targets = distinct(targets, span)
    let shown = try items(targets, at: syntax.target.range)
    let answer: InvitationAnswer =
      switch syntax.answer {
      case .accept: .accepted
      case .maybe: .tentative
      case .decline: .declined
      }
    let (now, cause) = (context.now, self.cause)
    let changes = try each(targets, shown, syntax.target, syntax.tail) { target in
      try workspace.answer(
        answer, to: target, span: span, ifRevision: syntax.tail.revision, cause: cause, now: now)
    }
    let verb = answer == .tentative ? "accepted tentatively" : answer.rawValue
    return tell(changes, verb, isDryRun: syntax.tail.isDryRun)
  }

  private func move(_ syntax: MoveSyntax) throws -> Answer {
    var isByLength = false
    if case .by = syntax.destination { isByLength = true }
    try checkHour(syntax.destination)
    var targets = try targets(syntax.target, syntax.tail, .move, needing: isByLength ? [.any] : [])
    if targets.isEmpty { return .nothing }
    var calendar: CalendarRecord?
    if case .into(let name) = syntax.destination {
      calendar = try bound { (binder) throws(QueryError) in try binder.calendar(name) }
    }
    let span = try calendar == nil || syntax.tail.span != nil ? chosenSpan(syntax.tail, targets) : .all
    targets = distinct(targets, span)
    let (now, cause, range) = (context.now, self.cause, syntax.target.range)
    let changes = try confirmingDays(syntax.tail) { (allowsNewDays) in
      try step(syntax.tail.isDryRun) {
        var changes: [Changed] = []
        for target in targets {
          let reached = try calendar == nil ? open(target, at: range) : target
          let item = try items([reached], at: range)[0]
          let edit = try bound(span, reached, item, at: range) { (binder) throws(QueryError) in
            try binder.move(syntax.destination, of: item)
          }
          let outcome = try edited(at: range) {
            if let calendar {
              return try workspace.move(
                target, into: calendar.id, span: span, ifRevision: syntax.tail.revision, cause: cause,
                now: now)
            }
            return try workspace.save(
              edit, to: reached, span: span, ifRevision: syntax.tail.revision,
              allowsNewDays: allowsNewDays, cause: cause, now: now)
          }
          changes.append(changed(outcome, from: item, named: target))
        }
        return changes
      }
    }
    let place = calendar.map { " into " + SafeText.line($0.title) } ?? ""
    return tell(changes, "moved", suffix: place, isDryRun: syntax.tail.isDryRun)
  }

  private func duplicate(_ syntax: DuplicateSyntax) throws -> Answer {
    let targets = try targets(syntax.target, TailSyntax(isConfirmed: true), .duplicate)
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
      starts.append(item.kind == .reminder ? edit.values.due ?? edit.values.start : edit.values.start)
    }
    let (now, cause) = (context.now, self.cause)
    let changes = try each(Array(zip(targets, starts)), shown, syntax.target) { copy in
      try workspace.duplicate(copy.0, start: copy.1, into: calendar?.id, cause: cause, now: now)
    }
    return tell(changes, "added", isDryRun: false)
  }
}

import CivilTime
import Editing
import Forms
import LineEditor
import Model
import QueryEngine
import QueryLanguage
import Store

/// Statements that open a form.
extension ChangeStatements {
  /// `add event`, `add event … form`: what the statement says is the proposal.
  func addForm(_ syntax: AddSyntax) throws(ShellError) {
    try requireTerminal(
      syntax.kind == .event ? "add event \"Dentist\" friday 9:30" : "add reminder \"Buy milk\" due friday")
    let kind = ItemKind(syntax.kind)
    var item = ItemForm.proposal(kind, now: context.now, zone: context.zone)
    var calendar: CalendarRecord?
    if syntax.title != nil || !syntax.parts.isEmpty {
      var whole = syntax
      let hasTime = syntax.parts.contains { if case .when = $0.kind { true } else { false } }
      if !hasTime, let start = item.start {
        let date = ItemSyntax(context).date(start)
        whole.parts.append(ItemPartSyntax(.when(RangeSyntax(.on(date), hasPreposition: false))))
      }
      let addition = try addition(whole)
      item = addition.item
      calendar = addition.calendar
    }
    let controller = editor(new: item, in: calendar)
    try finish(try FormDriver(session).resume(controller), controller)
  }

  /// `edit #3`: the form of each target, one after another.
  func editForm(_ syntax: EditSyntax) throws(ShellError) {
    try requireTerminal("edit #1 set title = \"Dentist\"")
    for target in try targets(syntax.target, syntax.tail, "change") {
      let controller = try edited(at: syntax.target.range) { () throws(EditError) in
        try editor(target)
      }
      try finish(try FormDriver(session).resume(controller), controller)
    }
  }

  /// `view #3`: the card, and what can be done with it; where nobody can be asked the card alone.
  func view(_ syntax: ViewSyntax) throws(ShellError) {
    let found = try targets(syntax.target, TailSyntax(isConfirmed: true), "show")
    for target in found {
      let controller = try edited(at: syntax.target.range) { () throws(EditError) in
        try ItemViewController(
          target, allowsEditing: !syntax.isReadOnly, workspace: workspace, options: parseOptions,
          moment: moment)
      }
      if Question(session: session).isPossible {
        finish(FormDriver(session).run(controller), controller)
      } else {
        for case .text(let line) in controller.begin().lines {
          session.output.appendLine(SafeText.line(line))
        }
      }
    }
  }

  /// Shows the statement that does the same, and keeps it for the arrow keys.
  private func tell(_ statement: String) {
    session.say("= " + SafeText.line(statement))
    if session.isInteractive { MainActor.assumeIsolated { Prompt.shared.addHistory(statement) } }
  }

  /// Tells how a viewer ended; looking alone says nothing.
  private func finish(_ outcome: ViewOutcome, _ controller: ItemViewController) {
    var report = ChangeReport(session: session, context: context, isDryRun: false)
    report.outcome = outcome.name
    switch outcome {
    case .done: if !session.wantsJSON { return }
    case .responded(let result, let answer, _):
      report.add(result, answer == .tentative ? "accepted tentatively" : answer.rawValue)
    case .deleted(let result?, _, let span):
      report.add(result, "deleted" + (span.map { " (\($0.rawValue))" } ?? "") + "; undo brings it back")
    case .deleted(nil, let id, _): session.say("\(id) is gone")
    }
    if let statement = outcome.statement { tell(statement) }
    report.finish()
  }

  private var parseOptions: ParseOptions { ParseOptions(dateOrder: session.settings.dateOrder) }

  /// The clock and the settings anew for each answer: a form may be open for long.
  private var moment: () -> QueryContext {
    let (session, known) = (session, context)
    return { (try? session.context().context) ?? known }
  }

  /// A form for a new item.
  func editor(new item: Item, in calendar: CalendarRecord?) -> ItemEditController {
    ItemEditController(new: item, in: calendar, workspace: workspace, options: parseOptions, moment: moment)
  }

  /// A form for an item or occurrence.
  func editor(_ target: ItemTarget) throws(EditError) -> ItemEditController {
    try ItemEditController(target, workspace: workspace, options: parseOptions, moment: moment)
  }

  func requireTerminal(_ example: String) throws(ShellError) {
    if !Question(session: session).isPossible { throw .formNeedsTerminal(example: example) }
  }

  /// Tells how a form ended: in words, as the id or JSON, and as the exit status.
  func finish(_ outcome: FormOutcome, _ controller: ItemEditController) throws(ShellError) {
    var report = ChangeReport(session: session, context: context, isDryRun: false)
    switch outcome {
    case .saved(let result, let span, let statement):
      let reach = span.map { " (\($0.rawValue))" } ?? ""
      report.add(result, "saved \(SafeText.line(sentences.item(controller.form.item)))\(reach)")
      tell(statement)
      report.finish()
    case .deleted(let result, let id, let span):
      let reach = span.map { " (\($0.rawValue))" } ?? ""
      if let result {
        report.add(
          result,
          "deleted \(SafeText.line(sentences.item(controller.form.item)))\(reach); undo brings it back")
        if let statement = outcome.statement { tell(statement) }
      } else {
        session.say("\(id) is gone")
        report.outcome = outcome.name
      }
      report.finish()
    case .canceled:
      report.outcome = outcome.name
      if session.wantsJSON { report.finish() }
      throw .canceled
    }
  }
}

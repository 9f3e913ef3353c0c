import Changes
import Forms
import Rendering

/// Statements that open a form.
extension ChangeStatements {
  /// Opens the form of `add event` or `add event … form`, with the statement's parts as the proposal.
  func addForm(_ syntax: AddSyntax) throws -> Answer {
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
    return .forms([form(controller)])
  }

  /// Opens the form of each target of `edit #3`, one after another.
  func editForm(_ syntax: EditSyntax) throws -> Answer {
    try requireTerminal("edit #1 set title = \"Dentist\"")
    let range = syntax.target.range
    let targets = try targets(syntax.target, syntax.tail, .change)
    return .forms(
      targets.map { target in
        // Opened in its turn, since the form before may change the item.
        FormAnswer { (driver) in
          let controller = try edited(at: range) { try editor(target) }
          return try finish(try driver.outcome(controller), controller)
        }
      })
  }

  private func form(_ controller: ItemEditController) -> FormAnswer {
    FormAnswer { (driver) in
      try finish(try driver.outcome(controller), controller)
    }
  }

  /// Shows the card of `view #3` and the possible actions; the card alone if nobody can be asked.
  func view(_ syntax: ViewSyntax) throws -> Answer {
    let found = try targets(syntax.target, TailSyntax(isConfirmed: true), .show)
    func controller(_ target: ItemTarget) throws -> ItemViewController {
      let controller = try edited(at: syntax.target.range) {
        try ItemViewController(
          target, allowsEditing: !syntax.isReadOnly, workspace: workspace, options: parseOptions,
          moment: moment)
      }
      controller.offer = rooms
      return controller
    }
    if session.canAsk {
      return .forms(
        found.map { target in
          FormAnswer { (driver) in
            let controller = try controller(target)
            return finish(driver.run(controller), controller)
          }
        })
    }
    var lines: [String] = []
    for target in found {
      for case .text(let line) in try controller(target).begin().lines { lines.append(SafeText.line(line)) }
    }
    return .text(TextAnswer(lines))
  }

  /// Shows the equivalent statement, and keeps it for the arrow keys.
  private func tell(_ statement: String) {
    session.say("= " + SafeText.line(statement))
    session.onStatementToKeep?(statement)
  }

  /// Reports how a viewer ended; looking alone is not reported.
  private func finish(_ outcome: ViewOutcome, _ controller: ItemViewController) -> Answer {
    var report = ChangeReport(session: session, context: context, isDryRun: false)
    report.outcome = outcome.name
    switch outcome {
    case .done: break
    case .responded(let result, let answer, _):
      report.add(result, answer == .tentative ? "accepted tentatively" : answer.rawValue)
    case .deleted(let result?, _, let span):
      report.add(result, "deleted" + (span.map { " (\($0.rawValue))" } ?? "") + "; undo brings it back")
    case .deleted(nil, let id, _): session.say("\(id) is gone")
    }
    if let statement = outcome.statement { tell(statement) }
    return report.finish()
  }

  private var parseOptions: ParseOptions { ParseOptions(dateOrder: session.settings.dateOrder) }

  /// The clock and the settings, read again for each answer, since a form may be open for long.
  private var moment: () -> QueryContext {
    let (session, known) = (session, context)
    return { (try? session.context().context) ?? known }
  }

  /// Creates a form for a new item.
  func editor(new item: Item, in calendar: CalendarRecord?) -> ItemEditController {
    offering(
      ItemEditController(new: item, in: calendar, workspace: workspace, options: parseOptions, moment: moment)
    )
  }

  /// Creates a form for an item or occurrence.
  func editor(_ target: ItemTarget) throws(EditError) -> ItemEditController {
    offering(try ItemEditController(target, workspace: workspace, options: parseOptions, moment: moment))
  }

  /// Lets a form offer the rooms of the person's provider.
  private func offering(_ controller: ItemEditController) -> ItemEditController {
    controller.offer = rooms
    return controller
  }

  /// The rooms of the person's provider.
  private var rooms: RoomOffer? {
    session.settings.conferenceCommand.map { command in
      RoomOffer(
        ConferenceCommand(
          command: command, variables: session.environment.variables, stopSignal: session.stopSignal))
    }
  }

  func requireTerminal(_ example: String) throws {
    if !session.canAsk { throw ShellError.formNeedsTerminal(example: example) }
  }

  /// Reports how a form ended: in words, as the id or JSON, and as the exit status.
  func finish(_ outcome: FormOutcome, _ controller: ItemEditController) throws -> Answer {
    var report = ChangeReport(session: session, context: context, isDryRun: false)
    switch outcome {
    case .saved(let result, let span, let statement):
      let reach = span.map { " (\($0.rawValue))" } ?? ""
      report.add(result, "saved \(SafeText.line(sentences.item(controller.form.item)))\(reach)")
      tell(statement)
      return report.finish()
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
      return report.finish()
    case .canceled:
      report.outcome = outcome.name
      return .broken(report.finish(), .canceled)
    }
  }
}

extension FormFiller {
  /// Returns the outcome of a form, new or resumed; throws `canceled` if the person does not choose between
  /// the two.
  package func outcome<Controller: FillableForm>(_ controller: Controller) throws -> Controller.Outcome {
    guard let outcome = resume(controller) else { throw ShellError.canceled }
    return outcome
  }
}

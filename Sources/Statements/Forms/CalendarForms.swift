import Changes
import Forms
import Rendering

/// Statements that open a form about calendars.
extension StatementRunner {
  /// Opens the form of `add calendar` or `edit calendar NAME`.
  func calendarForm(_ calendar: CalendarRecord?, _ workspace: Workspace) throws -> Answer {
    if !session.canAsk {
      throw ShellError.formNeedsTerminal(example: "add calendar \"Trips\" color teal for events")
    }
    let controller = try editor(calendar, workspace)
    let kinds = try defaultKinds(of: calendar, workspace)
    let form = FormAnswer { (driver) in
      let outcome = try driver.outcome(controller)
      let answer = try finish(outcome)
      if case .deleted(_, .some) = outcome { try tellNewDefaults(of: kinds, workspace) }
      return answer
    }
    return .forms([form])
  }

  /// The editor of the calendar with an id, or of a new one.
  func calendarEditor(_ id: String?) throws -> CalendarEditController {
    let workspace = try session.workspace()
    guard let id else { return try editor(nil, workspace) }
    let calendar = try workspace.calendars().first { PublicID.text(.calendar, $0.id) == id }
    guard let calendar else { throw ShellError.badFrom("id: " + id) }
    return try editor(calendar, workspace)
  }

  private func editor(
    _ calendar: CalendarRecord?, _ workspace: Workspace
  ) throws -> CalendarEditController {
    let (context, _) = try session.context()
    let session = session
    return try formed { () throws(FormFault) in
      try CalendarEditController(
        calendar, workspace: workspace,
        now: { (try? session.context().context.now) ?? context.now })
    }
  }

  /// Reports how the form of a calendar ended.
  func finish(_ outcome: CalendarEditController.Outcome) throws -> Answer {
    switch outcome {
    case .saved(let record): return answer(record, "saved the calendar " + SafeText.line(record.title))
    case .deleted(let record, nil):
      return answer(record, SafeText.line(record.title) + " is gone", "deleted")
    case .deleted(let record, let count?):
      return answer(
        record,
        "deleted the calendar \(SafeText.line(record.title)) with \(ChangeReport.count(count, "item"))",
        "deleted")
    case .canceled: throw ShellError.canceled
    }
  }

  func editCalendar(_ name: NameSyntax) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    return try calendarForm(calendar, workspace)
  }

  /// Lets the person choose: `choose calendars` the visible ones, `choose calendar` the default for new
  /// items.
  func chooseCalendars(_ isMultiple: Bool, _ word: ItemWord?) throws -> Answer {
    if !session.canAsk {
      throw ShellError.formNeedsTerminal(example: isMultiple ? "hide calendar Work" : "default calendar Work")
    }
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let kind: ItemKind = word.map { ItemKind($0) } ?? .event
    let selected: Set<Int>
    selected =
      isMultiple
      ? Set(try workspace.store.calendars().filter { !$0.isHidden }.map(\.id))
      : Set([try workspace.store.defaultCalendar(for: kind)?.id].compactMap { $0 })
    let chooser = try formed { () throws(FormFault) in
      try CalendarChooser(
        isMultiple
          ? "Calendars that are shown" : "The calendar for new \(kind == .event ? "events" : "reminders")",
        selection: isMultiple ? .multiple : .single, display: isMultiple ? .all : .writableOnly,
        kinds: isMultiple ? [.events, .reminders] : EntityKinds(kind), selected: selected,
        store: workspace.store)
    }
    let form = FormAnswer { (driver) in
      guard case .finished(let chosen) = driver.run(chooser) else { throw ShellError.canceled }
      if isMultiple { return try showOnly(Set(chosen.map(\.id)), workspace, context) }
      guard let calendar = chosen.first else {
        session.say("nothing was chosen")
        return .nothing
      }
      try workspace.store.setDefaultCalendar(calendar.id, for: kind, now: context.now)
      return answer(
        calendar, "new \(kind == .event ? "events" : "reminders") go to \(SafeText.line(calendar.title)) now")
    }
    return .forms([form])
  }

  /// Shows the chosen calendars and hides the others, in one step.
  private func showOnly(
    _ chosen: Set<Int>, _ workspace: Workspace, _ context: QueryContext
  ) throws -> Answer {
    let changed = try workspace.asOneStep(source, now: context.now) { () throws(EditError) in
      var changed: [CalendarRecord] = []
      for var calendar in try workspace.calendars() where calendar.isHidden == chosen.contains(calendar.id) {
        calendar.isHidden.toggle()
        try workspace.update(calendar, cause: source, now: context.now)
        changed.append(calendar)
      }
      return changed
    }
    if changed.isEmpty {
      session.say("nothing was changed")
      return .nothing
    }
    let changes: [ChangeAnswer] = changed.map { calendar in
      change(
        of: calendar,
        SafeText.line(calendar.title) + (calendar.isHidden ? " is left out now" : " is shown again")
      )
    }
    return .change(ChangeAnswer(changes))
  }

  private func formed<Result>(_ body: () throws(FormFault) -> Result) throws -> Result {
    do throws(FormFault) {
      return try body()
    } catch {
      switch error {
      case .answer(let diagnostic): throw ShellError.statement(diagnostic, source: source)
      case .edit(let error): throw error
      case .store(let error): throw error
      }
    }
  }
}

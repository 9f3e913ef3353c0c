import Changes
import JSON
import Rendering

/// Statements about calendars themselves.
extension StatementRunner {
  func addCalendar(_ syntax: AddCalendarSyntax) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let kinds: EntityKinds =
      switch syntax.kind {
      case .event: .events
      case .reminder: .reminders
      case nil: [.events, .reminders]
      }
    let color = try syntax.color.map { (text) in try self.color(text) }
    let source: SourceRecord?
    if let name = syntax.source {
      source = try named(context, workspace) { (binder) throws(QueryError) in try binder.source(name) }
    } else {
      source = nil
    }
    let given = try syntax.title.map { (text) in try name(text) }
    guard let title = given else { return try calendarForm(nil, workspace) }
    if let address = syntax.address { return try subscribe(to: address, title: title, color: color) }
    let calendar = try workspace.addCalendar(
      title: title, source: source?.id, color: color, kinds: kinds, now: context.now)
    return answer(calendar, "added the calendar " + SafeText.line(calendar.title))
  }

  /// Returns the stored form of a CSS name or of `#rrggbb`.
  private func color(_ syntax: TextSyntax) throws -> String {
    let text = literal(syntax)
    if let value = RGBColor(text) { return value.hex }
    let near = Spelling.suggestions(for: text, among: CSSColorName.names).first
    throw problem(
      ShellError.Code.badColor, "`\(text)` is no color",
      near.map { "did you mean `\($0)`? #RRGGBB is understood too" }
        ?? "write #RRGGBB or a name such as teal",
      syntax.range)
  }

  /// Returns the name for a calendar; nobody could write a name of blanks.
  private func name(_ syntax: TextSyntax) throws -> String {
    let text = literal(syntax)
    if !text.allSatisfy(\.isWhitespace) { return text }
    throw ShellError.statement(
      Diagnostic(
        code: BindingErrorCode.badValue.rawValue, message: "a calendar needs a name", range: syntax.range),
      source: source)
  }

  /// Runs `edit calendar Work set color = teal`.
  func editCalendar(_ name: NameSyntax, _ settings: [CalendarSettingSyntax]) throws -> Answer {
    var values: [(inout CalendarRecord) -> Void] = []
    for setting in settings {
      switch setting.kind {
      case .name(let text):
        let title = try self.name(text)
        values.append { $0.title = title }
      case .color(let text):
        let color = try text.map { (text) in try self.color(text) }
        values.append { $0.color = color }
      case .alarm(let length):
        let seconds = try length.map { (length) in try alarm(length) }
        values.append { $0.defaultAlarm = seconds }
      }
    }
    return try change(name) { calendar in
      for value in values { value(&calendar) }
      return "changed the calendar " + SafeText.line(calendar.title)
    }
  }

  /// Returns the offset of an alarm from the start in seconds, negative, as a calendar keeps it.
  private func alarm(_ length: DurationSyntax) throws -> Int {
    var duration = length.calendarDuration
    if case .parameter(let name) = length.kind {
      guard let value = session.parameters[name] else {
        throw ShellError.statement(unboundParameter(name, at: length.range), source: source)
      }
      duration = (try? SyntaxFragment.duration(value.text))?.calendarDuration
    }
    guard let duration, duration.months == 0 else {
      throw ShellError.statement(
        Diagnostic(
          code: BindingErrorCode.badValue.rawValue, message: "an alarm needs a length in days or less",
          hint: "alarm = 15m, or none", range: length.range), source: source)
    }
    return -(duration.days * 86_400 + duration.seconds)
  }

  func renameCalendar(_ name: NameSyntax, _ title: TextSyntax) throws -> Answer {
    let title = try self.name(title)
    return try change(name) { (calendar) in
      calendar.title = title
      return "renamed the calendar to " + SafeText.line(calendar.title)
    }
  }

  func setHidden(_ isHidden: Bool, _ name: NameSyntax) throws -> Answer {
    return try change(name) { calendar in
      calendar.isHidden = isHidden
      let title = SafeText.line(calendar.title)
      return isHidden ? "\(title) is left out now, unless named by in" : "\(title) is shown again"
    }
  }

  private func change(
    _ name: NameSyntax, _ body: (inout CalendarRecord) -> String
  ) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    var calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    let known = calendar
    let sentence = body(&calendar)
    if calendar == known {
      return answer(calendar, "unchanged: the calendar \(SafeText.line(calendar.title))", "unchanged")
    }
    try workspace.update(calendar, cause: source, now: context.now)
    return answer(calendar, sentence)
  }

  func defaultCalendar(_ name: NameSyntax) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    if !calendar.isWritable {
      throw ShellError.fault(EditError.calendarReadOnly(calendar.title), at: name.range, source: source)
    }
    var isNew = false
    isNew = try workspace.store.inOneStep(source, now: context.now) { () throws(StoreError) in
      var isNew = false
      for (kind, word): (ItemKind, EntityKinds) in [(.event, .events), (.reminder, .reminders)]
      where calendar.kinds.contains(word) {
        if try workspace.store.setDefaultCalendar(calendar.id, for: kind, now: context.now) { isNew = true }
      }
      return isNew
    }
    let sentence = "new \(calendar.kinds.plural) go to \(SafeText.line(calendar.title))"
    return isNew
      ? answer(calendar, sentence + " now") : answer(calendar, "unchanged: " + sentence, "unchanged")
  }

  func deleteCalendar(_ name: NameSyntax, _ isConfirmed: Bool) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    let count = try workspace.itemCount(calendar)
    let title = SafeText.line(calendar.title)
    if count > 0, !isConfirmed {
      let question = session.question
      guard session.canAsk else {
        throw StoreError(.calendarNotEmpty, title, detail: ChangeReport.count(count, "item"))
      }
      // More than a key press, since so much is deleted.
      let answer = question.ask(
        "\(title) holds \(ChangeReport.count(count, "item")). Type its name to delete it with them:")
      guard answer == title.lowercased().filter({ $0 != " " }) else { throw ShellError.canceled }
    }
    let kinds = try defaultKinds(of: calendar, workspace)
    let deleted = try workspace.delete(calendar, cause: source, now: context.now)
    let answer = answer(
      calendar, "deleted the calendar \(title) with \(ChangeReport.count(deleted, "item"))", "deleted")
    try tellNewDefaults(of: kinds, workspace)
    return answer
  }

  /// Returns the kinds of items for which a calendar is the default; empty for a new calendar.
  func defaultKinds(of calendar: CalendarRecord?, _ workspace: Workspace) throws -> [Model
    .ItemKind]
  {
    guard let calendar else { return [] }
    var kinds: [ItemKind] = []
    for kind in [ItemKind.event, .reminder]
    where try workspace.store.defaultCalendar(for: kind)?.id == calendar.id { kinds.append(kind) }
    return kinds
  }

  /// Reports the new default calendars of some kinds after the old one was deleted.
  func tellNewDefaults(of kinds: [ItemKind], _ workspace: Workspace) throws {
    for kind in kinds {
      let items = kind == .event ? "events" : "reminders"
      if let next = try workspace.store.defaultCalendar(for: kind) {
        session.note("new \(items) go to \(SafeText.line(next.title)) now")
      } else if try !workspace.store.calendarsForNewItems(kind).isEmpty {
        session.note("new \(items) went there: `default calendar NAME` says where they go now")
      }
    }
  }

  // MARK: Helpers

  /// Reports the change of a calendar, and returns its id as the answer.
  func answer(_ calendar: CalendarRecord, _ sentence: String, _ outcome: String = "saved") -> Answer {
    .change(change(of: calendar, sentence, outcome))
  }

  func change(
    of calendar: CalendarRecord, _ sentence: String, _ outcome: String = "saved"
  ) -> ChangeAnswer {
    let id = PublicID.text(.calendar, calendar.id)
    session.say(sentence)
    return ChangeAnswer(
      JSONObjectText().adding("outcome", outcome).adding("ids", [id]).adding("count", 1), ids: [id])
  }

  func named<Result>(
    _ context: QueryContext, _ workspace: Workspace,
    _ body: (inout ChangeBinder) throws(QueryError) -> Result
  ) throws -> Result {
    var binder = try ChangeBinder(context: context, store: workspace.store)
    return try body(&binder)
  }
}

extension EntityKinds {
  /// The items that a calendar takes, in a sentence.
  fileprivate var plural: String {
    switch (contains(.events), contains(.reminders)) {
    case (true, true): "events and reminders"
    case (true, false): "events"
    case (false, true): "reminders"
    case (false, false): "items"
    }
  }
}

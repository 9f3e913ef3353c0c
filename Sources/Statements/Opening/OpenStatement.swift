import Changes
import Forms
import Interchange
import Rendering

/// `open`: what a file holds, and what a person wants done about it.
extension StatementRunner {
  func openFiles(_ syntax: OpenSyntax) throws -> Answer {
    // All are read before anything is done about one.
    let files = try syntax.paths.map(opened)
    if let answer = syntax.answer {
      return try answered(try files.map { try OpenedContent($0, in: session) }, answer)
    }
    guard session.canAsk, session.environment.outputIsTerminal else { return try shown(files) }
    return .forms(
      files.map { file in
        // Looked at in its turn, since the file before may have changed the store.
        FormAnswer { (driver) in
          try asked(try OpenedContent(file, in: session), driver, isOneOfSeveral: files.count > 1)
        }
      })
  }

  private func opened(_ path: PathSyntax) throws -> OpenedFile {
    switch path.kind {
    case .file(let text): return try OpenedFile(literal(text), in: session)
    case .standard:
      if session.scripts.contains(where: { $0.path == "-" }) {
        throw StoreError(.unreadableFile, "-", detail: "the statements come from standard input themselves")
      }
      return try OpenedFile("-", in: session)
    }
  }

  // MARK: Showing

  /// Shows what files hold where nobody can be asked, and the statements that do something about them.
  private func shown(_ files: [OpenedFile]) throws -> Answer {
    var lines: [String] = []
    var report = ImportReport(session: session, zone: session.zone, isDryRun: true)
    var unreadable: String?
    for file in files {
      let content = try OpenedContent(file, in: session)
      lines += content.lines + content.statements
      if content.isUnreadable { unreadable = unreadable ?? file.name }
      if session.namedFormat?.isJSON == true, let trial = content.trial { report.add(trial) }
    }
    let answer: Answer =
      session.namedFormat?.isJSON == true
      ? .change(report.answer) : .text(TextAnswer(lines.map(SafeText.line)))
    guard let unreadable else { return answer }
    return .broken(
      answer, ShellError(StoreError(.unreadableFile, unreadable, detail: "it holds no calendar")))
  }

  // MARK: Asking

  private func asked(
    _ content: OpenedContent, _ driver: any FormFiller, isOneOfSeveral: Bool
  ) throws -> Answer {
    let form = OpenController(content.lines, actions: content.actions, calendar: content.calendar)
    guard case .chosen(let action, let calendar) = driver.run(form) else {
      if content.actions.isEmpty { return .nothing }
      guard isOneOfSeveral else { throw ShellError.canceled }
      session.say("\(SafeText.line(content.file.name)) stays as it is")
      return .nothing
    }
    switch action {
    case .quit: throw ShellError.canceled
    case .subscribe:
      let title = calendar ?? content.calendar?.proposal ?? ""
      let add = AddCalendarSyntax(TextSyntax(title), address: TextSyntax(content.file.name))
      return try ran(.manage(ManageSyntax(.addCalendar(add))))
    case .import: return try taken(content, into: calendar)
    case .accept, .maybe, .decline:
      guard let answer = AnswerSyntax.Answer(rawValue: action.rawValue) else { return .nothing }
      let answers = try answered(content, answer, into: calendar)
      try offerMail(answers.targets)
      return answers.answer
    }
  }

  /// Asks whether answers go to the organizers by mail.
  private func offerMail(_ targets: [ItemTarget]) throws {
    for target in targets {
      let item = try session.workspace().item(target)
      guard let organizer = item.organizer else { continue }
      let send = SendSyntax(target.syntax)
      guard session.settings.mailCommand != nil else {
        session.note(
          "\(StatementSyntax.manage(ManageSyntax(.send(send)))) to - writes your answer as mail; with mail.command "
            + "set, it is sent")
        continue
      }
      let who = SafeText.line(MailText.person(organizer))
      if session.question.agrees("Send your answer to \(who)? [y]es [n]o") == true {
        _ = try ran(.manage(ManageSyntax(.send(send))))
      }
    }
  }

  // MARK: Acting

  /// Takes what files hold and answers their invitations; changes nothing if one of them has none.
  private func answered(_ contents: [OpenedContent], _ answer: AnswerSyntax.Answer) throws -> Answer {
    for content in contents where content.invitations.isEmpty {
      throw ShellError.nothingToAnswer(path: content.file.name, reason: SafeText.line(content.reason))
    }
    var answers: [Answer] = []
    for content in contents { answers.append(try answered(content, answer, into: nil).answer) }
    return Answer.joined(answers)
  }

  private func answered(
    _ content: OpenedContent, _ answer: AnswerSyntax.Answer, into calendar: String?
  ) throws -> (answer: Answer, targets: [ItemTarget]) {
    var messages = content.invitations
    if content.isChange {
      let outcome = try imported(content, into: calendar).messages
      let lines = Set(messages.map(\.line))
      messages = outcome.filter { lines.contains($0.line) }
    }
    let wholes = Set(messages.compactMap { $0.target?.key == nil ? $0.target?.item : nil })
    var answers: [Answer] = []
    var targets: [ItemTarget] = []
    for message in messages {
      guard let target = message.target else { continue }
      // The answer to a series is one to its occurrences too.
      if target.key != nil, wholes.contains(target.item) { continue }
      let span: SpanWord? =
        target.key == nil ? (message.isSeries ? .all : nil) : message.reachesLater ? .future : .this
      answers.append(try ran(.answer(AnswerSyntax(answer, target.syntax, tail: TailSyntax(span: span)))))
      targets.append(session.lastTouched ?? target)
    }
    return (Answer.joined(answers), targets)
  }

  /// Imports a file as a statement would, and reports it.
  private func taken(_ content: OpenedContent, into calendar: String?) throws -> Answer {
    if case .contacts(let contacts, let path) = content.file {
      let (context, _) = try session.context()
      tell(.importFiles(ImportSyntax([content.file.syntax])))
      let store = try session.workspace().store
      let summary = try store.importBirthdays(of: contacts, cause: "import \(path)", now: context.now)
      tell(contacts, summary, of: path)
      return .nothing
    }
    return .change(try imported(content, into: calendar).report.answer)
  }

  private func imported(
    _ content: OpenedContent, into title: String?
  ) throws -> (messages: [SchedulingOutcome], report: ImportReport) {
    guard case .calendars(let bytes, let path) = content.file else {
      return ([], ImportReport(session: session, zone: session.zone, isDryRun: false))
    }
    let (context, _) = try session.context()
    // What nothing has a place for goes into the proposed calendar.
    let isHomeless = content.trial?.summary.parts.isEmpty == true
    let into = title ?? (isHomeless ? content.calendar?.proposal : nil)
    let name = try into.map { try SyntaxFragment.name(Quoting.word($0)) }
    tell(.importFiles(ImportSyntax([content.file.syntax], into: name)))
    var options = ImportOptions(into: name?.reference)
    options.makesCalendar = true
    let outcome = try session.workspace().importCalendars(
      bytes, named: path, options: options, now: context.now)
    var report = ImportReport(session: session, zone: context.zone, isDryRun: false)
    report.add(outcome)
    report.tell()
    return (outcome.messages, report)
  }

  private func tell(_ kind: ManageSyntax.Kind) { tell(.manage(ManageSyntax(kind))) }

  /// Shows a statement that does the same, and keeps it for the arrow keys.
  private func tell(_ statement: StatementSyntax) {
    session.say("= " + SafeText.line(statement.description))
    session.onStatementToKeep?(statement.description)
  }

  /// Runs a statement after showing it.
  private func ran(_ statement: StatementSyntax) throws -> Answer {
    tell(statement)
    return try session.run(statement, source: statement.description)
  }
}

extension OpenedContent {
  /// The statements that do something about it, in lines with what they do.
  fileprivate var statements: [String] {
    var rows: [(statement: ManageSyntax.Kind, effect: String)] = []
    if !invitations.isEmpty {
      let open = ManageSyntax.Kind.openFiles(OpenSyntax([file.syntax], answer: .accept))
      rows.append((open, "takes and answers it; also maybe and decline"))
    }
    if actions.contains(.import) {
      let isHomeless = trial?.summary.parts.isEmpty == true
      let into = isHomeless ? calendar.flatMap { try? SyntaxFragment.name(Quoting.word($0.proposal)) } : nil
      rows.append((.importFiles(ImportSyntax([file.syntax], into: into)), "takes it"))
    }
    if actions.contains(.subscribe), let title = calendar?.proposal {
      let add = AddCalendarSyntax(TextSyntax(title), address: TextSyntax(file.name))
      rows.append((.addCalendar(add), "subscribes to it"))
    }
    let texts = rows.map { " " + StatementSyntax.manage(ManageSyntax($0.statement)).description }
    let width = texts.map(CellWidth.of).max() ?? 0
    let lines = zip(texts, rows).map { text, row in CellText.fit(text, to: width) + "  " + row.effect }
    return lines.isEmpty ? [] : ["nothing was changed"] + lines
  }
}

extension Answer {
  /// Combines the answers of changes.
  static func joined(_ answers: [Answer]) -> Answer {
    let changes = answers.compactMap { answer in if case .change(let change) = answer { change } else { nil }
    }
    return changes.isEmpty ? .nothing : .change(ChangeAnswer(changes))
  }
}

extension ItemTarget {
  /// The event as a target of a statement.
  fileprivate var syntax: TargetSyntax {
    TargetSyntax(.references([.item(IdentifierSyntax(id(.event)))]))
  }
}

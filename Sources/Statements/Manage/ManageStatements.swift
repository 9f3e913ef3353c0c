import Changes
import Interchange
import Platform
import Rendering

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension StatementRunner {
  func manage(_ syntax: ManageSyntax) throws -> Answer {
    switch syntax.kind {
    case .addCalendar(let add): return try addCalendar(add)
    case .importFiles(let syntax): return try importFiles(syntax)
    case .openFiles(let syntax): return try openFiles(syntax)
    case .send(let syntax): return try ChangeStatements(session: session, source: source).send(syntax)
    case .export(let syntax): return try export(syntax)
    case .editCalendar(let name, let settings) where settings.isEmpty: return try editCalendar(name)
    case .editCalendar(let name, let settings): return try editCalendar(name, settings)
    case .chooseCalendars(let isMultiple, let kind): return try chooseCalendars(isMultiple, kind)
    case .renameCalendar(let name, let title): return try renameCalendar(name, title)
    case .deleteCalendar(let name, let isConfirmed): return try deleteCalendar(name, isConfirmed)
    case .defaultCalendar(let name): return try defaultCalendar(name)
    case .showCalendar(let name): return try setHidden(false, name)
    case .hideCalendar(let name): return try setHidden(true, name)
    case .undo(let step): return try revert(.undo, step)
    case .redo(let step): return try revert(.redo, step)
    case .history: return try history()
    case .begin: return try begin()
    case .commit: return try commit()
    case .rollback: return try rollback()
    case .changes(let state): return try changes(since: state)
    case .check: return try check()
    case .reindex: return try reindex()
    case .backup(let path, let replaces): return try backup(path, replacing: replaces)
    case .duplicates(let names): return try duplicates(names)
    case .access(let syntax): return try access(syntax)
    case .snooze(let length, let reference): return try snooze(length, reference)
    case .location(let place): return try location(place)
    case .saveView(let view): return try saveView(view, syntax)
    case .views: return try views()
    case .dropView(let name): return try dropView(name)
    case .saveSet(let name, let members): return try saveSet(name, members)
    case .sets: return try sets()
    case .dropSet(let name): return try dropSet(name)
    case .watch(let question):
      // The protocol watches by itself; nobody could end the watch here.
      if session.isServing { throw ShellError.notYet("`watch` in a batch") }
      return .watch(question)
    // The session replaces `run` before a statement comes here.
    case .accounts: return try accounts()
    case .addAccount(let name, let path): return try addAccount(name, path)
    case .editAccount(let name, let settings): return try editAccount(name, settings)
    case .deleteAccount(let name, let remains): return try deleteAccount(name, remains)
    case .linkCalendar(let name, let place): return try linkCalendar(name, place)
    case .unlinkCalendar(let name): return try unlinkCalendar(name)
    case .sync(let syntax): return try sync(syntax)
    case .runView: throw ShellError.notYet("this statement")
    }
  }

  func literal(_ text: TextSyntax) -> String {
    switch text.kind {
    case .literal(let value): value
    case .parameter(let name): session.parameters[name]?.text ?? "$" + name
    }
  }

  func problem(
    _ code: some RawRepresentable<String>, _ message: String, _ hint: String?, _ range: SourceRange?
  ) -> ShellError {
    .statement(Diagnostic(code: code.rawValue, message: message, hint: hint, range: range), source: source)
  }

  // MARK: Import

  private func importFiles(_ syntax: ImportSyntax) throws -> Answer {
    let (context, _) = try session.context()
    var places = ImportPlaces(stopSignal: session.stopSignal)
    for path in syntax.paths {
      switch path.kind {
      case .standard:
        if session.scripts.contains(where: { $0.path == "-" }) {
          throw StoreError(.unreadableFile, "-", detail: "the statements come from standard input themselves")
        }
        places.addStandardInput()
      case .file(let text): try places.add(session.path(literal(text)))
      }
    }
    for folder in places.leftOut {
      session.say(
        "\(SafeText.line(folder)): warning: this folder is left out; an import of its own brings it")
    }
    let workspace = try syntax.isDryRun ? session.workspaceForTrial() : session.workspace()
    let options = try importOptions(syntax, workspace.store)
    let files = FileImport(session: session, workspace: workspace, options: options, now: context.now)
    var report = ImportReport(session: session, zone: context.zone, isDryRun: syntax.isDryRun)
    for place in places.found {
      do {
        switch try files.run(place) {
        case .items(let outcome): report.add(outcome)
        case .birthdays(let contacts, let summary): tell(contacts, summary, of: place.path)
        }
      } catch {
        // Earlier imports stay: each file is its own transaction.
        report.tell()
        throw error
      }
    }
    report.tell()
    let answer = Answer.change(report.answer)
    return report.unreadable > 0 ? .broken(answer, .importFailed(unreadable: report.unreadable)) : answer
  }

  /// Returns the options of an import; a missing calendar is created, unless its name is close to an existing
  /// one.
  private func importOptions(
    _ syntax: ImportSyntax, _ store: CalendarStore
  ) throws -> ImportOptions {
    var options = ImportOptions(into: syntax.calendar.map(\.reference))
    options.isDryRun = syntax.isDryRun
    options.makesCalendar = true
    switch syntax.onConflict {
    case .skip: options.conflict = .skip
    case .replace: options.conflict = .replace
    case .copy: options.conflict = .copy
    case nil: options.conflict = .newer
    }
    guard let name = syntax.calendar, name.source == nil, !name.isIdentifier else { return options }
    let titles = try store.calendars().map(\.title)
    if titles.contains(where: { Folding.name($0) == Folding.name(name.text) }) { return options }
    let near = Spelling.suggestions(for: name.text, among: titles)
    if near.isEmpty { return options }
    let diagnostic = Diagnostic(
      code: StoreError.Code.unknownCalendar.rawValue, message: "no calendar called `\(name.text)`",
      hint: "did you mean \(near.joined(separator: " or "))? add calendar \"\(name.text)\" makes a new one",
      range: name.range)
    throw ShellError.statement(diagnostic, source: source)
  }

  /// Reports the birthdays in a file of contacts; `summary` is nil in a dry run.
  func tell(_ contacts: ContactFile, _ summary: BirthdaySummary?, of file: String) {
    session.tell(contacts, of: file)
    guard let summary else {
      return session.say("\(SafeText.line(file)): \(ChangeReport.count(contacts.count, "birthday"))")
    }
    let title = SafeText.line(summary.calendar.title) + (summary.isNew ? " (new calendar)" : "")
    session.say(
      "\(title): \(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged")
  }

  // MARK: Export

  private func export(_ syntax: ExportSyntax) throws -> Answer {
    guard let store = try session.readableStore() else {
      throw StoreError(.noStore, try session.placeOfStore())
    }
    var (context, _) = try session.context()
    // A file that silently lacks calendars would be noticed too late.
    context.calendarSet = nil
    var selections: [ExportSelection] = []
    var format = syntax.format
    switch syntax.content {
    case .all: selections = [.everything]
    case .calendars(let names):
      selections = try calendars(named: names, context, store).map { .calendar($0.id) }
    case .query(let query):
      format = try exportFormat(of: query)
      let bound = try Engine(store, context).bind(query, purpose: .export)
      selections = [.items(try items(of: bound, context, store))]
    }
    // Without a format in the statement an option decides; a setting is only for answers.
    let chosen = format ?? (session.formatOption == .named(.jscalendar) ? .jscalendar : .ics)
    let content = selections
    let document = document(of: store, as: chosen) { content }
    switch syntax.path.kind {
    case .standard: return .document(document)
    case .file(let text) where literal(text) == "-":
      throw problem(
        FileFault.Code.unwritableFile, "a value cannot name standard output",
        "write to -; ./- is a file called -",
        syntax.path.range)
    case .file(let text):
      try write(document, toFile: session.path(literal(text)), replacing: syntax.replaces)
      return .nothing
    }
  }

  /// Returns the format that a query in an export names; only whole items can be exported.
  private func exportFormat(of query: QuerySyntax) throws -> OutputFormat? {
    for clause in query.clauses {
      guard case .format(let format) = clause.kind else { continue }
      if OutputFormat.exported.contains(format) || format == .invitation || format == .reply { return format }
      throw problem(
        ShellError.Code.exportFormat,
        "an export writes ics, jscalendar, invitation or reply, not \(format.rawValue)",
        "export … as jscalendar to \"FILE\"; an answer goes to a file with kal … > FILE", clause.range)
    }
    return nil
  }

  private func write(_ document: DocumentAnswer, to output: OutputBuffer) throws {
    try document.write(to: output)
    try output.flush()
  }

  /// Writes a file beside its place, so that a failure leaves the old file; writes directly to a device or a
  /// pipe.
  func write(
    _ document: DocumentAnswer, toFile path: String, replacing mayReplace: Bool
  ) throws {
    if Files.isStream(path) { return try write(document, toDevice: path) }
    let file = try placing(path) { () throws(NewFile.Problem) in
      try NewFile(at: path, replacing: mayReplace)
    }
    try write(document, to: OutputBuffer(file.descriptor))
    try placing(path) { () throws(NewFile.Problem) in try file.put() }
    session.say("wrote \(path)")
  }

  private func placing<Result>(
    _ path: String, _ body: () throws(NewFile.Problem) -> Result
  ) throws -> Result {
    do throws(NewFile.Problem) {
      return try body()
    } catch {
      if error == .exists { throw StoreError(.fileExists, path) }
      throw FileFault.unwritable(path: path, reason: error.reason)
    }
  }

  private func write(_ document: DocumentAnswer, toDevice path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    // Opening a pipe without a reader waits until Ctrl-C.
    if descriptor < 0, errno == EINTR { throw StoreError(.interrupted, path) }
    if descriptor < 0 { throw FileFault.unwritable(path: path, reason: systemReason(errno)) }
    defer { close(descriptor) }
    let output = OutputBuffer(descriptor)
    output.isOnTerminal = TerminalSize.isTerminal(descriptor)
    try write(document, to: output)
  }
}

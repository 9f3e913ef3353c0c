import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Store
import VCard

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension StatementRunner {
  func manage(_ syntax: ManageSyntax) throws(ShellError) {
    switch syntax.kind {
    case .addCalendar(let add): try addCalendar(add)
    case .importFiles(let syntax): try importFiles(syntax)
    case .export(let syntax): try export(syntax)
    case .editCalendar(let name): try editCalendar(name)
    case .chooseCalendars(let isMultiple, let entity): try chooseCalendars(isMultiple, entity)
    case .renameCalendar(let name, let title): try renameCalendar(name, title)
    case .deleteCalendar(let name, let isConfirmed): try deleteCalendar(name, isConfirmed)
    case .defaultCalendar(let name): try defaultCalendar(name)
    case .showCalendar(let name): try setHidden(false, name)
    case .hideCalendar(let name): try setHidden(true, name)
    case .undo(let count): try undo(count ?? 1)
    case .redo: try redo()
    case .history: try history()
    case .begin: try begin()
    case .commit: try commit()
    case .rollback: try rollback()
    case .changes(let state): try changes(since: state)
    case .check: try check()
    case .reindex: try reindex()
    case .backup(let path): try backup(path)
    case .duplicates(let names): try duplicates(names)
    case .access(let syntax): try access(syntax)
    case .snooze(let length, let reference): try snooze(length, reference)
    case .location(let place): try location(place)
    case .saveView(let view): try saveView(view, syntax)
    case .views: try views()
    case .dropView(let name): try dropView(name)
    case .saveSet(let name, let members): try saveSet(name, members)
    case .sets: try sets()
    case .dropSet(let name): try dropSet(name)
    case .watch(let question): try watch(question)
    // The session has taken `run` apart before a statement comes here.
    case .sync, .runView: throw .notYet("this statement")
    }
  }

  func literal(_ text: TextSyntax) -> String {
    switch text.kind {
    case .literal(let value): value
    case .parameter(let name): session.parameters[name]?.text ?? "$" + name
    }
  }

  func problem(
    _ code: ShellError.Code, _ message: String, _ hint: String?, _ range: SourceRange?
  ) -> ShellError {
    .statement(Diagnostic(code: code.rawValue, message: message, hint: hint, range: range), source: source)
  }

  /// `Home@iCloud` for a name with a source, else the name.
  private func fullName(_ name: NameSyntax) -> String {
    name.source.map { name.text + "@" + $0 } ?? name.text
  }

  // MARK: Import

  private func importFiles(_ syntax: ImportSyntax) throws(ShellError) {
    let (context, _) = try session.context()
    var files: [String] = []
    for path in syntax.paths {
      switch path.kind {
      case .standard: files.append("-")
      case .file(let text): files += try self.files(literal(text))
      }
    }
    let store = try session.writableStore()
    var options = ImportOptions(into: syntax.calendar.map(fullName))
    options.isDryRun = syntax.isDryRun
    switch syntax.onConflict {
    case .skip: options.conflict = .skip
    case .replace: options.conflict = .replace
    case .copy: options.conflict = .copy
    case nil: options.conflict = .newer
    }
    var report = ImportReport(session: session, isDryRun: syntax.isDryRun)
    for file in files {
      if file.lowercased().hasSuffix(".vcf") {
        try importBirthdays(file, store, context.now, isDryRun: syntax.isDryRun)
        continue
      }
      var progress = ProgressBar(session: session, name: file)
      do throws(StoreError) {
        let summary = try store.importFile(file, options: options, now: context.now) {
          progress.show($0, of: $1)
        }
        progress.clear()
        report.add(summary, file: file)
      } catch {
        progress.clear()
        // What was imported before stays: each file is a transaction of its own.
        report.finish()
        throw .store(error)
      }
    }
    report.finish()
    if report.unreadable > 0 { throw .importFailed(unreadable: report.unreadable) }
  }

  /// The birthdays in a file of contacts, as a calendar that nobody edits.
  private func importBirthdays(
    _ file: String, _ store: CalendarStore, _ now: Instant, isDryRun: Bool
  ) throws(ShellError) {
    let (birthdays, problems) = CardReader.birthdays(in: try Files.bytes(file))
    for problem in problems {
      session.say("warning: \(SafeText.line(file)):\(problem.line): \(problem.message)")
    }
    if isDryRun {
      return session.say("\(SafeText.line(file)): \(ChangeReport.count(birthdays.count, "birthday"))")
    }
    // The stamp says nothing of a generated event; with one of its own a second import would change all of them.
    let events = birthdays.map { $0.event(stamp: Instant(seconds: 0)) }
    do throws(StoreError) {
      let summary = try store.importBirthdays(events, cause: "import \(file)", now: now)
      let title = SafeText.line(summary.calendar.title) + (summary.isNew ? " (new calendar)" : "")
      session.say(
        "\(title): \(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged")
    } catch {
      throw .store(error)
    }
  }

  /// The file itself, or the calendar files of a folder in the order of their names.
  private func files(_ path: String) throws(ShellError) -> [String] {
    let path = session.path(path)
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw .store(StoreError(.unreadableFile, path, detail: systemReason(errno)))
    }
    guard info.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let all = Files.names(in: path) else {
      throw .store(StoreError(.unreadableFile, path, detail: systemReason(errno)))
    }
    let names = all.filter { $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".") }
    if names.isEmpty {
      throw .store(StoreError(.unreadableFile, path, detail: "the folder holds no .ics files"))
    }
    return names.map { path + "/" + $0 }
  }

  // MARK: Export

  private func export(_ syntax: ExportSyntax) throws(ShellError) {
    guard let store = try session.readableStore() else {
      throw .store(StoreError(.noStore, session.storePath ?? "(unknown)"))
    }
    var (context, _) = try session.context()
    // A file that lacks calendars without saying so would be found out too late.
    context.calendarSet = nil
    var selections: [ExportSelection] = []
    var format = syntax.format
    switch syntax.content {
    case .all: selections = [.everything]
    case .calendars(let names):
      for name in names {
        do throws(StoreError) {
          selections.append(.calendar(try store.calendar(named: fullName(name)).id))
        } catch {
          throw .store(error)
        }
      }
    case .query(let query):
      format = try exportFormat(of: query)
      let bound: BoundQuery
      do throws(QueryError) {
        bound = try bind(query, context: context, store: store, purpose: .export)
      } catch {
        throw ShellError(error, source: source)
      }
      selections = [.items(try items(of: bound, context, store))]
    }
    // An option names the format of what names none; a setting is about answers.
    let chosen = format ?? (session.formatOption == .jscalendar ? .jscalendar : .ics)
    switch syntax.path.kind {
    case .standard: try export(selections, of: store, as: chosen, to: session.output)
    case .file(let text):
      try write(selections, of: store, as: chosen, toFile: session.path(literal(text)))
    }
  }

  /// The format that a query in an export names; only whole items can be exported.
  private func exportFormat(of query: QuerySyntax) throws(ShellError) -> OutputFormat? {
    for clause in query.clauses {
      guard case .format(let format) = clause.kind else { continue }
      if OutputFormat.exported.contains(format) || format == .invitation || format == .reply { return format }
      throw problem(
        .exportFormat, "an export writes ics, jscalendar, invitation or reply, not \(format.rawValue)",
        "export … as jscalendar to \"FILE\"; an answer goes to a file with kal … > FILE", clause.range)
    }
    return nil
  }

  private func export(
    _ selections: [ExportSelection], of store: CalendarStore, as format: OutputFormat, to output: OutputBuffer
  ) throws(ShellError) {
    try write(selections, of: store, as: format, to: output)
    do throws(OutputError) {
      try output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Writes beside the file and renames at the end, so that a failure leaves what was there.
  private func write(
    _ selections: [ExportSelection], of store: CalendarStore, as format: OutputFormat, toFile path: String
  ) throws(ShellError) {
    var info = stat()
    let isThere = stat(path, &info) == 0
    if isThere, info.st_mode & S_IFMT != S_IFREG {
      // A device, a pipe or a terminal is written to; a folder is refused by the system.
      return try write(selections, of: store, as: format, toDevice: path)
    }
    // A link stays one: what it leads to is replaced.
    let target = isThere ? realPath(path) ?? path : path
    let partial = target + ".part"
    let mode = isThere ? info.st_mode & 0o777 : 0o644
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    if descriptor < 0 { throw .unwritable(path: path, reason: systemReason(errno)) }
    do throws(ShellError) {
      try export(selections, of: store, as: format, to: OutputBuffer(descriptor))
    } catch {
      close(descriptor)
      unlink(partial)
      throw error
    }
    close(descriptor)
    if rename(partial, target) != 0 {
      let code = errno
      unlink(partial)
      throw .unwritable(path: path, reason: systemReason(code))
    }
    session.say("wrote \(path)")
  }

  private func write(
    _ selections: [ExportSelection], of store: CalendarStore, as format: OutputFormat, toDevice path: String
  ) throws(ShellError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw .unwritable(path: path, reason: systemReason(errno)) }
    defer { close(descriptor) }
    try export(selections, of: store, as: format, to: OutputBuffer(descriptor))
  }

  private func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

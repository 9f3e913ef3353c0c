import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Store

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
    case .renameCalendar, .deleteCalendar, .defaultCalendar, .showCalendar, .hideCalendar, .undo, .redo,
      .history,
      .begin, .commit, .rollback, .sync, .watch, .changes, .saveView, .runView, .views, .dropView, .access:
      throw .notYet("this statement")
    }
  }

  private func addCalendar(_ syntax: AddCalendarSyntax) throws(ShellError) {
    let (context, _) = try session.context()
    let store = try session.writableStore()
    var kinds: EntityKinds = [.events, .reminders]
    switch syntax.entity {
    case .events: kinds = .events
    case .reminders: kinds = .reminders
    case nil: break
    }
    var color: String?
    if let text = syntax.color.map(literal) {
      guard let value = RGBColor(text) else {
        throw problem(
          .badColor, "`\(text)` is no colour", "write #RRGGBB or a name such as teal", syntax.color?.range)
      }
      color = hex(value)
    }
    let title = literal(syntax.title)
    do throws(StoreError) {
      let source = try syntax.source.map { (name) throws(StoreError) in
        try self.source(named: name, in: store)
      }
      let known = try store.calendars()
      let namesakes = known.filter { Folding.name($0.title) == Folding.name(title) }
      if namesakes.contains(where: { source == nil || $0.source == source }) {
        throw StoreError(.calendarExists, title)
      }
      let calendar = try store.addCalendar(
        title: title, source: source, color: color, kinds: kinds, now: context.now)
      session.output.appendLine(PublicID.text(.calendar, calendar.id))
      session.say("added the calendar " + calendar.title)
    } catch {
      throw .store(error)
    }
  }

  private func hex(_ color: RGBColor) -> String {
    let digits = Array("0123456789ABCDEF")
    return "#"
      + [color.red, color.green, color.blue].map {
        String(digits[Int($0 >> 4)]) + String(digits[Int($0 & 15)])
      }
      .joined()
  }

  func literal(_ text: TextSyntax) -> String {
    switch text.kind {
    case .literal(let value): value
    case .parameter(let name): "$" + name
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

  private func source(named name: NameSyntax, in store: CalendarStore) throws(StoreError) -> Int {
    let sources = try store.sources()
    guard let source = sources.first(where: { Folding.name($0.title) == Folding.name(name.text) }) else {
      throw StoreError(.unknownSource, name.text)
    }
    return source.id
  }

  // MARK: Import

  private func importFiles(_ syntax: ImportSyntax) throws(ShellError) {
    if syntax.onConflict != nil { throw .notYet("`on conflict`") }
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
    var report = ImportReport(session: session, isDryRun: syntax.isDryRun)
    for file in files {
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

  /// The file itself, or the calendar files of a folder in the order of their names.
  private func files(_ path: String) throws(ShellError) -> [String] {
    let path = session.paths.expandingTilde(path)
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw .store(StoreError(.unreadableFile, path, detail: systemReason(errno)))
    }
    guard info.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let folder = opendir(path) else {
      throw .store(StoreError(.unreadableFile, path, detail: systemReason(errno)))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.lowercased().hasSuffix(".ics"), !name.hasPrefix(".") { names.append(name) }
    }
    if names.isEmpty {
      throw .store(StoreError(.unreadableFile, path, detail: "the folder holds no .ics files"))
    }
    return names.sorted().map { path + "/" + $0 }
  }

  // MARK: Export

  private func export(_ syntax: ExportSyntax) throws(ShellError) {
    guard let store = try session.readableStore() else {
      throw .store(StoreError(.noStore, session.storePath ?? "(unknown)"))
    }
    let (context, _) = try session.context()
    var selections: [ExportSelection] = []
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
      let bound: BoundQuery
      do throws(QueryError) {
        bound = try bind(query, context: context, store: store, purpose: .export)
      } catch {
        throw ShellError(error, source: source)
      }
      selections = [.items(try items(of: bound, context, store))]
    }
    switch syntax.path.kind {
    case .standard: try write(selections, of: store, to: session.output)
    case .file(let text):
      try write(selections, of: store, toFile: session.paths.expandingTilde(literal(text)))
    }
  }

  private func write(
    _ selections: [ExportSelection], of store: CalendarStore, to output: OutputBuffer
  ) throws(ShellError) {
    do throws(StoreError) {
      for selection in selections {
        try store.export(selection) { bytes in
          output.append(bytes: bytes)
          return output.isOpen
        }
      }
    } catch {
      throw .store(error)
    }
    do throws(OutputError) {
      try output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Writes beside the file and renames at the end, so that a failure leaves what was there.
  private func write(
    _ selections: [ExportSelection], of store: CalendarStore, toFile path: String
  ) throws(ShellError) {
    var info = stat()
    let isThere = stat(path, &info) == 0
    if isThere, info.st_mode & S_IFMT != S_IFREG {
      // A device, a pipe or a terminal is written to; a folder is refused by the system.
      return try write(selections, of: store, toDevice: path)
    }
    // A link stays one: what it leads to is replaced.
    let target = isThere ? realPath(path) ?? path : path
    let partial = target + ".part"
    let mode = isThere ? info.st_mode & 0o777 : 0o644
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    if descriptor < 0 { throw .unwritable(path: path, reason: systemReason(errno)) }
    do throws(ShellError) {
      try write(selections, of: store, to: OutputBuffer(descriptor))
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
    _ selections: [ExportSelection], of store: CalendarStore, toDevice path: String
  ) throws(ShellError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw .unwritable(path: path, reason: systemReason(errno)) }
    defer { close(descriptor) }
    try write(selections, of: store, to: OutputBuffer(descriptor))
  }

  private func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

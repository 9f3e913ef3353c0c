import LineProtocol
import QueryLanguage

/// Where a statement of a program is run.
enum StatementRoute {
  /// On any thread, with a connection that reads.
  case reading
  /// One after another on the thread that writes.
  case writing
  /// Again whenever the store changes.
  case watching(StatementSyntax)
  /// Nowhere.
  case refused(ProtocolFault)
}

extension StatementSyntax {
  /// Where the statement is run; what is printed has formats, cards and standard output as well.
  func route(isPrinted: Bool = false) -> StatementRoute {
    switch self {
    case .slots(let slots): return .reading(as: slots.format, isPrinted: isPrinted)
    case .explain, .aggregate, .calendarView: return .reading
    case .query(let query): return .reading(as: query.format, isPrinted: isPrinted)
    case .view where isPrinted: return .reading
    case .view: return .refused(.notHere("`view`", instead: "ask for it: events where id = \"ev:7kq2m9\""))
    // What would open a form is refused by the statement itself, which says what is missing.
    case .add, .quick, .edit, .delete, .complete, .reopen, .answer, .move, .duplicate: return .writing
    case .session(let session): return session.kind.route
    case .manage(let manage): return manage.kind.route(isPrinted: isPrinted)
    }
  }

  /// Whether it answers with rows, by itself or as a view does.
  var givesRows: Bool {
    if case .manage(let manage) = self, case .runView = manage.kind { return true }
    return isQuery
  }

  /// Whether it asks for rows that come one by one.
  var isQuery: Bool {
    switch self {
    case .query, .aggregate, .calendarView, .slots: true
    default: false
    }
  }

  /// The statement with nothing saved; nil where it has no such form.
  var dryRun: StatementSyntax? {
    switch self {
    case .add(var add):
      add.isDryRun = true
      return .add(add)
    case .edit(var edit):
      edit.tail.isDryRun = true
      return .edit(edit)
    case .delete(var delete):
      delete.tail.isDryRun = true
      return .delete(delete)
    case .complete(var complete):
      complete.tail.isDryRun = true
      return .complete(complete)
    case .reopen(let target, var tail, let range):
      tail.isDryRun = true
      return .reopen(target, tail, range: range)
    case .answer(var answer):
      answer.tail.isDryRun = true
      return .answer(answer)
    case .move(var move):
      move.tail.isDryRun = true
      return .move(move)
    case .manage(var manage):
      switch manage.kind {
      case .undo(var step):
        step.isDryRun = true
        manage.kind = .undo(step)
      case .redo(var step):
        step.isDryRun = true
        manage.kind = .redo(step)
      default: return nil
      }
      return .manage(manage)
    case .explain, .query, .aggregate, .slots, .calendarView, .quick, .view, .duplicate, .session:
      return nil
    }
  }
}

extension SessionSyntax.Kind {
  fileprivate var route: StatementRoute {
    switch self {
    case .describe, .describeView, .describeSet, .help, .show, .showOptions: .reading
    case .set:
      .refused(.notHere("`set`", instead: "a request has members of its own: {\"q\":…,\"zone\":\"UTC\"}"))
    case .load: .refused(.notHere("`load`", instead: "send the statements, or a batch of them"))
    case .quit: .refused(.notHere("`quit` with something behind it", instead: "q1 quit"))
    }
  }
}

extension ManageSyntax.Kind {
  fileprivate func route(isPrinted: Bool) -> StatementRoute {
    switch self {
    case .watch where isPrinted:
      return .refused(.notHere("`watch` with `print`", instead: "rows are objects"))
    case .watch(let question):
      if case .refused(let fault) = question.route() { return .refused(fault) }
      return .watching(question)
    case .runView(let run): return .reading(as: run.format, isPrinted: isPrinted)
    // What alarms remember is kept in a file with a lock of its own.
    case .history, .changes, .duplicates, .views, .sets, .snooze, .location: return .reading
    case .backup(let path, _): return path.isFile ? .reading : Self.noStandardStream
    case .export(let export): return export.path.isFile || isPrinted ? .reading : Self.noStandardStream
    case .importFiles(let files):
      return files.paths.allSatisfy(\.isFile) ? .writing : Self.noStandardStream
    case .begin, .commit, .rollback:
      return .refused(
        .notHere("an open batch", instead: "send it whole: {\"batch\":[\"…\",\"…\"],\"atomic\":true}"))
    case .editCalendar(_, let settings) where !settings.isEmpty: return .writing
    case .editCalendar, .chooseCalendars:
      return .refused(
        .notHere("a form", instead: "edit calendar NAME set …, show calendar, default calendar"))
    case .access(.list), .access(.requests): return .reading
    case .addCalendar, .renameCalendar, .deleteCalendar, .defaultCalendar, .showCalendar, .hideCalendar,
      .undo,
      .redo, .sync, .saveView, .dropView, .saveSet, .dropSet, .access, .check, .reindex:
      return .writing
    }
  }

  private static let noStandardStream = StatementRoute.refused(
    .notHere(
      "`-`", instead: "standard input and output are the protocol's own; name a file of the server's machine")
  )
}

extension StatementRoute {
  /// Where a question is answered that names a format; rows have none.
  fileprivate static func reading(as format: OutputFormat?, isPrinted: Bool) -> StatementRoute {
    guard let format, !isPrinted else { return .reading }
    return .refused(
      .notHere(
        "`as \(format.rawValue)`", instead: "rows are JSON objects; export … to \"FILE\" writes files"))
  }
}

extension SlotsSyntax {
  /// The format after `as`.
  var format: OutputFormat? {
    for clause in clauses { if case .format(let format) = clause.kind { return format } }
    return nil
  }
}

extension PathSyntax {
  fileprivate var isFile: Bool { if case .file = kind { true } else { false } }
}

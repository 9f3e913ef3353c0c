import Editing
import Model
import QueryLanguage
import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a statement does with a kind of item, for the permission of a client.
struct AccessNeed: Hashable {
  enum Use: Hashable { case read, add, change }

  var use: Use
  var kind: ItemKind

  init(_ use: Use, _ kind: ItemKind) {
    self.use = use
    self.kind = kind
  }
}

/// Permission of a client that is not the owner: asked for at its first read or write of a kind, never before.
///
/// Looked up anew before every statement. While the owner has not answered, the statement waits; then it runs once.
struct Permission {
  private let session: Session
  private let client: String
  private let control: AccessControl

  init(session: Session, client: String, store: CalendarStore) {
    self.session = session
    self.client = client
    control = AccessControl(store, client: client)
  }

  /// Sees to what a statement needs; false where the client may only add, so that what it reads is empty.
  func ensure(_ needs: [AccessNeed]) throws(ShellError) -> Bool {
    var canRead = true
    for need in needs {
      var level = try known(need.kind)
      if level == .undetermined { level = try ask(need) }
      switch need.use {
      case .add where level.canAdd, .change where level.canChange, .read where level.canRead: continue
      case .read where level == .writeOnly:
        canRead = false
        session.note("\(client) may only add \(Self.plural(need.kind)): nothing is shown")
      default:
        throw .noAccess(
          client: client, kind: need.kind, answer: level == .restricted ? .restricted : .denied)
      }
    }
    return canRead
  }

  private func known(_ kind: ItemKind) throws(ShellError) -> AccessLevel {
    do throws(EditError) {
      return try control.level(kind)
    } catch {
      throw .edit(error, range: nil, source: "")
    }
  }

  /// Raises the request and waits for the owner's answer.
  private func ask(_ need: AccessNeed) throws(ShellError) -> AccessLevel {
    let now = try session.context().context.now
    let wanted: AccessLevel =
      need.use == .add && need.kind == .event ? .writeOnly : need.use == .read ? .readOnly : .full
    // Only the request itself is written; the session goes on reading where it reads, as somebody may hold its connection.
    let store = try session.storeForRequests()
    do throws(EditError) {
      let owner = AccessControl(store, client: client)
      _ = try owner.request(wanted, need.kind, reason: session.clientReason ?? "", now: now)
    } catch {
      throw .edit(error, range: nil, source: "")
    }
    // A program is told at once and asks again when it likes.
    if session.isServing {
      throw .noAccess(client: client, kind: need.kind, answer: .unanswered)
    }
    let words = Self.plural(need.kind)
    session.say(
      "\(client) asks for access to \(words). The owner answers with access grant \(client) \(words) "
        + "\(wanted == .readOnly ? "read-only" : wanted == .writeOnly ? "write-only" : "full"), or access deny."
    )
    let isWatched = session.environment.errorIsTerminal
    if isWatched { session.say("Waiting; Ctrl-C gives up.") }
    // A person gives up when it is enough; a script must end some day.
    var tries = 0
    while isWatched || tries < 300 {
      let level = try known(need.kind)
      if level != .undetermined {
        session.say("the owner answered: \(level.name)")
        return level
      }
      tries += 1
      if usleep(200_000) != 0, errno == EINTR { throw .canceled }
    }
    throw .noAccess(client: client, kind: need.kind, answer: .unanswered)
  }

  static func plural(_ kind: ItemKind) -> String { kind == .reminder ? "reminders" : "events" }
}

extension StatementSyntax {
  /// What the statement does with which kinds; targets name theirs by `kind`.
  func needs(dateOrder: DateOrder = .none, _ kinds: (TargetSyntax) -> [ItemKind]) -> [AccessNeed] {
    func changing(_ target: TargetSyntax) -> [AccessNeed] { kinds(target).map { AccessNeed(.change, $0) } }
    switch self {
    case .explain(_, let inner, _): return inner.needs(kinds)
    case .query(let query): return query.needs
    case .aggregate(let aggregate): return aggregate.query.needs
    case .slots: return [AccessNeed(.read, .event)]
    case .calendarView(let view):
      let events = [AccessNeed(.read, .event)]
      return view.kind == .agenda ? events : events + [AccessNeed(.read, .reminder)]
    case .add(let add): return [AccessNeed(.add, add.kind == .reminder ? .reminder : .event)]
    case .quick(let text, _):
      guard case .literal(let words) = text.kind else { return [AccessNeed(.add, .event)] }
      let kind = QuickText.reading(words, options: ParseOptions(dateOrder: dateOrder)).kind
      return [AccessNeed(.add, kind == .reminder ? .reminder : .event)]
    case .view(let view): return kinds(view.target).map { AccessNeed(.read, $0) }
    case .edit(let edit): return changing(edit.target)
    case .delete(let delete): return changing(delete.target)
    case .complete(let complete): return changing(complete.target)
    case .reopen(let target, _, _): return changing(target)
    case .answer(let answer): return changing(answer.target)
    case .move(let move): return changing(move.target)
    case .duplicate(let duplicate): return changing(duplicate.target)
    case .session(let session): return session.kind.needs
    case .manage(let manage): return manage.kind.needs
    }
  }
}

extension QuerySyntax {
  fileprivate var needs: [AccessNeed] {
    switch noun {
    case .events, .series, .busy, .conflicts, .calendars, .sources: [AccessNeed(.read, .event)]
    case .reminders: [AccessNeed(.read, .reminder)]
    case .alarms: [AccessNeed(.read, .event), AccessNeed(.read, .reminder)]
    }
  }
}

extension SessionSyntax.Kind {
  fileprivate var needs: [AccessNeed] {
    switch self {
    case .describeView, .describeSet: [AccessNeed(.read, .event)]
    case .set, .showOptions, .show, .describe, .help, .load, .quit: []
    }
  }
}

extension ManageSyntax.Kind {
  fileprivate var needs: [AccessNeed] {
    switch self {
    // A run needs what its question needs.
    case .access, .runView: []
    case .watch(let question): question.needs { _ in [] }
    case .views, .sets: [AccessNeed(.read, .event)]
    case .history, .changes, .export, .check, .backup, .duplicates, .snooze, .location:
      [AccessNeed(.read, .event), AccessNeed(.read, .reminder)]
    case .addCalendar, .editCalendar, .chooseCalendars, .renameCalendar, .deleteCalendar, .defaultCalendar,
      .showCalendar, .hideCalendar, .saveView, .dropView, .saveSet, .dropSet:
      [AccessNeed(.change, .event)]
    case .importFiles, .undo, .redo, .begin, .commit, .rollback, .sync, .reindex:
      [AccessNeed(.change, .event), AccessNeed(.change, .reminder)]
    }
  }
}

import Changes

/// The properties of a statement before it runs: its needs, its manner, and where a server runs it.
///
/// Each statement has one row, in the three tables below.
package struct StatementFacts {
  /// A need for permission of a client.
  package enum Need {
    case items(AccessNeed)
    /// The use of a target's items, whose kinds only the store knows; a title is one of the kind, if there is one.
    case target(TargetSyntax, AccessNeed.Use, ItemKind?)
    /// An item from free text.
    case quick(TextSyntax)

    package static func read(_ kind: ItemKind) -> Need { .items(AccessNeed(.read, kind)) }
    package static func change(_ kind: ItemKind) -> Need { .items(AccessNeed(.change, kind)) }
  }

  /// The effect on the statement when its reader goes away.
  package enum Manner {
    /// It reports something, possibly longer than a screen, and may end when nobody reads it any more.
    case tells
    /// Like `tells`, with output that is shown as it comes.
    case follows
    /// It reports into a file, which is written to its end.
    case writes
    /// It changes something, or asks.
    case acts
  }

  /// Where a server runs it.
  package enum Place {
    /// On any thread, with a connection that reads.
    case reading
    /// One after another on the thread that writes.
    case writing
    /// Again whenever the store changes.
    case watching(StatementSyntax)
    case nowhere
  }

  /// The reason why a server does not run it, and what to send instead.
  package struct Refusal: Equatable {
    package var what: String
    package var instead: String

    package init(_ what: String, instead: String) { (self.what, self.instead) = (what, instead) }
  }

  /// The effect of a missing store.
  package enum Start { case anew, fails }

  package var needs: [Need]
  package var manner: Manner
  package var place: Place
  package var start = Start.anew
  /// The reason why it cannot answer with objects; nil if it can.
  package var refusesObjects: Refusal?
  /// The reason why it cannot answer with text for a terminal; nil if it can.
  package var refusesText: Refusal?
  /// The question that `explain` explains; nil if the statement asks nothing.
  package var question: (statement: StatementSyntax, purpose: QueryPurpose)?
  /// The statement with nothing saved; nil where it has no such form.
  package var dryRun: StatementSyntax?
  /// Whether rows are its answer.
  package var givesRows = false
  /// Whether the store's owner alone may run it.
  var isOwners = false
  /// Whether it writes a file beside the store, which a named client may not do.
  var writesFile = false
  /// Whether it is about the shell itself, and needs no store.
  package var isAboutShell = false

  /// Returns the facts of a question that is answered with rows.
  fileprivate static func rows(
    _ question: StatementSyntax, reads kinds: [ItemKind], format: OutputFormat? = nil
  ) -> StatementFacts {
    StatementFacts(
      needs: kinds.map { .read($0) }, manner: .tells, place: .reading, refusesObjects: refusal(of: format),
      question: (question, .answer), givesRows: true)
  }

  /// Returns the facts of a report from the store.
  fileprivate static func tells(reads kinds: [ItemKind] = []) -> StatementFacts {
    StatementFacts(needs: kinds.map { .read($0) }, manner: .tells, place: .reading)
  }

  /// Returns the facts of a change of a target.
  fileprivate static func change(
    _ target: TargetSyntax, of kind: ItemKind? = nil, _ purpose: QueryPurpose = .answer,
    dryRun: StatementSyntax? = nil
  ) -> StatementFacts {
    StatementFacts(
      needs: [.target(target, .change, kind)], manner: .acts, place: .writing, start: .fails,
      question: target.query.map { (.query($0), purpose) }, dryRun: dryRun)
  }

  /// Returns the facts of a change of calendars, or of data beside items.
  fileprivate static func change(_ kinds: [ItemKind], start: Start = .fails) -> StatementFacts {
    StatementFacts(needs: kinds.map { .change($0) }, manner: .acts, place: .writing, start: start)
  }

  /// Returns the facts of a statement for the interactive shell.
  fileprivate static func ofShell(_ place: Place = .nowhere, _ refusal: Refusal? = nil) -> StatementFacts {
    StatementFacts(
      needs: [], manner: .acts, place: place, refusesObjects: refusal, refusesText: refusal,
      isAboutShell: true)
  }

  /// Returns the reason why a question that names a format has no objects.
  private static func refusal(of format: OutputFormat?) -> Refusal? {
    format.map {
      Refusal("`as \($0.rawValue)`", instead: "rows are JSON objects; export … to \"FILE\" writes files")
    }
  }

  fileprivate func with(_ body: (inout StatementFacts) -> Void) -> StatementFacts {
    var facts = self
    body(&facts)
    return facts
  }

  fileprivate static let form = Refusal(
    "a form", instead: "edit calendar NAME set …, show calendar, default calendar")
  fileprivate static let opening = Refusal(
    "`open`", instead: "ask with import … dry run, then import and accept, maybe or decline")
  fileprivate static let sending = Refusal(
    "`send`", instead: "send the answer yourself: events where id = \"ev:7kq2m9\" as reply, or run kal send")
  fileprivate static let syncing = Refusal(
    "a sync", instead: "run `kal sync` beside the server: its changes are noticed")
  fileprivate static let openBatch = Refusal(
    "an open batch", instead: "send it whole: {\"batch\":[\"…\",\"…\"],\"atomic\":true}")
  fileprivate static let standardStream = Refusal(
    "`-`", instead: "standard input and output are the protocol's own; name a file of the server's machine")
}

extension StatementSyntax {
  package var facts: StatementFacts {
    switch self {
    case .explain(_, let inner, _): return .tells().with { $0.needs = inner.facts.needs }
    case .query(let query): return .rows(self, reads: query.noun.kinds, format: query.format)
    case .aggregate(let aggregate): return .rows(self, reads: aggregate.query.noun.kinds)
    case .slots(let slots): return .rows(self, reads: [.event], format: slots.format)
    case .calendarView(let view):
      return .rows(self, reads: view.kind == .agenda ? [.event] : [.event, .reminder])
    case .add(let add):
      let need = StatementFacts.Need.items(AccessNeed(.add, ItemKind(add.kind)))
      return StatementFacts(
        needs: [need], manner: .acts, place: .writing, dryRun: .add(dry(add, \.isDryRun)))
    case .quick(let text, _): return StatementFacts(needs: [.quick(text)], manner: .acts, place: .writing)
    case .view(let view):
      return .change(view.target).with {
        $0.needs = [.target(view.target, .read, nil)]
        $0.place = .reading
        $0.refusesObjects = .init("`view`", instead: "ask for it: events where id = \"ev:7kq2m9\"")
      }
    case .edit(let edit): return .change(edit.target, dryRun: .edit(dry(edit, \.tail.isDryRun)))
    case .delete(let delete):
      return .change(delete.target, dryRun: .delete(dry(delete, \.tail.isDryRun)))
    case .complete(let complete):
      return .change(complete.target, of: .reminder, dryRun: .complete(dry(complete, \.tail.isDryRun)))
    case .reopen(let target, let tail, let range):
      return .change(
        target, of: .reminder, .evenDone, dryRun: .reopen(target, dry(tail, \.isDryRun), range: range))
    case .answer(let answer):
      return .change(answer.target, of: .event, dryRun: .answer(dry(answer, \.tail.isDryRun)))
    case .move(let move): return .change(move.target, dryRun: .move(dry(move, \.tail.isDryRun)))
    case .duplicate(let duplicate): return .change(duplicate.target)
    case .manage(let manage): return manage.facts
    case .session(let session): return session.kind.facts
    }
  }
}

/// A part of a statement with its mark of a dry run.
private func dry<Syntax>(_ syntax: Syntax, _ mark: WritableKeyPath<Syntax, Bool>) -> Syntax {
  var syntax = syntax
  syntax[keyPath: mark] = true
  return syntax
}

extension ManageSyntax {
  fileprivate var facts: StatementFacts {
    switch kind {
    case .watch(let question):
      let asked = question.facts
      return StatementFacts(
        needs: asked.needs, manner: .follows, place: .watching(question),
        refusesObjects: asked.refusesObjects,
        refusesText: .init("`watch` with `print`", instead: "rows are objects"), question: asked.question)
    // A run has the needs of its question.
    case .runView(let run):
      return .rows(.manage(self), reads: [], format: run.format).with { $0.question = nil }
    case .history, .changes, .duplicates: return .tells(reads: [.event, .reminder])
    case .views, .sets: return .tells(reads: [.event])
    case .access(.list), .access(.requests): return .tells()
    case .access: return .change([])
    // The state of alarms is in a separate file with its own lock.
    case .snooze, .location:
      return .tells(reads: [.event, .reminder]).with { ($0.manner, $0.start) = (.acts, .fails) }
    case .export(let export):
      return .tells(reads: [.event, .reminder]).with { facts in
        (facts.manner, facts.start) = (export.path.isFile ? .writes : .tells, .fails)
        facts.refusesObjects = export.path.isFile ? nil : StatementFacts.standardStream
        facts.writesFile = export.path.isFile
        if case .query(let query) = export.content { facts.question = (.query(query), .export) }
      }
    case .backup(let path, _):
      return .tells(reads: [.event, .reminder]).with { facts in
        (facts.manner, facts.start, facts.writesFile) = (.acts, .fails, true)
        if !path.isFile { (facts.place, facts.refusesObjects) = (.nowhere, StatementFacts.standardStream) }
      }
    case .check:
      return .tells(reads: [.event, .reminder]).with {
        ($0.manner, $0.place, $0.start) = (.follows, .writing, .fails)
      }
    case .importFiles(let files):
      return .change([.event, .reminder], start: .anew).with { facts in
        guard !files.paths.allSatisfy(\.isFile) else { return }
        (facts.place, facts.refusesObjects) = (.nowhere, StatementFacts.standardStream)
      }
    case .openFiles:
      return .change([.event, .reminder], start: .anew).with {
        ($0.place, $0.refusesObjects, $0.refusesText) = (
          .nowhere, StatementFacts.opening, StatementFacts.opening
        )
      }
    case .send(let send):
      return .change(send.target, of: .event).with { facts in
        facts.needs = [.target(send.target, .read, .event)]
        (facts.place, facts.refusesObjects) = (.nowhere, StatementFacts.sending)
        facts.refusesText = StatementFacts.sending
        if let path = send.path {
          facts.writesFile = path.isFile
          facts.manner = path.isFile ? .writes : .tells
        }
      }
    case .begin:
      return .change([.event, .reminder], start: .anew).with {
        ($0.place, $0.refusesObjects) = (.nowhere, StatementFacts.openBatch)
      }
    case .commit, .rollback:
      return .change([.event, .reminder]).with {
        ($0.place, $0.refusesObjects) = (.nowhere, StatementFacts.openBatch)
      }
    case .undo(let step): return undoing(.undo(dry(step, \.isDryRun)))
    case .redo(let step): return undoing(.redo(dry(step, \.isDryRun)))
    case .reindex: return .change([.event, .reminder])
    case .addCalendar(let add) where add.address != nil:
      return .change([.event, .reminder], start: .anew).with {
        ($0.place, $0.refusesObjects, $0.isOwners) = (.nowhere, StatementFacts.syncing, true)
      }
    case .accounts: return .tells(reads: [.event, .reminder])
    case .sync(.conflicts):
      return .tells(reads: [.event, .reminder]).with { $0.isOwners = true }
    case .sync(.run), .sync(.watch):
      return .change([.event, .reminder], start: .anew).with {
        ($0.place, $0.refusesObjects, $0.isOwners) = (.nowhere, StatementFacts.syncing, true)
      }
    case .sync, .editAccount, .deleteAccount, .linkCalendar, .unlinkCalendar:
      return .change([.event, .reminder]).with { $0.isOwners = true }
    case .addAccount:
      return .change([.event, .reminder], start: .anew).with { $0.isOwners = true }
    case .editCalendar(_, let settings) where !settings.isEmpty: return .change([.event])
    case .editCalendar, .chooseCalendars:
      return .change([.event]).with { ($0.place, $0.refusesObjects) = (.nowhere, StatementFacts.form) }
    case .renameCalendar, .deleteCalendar, .defaultCalendar, .showCalendar, .hideCalendar, .dropView,
      .dropSet:
      return .change([.event])
    case .saveView(let view):
      return .change([.event], start: .anew).with { $0.question = view.question.facts.question }
    case .addCalendar, .saveSet: return .change([.event], start: .anew)
    }
  }

  /// Facts of a way through the history, whose dry run is `dryRun`.
  private func undoing(_ dryRun: Kind) -> StatementFacts {
    var syntax = self
    syntax.kind = dryRun
    return .change([.event, .reminder]).with { $0.dryRun = .manage(syntax) }
  }
}

extension SessionSyntax.Kind {
  fileprivate var facts: StatementFacts {
    switch self {
    case .help, .show, .showOptions, .describe: return .ofShell(.reading).with { $0.manner = .tells }
    case .describeView, .describeSet: return .tells(reads: [.event])
    case .set:
      return .ofShell(
        .nowhere, .init("`set`", instead: "a request has members of its own: {\"q\":…,\"zone\":\"UTC\"}"))
    case .load:
      return .ofShell(.nowhere, .init("`load`", instead: "send the statements, or a batch of them"))
    case .tour: return .ofShell(.nowhere, .init("`tour`", instead: "it is for a person at a terminal"))
    case .quit: return .ofShell(.nowhere, .init("`quit` with something behind it", instead: "q1 quit"))
    }
  }
}

extension Noun {
  /// The kinds of items that its rows are about.
  fileprivate var kinds: [ItemKind] {
    switch self {
    case .events, .series, .busy, .conflicts, .calendars, .sources: [.event]
    case .reminders: [.reminder]
    case .alarms: [.event, .reminder]
    }
  }
}

extension TargetSyntax {
  fileprivate var query: QuerySyntax? { if case .query(let query) = kind { query } else { nil } }
}

extension SlotsSyntax {
  /// The format after `as`.
  package var format: OutputFormat? {
    for clause in clauses { if case .format(let format) = clause.kind { return format } }
    return nil
  }
}

extension PathSyntax {
  fileprivate var isFile: Bool { if case .file = kind { true } else { false } }
}

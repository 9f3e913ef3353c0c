import LineProtocol
import QueryEngine
import Statements

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
    let facts = facts
    let refusal = isPrinted ? facts.refusesText : facts.refusesObjects
    switch facts.place {
    case .nowhere: return .refused(ProtocolFault(facts.refusesObjects ?? refusal))
    case _ where refusal != nil: return .refused(ProtocolFault(refusal))
    case .reading: return .reading
    case .writing: return .writing
    case .watching(let question): return .watching(question)
    }
  }

  /// The statement with nothing saved; nil where it has no such form.
  package var dryRun: StatementSyntax? {
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

extension ProtocolFault {
  /// The fault of a statement that has no place here.
  fileprivate init(_ refusal: StatementFacts.Refusal?) {
    self = .notHere(refusal?.what ?? "this", instead: refusal?.instead ?? "kal runs it")
  }
}

import LineProtocol
import QueryEngine
import Statements

/// The place where a program's statement runs.
enum StatementRoute {
  /// On any thread, with a connection that reads.
  case reading
  /// One after another on the thread that writes.
  case writing
  /// Again whenever the store changes.
  case watching(StatementSyntax)
  /// It runs nowhere.
  case refused(ProtocolFault)
}

extension StatementSyntax {
  /// Returns where the statement runs; printed statements can also use formats, cards and standard output.
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
}

extension ProtocolFault {
  /// Creates the fault of a statement that cannot run here.
  fileprivate init(_ refusal: StatementFacts.Refusal?) {
    self = .notHere(refusal?.what ?? "this", instead: refusal?.instead ?? "kal runs it")
  }
}

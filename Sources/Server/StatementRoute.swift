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
}

extension ProtocolFault {
  /// The fault of a statement that has no place here.
  fileprivate init(_ refusal: StatementFacts.Refusal?) {
    self = .notHere(refusal?.what ?? "this", instead: refusal?.instead ?? "kal runs it")
  }
}

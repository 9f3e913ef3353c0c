import QueryEngine
import QueryLanguage
import Store

extension StatementSyntax {
  /// The question that `explain` tells of: the statement's own, or that of what it changes, watches, keeps or writes out.
  ///
  /// Nil where nothing is asked.
  var question: (statement: StatementSyntax, purpose: QueryPurpose)? {
    switch self {
    case .query, .aggregate, .slots, .calendarView: (self, .answer)
    case .edit(let edit): edit.target.question
    case .view(let view): view.target.question
    case .delete(let delete): delete.target.question
    case .complete(let complete): complete.target.question
    case .reopen(let target, _, _): target.question.map { ($0.statement, .evenDone) }
    case .answer(let answer): answer.target.question
    case .move(let move): move.target.question
    case .duplicate(let duplicate): duplicate.target.question
    case .manage(let manage): manage.kind.question
    case .explain, .add, .quick, .session: nil
    }
  }

  /// The fault of explaining what asks nothing.
  func nothingToExplain(_ source: String) -> ShellError {
    let rest = source.utf8.dropFirst(range.offset)
    let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    let diagnostic = Diagnostic(
      code: "expected-other",
      message: "expected a query such as events today, found `\(String(decoding: word, as: UTF8.self))`",
      hint: "explain tells of what is asked; dry run behind a change shows what it would do",
      range: SourceRange(offset: range.offset, length: word.count))
    return .statement(diagnostic, source: source)
  }
}

extension TargetSyntax {
  fileprivate var question: (statement: StatementSyntax, purpose: QueryPurpose)? {
    if case .query(let query) = kind { (.query(query), .answer) } else { nil }
  }
}

extension ManageSyntax.Kind {
  fileprivate var question: (statement: StatementSyntax, purpose: QueryPurpose)? {
    switch self {
    case .watch(let statement): return statement.question
    case .saveView(let view): return view.question.question
    case .export(let export):
      if case .query(let query) = export.content { return (.query(query), .export) }
      return nil
    default: return nil
    }
  }
}

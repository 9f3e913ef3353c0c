import Changes

extension StatementSyntax {
  /// Returns the fault of an `explain` without a question.
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

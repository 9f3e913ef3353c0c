extension Parser {
  /// Production `openStatement`.
  mutating func openStatement() throws(SyntaxError) -> OpenSyntax {
    advance()
    var syntax = OpenSyntax(try list { (parser) throws(SyntaxError) in try parser.path() })
    for keyword in [Keyword.accept, .maybe, .decline] { noteAlso(.keyword(keyword)) }
    if let word = current.keyword, let answer = AnswerSyntax.Answer(rawValue: word.rawValue) {
      advance()
      syntax.answer = answer
    }
    return syntax
  }

  /// Production `sendStatement`.
  mutating func sendStatement() throws(SyntaxError) -> SendSyntax {
    advance()
    let target = try singleTarget(.send)
    guard eatOptional(.to) else { return SendSyntax(target) }
    return SendSyntax(target, to: try path(), replaces: eatOptional(.replace))
  }
}

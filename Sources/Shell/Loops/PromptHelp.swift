import Help
import QueryEngine
import Statements

/// A `?` at the prompt: alone it is `help`, after a word it asks about the word, after a blank it asks for
/// the possible continuations.
struct PromptHelp {
  private let before: String

  /// Returns nil for a text that is no such question: a `?` inside quotes is text.
  init?(_ text: String) {
    var line = text[...]
    while let last = line.last, last.isWhitespace { line.removeLast() }
    guard line.last == "?", let token = Lexer.tokens(String(line)).dropLast().last, token.text == "?" else {
      return nil
    }
    before = String(line.dropLast())
  }

  func answer(in session: Session) {
    session.paging { write(to: session) }
    try? session.output.flush()
  }

  private func write(to session: Session) {
    let width = session.screen.helpWidth
    guard let last = Lexer.tokens(before).dropLast().last(where: { $0.kind != .newline }) else {
      return session.output.append(HelpOverview.text(width: width))
    }
    if last.range.end == before.utf8.count, last.kind == .word {
      let words = before.lowercased().split(separator: " ").map(String.init)
      let pair = words.suffix(2).joined(separator: " ")
      let page =
        (words.count == 2 ? HelpText.text(about: pair, width: width) : nil)
        ?? HelpText.text(about: last.text, width: width)
      if let page { return session.output.append(page) }
    }
    let parts = HelpParts(behind: before)
    var lines = parts.lines(width: width)
    if parts.canEnd { lines.append("or the end of the statement") }
    if lines.isEmpty {
      lines = ["nothing can stand here: what is before it is not understood; Enter it alone to be told why"]
    }
    session.output.append(HelpSection(heading: "here can stand:", meaning: lines).text(width: width))
  }
}

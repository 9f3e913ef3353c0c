import Changes
import Rendering

/// `quick`: an item from plain text, whose reading is shown before it is saved; a doubtful reading needs a
/// person's consent.
extension ChangeStatements {
  /// Saves `Lunch fri 12:30 for 1h /Work`: the title is the text before the first words that say when.
  func quick(_ syntax: TextSyntax, at range: SourceRange) throws -> Answer {
    let text = StatementRunner(session: session, source: source).literal(syntax)
    let options = ParseOptions(dateOrder: session.settings.dateOrder)
    let reading = QuickText.reading(text, options: options)
    let question = session.question
    if !session.canAsk, let doubt = reading.doubts.first {
      throw ShellError.statement(diagnostic(doubt, reading.doubts, at: range), source: source)
    }
    session.say("= " + SafeText.line(reading.statement))
    var parsed: StatementSyntax
    do throws(SyntaxError) {
      parsed = try parseStatement(reading.statement, options: options)
    } catch {
      throw ShellError.statement(error.diagnostic, source: reading.statement)
    }
    if let doubt = reading.doubts.first {
      session.say(SafeText.line(QuickText.message(reading.doubts, of: doubt)) + ".")
      switch question.choose("Save it so? [Y]es [n]o [e]dit", DoubtChoice.self, enter: .yes) {
      case .yes: break
      case .edit:
        guard case .add(var add) = parsed else { break }
        add.opensForm = true
        parsed = .add(add)
      case .no, nil: throw ShellError.canceled
      }
    }
    var statements = try ChangeStatements(session: session, source: reading.statement)
    statements.namesUndo = true
    do {
      return try statements.run(parsed)
    } catch {
      throw ShellError(error, source: reading.statement).namingQuotes
    }
  }

  /// Returns the doubt, placed at its words in the statement if they stand there as in the text.
  private func diagnostic(_ doubt: QuickDoubt, _ all: [QuickDoubt], at range: SourceRange) -> Diagnostic {
    var place = range
    let statement = Array(source.utf8)
    let words = Array(doubt.words.utf8)
    let last = min(range.end, statement.count) - words.count
    if !words.isEmpty, range.offset <= last,
      let start = (range.offset...last).first(where: { statement[$0..<$0 + words.count].elementsEqual(words) }
      )
    {
      place = SourceRange(offset: start, length: words.count)
    }
    return Diagnostic(
      code: doubt.code.rawValue, message: QuickText.message(all, of: doubt), hint: doubt.hint, range: place)
  }
}

/// What becomes of a reading that is in doubt.
private enum DoubtChoice: String, CaseIterable { case yes, no, edit }

extension ShellError {
  /// The error of an unknown calendar, with a hint on how to keep `in` and the word after it in the title.
  fileprivate var namingQuotes: ShellError {
    guard case .statement(var diagnostic, let source) = self, diagnostic.code == "unknown-calendar",
      diagnostic.hint == nil
    else { return self }
    diagnostic.hint = "calendars lists them; words in quotes stay in the title"
    return .statement(diagnostic, source: source)
  }
}

import Changes
import Rendering

/// Reads misplaced words as searched text, if that is the only reading: `events standup` as `events
/// "standup"`.
///
/// This applies to questions typed at the prompt or as arguments, where the shell removes quotes; scripts and
/// programs must be exact.
package struct SearchedWords {
  package let session: Session

  package init(session: Session) {
    self.session = session
  }

  /// Returns the statement, and the text that it is read from; throws the fault if the words have another
  /// reading or none.
  package func reading(_ source: String, _ fault: SyntaxError) throws -> (StatementSyntax, String) {
    let diagnostic = fault.diagnostic
    guard session.isGuessing, fault.searchedWord != nil else {
      throw ShellError.statement(diagnostic, source: source)
    }
    var text = source
    var words: [String] = []
    var quoted: Range<Int>?
    var fault = fault
    while let word = fault.searchedWord, words.count < Self.most {
      if let meant = try meant(word, fault) {
        throw ShellError.statement(meant.isEmpty ? diagnostic : diagnostic.hinting(meant), source: source)
      }
      let bytes = Array(text.utf8)
      let place = fault.range.offset..<fault.range.end
      var whole = place
      // Adjacent words form one text.
      if let quoted {
        guard bytes[quoted.upperBound..<place.lowerBound].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
          break
        }
        whole = quoted.lowerBound..<place.upperBound
      }
      words.append(word)
      let literal = Quoting.string(words.joined(separator: " "))
      text =
        String(decoding: bytes[..<whole.lowerBound], as: UTF8.self) + literal
        + String(decoding: bytes[whole.upperBound...], as: UTF8.self)
      quoted = whole.lowerBound..<(whole.lowerBound + literal.utf8.count)
      do throws(SyntaxError) {
        let statement = try parseStatement(text, options: ParseOptions(dateOrder: session.settings.dateOrder))
        guard statement.isSearchable else { break }
        session.note("searched as text: \(SafeText.line(text))")
        return (statement, text)
      } catch {
        fault = error
      }
    }
    throw ShellError.statement(diagnostic, source: source)
  }

  /// The greatest number of words taken as text.
  private static let most = 8

  /// Returns a hint about another meaning of the word, empty if the fault's own hint has it; nil if the word
  /// is text.
  private func meant(_ word: String, _ fault: SyntaxError) throws -> String? {
    if !fault.meantWords(for: word).isEmpty { return "" }
    return try Misspelling(session).hint(word)
  }
}

extension Session {
  /// Whether unclear input is guessed and the guess reported, as a person sees it.
  var isGuessing: Bool { !(settings.isStrict ?? isScript) && !isServing }
}

extension StatementSyntax {
  /// Whether it only reads, so that a wrong guess costs nothing.
  fileprivate var isSearchable: Bool {
    switch self {
    case .query, .aggregate: true
    case .explain(_, let inner, _): inner.isSearchable
    case .manage(let manage):
      if case .watch(let question) = manage.kind { question.isSearchable } else { false }
    case .slots, .calendarView, .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move,
      .duplicate,
      .session:
      false
    }
  }
}

extension Diagnostic {
  /// Returns the diagnostic with another hint.
  func hinting(_ hint: String) -> Diagnostic {
    var other = self
    (other.hint, other.suggestions) = (hint, [])
    return other
  }
}

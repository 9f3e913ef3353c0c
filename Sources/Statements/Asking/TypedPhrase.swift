/// A question in everyday words that a person may type in place of a statement.
///
/// It is no part of the language: it stands for a statement, which is shown.
package enum TypedPhrase: Equatable {
  /// `quit`, `agenda friday`, `free tomorrow` and their like.
  case statement(String)
  /// Text to search for: `when is standup`, `find standup`.
  case search(String)

  /// The meaning of a line, which a question mark may end; nil if it is no such question.
  package init?(_ line: String) {
    var words = line.split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
    if words.count == 1, ["q", "exit"].contains(words[0].lowercased()) {
      self = .statement("quit")
      return
    }
    while let last = words.last, last.hasSuffix("?") {
      words[words.count - 1] = String(last.dropLast())
      if words[words.count - 1].isEmpty { words.removeLast() }
    }
    let folded = words.map { $0.lowercased().replacing("\u{2019}", with: "'") }
    for form in Self.forms where folded.starts(with: form.words) {
      let rest = words.dropFirst(form.words.count).joined(separator: " ")
      guard let phrase = form.meaning(rest) else { continue }
      self = phrase
      return
    }
    return nil
  }

  /// Words that begin a line, and what the line means by the words behind them; nil if it means nothing.
  private struct Form {
    var words: [String]
    var meaning: @Sendable (String) -> TypedPhrase?

    init(_ words: String, _ meaning: @escaping @Sendable (String) -> TypedPhrase?) {
      self.words = words.split(separator: " ").map(String.init)
      self.meaning = meaning
    }
  }

  private static let forms: [Form] =
    [Form("next") { $0.isEmpty ? .statement(next) : nil }]
    + ["search for", "search", "find"].map { Form($0) { $0.isEmpty ? nil : .search($0) } }
    + ["when is", "when's", "whens", "when are"].map { Form($0) { $0.isEmpty ? nil : .search(named($0)) } }
    + ["what's", "whats", "what is"].flatMap { what in
      [
        Form(what + " next") { $0.isEmpty ? .statement(next) : nil },
        Form(what + " on") { .statement("agenda " + ($0.isEmpty ? "today" : $0)) },
      ]
    }
    + ["free", "busy"].map { state in
      Form("am i " + state) { .statement("\(state) " + ($0.isEmpty ? "today" : $0)) }
    }

  /// The text without the words before a name: `the next dentist` asks for `dentist`.
  private static func named(_ text: String) -> String {
    var words = text.split(separator: " ")
    while words.count > 1, ["the", "my", "our", "next"].contains(words[0].lowercased()) {
      words.removeFirst()
    }
    return words.joined(separator: " ")
  }

  /// The next event with a clock time.
  private static let next = "events starting from now to +30d timed not cancelled sort by start limit 1"
}

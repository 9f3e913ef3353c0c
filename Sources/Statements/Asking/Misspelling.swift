import Changes

/// The other meanings of a word that would be searched for: a word of the language, a calendar or a view that it
/// is, or is one typing error away from.
struct Misspelling {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns a hint about another meaning of a word; nil if it is text.
  ///
  /// `alone` says that it begins a line and stands in no query.
  func hint(_ word: String, alone: Bool = false) throws -> String? {
    let flags = QueryFlag.allCases.map(\.rawValue)
    let days = alone ? Self.days : []
    if let found = (Expectation.statementWords + flags + days).first(where: { Spelling.isNearly(word, $0) }) {
      let quoted = Quoting.string(word)
      switch (found == word.lowercased(), alone) {
      case (true, true): return "`\(found)` is a word of the language; `events \(quoted)` searches for it"
      case (true, false):
        return "`\(found)` is a word of the language; searched text stands in quotes: \(quoted)"
      case (false, true): return "did you mean `\(found)`? `events \(quoted)` searches for what is written"
      case (false, false): return "did you mean `\(found)`? Searched text stands in quotes: \(quoted)"
      }
    }
    let lead = alone ? "events " : ""
    if let calendar = try session.names(in: .calendars).first(where: { Spelling.isNearly(word, $0) }) {
      return "did you mean `\(lead)in \(Quoting.word(calendar))`?"
    }
    if let view = try session.names(in: .views).first(where: { Spelling.isNearly(word, $0) }) {
      return "did you mean `run \(Quoting.viewName(view))`?"
    }
    return nil
  }

  /// The words for days that nobody misses by a letter to mean something else.
  private static let days =
    ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { $0.name.lowercased() }
}

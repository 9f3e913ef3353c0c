import Changes

extension SearchMatch {
  /// What stands behind the title of what was found elsewhere: ` (in notes)`; nothing
  /// where the title holds the text.
  package var mark: String {
    beyondTitle.isEmpty ? "" : " (in " + beyondTitle.joined(separator: ", ") + ")"
  }
}

extension SeriesPlace {
  /// What stands behind the title of a series that one of its occurrences stands for: ` (next of 12)`.
  package var mark: String {
    switch count {
    case .exactly(1): isNext ? "" : " (the last)"
    case .exactly(let count): " (\(word) of \(count))"
    case .moreThan(let count): " (\(word) of over \(count))"
    case .endless: " (\(word), no end)"
    }
  }

  private var word: String { isNext ? "next" : "last" }
}

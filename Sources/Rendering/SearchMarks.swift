import Changes

extension SearchMatch {
  /// The mark after the title of an item found elsewhere: ` (in notes)`; empty if the title has the text.
  package var mark: String {
    beyondTitle.isEmpty ? "" : " (in " + beyondTitle.joined(separator: ", ") + ")"
  }
}

extension SeriesPlace {
  /// The mark after the title of an occurrence that represents its series: ` (next of 12)`.
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

/// A word of quick text, as it stands between blanks.
public struct QuickWord: Hashable, Sendable {
  /// The word as part of a title: without the quotes around it.
  public var text: String
  /// The word as it was written.
  public var written: String
  /// Whether it is quoted, so that it is taken literally.
  public var isLiteral: Bool

  /// The words of a text; text in double quotes is one word.
  ///
  /// A quote opens at the beginning of a word and closes at the end of one; others are plain characters.
  public static func words(of text: String) -> [QuickWord] {
    var result: [QuickWord] = []
    var rest = text[...].drop(while: \.isWhitespace)
    while let first = rest.first {
      if let end = closing(first, in: rest) {
        let inner = String(rest[rest.index(after: rest.startIndex)..<end])
        let after = rest.index(after: end)
        result.append(QuickWord(text: inner, written: Quoting.string(inner), isLiteral: true))
        rest = rest[after...]
      } else {
        let word = String(rest.prefix { !$0.isWhitespace })
        result.append(QuickWord(text: word, written: word, isLiteral: false))
        rest = rest.dropFirst(word.count)
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return result
  }

  /// The index of the quote that closes the text's opening quote; nil without an opening or closing quote.
  private static func closing(_ first: Character, in text: Substring) -> String.Index? {
    let quote: Character
    switch first {
    case "\"": quote = "\""
    case "“": quote = "”"
    case "„": quote = "“"
    default: return nil
    }
    var index = text.index(after: text.startIndex)
    while let end = text[index...].firstIndex(of: quote) {
      let next = text.index(after: end)
      if next == text.endIndex || text[next].isWhitespace {
        return end == text.index(after: text.startIndex) ? nil : end
      }
      index = next
    }
    return nil
  }
}

import Changes
import Rendering

/// A step in words that a person recognizes, with the titles of items in place of ids and row numbers.
struct StepWords {
  private static let mostTitles = 3

  let store: CalendarStore

  /// Returns `delete "Standup" on Wed 18 Nov 2026`, for `delete ev:7kq2m9/20261118T091500`.
  func text(_ step: JournalStep) -> String {
    let words = text(ofStatement: step.cause)
    // Steps of older versions have the row numbers of a former screen.
    return namesRows(words) ? replacingRows(in: words, of: step) : words
  }

  private func text(ofStatement cause: String) -> String {
    var result = ""
    var end = 0
    let bytes = Array(cause.utf8)
    for token in Lexer.tokens(cause) {
      guard case .identifier = token.kind, let name = name(token.text) else { continue }
      result += String(decoding: bytes[end..<token.range.offset], as: UTF8.self) + name
      end = token.range.end
    }
    return result + String(decoding: bytes[end...], as: UTF8.self)
  }

  /// Returns `"Standup" on Wed 18 Nov 2026`, for an id; nil if the store knows no title for it.
  private func name(_ id: String) -> String? {
    let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let prefix = IDPrefix(rawValue: parts[0].lowercased()) else { return nil }
    let rest = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
    guard let number = PublicID.number(digits: rest[0]) else { return nil }
    switch prefix {
    case .event, .reminder:
      guard let title = try? store.title(ofItem: number) else { return nil }
      let key = rest.count > 1 ? OccurrenceKey(text: rest[1]) : nil
      let day = key.map { " on " + DateText.day(CivilDateTime(clamping: $0.wallSeconds).date) } ?? ""
      return Quoting.string(title) + day
    case .calendar:
      return (try? store.calendars())?.first { $0.id == number }.map { Quoting.string($0.title) }
    case .source: return nil
    }
  }

  private func namesRows(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "#"))
      && Lexer.tokens(text).contains { if case .row = $0.kind { true } else { false } }
  }

  /// Replaces the first run of row numbers by the titles of the items that the step changed.
  private func replacingRows(in text: String, of step: JournalStep) -> String {
    let tokens = Lexer.tokens(text)
    func isRow(_ token: Token) -> Bool { if case .row = token.kind { true } else { false } }
    guard let first = tokens.firstIndex(where: isRow),
      let items = try? store.items(ofStep: step.id, limit: Self.mostTitles + 1), !items.isEmpty
    else { return text }
    var last = first
    while last + 2 < tokens.count, tokens[last + 1].isComma, isRow(tokens[last + 2]) { last += 2 }
    let titles = items.prefix(Self.mostTitles).compactMap { try? store.title(ofItem: $0) }.map(Quoting.string)
    if titles.isEmpty { return text }
    let more = items.count > titles.count ? " and more" : ""
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<tokens[first].range.offset], as: UTF8.self)
      + titles.joined(separator: ", ") + more
      + String(decoding: bytes[tokens[last].range.end...], as: UTF8.self)
  }
}

extension Token {
  fileprivate var isComma: Bool { kind == .symbol(.comma) }
}

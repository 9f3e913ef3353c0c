/// A new item as a line of plain text says it: `lunch with bob tomorrow at noon`.
///
/// The words are a title with parts behind it, rarely before it. Where the title ends is not written, so that
/// a text may have several readings.
public struct SpokenItem: Hashable, Sendable {
  /// The item.
  public var add: AddSyntax
  /// Why the reading may be wrong; empty when it is sure.
  public var doubts: [SpokenDoubt]
  /// Whether the time says what an item of its kind needs, so that words of time in its title are its name.
  public var isComplete: Bool

  /// The readings of a text, the best first; at least one.
  ///
  /// `isCalendar` tells whether a calendar has a name.
  public static func readings(
    of text: String, options: ParseOptions = ParseOptions(), isCalendar: (String) -> Bool
  ) -> [SpokenItem] {
    withoutActuallyEscaping(isCalendar) { isCalendar in
      var reader = SpokenReader(text, options, isCalendar)
      return reader.readings()
    }
  }
}

/// Why a reading of plain text may be wrong.
public enum SpokenDoubt: Hashable, Sendable {
  /// Words of the title that name a time, a repetition, a place, an alarm or a kind of item.
  case leftover(String, LeftoverWords.Meaning)
  /// Words of the title that are a date or a time with a fault.
  case fault(String, SyntaxError)
  /// Words taken for a part of the item that may belong to the title.
  case part(String)
  /// A clock time that may be in the morning or in the evening; both are written out.
  case hour(String, morning: String, evening: String)

  /// The doubtful words.
  public var words: String {
    switch self {
    case .leftover(let words, _), .fault(let words, _), .part(let words), .hour(let words, _, _): words
    }
  }
}

/// Reads plain text by trying where its title begins and ends.
private struct SpokenReader {
  private var words: [QuickWord]
  /// The kind that the text names.
  private var kind: ItemWord?
  private let options: ParseOptions
  private let isCalendar: (String) -> Bool
  /// The calendar behind a slash, anywhere in the text.
  private var calendar: ItemPartSyntax?
  /// Whether the text begins with `remind me`.
  private var isReminding = false
  /// The first fault of a date or a time.
  private var fault: SpokenFault?
  private static let mostReadings = 5
  /// The most words behind a title: nobody says more, and each word more is tried.
  private static let mostTailWords = 32
  /// The most words of a time before a title.
  private static let mostHeadWords = 8

  init(_ text: String, _ options: ParseOptions, _ isCalendar: @escaping (String) -> Bool) {
    words = QuickWord.words(of: text)
    (self.options, self.isCalendar) = (options, isCalendar)
    if let index = words.lastIndex(where: { !$0.isLiteral && $0.text.hasPrefix("/") && $0.text.count > 1 }) {
      calendar = ItemPartSyntax(.calendar(NameSyntax(String(words[index].text.dropFirst()))))
      words.remove(at: index)
    }
    if words.count > 2, words[0].isWord("remind"), words[1].isWord("me") {
      words.removeFirst(2)
      (kind, isReminding) = (.reminder, true)
    } else if words.count > 1, ["todo", "todo:", "to-do", "task:"].contains(where: words[0].isWord) {
      words.removeFirst()
      kind = .reminder
    }
  }

  /// The readings, the best first: those without doubts, of these those that are complete, of these those
  /// with the shortest title.
  mutating func readings() -> [SpokenItem] {
    var found: [SpokenItem] = []
    for head in heads() { found += readings(behind: head) }
    var result: [SpokenItem] = []
    for var reading in found + [whole()]
    where result.count < Self.mostReadings && !result.contains(where: { $0.add == reading.add }) {
      if let fault { reading.doubts = fault.explaining(reading.doubts) }
      result.append(reading)
    }
    func rank(_ place: Int) -> (Int, Int, Int) {
      (result[place].doubts.isEmpty ? 0 : 1, result[place].isComplete ? 0 : 1, place)
    }
    return result.indices.sorted { rank($0) < rank($1) }.map { result[$0] }
  }

  // MARK: What stands before the title

  private struct Head {
    var tail = SpokenTail()
    /// The number of its words.
    var count = 0
    /// Its words, when they may belong to the title.
    var doubt: String?
  }

  /// The ways to begin: with the title, or with a time before it.
  private mutating func heads() -> [Head] {
    // `remind me to …`
    var result = [Head(count: isReminding && words.first?.isWord("to") == true ? 1 : 0)]
    for count in stride(from: min(words.count - 1, Self.mostHeadWords), to: 0, by: -1) {
      let isEnded = isReminding && words[count].isWord("to")
      if isReminding && !isEnded || isEnded && count + 1 == words.count { continue }
      let text = words[..<count].map(\.written).joined(separator: " ")
      guard let tail = SpokenTail().adding(text, kind ?? .event, options, isCalendar, &fault),
        tail.isTimeAlone
      else { continue }
      let isSure = isEnded || tail.time.hasClock || Self.beginnings.contains(words[0].text.lowercased())
      result.append(Head(tail: tail, count: isEnded ? count + 1 : count, doubt: isSure ? nil : text))
      break
    }
    return result
  }

  /// Words that begin a time before a title, and hardly a title before a time.
  private static let beginnings: Set = ["today", "tomorrow", "tonight", "on", "in", "at", "next"]

  // MARK: The title and what stands behind it

  private mutating func readings(behind head: Head) -> [SpokenItem] {
    var result: [SpokenItem] = []
    let first = head.count
    if first >= words.count { return [] }
    for last in max(first + 1, words.count - Self.mostTailWords)...words.count {
      let rest = words[last...]
      // A comment would be dropped silently.
      if rest.contains(where: { !$0.isLiteral && $0.text == "--" }) { continue }
      // Without parts everything is title.
      if rest.isEmpty, head.count == 0 || !head.tail.hasDay { continue }
      let text = rest.map(\.written).joined(separator: " ")
      for kind in kind.map({ [$0] }) ?? ItemWord.allCases {
        guard let tail = head.tail.adding(text, kind, options, isCalendar, &fault),
          let reading = item(kind, Array(words[first..<last]), tail, head.doubt)
        else { continue }
        result.append(reading)
        break
      }
      if result.count == Self.mostReadings { break }
    }
    return result
  }

  /// The item of a title and its parts; nil when they do not go together.
  private func item(
    _ kind: ItemWord, _ title: [QuickWord], _ tail: SpokenTail, _ headDoubt: String?
  ) -> SpokenItem? {
    var tail = tail
    var doubts = leftovers(title, tail.following)
    if let words = headDoubt ?? tail.doubt { doubts.append(.part(words)) }
    if let hour = tail.settleHours(title.map(\.text)) { doubts.append(hour) }
    guard let parts = tail.parts(of: kind, isNamed: self.kind != nil) else { return nil }
    return SpokenItem(
      add: AddSyntax(kind, title: TextSyntax(Self.title(title)), parts: withCalendar(parts)), doubts: doubts,
      isComplete: tail.isComplete)
  }

  /// The reading in which everything is title.
  private func whole() -> SpokenItem {
    let isSent = isReminding && words.first?.isWord("to") == true && words.count > 1
    let title = Array(words[(isSent ? 1 : 0)...])
    return SpokenItem(
      add: AddSyntax(
        kind ?? .reminder, title: TextSyntax(Self.title(title)), parts: withCalendar([])),
      doubts: leftovers(title, LeftoverWords.Following()), isComplete: false)
  }

  /// Words of a title that say something about the item.
  ///
  /// Behind a whole time only those at the end of the title do: others are its name, as in `tomorrow never
  /// dies`.
  private func leftovers(_ title: [QuickWord], _ following: LeftoverWords.Following) -> [SpokenDoubt] {
    LeftoverWords.found(in: title, before: following).compactMap { found in
      // `every fortnight or so` is hardly a name.
      let isSaid = found.words.contains { title[$0].isWord("every") || title[$0].isWord("each") }
      let isName = following.isComplete && found.words.upperBound < title.count && !isSaid
      if isName, found.meaning == .time || found.meaning == .repetition { return nil }
      return .leftover(title[found.words].map(\.written).joined(separator: " "), found.meaning)
    }
  }

  private func withCalendar(_ parts: [ItemPartSyntax]) -> [ItemPartSyntax] {
    guard let calendar else { return parts }
    return parts.filter { if case .calendar = $0.kind { false } else { true } } + [calendar]
  }

  private static func title(_ words: [QuickWord]) -> String {
    var title = words.map(\.text).joined(separator: " ")
    // The comma separated the title from the next words.
    if title.count > 1, title.hasSuffix(","), words.last?.isLiteral == false { title.removeLast() }
    return title
  }
}

extension QuickWord {
  /// Whether it is this word, in any letter case and without quotes.
  fileprivate func isWord(_ word: String) -> Bool { !isLiteral && text.lowercased() == word }
}

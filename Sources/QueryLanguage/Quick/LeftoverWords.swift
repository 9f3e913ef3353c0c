/// Words of a title about a time, a repetition, a place or an alarm, which are hardly
/// part of its name.
public struct LeftoverWords: Hashable, Sendable {
  /// The subject of the words.
  public enum Meaning: Int, Hashable, Comparable, Sendable {
    case time, place, alarm, repetition, item

    /// Orders by precedence: the greatest meaning of adjacent words decides.
    public static func < (a: Meaning, b: Meaning) -> Bool { a.rawValue < b.rawValue }
  }

  /// The range of the words in the title.
  public var words: Range<Int>
  /// Their subject.
  public var meaning: Meaning

  /// The information in the words after a title.
  public struct Following: Hashable, Sendable {
    /// Whether they begin with a day or a clock time.
    public var saysWhen: Bool
    /// Whether they have a day, and a clock time or a word for the whole day.
    public var isComplete: Bool

    /// Creates the information about the words after a title.
    public init(saysWhen: Bool = false, isComplete: Bool = false) {
      self.saysWhen = saysWhen
      self.isComplete = isComplete
    }
  }

  /// Whether a word alone names a day, a month or a part of a day, so that it is hardly a calendar's name.
  public static func isOfTime(_ word: String) -> Bool {
    switch TimeWord(word).kind {
    case .weekday, .month, .relative, .dayPart, .clock, .date, .adverb: true
    default: false
    }
  }

  /// The runs of such words in a title.
  public static func found(in title: [QuickWord], before following: Following) -> [LeftoverWords] {
    let scan = TitleScan(title, following)
    var meanings = title.indices.map(scan.meaning)
    scan.join(&meanings)
    var result: [LeftoverWords] = []
    for (index, meaning) in meanings.enumerated() {
      guard let meaning else { continue }
      if let last = result.last, last.words.upperBound == index {
        result[result.count - 1].words = last.words.lowerBound..<index + 1
        result[result.count - 1].meaning = max(last.meaning, meaning)
      } else {
        result.append(LeftoverWords(words: index..<index + 1, meaning: meaning))
      }
    }
    return result
  }
}

/// Examines each word of a title with its neighbors, as many words of time are also names.
private struct TitleScan {
  private let words: [TimeWord]
  private let following: LeftoverWords.Following

  init(_ title: [QuickWord], _ following: LeftoverWords.Following) {
    words = title.map { $0.isLiteral ? TimeWord("") : TimeWord($0.text) }
    self.following = following
  }

  private func word(_ index: Int) -> String { words.indices.contains(index) ? words[index].text : "" }
  private func kind(_ index: Int) -> TimeWord.Kind? {
    words.indices.contains(index) ? words[index].kind : nil
  }

  /// Whether the word is the title's last, with a time after it.
  private func meetsTime(_ index: Int) -> Bool { index == words.count - 1 && following.saysWhen }
  private func isLast(_ index: Int) -> Bool { index == words.count - 1 }

  /// Whether a time begins at the index; with `withNumbers` a number may be one, with
  /// `withUnits` a unit.
  private func isTime(_ index: Int, withNumbers: Bool = false, withUnits: Bool = false) -> Bool {
    if index == words.count { return following.saysWhen }
    switch kind(index) {
    case nil: break
    case .number?: if withNumbers { return true }
    case .unit?: if withUnits { return true }
    default: return true
    }
    if Self.selectors.contains(word(index)) || word(index) == "the" {
      return isTime(index + 1, withUnits: true)
    }
    return isLength(index)
  }

  /// Whether a number and a unit stand there: `2 hours`, `a week`, `half an hour`.
  private func isLength(_ index: Int) -> Bool {
    var next = index
    while kind(next) == .number || Self.numbers.contains(word(next)) { next += 1 }
    return next > index && kind(next) == .unit
  }

  func meaning(_ index: Int) -> LeftoverWords.Meaning? {
    let text = word(index)
    if text.isEmpty { return nil }
    if let meaning = byKind(index, before: word(index - 1), after: word(index + 1)) { return meaning }
    switch text {
    case "remind": return .item
    case "todo", "to-do", "task", "reminder": return index == 0 ? .item : nil
    case "alarm", "alarms", "alert", "alerts", "notify", "notification", "reminders": return alarm(index)
    case "at", "@":
      if isTime(index + 1, withNumbers: true) || kind(index + 1) != nil { return .time }
      return isLast(index) ? nil : .place
    case _ where text.hasPrefix("@"): return .place
    case "every", "each":
      return isTime(index + 1, withNumbers: true, withUnits: true) || Self.selectors.contains(word(index + 1))
        ? .repetition : nil
    case "until", "till", "til": return .time
    case "due": return isTime(index + 1) || Self.prepositions.contains(word(index + 1)) ? .time : nil
    case "next", "last", "this", "coming", "following", "past", "first", "second", "third", "fourth", "fifth":
      return isTime(index + 1, withUnits: true) ? .time : nil
    case "ago": return kind(index - 1) == .unit ? .time : nil
    case "from", "since", "by", "between", "on", "before", "after", "starting", "beginning", "ending",
      "through", "thru",
      "during", "within", "for", "in", "to", "of", "the", "and", "around", "about", "-", "–":
      return preposition(text, index) ? .time : nil
    default: return isLength(index) && isExactLength(index) ? .time : nil
    }
  }

  private func preposition(_ text: String, _ index: Int) -> Bool {
    switch text {
    case "in":
      if isLength(index + 1) || kind(index + 1) == .month || kind(index + 1) == .quantity { return true }
      return word(index + 1) == "the" && kind(index + 2) == .dayPart
    case "for":
      if meetsTime(index) { return true }
      return isLength(index + 1) || kind(index + 1) == .quantity
    case "of", "the", "and", "to": return meetsTime(index) || text == "to" && isSpan(index)
    case "-", "–": return meetsTime(index) || isSpan(index)
    case "around", "about": return kind(index + 1) == .clock || kind(index + 1) == .dayPart
    case "from", "since", "by", "between": return isTime(index + 1, withNumbers: true)
    default: return isTime(index + 1) && !isWeakMonth(index + 1)
    }
  }

  /// A number, `to` and a number: hours or days.
  private func isSpan(_ index: Int) -> Bool {
    func isEnd(_ index: Int) -> Bool { kind(index) == .number || kind(index) == .clock }
    return isEnd(index - 1) && isEnd(index + 1)
  }

  /// `3 days` and `1 hour`, but not the `3 day` of a hike.
  private func isExactLength(_ index: Int) -> Bool {
    var next = index
    while kind(next) == .number || Self.numbers.contains(word(next)) { next += 1 }
    let isOne = ["1", "an", "a", "one", "half"].contains(word(next - 1))
    return isOne ? word(next - 1) != "a" : word(next).hasSuffix("s")
  }

  private func isWeakMonth(_ index: Int) -> Bool {
    kind(index) == .month && TimeWord.names.contains(word(index)) && kind(index + 1) != .number
  }

  private func byKind(_ index: Int, before: String, after: String) -> LeftoverWords.Meaning? {
    let isBehind = Self.prepositions.contains(before) || Self.selectors.contains(before)
    switch kind(index) {
    case nil: return nil
    case .relative, .clock, .date: return .time
    case .adverb: return .repetition
    case .weekday:
      if !TimeWord.names.contains(word(index)) || isBehind || isLast(index) { return .time }
      return isTime(index + 1, withNumbers: true) || kind(index - 1) == .weekday ? .time : nil
    case .month:
      if !TimeWord.names.contains(word(index)) || kind(index + 1) == .number || kind(index - 1) == .number {
        return .time
      }
      if kind(index - 1) == .ordinal || kind(index + 1) == .ordinal { return .time }
      return isBehind && before != "to" && before != "for" && before != "from" ? .time : nil
    case .unit: return Self.selectors.contains(before) || ["every", "each"].contains(before) ? .time : nil
    case .dayPart:
      let isOfDay = kind(index - 1) == .weekday || kind(index - 1) == .relative || after == "at"
      // `parents evening 3 dec 19:00` has its time.
      let isPartOfTime = meetsTime(index) && !following.isComplete
      return isOfDay || isBehind || ["every", "each"].contains(before) || isPartOfTime || words.count == 1
        ? .time : nil
    case .quantity: return isBehind || isLast(index) || Self.lengths.contains(before) ? .time : nil
    // `upgrade to 16.04 friday 17:00` too.
    case .dotted where following.isComplete: return nil
    case .dotted, .numbers: return isBehind || isLast(index) || index == 0 || isTime(index + 1) ? .time : nil
    case .ordinal:
      if TimeWord.ordinal(word(index)) == nil { return nil }
      return isBehind || before == "the" || after == "of" || kind(index + 1) == .month || isLast(index)
        ? .time : nil
    case .number: return number(index, before, after)
    }
  }

  private func number(_ index: Int, _ before: String, _ after: String) -> LeftoverWords.Meaning? {
    if ["at", "@", "until", "till", "til"].contains(before)
      || Self.halves.contains(after)
    {
      return .time
    }
    if isSpan(index + 1) || isSpan(index - 1) { return .time }
    if kind(index + 1) == .month || kind(index - 1) == .month || kind(index - 1) == .weekday { return .time }
    // A number beside the time may be its hour or its day if one of these is missing.
    if meetsTime(index), !following.isComplete, TimeWord.mayBeHourOrDay(word(index)) { return .time }
    return isLength(index) && (isExactLength(index) || Self.lengths.contains(before)) ? .time : nil
  }

  private func alarm(_ index: Int) -> LeftoverWords.Meaning? {
    if index == 0 && words.count > 1 && kind(1) != nil || isLast(index) && index > 0 { return .alarm }
    let near = [index - 2, index - 1, index + 1, index + 2]
    return near.contains { kind($0) == .number || kind($0) == .quantity } ? .alarm : nil
  }

  /// Adds the words between and beside the found words: units, numbers, and the name of a place.
  func join(_ meanings: inout [LeftoverWords.Meaning?]) {
    for index in meanings.indices.dropFirst() where meanings[index] == nil {
      guard let before = meanings[index - 1], !word(index).isEmpty else { continue }
      let isFollowed = index + 1 < meanings.count
      let hasMore = isFollowed && (meanings[index + 1] != nil || isTime(index + 1, withUnits: true))
      if before == .place || continues(index) || hasMore && Self.joints.contains(word(index)) {
        meanings[index] = before
      }
    }
  }

  /// Whether the word belongs to the one before it, which was found.
  private func continues(_ index: Int) -> Bool {
    let before = word(index - 1)
    if before == "remind" { return word(index) == "me" }
    if Self.halves.contains(word(index)) { return kind(index - 1) == .number }
    let isOpen =
      Self.opening.contains(before) || Self.selectors.contains(before) || Self.numbers.contains(before)
    if Self.numbers.contains(word(index)) { return isOpen && isLength(index) }
    if Self.selectors.contains(word(index)) { return isOpen && isTime(index + 1, withUnits: true) }
    let isName = kind(index) == .month && TimeWord.names.contains(word(index))
    guard kind(index) != nil, !isName || ["of", "in"].contains(before) else { return false }
    return isOpen || kind(index - 1) != nil
  }

  private static let halves: Set = ["am", "pm", "a.m", "p.m", "o'clock", "o’clock", "oclock"]
  private static let prepositions: Set = [
    "at", "@", "on", "in", "by", "from", "to", "until", "till", "til", "since", "before", "after", "starting",
    "beginning", "ending", "during", "through", "thru", "around", "due",
  ]
  private static let lengths: Set = ["for", "in", "within", "after", "every", "each"]
  private static let selectors: Set = [
    "next", "last", "this", "coming", "following", "past", "other", "first", "second", "third", "fourth",
    "fifth", "every",
    "each",
  ]
  private static let numbers: Set = [
    "a", "an", "half", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "twelve",
    "couple", "few", "several",
  ]
  private static let joints: Set = [
    "the", "of", "and", "or", "to", "on", "in", "at", "-", "–", "from", "for",
  ]
  private static let opening: Set = [
    "every", "each", "at", "@", "until", "till", "til", "from", "since", "by", "between", "on", "before",
    "after", "in",
    "for", "within", "next", "last", "this", "due", "other", "starting", "the", "of",
  ]
}

import QueryLanguage
import TestSupport
import Testing

@Suite struct CompletionTests {
  /// The completion at the `|` of a text.
  private func complete(_ text: String) -> Completion {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return Completion(parts.joined(), cursor: parts[0].utf8.count)
  }

  @Test(arguments: [
    ("|", ["events", "reminders", "explain", "add", "quit"]),
    ("ev|", ["events"]),
    ("events |", ["in", "where", "sort by", "today", "allday", "group by", "next", "since"]),
    ("events to|", ["to", "today", "tomorrow"]),
    ("events today so|", ["sort by"]),
    ("events next |", ["week", "month", "year", "friday", "november"]),
    ("events next w|", ["week", "wednesday"]),
    ("events where |", ["title", "start.weekday", "not", "allday", "duration"]),
    ("events where start.we|", ["start.weekday", "start.week"]),
    ("events where title |", ["contains", "matches", "is empty"]),
    ("events where title con|", ["contains"]),
    ("events where start |", ["before", "after", "is empty"]),
    ("events where status = |", ["confirmed", "tentative"]),
    ("events where title = x |", ["and", "or", "sort by", "in"]),
    ("events where start.weekday = |", ["monday"]),
    ("events sort by |", ["title", "count", "week"]),
    ("events as |", ["json", "table", "ics"]), ("export all as |", ["ics", "jscalendar"]),
    ("export all |", ["as", "to"]),
    ("events group |", ["by"]),
    ("reminders |", ["overdue", "undated", "due"]),
    ("add |", ["event", "reminder", "calendar"]),
    ("add event \"x\" |", ["repeat", "alarm", "all day", "for"]),
    ("add event \"x\" today repeat |", ["daily", "every"]),
    ("add event \"x\" today repeat every |", ["weekday", "monday", "other"]),
    ("edit #3 |", ["set", "span"]),
    ("edit #3 set |", ["title", "start", "alarms"]),
    ("delete #3 span |", ["this", "future", "all"]),
    ("move #3 |", ["to", "by", "into"]),
    ("explain |", ["dates", "events", "plan"]),
    ("describe |", ["events"]),
    ("access grant x events |", ["full", "read-only"]),
    ("events today; rem|", ["reminders"]),
    ("events today\n|", ["events"]),
  ]) func offersTheWordsThatFit(text: String, expected: [String]) {
    let words = complete(text).words
    for word in expected { #expect(words.contains(word), "\(text): \(words)") }
  }

  @Test(arguments: [
    ("events in |", QueryLanguage.Expectation.calendarName), ("events in Wo|", .calendarName),
    ("events in Work, |", .calendarName),
    ("events in \"Fam|", .calendarName), ("events in Work@|", .sourceName),
    ("events in source |", .sourceName),
    ("events where calendar = |", .calendarName), ("events where calendar in (|", .calendarName),
    ("events where title contains |", .text), ("set |", .option), ("import |", .path),
    ("events from |", .date), ("events from today to |", .date), ("free |", .duration),
    ("events where duration > |", .duration), ("edit |", .target), ("events limit |", .integer),
  ]) func asksForWhatOnlyTheCallerKnows(text: String, expected: QueryLanguage.Expectation) {
    #expect(complete(text).expected.contains(expected))
  }

  @Test func replacesTheWordUnderTheCursor() {
    let word = complete("events in Wo|rk today")
    #expect(word.prefix == "Wo")
    #expect(word.replaced.offset == 10 && word.replaced.length == 2)
    let quoted = complete("events in \"Family T|")
    #expect(quoted.prefix == "\"Family T")
    #expect(quoted.replaced.offset == 10)
    let blank = complete("events |")
    #expect(blank.replaced.length == 0 && blank.replaced.offset == 7)
  }

  @Test func offersNothingBehindAFault() {
    #expect(complete("evnts today |").expected.isEmpty)
    #expect(!complete("evnts today |").canEnd)
    #expect(complete("events |").canEnd)
    #expect(!complete("events in |").canEnd)
  }

  /// Every token of an example behind a blank, and what is expected when the text is cut before it.
  private static func cuts(_ item: GrammarCase) -> [(token: Token, completion: Completion)] {
    let bytes = Array(item.statement.utf8)
    return Lexer.tokens(item.statement).dropLast().compactMap { token in
      let offset = token.range.offset
      guard offset > 0, offset < bytes.count, bytes[offset - 1] == UInt8(ascii: " ") else { return nil }
      return (token, Completion(item.statement, cursor: offset))
    }
  }

  /// The parser expects the token that comes next wherever an example is cut.
  ///
  /// It does not name everything that it takes, such as `the` before an ordinal; the
  /// share that it names must not fall. Spoken words are understood and not proposed.
  @Test func everyExampleIsCompletableWordByWord() {
    var (named, all) = (0, 0)
    var missing: [String] = []
    for item in DataFileTests.examples where !item.file.hasSuffix("spoken.test") {
      for (token, completion) in Self.cuts(item) {
        all += 1
        #expect(!completion.expected.isEmpty, "\(item.statement) at \(token.text)")
        if completion.expected.contains(where: { $0.admits(token) }) {
          named += 1
        } else {
          missing.append("\(item.statement) at \(token.text)")
        }
      }
    }
    #expect(all > 1_000)
    #expect(named * 1_000 >= all * 960, "\(named) of \(all)\n\(missing.joined(separator: "\n"))")
  }
}

extension QueryLanguage.Expectation {
  /// Whether a token may begin what is expected.
  fileprivate func admits(_ token: Token) -> Bool {
    let text = token.text.lowercased()
    // `mon` and `days` are written for `monday` and `day`.
    let isWord = words.contains { word in
      word == text || word.hasPrefix(text + " ") || word.hasPrefix(text + "(")
        || text.count >= 3 && (word.hasPrefix(text) || text == word + "s")
    }
    if isWord { return true }
    if case .keyword(let keyword) = self { return token.keyword == keyword }
    if case .symbol(let symbol) = self { return token.kind == .symbol(symbol) }
    // The name of a file begins with any sign.
    if self == .path { return true }
    switch token.kind {
    case .parameter: return isValue
    case .word:
      return isName || self == .date || self == .zone || self == .integer && Self.ordinals.contains(text)
    case .string: return isName || [.string, .zone, .repetition].contains(self) || isClause || isCondition
    case .integer, .decimal, .quantity, .ordinal, .isoDate, .isoMonth, .isoWeek, .isoDateTime, .clock:
      return isNumber || isClause || isName
    case .symbol(.open): return [.target, .query, .question].contains(self) || isTarget || isCondition
    case .row: return isTarget || self == .color
    case .identifier: return isTarget || self == .calendarName
    case .regex: return self == .regex
    case .symbol(.plus), .symbol(.minus):
      return [.date, .zone, .path, .offset, .duration, .integer, .number].contains(self) || isClause
    default: return false
    }
  }

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "last"]

  /// Whether a name or text of the user's own may stand there.
  private var isName: Bool {
    switch self {
    case .calendarName, .sourceName, .viewName, .setName, .text, .word, .option, .helpTopic, .argument, .path,
      .color, .title:
      true
    default: false
    }
  }

  private var isTarget: Bool {
    switch self {
    case .target, .targetOf: true
    default: false
    }
  }

  private var isNumber: Bool {
    switch self {
    // A number stands before a unit: `every 2 weeks`.
    case .date, .clock, .duration, .offset, .day, .unit, .integer, .number, .repetition: true
    default: false
    }
  }

  /// Whether dates and texts may stand there without a word before them.
  private var isClause: Bool {
    switch self {
    case .clause, .slotClause, .viewClause, .itemPart: true
    default: false
    }
  }

  private var isCondition: Bool { if case .condition = self { true } else { false } }

  private var isValue: Bool {
    switch self {
    case .keyword, .symbol, .endOfStatement: false
    default: true
    }
  }
}

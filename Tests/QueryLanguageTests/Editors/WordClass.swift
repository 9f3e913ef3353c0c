import QueryLanguage

/// What an editor shows a word as; the tables of the language say which words are what.
enum WordClass: String, CaseIterable {
  case statement, clause, connective, function, date, unit, flag, field, keyword

  /// The class of a word in any letter case; nil where it is a name.
  ///
  /// Many words have several meanings, as `week`; an editor shows the likeliest wherever they stand.
  init?(_ word: String) {
    guard let found = Self.byWord[word.lowercased()] else { return nil }
    self = found
  }

  /// All words of the class, longest first, so that a list of alternatives finds the whole word.
  var words: [String] {
    Self.byWord.filter { $0.value == self }.map(\.key).sorted { ($1.count, $0) < ($0.count, $1) }
  }

  private static let byWord: [String: WordClass] = {
    var result: [String: WordClass] = [:]
    for (words, wordClass) in tables {
      for word in words where result[word] == nil { result[word] = wordClass }
    }
    return result
  }()

  /// The likelier meanings first.
  private static let tables: [([String], WordClass)] = [
    (
      [
        "and", "or", "not", "is", "empty", "contains", "starts", "ends", "with", "has", "like", "exactly",
        "matches",
      ],
      .connective
    ),
    (["set"], .statement),
    (Keyword.allCases.filter(\.isReserved).map(\.rawValue), .clause),
    (AggregateFunction.allCases.map(\.rawValue) + ["count"], .function),
    (dateWords, .date),
    (unitWords, .unit),
    (QueryFlag.allCases.map(\.rawValue).filter { FieldName(rawValue: $0) == nil }, .flag),
    (QueryLanguage.Expectation.statement.words.filter { FieldName(rawValue: $0) == nil }, .statement),
    (FieldName.allCases.map(\.rawValue).filter { !$0.contains(".") }, .field),
    (Keyword.allCases.map(\.rawValue), .keyword),
  ]

  private static var dateWords: [String] {
    let months = CalendarWords.months + CalendarWords.months.map { String($0.prefix(3)) } + ["sept"]
    let weekdays = QueryLanguage.Expectation.weekday.words
    let short = ["mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun"]
    return months + weekdays + short
      + ["now", "today", "tomorrow", "yesterday", "this", "next", "last", "rest", "ago", "noon", "midnight"]
      + ["am", "pm", "anytime"]
  }

  /// The words of units, as the tables of the parser read them; symbols stand with their numbers only.
  private static var unitWords: [String] {
    let units = Set(CalendarUnit.allCases.map(\.rawValue) + DurationUnit.allCases.map(\.rawValue))
    return units.sorted().flatMap { [$0, $0 + "s"] }
  }
}

/// A change of the language: the version in which a construct got another meaning, and what finds it.
///
/// A row finds places in the tokens or in the tree of the present parser. Each place has edits that give its
/// earlier meaning; they do not change what later rows look for.
struct LanguageChange: Sendable {
  /// The first version that has the present meaning.
  let version: Int
  /// The places, from the end of the text to its beginning.
  let places: @Sendable (ParsedText) -> [ChangedMeaning]

  /// All changes, in the order in which they are looked for.
  ///
  /// Those found by tokens come first, as texts with them may be no statements any more.
  static let all: [LanguageChange] = [
    LanguageChange(version: 3, places: \.joinedWords),
    LanguageChange(version: 3, places: \.calendarsBehindIn),
    LanguageChange(version: 3, places: \.hoursOfDays),
    LanguageChange(version: 3, places: \.sumsOfTimedEvents),
    LanguageChange(version: 2, places: \.distantDays), LanguageChange(version: 2, places: \.searchesOfSeries),
    LanguageChange(version: 2, places: \.openReminders), LanguageChange(version: 2, places: \.agendas),
  ]
}

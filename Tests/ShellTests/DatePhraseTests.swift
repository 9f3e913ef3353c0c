import QueryLanguage
import TestSupport
import Testing

@testable import Help

/// The phrases of `help dates` are examples of the grammar, and are all shown with their meaning.
@MainActor @Suite struct DatePhraseTests {
  @Test func phrasesAreExamplesOfTheGrammar() {
    let examples = Set(GrammarCase.all(below: "Grammar/dates").map(\.statement))
    for phrase in DatePhrases.groups.flatMap(\.phrases) {
      #expect(examples.contains("events " + phrase), "\(phrase)")
    }
  }

  @Test func helpShowsThemWithTheirMeaning() throws {
    let text = try SampleSession(importing: false).answer("help dates")
    for phrase in DatePhrases.groups.flatMap(\.phrases) {
      #expect(text.contains("      \(phrase) "), "\(phrase)")
    }
    #expect(text.contains("tonight") && text.contains("18:00 – 24:00"))
  }
}

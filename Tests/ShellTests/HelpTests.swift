import QueryEngine
import QueryLanguage
import TestSupport
import Testing

@testable import Shell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct HelpTests {
  /// Words that only stand beside others, which their own topic tells about.
  private static let words = Keyword.allCases.map(\.rawValue).filter { HelpTopics.words[$0] != nil }

  @Test func formsAreThoseOfTheGrammar() throws {
    let text = try HelpForms().file(Keyword.allCases.map(\.rawValue))
    if getenv("KALENDS_RECORD") != nil { try ProjectFiles.write(text, to: HelpForms.path) }
    #expect(ProjectFiles.text(HelpForms.path) == text, "KALENDS_RECORD=1 makes \(HelpForms.path) anew")
  }

  @Test(arguments: HelpTopics.all) func everyTopicHasHelp(topic: String) throws {
    let sections = HelpTopics.sections(topic)
    #expect(!sections.isEmpty, "no help about \(topic)")
    for section in sections {
      #expect(!section.meaning.isEmpty || !section.forms.isEmpty, "\(topic): nothing told")
      #expect(section.heading == topic || section.heading.hasPrefix(topic + ", "))
      guard let example = section.example else {
        #expect(ErrorCatalogue.story(topic) != nil, "\(topic) has no example")
        continue
      }
      #expect(throws: Never.self, "\(topic): \(example)") { try parseStatement(example) }
    }
  }

  @Test func whatIsTypedHasAnExampleThatMendsIt() {
    let codes = SyntaxErrorCode.allCases.map(\.rawValue) + BindingErrorCode.allCases.map(\.rawValue)
    for code in codes { #expect(ErrorExamples.example(of: code) != nil, "\(code)") }
    let known = Set(ErrorCatalogue.stories.map(\.code))
    for code in ErrorExamples.table.keys { #expect(known.contains(code), "\(code) is no code") }
  }

  @Test func tablesHaveNoWordThatTheLanguageHasNot() {
    let known = Set(Keyword.allCases.map(\.rawValue))
    for word in HelpTopics.words.keys { #expect(known.contains(word), "\(word)") }
  }

  /// The example is about the topic: it holds the word, or something that stands for it.
  @Test(arguments: words) func examplesHoldTheirWord(word: String) throws {
    let example = try #require(HelpTopics.sections(word).first?.example)
    let words = Lexer.tokens(example).flatMap {
      $0.text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
    }
    #expect(words.contains { $0 == word || $0.hasSuffix(word) || $0 == word + "s" }, "\(word): \(example)")
  }

  @Test func severalMeaningsStandBelowOneAnother() throws {
    let shell = try SampleSession(importing: false)
    #expect(
      try shell.answer("help limit") == """
        limit
          the most rows to give
          limit N [offset N]
          free … limit N
          example: events this month limit 10

        """)
    #expect(
      try shell.answer("help overdue") == """
        overdue, a flag of reminders
          is still to be done and was due before now
          [not] overdue
          where [not] overdue
          example: reminders not overdue

        """)
    let zone = try shell.answer("help ZONE")
    for part in ["zone\n", "zone, a setting\n", "zone, a field of events, reminders"] {
      #expect(zone.contains(part))
    }
    #expect(try shell.answer("help start.weekday").contains("events where start.weekday = friday"))
  }

  @Test(arguments: [
    ("wher", "did you mean `where`?"), ("unknown-feild", "did you mean `unknown-field`?"),
    ("prioritty", "did you mean `priority`?"), ("week.strat", "did you mean `week.start`?"),
    ("xyzzy", "help lists the topics; help CODE explains an error"),
  ])
  func unknownTopicsGetTheNearest(topic: String, hint: String) throws {
    let shell = try SampleSession(importing: false)
    let error = #expect(throws: ShellError.self) { try shell.answer("help \(topic)") }
    #expect(error?.code == "unknown-topic")
    #expect(error?.hint == hint)
  }

  @Test func statementsOfTwoWordsHaveHelp() throws {
    let reminder = try #require(HelpText.text(about: "add reminder", width: 100))
    #expect(reminder.hasPrefix("add reminder\n") && reminder.contains("  add reminder [\"TEXT\"]"))
    #expect(!reminder.contains("add event"))
    #expect(HelpText.text(about: "add calendar", width: 100)?.contains("add calendar [") == true)
    #expect(HelpText.text(about: "add nothing", width: 100) == nil)
    #expect(HelpText.text(about: "nothing add", width: 100) == nil)
    let shell = try SampleSession(importing: false)
    #expect(try shell.answer("help ADD Reminder").hasPrefix("add reminder\n"))
  }
}

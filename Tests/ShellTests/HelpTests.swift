import QueryEngine
import QueryLanguage
import Terminal
import TestSupport
import Testing

@testable import Help
@testable import Rendering
@testable import Server
@testable import Settings
@testable import Shell
@testable import Statements

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
    if ProjectFiles.isRecording { try ProjectFiles.write(text, to: HelpForms.path) }
    #expect(ProjectFiles.text(HelpForms.path) == text, "KALENDS_RECORD=1 makes \(HelpForms.path) anew")
  }

  @Test(arguments: HelpTopics.all) func everyTopicHasHelp(topic: String) throws {
    let sections = HelpTopics.sections(topic)
    #expect(!sections.isEmpty, "no help about \(topic)")
    for section in sections {
      #expect(!section.meaning.isEmpty || !section.forms.isEmpty, "\(topic): nothing told")
      #expect(section.heading == topic || section.heading.hasPrefix(topic + ", "))
      guard let example = section.example else {
        #expect(ErrorCatalog.entry(topic) != nil, "\(topic) has no example")
        continue
      }
      #expect(throws: Never.self, "\(topic): \(example)") { try parseStatement(example) }
    }
  }

  @Test func whatIsTypedHasAnExampleThatMendsIt() {
    let codes = SyntaxErrorCode.allCases.map(\.rawValue) + BindingErrorCode.allCases.map(\.rawValue)
    for code in codes { #expect(ErrorCatalog.entry(code)?.example != nil, "\(code)") }
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

  // MARK: Every word has its page

  /// The words of the grammar file, of the catalog, of settings and of errors.
  private static let everyWord: [String] = {
    var words = Set(
      Keyword.allCases.map(\.rawValue) + Noun.allCases.map(\.rawValue) + QueryFlag.allCases.map(\.rawValue)
        + FieldName.allCases.map(\.rawValue) + OutputFormat.allCases.map(\.rawValue)
        + Setting.allCases.map(\.rawValue) + ErrorCatalog.entries.map(\.code)
        + HelpText.statements.map(\.word) + HelpPages.names + Expectation.statement.words
        + FieldCatalog.entries.flatMap(\.choices)
        + Noun.allCases.flatMap { Expectation.condition($0).words }
        + ["ranges", "targets", "setting", "options", "key", "noun", "statement", "clause", "color", "error"])
    for production in (try? GrammarFile.load())?.productions ?? [] {
      words.formUnion(production.body.literals)
    }
    return words.filter { ($0.first?.isLetter ?? false) && $0 != "m" }.sorted()
  }()

  @Test func everyWordOfTheLanguageHasItsPage() {
    #expect(Self.everyWord.count > 350)
    for word in Self.everyWord {
      #expect(HelpText.text(about: word, width: 80) != nil, "no page about \(word)")
    }
  }

  @Test(arguments: [40, 80, 120]) func pagesFitTheirLines(width: Int) {
    for word in Self.everyWord {
      for line in (HelpText.text(about: word, width: width) ?? "").split(separator: "\n") {
        #expect(CellWidth.of(line) <= width, "\(word): \(line)")
      }
    }
  }

  @Test func helpAloneIsOneScreenByTopics() {
    let lines = HelpOverview.text(width: 80).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(CellWidth.of(line) <= 80, "\(line)") }
    for line in HelpOverview.text(width: 40).split(separator: "\n") {
      #expect(CellWidth.of(line) <= 40, "\(line)")
    }
    let words = Set(HelpOverview.groups.flatMap(\.words) + HelpPages.names)
    // Those that are told about beside another: commit beside begin, sum beside count.
    let others: Set<String> = [
      "commit", "rollback", "maybe", "decline", "sum", "avg", "min", "max", "dates", "plan", "sql",
      "done",
    ]
    let statements = Set(HelpText.statements.map(\.word) + Expectation.statement.words)
    #expect(statements.subtracting(words).subtracting(others).isEmpty)
    for word in words { #expect(HelpText.text(about: word, width: 80) != nil, "\(word)") }
  }

  @Test func helpAddListsItsParts() throws {
    let text = try #require(HelpText.text(about: "add", width: 100))
    for kind in [ItemWord.event, .reminder] {
      for word in Expectation.itemPart(kind).words
      where !Expectation.date.words.contains(word)
        && !["from", "to", "until", "by", "before", "after", "since", "on", "during", "between", "anytime"]
          .contains(word)
      {
        #expect(text.contains("\n    " + word), "\(word)")
      }
    }
    #expect(text.contains("    for LENGTH") && text.contains("how long it lasts"))
    #expect(text.contains("    in                      the account that it belongs to"))
    #expect(
      HelpText.text(about: "edit calendar", width: 100)?.contains("color  its color: teal, #2e8b57") == true)
    #expect(HelpText.text(about: "free", width: 100)?.contains("its clauses:") == true)
  }

  /// `undo import` and `undo sync` belong to `undo`.
  @Test(arguments: ["import", "sync"]) func eachStatementHasItsOwnForms(word: String) {
    let forms = GrammarForms.forms(of: word)
    #expect(!forms.isEmpty && forms.allSatisfy { $0.hasPrefix(word) }, "\(forms)")
  }

  /// A noun is told about as such, and not as the field of the same name.
  @Test func nounsHaveTheMeaningOfTheirQuestion() {
    // What is long goes on in the next line.
    let words = (HelpText.text(about: "nouns", width: 100) ?? "").split { $0 == " " || $0 == "\n" }
    let text = words.joined(separator: " ")
    for noun in Noun.allCases {
      let meaning = HelpText.statements.first { $0.word == noun.rawValue }?.text
      #expect(meaning.map(text.contains) == true, "\(noun)")
    }
  }

  @Test func usageNamesEveryFormat() {
    for format in OutputFormat.allCases { #expect(HelpText.usage.contains(format.rawValue), "\(format)") }
    #expect(Setting.format.help.contains("chart"))
  }

  // MARK: ? at the prompt

  @Test(arguments: [
    "events today", "events where title contains \"why?\"", "add event 'Really?'", "why? -- no",
  ])
  func whatEndsInNoQuestionMarkAsksNothing(text: String) { #expect(PromptHelp(text) == nil) }

  @Test(arguments: [
    ("?", "topics     statements"), (" ? ", "help WORD tells about any word"),
    ("where?", "where\n  a condition"),
    ("events where?", "where\n  a condition"), ("add event?", "add event\n"),
    ("add ?", "here can stand:\n  event"),
    ("events ?", "  where"), ("events ?", "or the end of the statement"), ("events in ?", "a calendar name"),
    ("add event \"x\" ?", "for LENGTH"), ("edit calendar Work set ?", "  color"), ("import ?", "a file name"),
    ("complete ?", "  last"), ("evnts ?", "nothing can stand here"),
  ])
  func aQuestionMarkTellsWhatCanStand(text: String, expected: String) throws {
    let shell = try SampleSession(importing: false)
    try #require(PromptHelp(text)).answer(in: shell.session)
    let answer = shell.written
    #expect(answer.contains(expected), "\(text): \(answer)")
  }
}

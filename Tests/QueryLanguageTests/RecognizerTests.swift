import QueryLanguage
import TestSupport
import Testing

/// The grammar file is the norm both ways: a recognizer made of it takes exactly
/// the texts that the parser takes.
///
/// A normal run tries some thousands of sentences; `KALENDS_FUZZ=200000` tries five times as many, from
/// the seed `KALENDS_FUZZ_FROM` on.
@Suite struct RecognizerTests {
  private static let batch = 100

  private static func recognizer() throws -> GrammarRecognizer {
    try GrammarRecognizer(GrammarFile.load(), start: "script")
  }

  /// What the parser and the grammar say of a text, where they differ.
  private static func difference(_ text: String, _ recognizer: GrammarRecognizer) -> String? {
    let isDerived = recognizer.recognizes(GrammarTokens(text))
    do {
      _ = try parse(text)
      return isDerived ? nil : "parses and cannot be derived: \(text.debugDescription)"
    } catch {
      guard isDerived, !isCondition(error.problem) else { return nil }
      return "can be derived and does not parse, \(error.code.rawValue): \(text.debugDescription)"
    }
  }

  /// The conditions of `Grammar/README.md`, which no production can say.
  static func isCondition(_ problem: SyntaxProblem) -> Bool {
    switch problem {
    // A day that its month has not; a weekday that is not that of its date.
    case .noSuchDay, .noSuchWeek, .weekdayMismatch: true
    // A clock time that is not in the part of the day beside it.
    case .clockMismatch: true
    // A clock time behind a dash that ends before it begins.
    case .ambiguousDash: true
    // A position that no month or no year has.
    case .badRepeat(let fault, _): fault.hasPrefix("no ")
    // A range with an end beside `for`.
    case .duplicateClause("end", _): true
    // `complete reminders at 9:00 at 10:00`: the first is the time of completion.
    case .duplicateClause("`at`", _): true
    // `EST` where a zone could stand.
    case .ambiguousZone: true
    // `alarms due to $x`, which is a path in `export alarms due to $x`.
    case .unknownField(let name, .alarms, _): name.lowercased() == "due"
    case .tooDeep: true
    default: false
    }
  }

  @Test func whatTheProjectShowsIsDerivedWhereItParses() throws {
    let recognizer = try Self.recognizer()
    #expect(ProjectStatements.all.count > 2_000)
    for text in ProjectStatements.all {
      if let difference = Self.difference(text, recognizer) { Issue.record("\(difference)") }
    }
  }

  @Test func generatedAndMutatedSentencesAreDerivedWhereTheyParse() throws {
    let recognizer = try Self.recognizer()
    let grammar = try GrammarFile.load()
    let wanted = Depth.number("KALENDS_FUZZ").map { $0 * 5 }
    let first = Depth.number("KALENDS_FUZZ_FROM") ?? 0
    let begin = ProcessorTime.ofThread
    var count = 0
    var parsed = 0
    var differences: [String] = []
    for seed in first... {
      if count >= wanted ?? 8_000 || differences.count > 20 { break }
      // Beside all other tests a normal run ends after a while, wherever it is.
      if wanted == nil, ProcessorTime.ofThread - begin > .seconds(20) { break }
      var sentences = SentenceMutator(grammar, examples: ProjectStatements.all, seed: UInt64(seed))
      for _ in 0..<Self.batch {
        let text = sentences.next()
        if (try? parse(text)) != nil { parsed += 1 }
        if let difference = Self.difference(text, recognizer) {
          differences.append("\(difference) (seed \(seed))")
        }
      }
      count += Self.batch
    }
    for difference in differences { Issue.record("\(difference)") }
    #expect(count >= 1_000 && parsed > count / 6, "\(parsed) of \(count) parse, so that little was tried")
    guard wanted != nil else { return }
    print("\(count) sentences, \(parsed) of them parse, \(differences.count) differ")
  }

  /// The recognizer itself: what it says of texts that nobody doubts.
  @Test(
    arguments: [
      ("events today", true), ("", true), ("events today; reminders overdue", true),
      ("events today today", false),
      ("events allday timed", true), ("events allday allday", false), ("events allday not allday", false),
      ("events where title contains", false), ("events where (title contains a", false),
      ("event today", false),
      ("events where start.weekday = monday", true), ("events where start.weekda = monday", false),
      ("events friday 9am", true), ("events friday 9 am", true), ("events friday 13pm", false),
      ("events where status = 'confirmed'", true), ("events where status = 'sure'", false),
      ("add event \"x\" friday 12:00-13:00", true), ("events from friday 12:00-13:00", false),
      ("run v Home@Local", true), ("run v Home @Local", false),
      ("run v 2020-04-02T09:30 GMT", true), ("run v 2020-04-02T09:30 GMT@ as reply", false),
      ("run v 9:00 GMT@home", false), ("run v 2020-04-02 9:00 GMT@home", false), ("run v 17:00Z = 3d", true),
      ("run v 9:00 Haus/Hof = 2", true), ("export alarms due to $x replace", true),
      ("alarms due today", false),
      ("export alarms today due to $x", true), ("export reminders completed to $x", true),
    ] as [(String, Bool)])
  func saysOf(text: String, isDerived: Bool) throws {
    #expect(try Self.recognizer().recognizes(GrammarTokens(text)) == isDerived)
  }
}

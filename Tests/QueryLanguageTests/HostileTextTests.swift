import QueryLanguage
import TestSupport
import Testing

/// Nothing typed may crash, hang or be answered without a place and a message.
@Suite struct HostileTextTests {
  private func check(_ text: String) {
    do {
      for statement in try parse(text) {
        let printed = statement.description
        do {
          let again = try parseStatement(printed)
          #expect(again == statement, "\(text)\n\(printed)")
        } catch {
          let message = error.diagnostic.rendered(source: printed)
          Issue.record("\(text.debugDescription) printed as \(printed.debugDescription)\n\(message)")
        }
      }
    } catch {
      let size = text.utf8.count
      #expect(error.range.offset >= 0 && error.range.length >= 0 && error.range.end <= size, "\(text)")
      let diagnostic = error.diagnostic
      #expect(!diagnostic.message.isEmpty && !diagnostic.rendered(source: text).isEmpty)
    }
    _ = Completion(text, cursor: text.utf8.count)
    _ = ScriptText.statements(in: text)
  }

  private func texts(seed: Int) throws -> HostileTexts {
    let examples = DataFileTests.examples.map(\.statement)
    return HostileTexts(
      examples: examples, tokens: examples.flatMap { Lexer.tokens($0).dropLast().map(\.text) },
      grammar: try GrammarFile.load(), seed: UInt64(seed))
  }

  /// Words that begin a date may come again and again.
  @Test(arguments: [
    "the day before ", "day after ", "week of ", "the week of ", "a week before ", "3 workdays from ",
    "2 weeks from ",
    "in ", "the ", "mon-", "9-", "9:00 ", "at ", "at 5 ", "from 9 to ", "first monday of ", "half past ",
    "1 hour and ",
    "two and a half ", "23-", "dec 24, ", "tomorrow morning at ", "between 9 and ", "next week ",
    "new year's ",
  ]) func chainsOfDatesEndSoon(piece: String) {
    let begin = ProcessorTime.ofThread
    let count = 8_000 / piece.utf8.count
    for start in ["events ", "add event \"x\" ", "add event \"x\" repeat ", "free "] {
      check(start + String(repeating: piece, count: count) + "today")
    }
    #expect(ProcessorTime.ofThread - begin < .seconds(10), "\(piece)")
  }

  /// Nothing that is taken prints as what is refused.
  @Test func aColorHoldsNoZeroByte() {
    #expect(throws: SyntaxError.self) {
      try parseStatement("edit calendar Work set color = #\u{0}\u{0}FF8800")
    }
    #expect(throws: SyntaxError.self) { try parseStatement("add calendar Work color #\u{0}1") }
  }

  @Test(arguments: Depth.seeds(usually: 20)) func randomBytes(seed: Int) throws {
    var texts = try texts(seed: seed)
    for _ in 0..<100 { check(texts.bytes()) }
  }

  @Test(arguments: Depth.seeds(usually: 20)) func shuffledTokens(seed: Int) throws {
    var texts = try texts(seed: 1000 + seed)
    for _ in 0..<150 { check(texts.shuffled()) }
  }

  @Test(arguments: Depth.seeds(usually: 10)) func mutatedExamples(seed: Int) throws {
    var texts = try texts(seed: 2000 + seed)
    for item in DataFileTests.examples { check(texts.mutated(item.statement)) }
  }

  @Test func truncatedExamples() {
    for item in DataFileTests.examples {
      for length in 0...item.statement.utf8.count {
        check(String(decoding: Array(item.statement.utf8).prefix(length), as: UTF8.self))
      }
    }
  }

  @Test func depthIsLimitedAndNotByTheStack() {
    for text in ["(", "not ", "(not "] {
      let deep = "events where " + String(repeating: text, count: 100_000)
      #expect(throws: SyntaxError.self) { try parseStatement(deep) }
    }
    let targets = "delete " + String(repeating: "(", count: 100_000)
    #expect(throws: SyntaxError.self) { try parseStatement(targets) }
    let nested = String(repeating: "(", count: 90) + "allday" + String(repeating: ")", count: 90)
    #expect(throws: Never.self) { try parseStatement("events where \(nested)") }
  }

  /// What nothing can close any more is not read to its end, in one line or in many.
  @Test func whatIsHopelesslyDeepIsNotRead() throws {
    let deep = "events where " + String(repeating: "(", count: 1_000_000)
    #expect(Lexer.tokens(deep, deepest: 1_000).count == 1_004)
    let error = #expect(throws: SyntaxError.self) { try parseStatement(deep) }
    #expect(error?.diagnostic.code == "too-deep")
    // Neither a prompt nor a script waits for the rest.
    #expect(ScriptText.completeness(of: deep) == .complete)
    #expect(ScriptText.statements(in: deep + "\nsources").count == 1)
    var splitter = StatementSplitter()
    splitter.append(("events where " + String(repeating: "(", count: 600) + "\n").utf8)
    #expect(try splitter.next() == nil)
    splitter.append((String(repeating: "(", count: 600) + "\nsources\n").utf8)
    #expect(try splitter.next()?.text.utf8.count == 1_215)
    #expect(try splitter.next()?.text == "sources\n")
  }

  /// The largest count of a unit.
  @Test func countsHaveALimit() {
    for text in ["in 999999999 days", "in 999999999d", "P999999999D ago"] {
      #expect(throws: Never.self) { try parseStatement("events \(text)") }
    }
    for text in ["in 1000000000 days", "in 1000000000d", "P1000000000D ago"] {
      #expect(throws: SyntaxError.self) { try parseStatement("events \(text)") }
    }
  }

  @Test func longStatementsAreFine() throws {
    let conditions = Array(repeating: "title = x", count: 5_000).joined(separator: " or ")
    let statement = try parseStatement("events where \(conditions)")
    #expect(try parseStatement(statement.description) == statement)
    let names = (0..<5_000).map { "c\($0)" }.joined(separator: ", ")
    #expect(throws: Never.self) { try parseStatement("events in \(names)") }
  }

  /// Twice as long a list takes twice as long.
  @Test(
    arguments: [
      { (count: Int) in Array(repeating: "title = x", count: count).joined(separator: " or ") },
      { (count: Int) in "uid in (" + (0..<count).map { "\"u\($0)\"" }.joined(separator: ", ") + ")" },
    ] as [@Sendable (Int) -> String]) func longListsAreReadInTheirLength(list: @Sendable (Int) -> String)
  {
    func cost(_ count: Int) -> Duration {
      let text = "events where " + list(count)
      return ProcessorTime.measure { _ = try? parseStatement(text) }
    }
    _ = cost(100)
    let (few, many) = (cost(2_000), cost(16_000))
    #expect(many < few * 24, "\(few), \(many)")
  }
}

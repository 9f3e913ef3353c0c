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
}

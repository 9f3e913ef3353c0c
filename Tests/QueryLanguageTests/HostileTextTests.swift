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

  @Test(arguments: 0..<20) func randomBytes(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      check(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: 0..<20) func shuffledTokens(seed: Int) {
    var random = SplitMix64(seed: UInt64(1000 + seed))
    let pool = DataFileTests.examples.flatMap { Lexer.tokens($0.statement).dropLast().map(\.text) }
    for _ in 0..<150 {
      let count = Int.random(in: 1...12, using: &random)
      let words = (0..<count).map { _ in pool[Int.random(in: 0..<pool.count, using: &random)] }
      let start = ["", "events ", "reminders where ", "add event \"x\" ", "edit #3 set "]
      check(start[Int.random(in: 0..<start.count, using: &random)] + words.joined(separator: " "))
    }
  }

  @Test(arguments: 0..<10) func mutatedExamples(seed: Int) {
    var random = SplitMix64(seed: UInt64(2000 + seed))
    for item in DataFileTests.examples {
      var bytes = Array(item.statement.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes.removeSubrange(place...)
        }
      }
      check(String(decoding: bytes, as: UTF8.self))
    }
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

  @Test func longStatementsAreFine() throws {
    let conditions = Array(repeating: "title = x", count: 5_000).joined(separator: " or ")
    let statement = try parseStatement("events where \(conditions)")
    #expect(try parseStatement(statement.description) == statement)
    let names = (0..<5_000).map { "c\($0)" }.joined(separator: ", ")
    #expect(throws: Never.self) { try parseStatement("events in \(names)") }
  }
}

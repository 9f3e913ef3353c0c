import Model
import TestSupport
import Testing

@testable import Shell

@Suite struct TextRowTests {
  private func texts(_ rows: [[UInt8]]) throws -> [String] {
    try rows.map { try #require(try JSONValue(parsing: $0)["text"]?.string) }
  }

  /// Pieces behind one another are the text, and no character is cut.
  @Test(arguments: 0..<20) func piecesMakeTheText(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let characters = ["a", "é", "会", "🎂", "\n", "\u{1B}"]
    var text = ""
    while text.utf8.count < 3 * TextRow.longest { text += characters[Int.random(in: 0..<6, using: &random)] }
    let rows = TextRow.rows(of: Array(text.utf8))
    #expect(rows.count >= 3)
    #expect(try texts(rows).joined() == text)
  }

  @Test func bytesThatAreNoTextComeToAnEnd() {
    #expect(TextRow.rows(of: [UInt8](repeating: 0x80, count: 2 * TextRow.longest)).count >= 2)
    #expect(TextRow.rows(of: []).isEmpty)
  }
}

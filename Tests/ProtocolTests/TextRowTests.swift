import JSON
import TestSupport
import Testing

@testable import Server
@testable import Settings

@Suite struct TextRowTests {
  private func texts(_ rows: [[UInt8]]) throws -> [String] {
    try rows.map { try #require(try JSONValue(parsing: $0)["text"]?.string) }
  }

  /// Pieces behind one another are the text, and no character is cut.
  @Test(arguments: Depth.seeds(usually: 20)) func piecesMakeTheText(seed: Int) throws {
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

  /// One row of an answer may be several pieces, before others and at the end: a
  /// printed answer is all of them.
  @Test func longRowsArriveWhole() throws {
    let kal = try Kal()
    for (hour, letter) in [(9, "a"), (10, "é"), (11, "🎂")] {
      let notes = String(repeating: letter, count: 36_000 / letter.utf8.count)
      let event = "add event \"\(letter)\" 2026-12-06 \(hour):00 in Work notes \"\(notes)\""
      #expect(try kal.run([event]).status == 0)
    }
    let question = "events starting 2026-12-06 in Work where timed as json"
    let (client, process) = try kal.direct()
    #expect(try client.ask("h", "hello {\"protocol\":1,\"client\":\"kal\"}").last?.hasPrefix("h OK ") == true)
    let reply = try client.ask("p", "{\"q\":\"\(question)\",\"print\":{}}")
    client.hangUp()
    process.waitUntilExit()
    #expect(reply.last?.hasPrefix("p OK ") == true)
    let rows = reply.compactMap { $0.hasPrefix("p * ") ? Array($0.dropFirst(4).utf8) : nil }
    #expect(rows.count > 6)
    #expect(try texts(rows).joined() == kal.run([question]).output)
  }
}

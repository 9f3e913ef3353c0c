import TestSupport
import Testing

@testable import QueryLanguage

/// Text that comes in pieces is cut into what can be run as soon as it is there.
@Suite struct StatementSplitterTests {
  private func pieces(_ bytes: [UInt8], by size: Int = .max) throws -> [StatementSplitter.Piece] {
    var splitter = StatementSplitter()
    var result: [StatementSplitter.Piece] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      splitter.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let piece = try splitter.next() { result.append(piece) }
    }
    if let piece = try splitter.finish() { result.append(piece) }
    return result
  }

  @Test func aPieceIsThereWithItsLine() throws {
    var splitter = StatementSplitter()
    splitter.append("events to".utf8)
    #expect(try splitter.next() == nil)
    splitter.append("day\ncalendars; ".utf8)
    #expect(try splitter.next() == StatementSplitter.Piece(text: "events today\n", line: 1))
    #expect(try splitter.next() == nil)
    splitter.append("sources\r\n".utf8)
    #expect(try splitter.next() == StatementSplitter.Piece(text: "calendars; sources\r\n", line: 2))
    splitter.append("events where (title = a\n  or title = b".utf8)
    #expect(try splitter.next() == nil)
    splitter.append(")\nhelp".utf8)
    #expect(
      try splitter.next()
        == StatementSplitter.Piece(text: "events where (title = a\n  or title = b)\n", line: 3))
    #expect(try splitter.next() == nil)
    #expect(try splitter.finish() == StatementSplitter.Piece(text: "help", line: 5))
    #expect(try splitter.finish() == nil)
  }

  @Test(arguments: [
    "\u{FEFF}events today\n", "#!/usr/bin/kal -f\nshow zone\n", "a (b -- c ) d\n e) f\n",
    "a \\\n b\nc\\ \r\n d\n",
    "events where title matches \\\n /a(b/ \ncalendars\n", "\"(\" '(' \u{201C}(\u{201D}\nb\n",
    "a) (\n b)\nc\n",
    "a (b;\nc\n", "\n\n;;\n -- (\nx\n",
  ])
  func howeverItIsCutTheStatementsAreThoseOfTheWholeText(text: String) throws {
    let plain = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    let whole = ScriptText.statements(in: plain).map { range in
      String(decoding: Array(plain.utf8)[range.offset..<range.offset + range.length], as: UTF8.self)
    }
    for size in [1, 2, 3, 7, 1_000] {
      let found = try pieces(Array(text.utf8), by: size)
      let statements = found.flatMap { piece in
        ScriptText.statements(in: piece.text).map { range in
          String(decoding: Array(piece.text.utf8)[range.offset..<range.offset + range.length], as: UTF8.self)
        }
      }
      #expect(statements == whole)
      #expect(found.map(\.text).joined() == plain)
      var line = 1
      for piece in found {
        #expect(piece.line == line)
        line += piece.text.utf8.count { $0 == 10 }
      }
    }
  }

  @Test func whatIsTooLongIsPassedOver() throws {
    var splitter = StatementSplitter()
    let part = [UInt8](repeating: 97, count: 1 << 20)
    splitter.append("first\n".utf8)
    var faults: [StatementSplitter.Fault] = []
    var found: [StatementSplitter.Piece] = []
    func look() {
      while true {
        do throws(StatementSplitter.Fault) {
          guard let piece = try splitter.next() else { return }
          found.append(piece)
        } catch {
          faults.append(error)
        }
      }
    }
    look()
    for _ in 0..<40 {
      splitter.append(part)
      look()
    }
    splitter.append("\nlast\n".utf8)
    look()
    #expect(faults == [.tooLong(line: 2)])
    #expect(
      found == [
        StatementSplitter.Piece(text: "first\n", line: 1), StatementSplitter.Piece(text: "last\n", line: 3),
      ])
  }

  @Test func whatIsNoTextHasItsLine() {
    #expect(throws: StatementSplitter.Fault.notUTF8(line: 2)) {
      try pieces(Array("a\nb ".utf8) + [0xFF, 10])
    }
    #expect(throws: StatementSplitter.Fault.notUTF8(line: 1)) { try pieces([0xFF]) }
  }
}

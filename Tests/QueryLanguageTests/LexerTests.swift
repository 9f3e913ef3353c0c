import QueryLanguage
import Testing

@Suite struct LexerTests {
  private func kinds(_ text: String) -> [Token.Kind] { Lexer.tokens(text).dropLast().map(\.kind) }
  private func texts(_ text: String) -> [String] { Lexer.tokens(text).dropLast().map(\.text) }

  @Test(arguments: [
    ("Work-Trips", ["Work-Trips"]), ("today-3d", ["today", "-", "3d"]),
    ("a.b c..d", ["a.b", "c", "..", "d"]),
    ("l'été O'Brien", ["l'été", "O'Brien"]), ("Haus/Hof/", ["Haus/Hof", "/"]), ("🎄👨‍👩‍👧‍👦 x", ["🎄👨‍👩‍👧‍👦", "x"]),
    ("_x1 x_2", ["_x1", "x_2"]), ("2026..2027", ["2026", "..", "2027"]),
    ("Home@iCloud", ["Home", "@", "iCloud"]),
    ("ev:7kq2m9/20261118T091500~1,#3", ["ev:7kq2m9/20261118T091500~1", ",", "#3"]),
    ("start.weekday>=x", ["start.weekday", ">=", "x"]), ("a+=b-=c=d", ["a", "+=", "b", "-=", "c", "=", "d"]),
    ("日本語の予定", ["日本語の予定"]), ("नमस्ते", ["नमस्ते"]), ("52.5,13.4", ["52.5", ",", "13.4"]),
    ("2026-11-01..2026-11-30", ["2026-11-01", "..", "2026-11-30"]), ("12.11. x", ["12.11.", "x"]),
    ("2026-11-18T09:30+01:00", ["2026-11-18T09:30+01:00"]), ("10:00+01:00", ["10:00", "+", "01:00"]),
    ("2026-11-18T09:30-1d", ["2026-11-18T09:30", "-", "1d"]), ("x -- y", ["x"]), ("x --", ["x"]),
  ]) func words(text: String, expected: [String]) {
    #expect(texts(text) == expected)
  }

  @Test func stringsResolveTheirEscapes() {
    #expect(kinds(#""a\"b\\c\n\t\u{1F600}""#) == [.string("a\"b\\c\n\t😀")])
    #expect(kinds("'raw \\n ''quote'''") == [.string("raw \\n 'quote'")])
    #expect(kinds("“typo”") == [.string("typo")])
    #expect(kinds("\"open") == [.invalid(.unclosedString)])
    #expect(kinds("\"open\nnext") == [.invalid(.unclosedString), .newline, .word])
    #expect(kinds("\"\\q\" x") == [.invalid(.badEscape("\\q")), .word])
    #expect(kinds("\"\\u{110000}\"") == [.invalid(.badEscape("\\u"))])
  }

  @Test func theZeroCharacterIsInNoString() {
    for text in ["\"a\0b\"", "'a\0b'", "\u{201C}a\0\u{201D}"] {
      #expect(Lexer.tokens(text).first?.kind == .invalid(.character("\0")))
    }
    #expect(Lexer.tokens("\"\\u{0}\"").first?.kind == .invalid(.badEscape("\\u")))
  }

  @Test func aSlashBeginsAPatternOnlyAfterMatches() {
    #expect(kinds("matches /a\\/b\\d/i") == [.word, .regex(pattern: "a/b\\d", ignoresCase: true)])
    #expect(kinds("x /a/") == [.word, .invalid(.character("/")), .word, .invalid(.character("/"))])
  }

  @Test func linesGoOnInParenthesesAndBehindABackslash() {
    #expect(texts("a (\nb\n) c") == ["a", "(", "b", ")", "c"])
    #expect(texts("a \\\n b") == ["a", "b"])
    #expect(texts("a \\\r\n b") == ["a", "b"])
    #expect(kinds("a\r\nb\nc") == [.word, .newline, .word, .newline, .word])
    #expect(texts("a -- (\nb") == ["a", "\n", "b"])
  }

  @Test func anInterpreterLineIsSkipped() {
    #expect(texts("#!/usr/bin/kal -f\nevents") == ["\n", "events"])
    #expect(kinds("events #!x") == [.word, .invalid(.incompleteSign("#")), .strange, .word])
  }

  @Test func rangesCountBytes() {
    let tokens = Lexer.tokens("é 日本 x")
    #expect(tokens.map(\.range.offset) == [0, 3, 10, 11])
    #expect(tokens.map(\.range.length) == [2, 6, 1, 0])
  }

  @Test(arguments: [
    ("events", InputCompleteness.complete), ("events where (a", .openParenthesis),
    ("events \\", .trailingBackslash),
    ("events \\  ", .trailingBackslash), ("events where (a) -- (", .complete), ("events \"(\"", .complete),
    ("", .complete), ("events (; events", .complete), ("events ) (a\n", .openParenthesis),
  ]) func completeness(text: String, expected: InputCompleteness) {
    #expect(ScriptText.completeness(of: text) == expected)
  }

  @Test func scriptsAreCutIntoStatements() {
    let text = "#!/bin/kal\n\nevents today; reminders -- x; y\n  count events where (a\n or b) ;\n"
    let pieces = ScriptText.statements(in: text).map { range in
      String(decoding: Array(text.utf8)[range.offset..<range.end], as: UTF8.self)
    }
    #expect(pieces == ["events today", "reminders", "count events where (a\n or b)"])
  }

  @Test func keywordsAreReservedAsDocumented() throws {
    let listed = """
      from to between before after since until by on during in except where group having sort limit select as \
      and or not is starting ending within span set if
      """
    #expect(Set(listed.split(separator: " ").map(String.init)) == Set(Keyword.reserved.map(\.rawValue)))
    for keyword in Keyword.allCases {
      let asName = try? parseStatement("events in x, \(keyword.rawValue)")
      #expect((asName == nil) == keyword.isReserved, "\(keyword.rawValue)")
    }
  }
}

import Terminal
import Testing

@testable import Shell

/// Terminal: widths and fitting.
@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("", 0), ("Standup", 7), ("Büro", 4), ("日本", 4), ("会議 Tokyo", 10), ("ｶﾀｶﾅ", 4), ("Ａ", 2), ("한국어", 6),
    ("e\u{301}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("が", 2), ("か\u{3099}", 2), ("שָׁלוֹם", 4),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇵🇹🇯🇵", 4),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("❤️", 2), ("❤", 1), ("☺️", 2), ("1️⃣", 2), ("#", 1), ("1", 1), ("✈️ Lisbon", 9), ("⌚", 2),
    ("…", 1), ("—", 1), ("\u{200B}", 0), ("a\u{200D}b", 2), ("हिन्दी", 5), ("𠮷", 2), ("½", 1), ("↻", 1),
  ])
  func cellsOfAText(text: String, cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  @Test(arguments: [
    ("Standup", 7, "Standup"), ("Standup", 6, "Stand…"), ("会議 Tokyo", 5, "会議…"), ("会議 Tokyo", 4, "会…"),
    ("👨‍👩‍👧‍👦 Family", 4, "👨‍👩‍👧‍👦 …"), ("日本", 1, "…"), ("日本", 0, ""), ("🇩🇪🇵🇹", 3, "🇩🇪…"), ("", 3, ""),
  ])
  func cuttingKeepsWholeClustersAndEndsInAnEllipsis(text: String, cells: Int, expected: String) {
    #expect(CellText.truncate(text, to: cells) == expected)
  }

  @Test func aFittedTextHasExactlyTheCellsAskedForWhateverItHolds() {
    let texts = ["", "a", "Standup", "会議 Tokyo", "👨‍👩‍👧‍👦🇩🇪", "e\u{301}e\u{301}", "日本日本日本", "✈️ Lisbon"]
    for text in texts {
      for cells in 0...14 {
        #expect(CellWidth.of(CellText.fit(text, to: cells)) == cells, "\(text) in \(cells)")
        #expect(CellWidth.of(CellText.fit(text, to: cells, .right)) == cells, "\(text) in \(cells)")
      }
    }
    #expect(CellText.fit("日", to: 4) == "日  ")
    #expect(CellText.fit("15", to: 4, .right) == "  15")
  }

  @Test func longTextIsBrokenAtBlanksLongWordsBetweenClusters() {
    #expect(CellText.wrap("bring the slides and 日本 tea", to: 10) == ["bring the", "slides and", "日本 tea"])
    #expect(CellText.wrap("日本日本", to: 5) == ["日本", "日本"])
    #expect(CellText.wrap("", to: 5) == [""])
    #expect(CellText.wrap("abc", to: 0) == ["a", "b", "c"])
  }

  @Test(arguments: [
    ("plain Büro 日本 👨‍👩‍👧", "plain Büro 日本 👨‍👩‍👧"), ("a\u{1B}[31mred\u{1B}[0m", "ared"),
    ("\u{1B}]0;title\u{7}x", "x"), ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{9B}2Jx", "x"), ("\u{9D}0;t\u{9C}x", "x"), ("\u{1B}(Bx", "x"), ("\u{1B}", ""), ("\u{1B}[", ""),
    ("\u{1B}]never closed", "never closed"), ("\u{1B}Pq\u{1B}\\x", "x"),
    ("bell\u{7}\u{0}\u{7F}\u{85}", "bell↵"),
    ("evil\u{202E}txt\u{2066}\u{200F}", "eviltxt"), ("a\nb\r\nc\td", "a↵b↵c⇥d"), ("a\u{2028}b", "a↵b"),
    ("\u{1B}\u{1B}[31mx", "x"), ("\u{1B}[3\u{1B}[1mx", "3x"), ("\u{8}\u{8}hidden", "hidden"),
  ])
  func storedTextCannotSpeakToTheTerminal(text: String, expected: String) {
    #expect(Array(SafeText.line(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: 0..<200)
  func nothingThatControlsATerminalIsLeftOfAnyBytes(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let alphabet: [Unicode.Scalar] = [
      "\u{1B}", "[", "]", "3", ";", "m", "\\", "\u{7}", "\u{9B}", "\u{9C}", "P", "\n", "\u{202E}", "日",
      "\u{0}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<40 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text.append(alphabet[Int(state >> 33) % alphabet.count])
    }
    for scalar in SafeText.line(String(text)).unicodeScalars {
      #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202E)
    }
  }

  /// What cursor keys leave in a line that nothing edits is not taken for text.
  @Test(arguments: [
    ("Concort\u{1B}[D\u{1B}[De", "Concorte"), ("a\tb", "a b"), ("会議 👍🏽", "会議 👍🏽"), ("\u{1B}OA", ""),
    ("x\u{7}", "x"),
    ("שלום\u{200F} a", "שלום\u{200F} a"),
  ])
  func keysInAPlainLineAreNoText(line: String, text: String) {
    #expect(TypedLine.line(line).withoutKeys == .line(text))
    #expect(TypedLine.canceled.withoutKeys == .canceled)
  }
}

import Testing

@testable import LineEditor

/// Line editor: text rules.
@Suite struct LineEditorTextTests {
  @Test(arguments: [
    ("kal> ", "kal> "),
    ("\u{1B}[1;36mkal\u{1B}[0m> ", "\u{1}\u{1B}[1;36m\u{2}kal\u{1}\u{1B}[0m\u{2}> "),
    ("\u{1}\u{1B}[1m\u{2}kal> ", "\u{1}\u{1B}[1m\u{2}kal> "),
    ("\u{1B}[38;2;1;2;3m日\u{1B}[m", "\u{1}\u{1B}[38;2;1;2;3m\u{2}日\u{1}\u{1B}[m\u{2}"),
    ("\u{1B}[1", "\u{1B}[1"),
    ("\u{1B}x", "\u{1B}x"),
  ])
  func colorCodesInAPromptAreMarkedAsTakingNoRoom(prompt: String, expected: String) {
    #expect(Array(LineText.markingEscapes(prompt).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("events today", "events today"), ("events\n  today\n", "events today"), ("a\r\nb\rc", "a b c"),
    ("\n\n", ""), ("  kept  ", "  kept  "), ("a \n\t b", "a b"),
  ])
  func aPastedTextBecomesOneLine(text: String, expected: String) {
    #expect(LineText.joiningLines(text) == expected)
  }

  @Test func theSharedBeginningIsCutBetweenCharacters() {
    #expect(LineText.commonPrefix(["events", "every", "eve"]) == "eve")
    #expect(LineText.commonPrefix(["Büro", "Bücher"]) == "Bü")
    #expect(LineText.commonPrefix(["👨‍👩‍👧", "👨‍👩‍👦"]) == "")
    #expect(LineText.commonPrefix([]) == "")
  }

  /// Candidates replace from where the answer says, and never take away what was typed.
  @Test func candidatesReplaceFromWhereTheAnswerSays() {
    func run(_ line: String, _ start: Int, _ candidates: String...) -> [String]? {
      let reply = CompletionReply(
        candidates: candidates.map { CompletionCandidate($0) }, replacedStart: start)
      return LineText.replacements(line: line, cursor: line.utf8.count, reply: reply)
    }
    #expect(run("ev", 0, "events") == ["events"])
    #expect(run("events in fam", 10, "\"Family Trips\"") == ["events in \"Family Trips\""])
    #expect(run("events ", 7, "today", "tomorrow") == ["events to", "events today", "events tomorrow"])
    #expect(
      run("events in wo", 10, "Work", "worry") == ["events in wo", "events in Work", "events in worry"])
    #expect(run("in Bü", 3, "Büro", "Bücher") == ["in Bü", "in Büro", "in Bücher"])
    #expect(run("ev", 0) == nil)
    #expect(run("ev", 3, "events") == nil)
  }
}

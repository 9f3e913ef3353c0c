import Terminal
import Testing

@testable import LineEditor

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// What both editors of lines do, at a pseudo-terminal.
@Suite(.serialized) @MainActor struct LineEditorContractTests {
  /// A proposal: Enter takes it, typing replaces it, Right, End and Ctrl-E bring it in, Up steps it.
  @Test(
    arguments: EditorUnderTest.allCases,
    [
      ("\r", LineInput.line("")), (" \r", .line("")), ("sat 7pm\r", .line("sat 7pm")), ("?\r", .line("?")),
      ("x\u{7F}\r", .line("")),
      ("\u{1B}[C!\r", .line("2026-11-18 15:00!")), ("\u{1B}OF!\r", .line("2026-11-18 15:00!")),
      ("\u{5}\u{7F}\u{7F}30\r", .line("2026-11-18 15:30")), ("\u{6}\u{15}\r", .emptied),
      ("\u{1B}[A\r", .line("2026-11-19")), ("\u{1B}[Afri\r", .line("fri")), ("\u{1B}[B\r", .line("")),
      ("mon\u{1B}[A\r", .line("2026-11-19")), ("\u{6}\u{15}\u{4}", .endOfInput), ("\u{4}", .endOfInput),
      ("x\u{3}", .canceled), ("\u{3}", .canceled), ("\u{6}\u{1B}[D\u{4}\u{4}\r", .line("2026-11-18 15:0")),
    ])
  func aProposalEnterTakesIt(editor: EditorUnderTest, typed: (String, LineInput)) throws {
    #expect(try editor.ask(typed.0).input == typed.1)
  }

  @Test(
    arguments: EditorUnderTest.allCases,
    [
      ("events today\r", "events today"), ("Büro 日本\u{7F}\u{7F}👍\r", "Büro 👍"), ("ab\u{1}x\r", "xab"),
      ("\u{1B}[200~events\ntoday\u{1B}[201~\r", "events today"),
      // Delete, words, erasing and bringing back, exchange, undo.
      ("abc\u{1}\u{1B}[3~\r", "bc"), ("one two\u{1B}b\u{1B}bx\r", "xone two"),
      ("one two\u{1}\u{1B}f!\r", "one! two"), ("one two\u{1B}[1;5Dx\r", "one xtwo"),
      ("one two\u{17}\r", "one "), ("one two\u{1B}\u{7F}\r", "one "), ("one two\u{1}\u{1B}d\r", " two"),
      ("one two\u{17}\u{1}\u{19}\r", "twoone "), ("one two\u{2}\u{2}\u{2}\u{B}\r", "one "),
      ("one two\u{2}\u{2}\u{2}\u{15}\r", "two"), ("ab\u{14}\r", "ba"), ("abc\u{1}\u{6}\u{14}\r", "bac"),
      ("one two\u{17}\u{1F}\r", "one two"), ("e\u{301}x\u{7F}\u{7F}y\r", "y"), ("a\u{C}b\r", "ab"),
    ])
  func keysEditTheLine(editor: EditorUnderTest, typed: (String, String)) throws {
    #expect(try editor.type(typed.0).input == .line(typed.1))
  }

  @Test func aProposalIsDimWhileTheLineIsEmptyAndStandsAsTextOnceItIsTaken() throws {
    let taken = try EditorUnderTest.library.ask("\r")
    #expect(taken.screen.contains("\u{1B}[JWed 18 Nov 2026 15:00\r\n"))
    let screen = try EditorUnderTest.library.ask("fri\r").screen
    #expect(screen.contains("\u{1B}[Jf"), "it goes before what is typed is drawn")
    #expect(
      try EditorUnderTest.library.ask("\u{4}").screen.contains("\u{1B}8\u{1B}[J"),
      "and before the line is left")
    let other = try EditorUnderTest.keys.ask("\r")
    #expect(other.screen.contains("\r Starts      > Wed 18 Nov 2026 15:00\u{1B}[K\r\n"))
    #expect(try EditorUnderTest.keys.ask("f\r").screen.contains("\r Starts      > f\u{1B}[K"))
    #expect(try EditorUnderTest.keys.ask("\u{4}").screen.contains("\r Starts      > \u{1B}[K\r\n"))
  }

  @Test(arguments: EditorUnderTest.allCases)
  func aProposalIsDimOrInBrackets(editor: EditorUnderTest) throws {
    #expect(try editor.ask("\r").screen.contains("\u{1B}[2mWed 18 Nov 2026 15:00\u{1B}[0m"))
    let plain = try editor.ask("\u{1B}[A\r") { $0.look = .bracketed }
    #expect(
      plain.screen.contains("[Wed 18 Nov 2026 15:00] > ") && plain.screen.contains("[Thu 19 Nov 2026] > "))
    #expect(!plain.screen.contains("\u{1B}[2m"))
  }

  @Test(arguments: EditorUnderTest.allCases)
  func aLineCanceledShowsTheMarkAndAFreshLine(editor: EditorUnderTest) throws {
    let canceled = try editor.type("half\u{3}")
    #expect(canceled.input == .canceled)
    #expect(canceled.screen.contains("half^C\r\n") || canceled.screen.contains("half\u{1B}[K^C\r\n"))
    #expect(try editor.type("whole\r").input == .line("whole"))
  }

  /// Text to be corrected stands in the line; emptied, it leaves room for the proposal again.
  @Test(arguments: EditorUnderTest.allCases)
  func textToBeCorrectedStandsInTheLine(editor: EditorUnderTest) throws {
    #expect(try editor.ask("\u{7F}\u{7F}30\r") { $0.text = "fri 25:00" }.input == .line("fri 25:30"))
    #expect(try editor.ask("\u{15}\r") { $0.text = "fri 25:00" }.input == .line(""))
  }

  /// Lines of a paste answer one request after another, or stay together where they may.
  @Test(arguments: EditorUnderTest.allCases)
  func linesOfAPasteAnswerOneRequestAfterAnother(editor: EditorUnderTest) throws {
    let paste = "\u{1B}[200~mon 10:00\r45m\r\rWork\r\u{1B}[201~\r"
    let request = EditorUnderTest.proposing()
    let outcome = try editor.read([request, request, request], typing: paste, after: "> ")
    #expect(
      outcome.inputs == [.line("mon 10:00"), .line("45m"), .line("")], "an empty one takes the proposal")
    #expect(outcome.pastedCount == 1 && outcome.screen.contains(" Starts      > 45m\r\n"))
    #expect(try editor.ask(paste) { $0.lineBreaks = .kept }.input == .line("mon 10:00\n45m\n\nWork"))
    #expect(try editor.ask(paste) { $0.lineBreaks = .blanks }.input == .line("mon 10:00 45m Work"))
  }

  @Test(
    arguments: EditorUnderTest.allCases,
    ["\u{9B}31m", "\u{85}", "a\u{202E}b", "\u{200F}", "\u{2066}x\u{2069}", "\u{61C}"])
  func whatWouldReachTheTerminalAsItIsStandsInNoLine(editor: EditorUnderTest, text: String) throws {
    let filled = try editor.type("x\r") { $0.text = text }
    #expect(filled.input == .line("x") && LineText.canStand(filled.screen))
    let completed = try editor.type("i\t\r") { request in
      request.completer = { _, _ in
        CompletionReply(
          candidates: [
            CompletionCandidate("in " + text), CompletionCandidate("in Work", label: text),
            CompletionCandidate("in Home"),
          ], replacedStart: 0)
      }
    }
    #expect(completed.input == .line("in Home ") && LineText.canStand(completed.screen))
  }

  @Test(arguments: EditorUnderTest.allCases)
  func tabReplacesFromWhereTheAnswerSaysAndAddsABlank(editor: EditorUnderTest) throws {
    let answer = try editor.type("b in fam\t\r") { request in
      request.completer = { line, cursor in
        #expect(cursor == line.utf8.count)
        let start = line.utf8.count - line.drop(while: { $0 != "i" }).dropFirst(3).utf8.count
        return CompletionReply(candidates: [CompletionCandidate("\"Family Trips\"")], replacedStart: start)
      }
    }
    #expect(answer.input == .line("b in \"Family Trips\" "))
  }

  @Test(arguments: EditorUnderTest.allCases)
  func oneTabCompletesWhatIsSharedAndListsTheLabels(editor: EditorUnderTest) throws {
    let answer = try editor.type("events \tm\t\r") { request in
      request.completer = { _, _ in
        CompletionReply(
          candidates: [
            CompletionCandidate("today", label: "today  Wed 18 Nov"),
            CompletionCandidate("tomorrow", label: "tomorrow  Thu 19 Nov"),
          ], replacedStart: 7)
      }
    }
    #expect(answer.screen.contains("today  Wed 18 Nov") && answer.screen.contains("tomorrow  Thu 19 Nov"))
    #expect(!answer.screen.contains("events today"), "the list shows labels, not whole lines")
  }

  // MARK: Without a library

  /// The row shows the part of the text around the cursor, and a prompt that leaves no room stands above.
  @Test func aNarrowTerminalShowsThePartOfTheTextAroundTheCursor() throws {
    let long = try EditorUnderTest.keys.ask("abcdefghijklmnop\u{1}\r", columns: 25)
    #expect(long.input == .line("abcdefghijklmnop"))
    #expect(long.screen.contains("> hijklmnop\u{1B}[K") && long.screen.contains("> abcdefghi\u{1B}[K"))
    let middle = try EditorUnderTest.keys.ask("abcdefghijklmnop\u{2}\u{2}\u{2}\u{2}\r", columns: 25)
    #expect(middle.screen.contains("> ghijklmno\u{1B}[K\u{1B}[3D"), "what follows the cursor is seen too")
    let narrow = try EditorUnderTest.keys.ask("fri\r", columns: 12)
    #expect(narrow.screen.contains("Starts\r\n") && narrow.screen.contains("\r> fri\u{1B}[K"))
  }

  /// Something written meanwhile stands above, and the line below it as it was.
  @Test func aLineIsDrawnAnewBelowWhatWasWritten() throws {
    let terminal = try #require(PseudoTerminal())
    let typist = Typist(master: terminal.master, waitingFor: "> ", keys: "mon")
    let thread = try #require(typist.start())
    let size = TerminalSize(columns: 80, rows: 24)
    let editor = try #require(
      KeyEditor(input: fileno(terminal.input), on: fileno(terminal.output), size: { size }))
    var waits = 0
    let input = editor.read(EditorUnderTest.proposing()) {
      waits += 1
      usleep(1_000)
      if waits == 300 { return .overwritten }
      return waits < 600 ? .nothing : .over
    }
    terminal.closeSlave()
    pthread_join(thread, nil)
    #expect(input == .endOfInput)
    #expect(typist.screen.components(separatedBy: "> mon\u{1B}[K").count > 2)
  }
}

import Testing

@testable import LineEditor

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// Drives the real editor through a pseudo-terminal: another thread types once the prompt is on the screen.
@Suite(.serialized) @MainActor
struct LineEditorTerminalTests {
  private func type(
    _ keys: String, prompt: String = "kal> ", prefilled: String = ""
  ) throws -> (input: LineInput, screen: String) {
    let terminal = try #require(PseudoTerminal())
    let typist = Typist(
      master: terminal.master, waitingFor: prompt + prefilled, keys: keys)
    let thread = try #require(typist.start())
    Prompt.shared.use(input: terminal.input, output: terminal.output)
    var request = LineRequest(prompt)
    request.usesHistory = true
    request.text = prefilled
    let result = Prompt.shared.read(request)
    Prompt.shared.use(input: nil, output: nil)
    fflush(terminal.output)
    terminal.closeSlave()
    pthread_join(thread, nil)
    return (result, typist.screen)
  }

  @Test func preFilledTextIsEditedOn() throws {
    #expect(try type("!\r", prefilled: "Standup").input == .line("Standup!"))
    #expect(try type("\r", prefilled: "会議 Tokyo").input == .line("会議 Tokyo"))
    #expect(try type("x\r").input == .line("x"), "the text is gone with its line")
  }

  @Test(arguments: [true, false])
  func theEndOfInputLeavesOneFreshLine(pastes: Bool) throws {
    EditorLibrary.marksPastes = pastes
    defer { EditorLibrary.marksPastes = true }
    let screen = try EditorUnderTest.library.ask("\u{4}") { $0.proposal = nil }.screen
    #expect(screen.unicodeScalars.count { $0 == "\n" } == 1)
  }

  @Test func upAndDownBringEarlierLinesOnlyWhereTheyAreAskedFor() throws {
    Prompt.shared.loadHistory(["events today"])
    #expect(try EditorUnderTest.library.ask("\u{1B}[A\r") { $0.step = nil }.input == .line(""))
    #expect(
      try EditorUnderTest.library.ask("\u{1B}[A\r") { $0.usesHistory = true }.input == .line("events today"))
  }

  @Test func aBoundKeySequencePutsItsTextIntoTheLine() throws {
    Prompt.shared.bind(keys: "\u{18}t", inserting: "tomorrow")
    #expect(try type("events \u{18}t\r").input == .line("events tomorrow"))
  }

  @Test func theArrowKeyBringsBackEarlierLinesAndOnlyNewOnesAreSaved() throws {
    Prompt.shared.loadHistory(["first", "second"])
    Prompt.shared.addHistory("second")
    Prompt.shared.addHistory("third\nline")
    Prompt.shared.addHistory("   ")
    #expect(Prompt.shared.newHistory == ["third line"])
    #expect(try type("\u{1B}[A\r").input == .line("third line"))
    #expect(try type("\u{1B}[A\u{1B}[A\r").input == .line("second"))
  }
}

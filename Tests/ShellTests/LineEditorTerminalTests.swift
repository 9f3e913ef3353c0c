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
    _ keys: String, prompt: String = "kal> ", prefilled: String = "", waitsForText: Bool = true,
    completer: Completer? = nil
  ) throws -> (input: LineInput, screen: String) {
    let terminal = try #require(PseudoTerminal())
    let typist = Typist(
      master: terminal.master, waitingFor: waitsForText ? prompt + prefilled : prompt, keys: keys)
    let thread = try #require(typist.start())
    Prompt.shared.use(input: terminal.input, output: terminal.output)
    Prompt.shared.completer = completer
    var request = LineRequest(prompt)
    request.usesHistory = true
    request.text = prefilled
    let result = Prompt.shared.read(request)
    Prompt.shared.use(input: nil, output: nil)
    Prompt.shared.completer = nil
    fflush(terminal.output)
    terminal.closeSlave()
    pthread_join(thread, nil)
    return (result, typist.screen)
  }

  @Test(arguments: [
    ("events today\r", LineInput.line("events today")),
    ("\u{4}", .endOfInput),
    ("half a line\u{3}", .canceled),
    ("\u{3}", .canceled),
    ("\r", .line("")),
    ("Büro 日本\u{7F}\u{7F}👍\r", .line("Büro 👍")),
    ("ab\u{1}x\r", .line("xab")),
    ("\u{1B}[200~events\ntoday\u{1B}[201~\r", .line("events today")),
  ])
  func keysAndWhatTheyEndWith(typed: String, expected: LineInput) throws {
    #expect(try type(typed).input == expected)
  }

  /// A line canceled shows the mark and a fresh line, and the next line starts empty.
  @Test func aLineCanceledShowsTheMarkAndAFreshLine() throws {
    let canceled = try type("half\u{3}")
    #expect(canceled.input == .canceled)
    #expect(canceled.screen.contains("half^C\r\n"))
    #expect(try type("whole\r").input == .line("whole"))
  }

  @Test func preFilledTextIsEditedOn() throws {
    #expect(try type("!\r", prefilled: "Standup").input == .line("Standup!"))
    #expect(try type("\r", prefilled: "会議 Tokyo").input == .line("会議 Tokyo"))
    #expect(try type("x\r").input == .line("x"), "the text is gone with its line")
  }

  private func ask(
    _ keys: String, _ change: (inout LineRequest) -> Void = { _ in }
  ) throws -> (input: LineInput, screen: String) {
    let terminal = try #require(PseudoTerminal())
    var request = LineRequest(" Starts      ", mark: "> ")
    request.proposal = LineRequest.Proposal("2026-11-18 15:00", shown: "Wed 18 Nov 2026 15:00")
    request.look = .dim
    request.step = { text, count in
      count > 0 ? LineRequest.Proposal("2026-11-19", shown: "Thu 19 Nov 2026") : nil
    }
    request.lineBreaks = .answers
    change(&request)
    let typist = Typist(master: terminal.master, waitingFor: " Starts", keys: keys)
    let thread = try #require(typist.start())
    Prompt.shared.use(input: terminal.input, output: terminal.output)
    let result = Prompt.shared.read(request)
    Prompt.shared.use(input: nil, output: nil)
    fflush(terminal.output)
    terminal.closeSlave()
    pthread_join(thread, nil)
    return (result, typist.screen)
  }

  /// A proposal: Enter takes it, typing replaces it, Right, End and Ctrl-E bring it in, Up steps it.
  @Test(arguments: [
    ("\r", LineInput.line("")), (" \r", .line("")), ("sat 7pm\r", .line("sat 7pm")), ("?\r", .line("?")),
    ("x\u{7F}\r", .line("")),
    ("\u{1B}[C!\r", .line("2026-11-18 15:00!")), ("\u{1B}OF!\r", .line("2026-11-18 15:00!")),
    ("\u{5}\u{7F}\u{7F}30\r", .line("2026-11-18 15:30")), ("\u{6}\u{15}\r", .emptied),
    ("\u{1B}[A\r", .line("2026-11-19")), ("\u{1B}[Afri\r", .line("fri")), ("\u{1B}[B\r", .line("")),
    ("mon\u{1B}[A\r", .line("2026-11-19")), ("\u{6}\u{15}\u{4}", .endOfInput), ("\u{4}", .endOfInput),
    ("x\u{3}", .canceled), ("\u{3}", .canceled),
  ])
  func aProposalEnterTakesIt(keys: String, expected: LineInput) throws {
    #expect(try ask(keys).input == expected)
  }

  @Test func aProposalIsDimWhileTheLineIsEmptyAndStandsAsTextOnceItIsTaken() throws {
    let taken = try ask("\r")
    #expect(taken.screen.contains("\u{1B}[2mWed 18 Nov 2026 15:00\u{1B}[0m"))
    #expect(taken.screen.contains("\u{1B}[JWed 18 Nov 2026 15:00\r\n"))
    #expect(try ask("fri\r").screen.contains("\u{1B}[Jf"), "it goes before what is typed is drawn")
    #expect(try ask("\u{4}").screen.contains("\u{1B}8\u{1B}[J"), "and before the line is left")
    let plain = try ask("\u{1B}[A\r") { $0.look = .bracketed }
    #expect(
      plain.screen.contains("[Wed 18 Nov 2026 15:00] > ") && plain.screen.contains("[Thu 19 Nov 2026] > "))
    #expect(!plain.screen.contains("\u{1B}[2m"))
  }

  @Test(arguments: [true, false])
  func theEndOfInputLeavesOneFreshLine(pastes: Bool) throws {
    EditorLibrary.marksPastes = pastes
    defer { EditorLibrary.marksPastes = true }
    #expect(try ask("\u{4}") { $0.proposal = nil }.screen.unicodeScalars.count { $0 == "\n" } == 1)
  }

  /// Text to be corrected stands in the line; emptied, it leaves room for the proposal again.
  @Test func textToBeCorrectedStandsInTheLine() throws {
    #expect(try ask("\u{7F}\u{7F}30\r") { $0.text = "fri 25:00" }.input == .line("fri 25:30"))
    #expect(try ask("\u{15}\r") { $0.text = "fri 25:00" }.input == .line(""))
  }

  /// Lines of a paste answer one request after another, or stay together where they may.
  @Test func linesOfAPasteAnswerOneRequestAfterAnother() throws {
    let paste = "\u{1B}[200~mon 10:00\r45m\r\rWork\r\u{1B}[201~\r"
    #expect(try ask(paste).input == .line("mon 10:00"))
    #expect(Prompt.shared.pastedCount == 3)
    let next = try ask("")
    #expect(next.input == .line("45m") && next.screen.contains(" Starts      > 45m\r\n"))
    #expect(try ask("").input == .line(""), "an empty one takes the proposal")
    Prompt.shared.dropPasted()
    #expect(Prompt.shared.pastedCount == 0)
    #expect(try ask(paste) { $0.lineBreaks = .kept }.input == .line("mon 10:00\n45m\n\nWork"))
    #expect(try ask(paste) { $0.lineBreaks = .blanks }.input == .line("mon 10:00 45m Work"))
  }

  @Test func upAndDownBringEarlierLinesOnlyWhereTheyAreAskedFor() throws {
    Prompt.shared.loadHistory(["events today"])
    #expect(try ask("\u{1B}[A\r") { $0.step = nil }.input == .line(""))
    #expect(try ask("\u{1B}[A\r") { $0.usesHistory = true }.input == .line("events today"))
  }

  @Test(arguments: ["\u{9B}31m", "\u{85}", "a\u{202E}b", "\u{200F}", "\u{2066}x\u{2069}", "\u{61C}"])
  func whatWouldReachTheTerminalAsItIsStandsInNoLine(text: String) throws {
    let filled = try type("x\r", prompt: "kal> ", prefilled: text, waitsForText: false)
    #expect(filled.input == .line("x"))
    #expect(LineText.canStand(filled.screen))
    let completer: Completer = { _, _ in
      CompletionReply(
        candidates: [
          CompletionCandidate("in " + text), CompletionCandidate("in Work", label: text),
          CompletionCandidate("in Home"),
        ],
        replacedStart: 0)
    }
    let completed = try type("i\t\r", completer: completer)
    #expect(completed.input == .line("in Home "))
    #expect(LineText.canStand(completed.screen))
  }

  @Test func tabReplacesFromWhereTheAnswerSaysAndAddsABlank() throws {
    let completer: Completer = { line, cursor in
      #expect(cursor == line.utf8.count)
      let start = line.utf8.count - line.drop(while: { $0 != "i" }).dropFirst(3).utf8.count
      return CompletionReply(candidates: [CompletionCandidate("\"Family Trips\"")], replacedStart: start)
    }
    #expect(try type("b in fam\t\r", completer: completer).input == .line("b in \"Family Trips\" "))
  }

  @Test func oneTabCompletesWhatIsSharedAndListsTheLabels() throws {
    let completer: Completer = { _, _ in
      CompletionReply(
        candidates: [
          CompletionCandidate("today", label: "today  Wed 18 Nov"),
          CompletionCandidate("tomorrow", label: "tomorrow  Thu 19 Nov"),
        ], replacedStart: 7)
    }
    let result = try type("events \tm\t\r", completer: completer)
    #expect(result.screen.contains("today  Wed 18 Nov"))
    #expect(result.screen.contains("tomorrow  Thu 19 Nov"))
    #expect(!result.screen.contains("events today"), "the list shows labels, not whole lines")
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

/// A pseudo-terminal with its slave opened as two C streams.
private struct PseudoTerminal {
  let master: Int32
  let input: UnsafeMutablePointer<FILE>
  let output: UnsafeMutablePointer<FILE>

  init?() {
    // The modules of the C library leave `openpty` out, so it is looked up by name.
    typealias OpenPty =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { return nil }
    let openpty = unsafeBitCast(symbol, to: OpenPty.self)
    var master: Int32 = -1
    var slave: Int32 = -1
    guard openpty(&master, &slave, nil, nil, nil) == 0, let input = fdopen(slave, "r"),
      let output = fdopen(dup(slave), "w")
    else { return nil }
    self.master = master
    self.input = input
    self.output = output
  }

  func closeSlave() {
    fclose(input)
    fclose(output)
  }
}

/// Reads the screen on a thread of its own, types the keys once the prompt stands
/// there, and reads on to the end.
private final class Typist: @unchecked Sendable {
  private let master: Int32
  private let expected: [UInt8]
  private let keys: [UInt8]
  /// Read after the thread has been joined.
  private(set) var screen = ""

  init(master: Int32, waitingFor prompt: String, keys: String) {
    self.master = master
    expected = Array(prompt.utf8)
    self.keys = Array(keys.utf8)
  }

  func start() -> pthread_t? {
    var thread = pthread_t(bitPattern: 0)
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, runTypist, context)
    return code == 0 ? thread : nil
  }

  func run() {
    var seen: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var hasTyped = false
    while true {
      let count = read(master, &chunk, chunk.count)
      if count <= 0 { break }
      seen.append(contentsOf: chunk[..<count])
      if !hasTyped, Self.contains(seen, expected) {
        hasTyped = true
        _ = keys.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      }
    }
    close(master)
    screen = String(decoding: seen, as: UTF8.self)
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

private func runTypist(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Typist>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}

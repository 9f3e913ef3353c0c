@preconcurrency import CReadline
import Synchronization

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// The one line editor of the process, on GNU readline.
///
/// Use it only when standard input and output are both terminals: on anything else readline echoes the prompt, the
/// colours and every line. The caller decides. The library keeps its state in globals, hence the single instance on the
/// main actor. libedit's header has everything used here but `rl_change_environment`, `rl_get_keymap_by_name` (bind in the
/// current keymap) and `rl_macro_bind`, and it knows no bracketed paste.
@MainActor
public final class Prompt {
  /// The line editor of this process.
  public static let shared = Prompt()

  /// Answers Tab; without one Tab does nothing.
  public var completer: Completer?

  /// Asked about twice a second while nothing is typed; what it answers is shown above the line.
  public var notice: (@MainActor () -> String?)?

  /// Lines entered in this session, oldest first: what a history file has still to learn.
  public private(set) var newHistory: [String] = []

  /// What stood in the line that Ctrl-C gave up last.
  public fileprivate(set) var canceledText = ""

  fileprivate var isCanceled = false
  fileprivate var waits = 0
  fileprivate var prefill = ""
  fileprivate var labels: [String] = []
  private var isPrepared = false
  private var lastHistoryLine: String?

  private init() {}

  // MARK: Reading

  /// Reads one line.
  ///
  /// - Parameters:
  ///   - prompt: What stands before the line; colour codes in it are marked as taking no room.
  ///   - prefilled: Text that already stands in the line, with the cursor behind it; none where it cannot (`LineText.canStand`).
  public func read(_ prompt: String, prefilled: String = "") -> LineInput {
    prepare()
    isCanceled = false
    prefill = LineText.canStand(prefilled) ? LineText.joiningLines(prefilled) : ""
    rl_startup_hook = prefill.isEmpty ? nil : insertPrefill
    defer {
      rl_startup_hook = nil
      prefill = ""
    }
    guard let raw = readline(LineText.markingEscapes(prompt)) else { return .endOfInput }
    defer { free(raw) }
    if isCanceled { return .canceled }
    return .line(LineText.joiningLines(String(cString: raw)))
  }

  /// Makes the key sequence (bytes as the terminal sends them) put a text into the line.
  public func bind(keys: String, inserting text: String) {
    prepare()
    // The macro is read as typed keys, so that a "\n" at its end also finishes the line.
    rl_macro_bind(keys, text, rl_get_keymap())
  }

  // MARK: History

  /// Makes the lines of earlier sessions reachable by the arrow keys.
  public func loadHistory(_ lines: [String], limit: Int = 1000) {
    prepare()
    using_history()
    clear_history()
    for line in lines where !line.isEmpty { add_history(line) }
    stifle_history(Int32(clamping: limit))
    lastHistoryLine = lines.last
  }

  /// Remembers a line.
  ///
  /// Blank lines, and a line equal to the one before it, are not kept twice.
  public func addHistory(_ line: String) {
    let line = LineText.joiningLines(line)
    guard line.contains(where: { !$0.isWhitespace }), line != lastHistoryLine else { return }
    add_history(line)
    newHistory.append(line)
    lastHistoryLine = line
  }

  /// Writes the lines of this session to a file; afterwards they are no longer new.
  public func saveHistory(to file: HistoryFile) throws(HistoryError) {
    try file.append(newHistory)
    newHistory = []
  }

  // MARK: Set-up

  /// Sends the editor to another pair of streams, such as a pseudo-terminal in a test.
  func use(input: UnsafeMutablePointer<FILE>?, output: UnsafeMutablePointer<FILE>?) {
    rl_instream = input
    rl_outstream = output
  }

  private func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    useUTF8Locale()
    // Names handed to readline stay with it for ever, so the copies are never freed.
    rl_readline_name = UnsafePointer(strdup("kal"))
    rl_completer_word_break_characters = UnsafePointer(strdup(""))
    rl_change_environment = 0  // it would export LINES and COLUMNS to the pager
    rl_catch_signals = 0
    rl_prep_term_function = prepareTerminal
    rl_event_hook = waitForKeys
    signal(SIGCONT) { _ in hasContinued.store(true, ordering: .relaxed) }
    rl_attempted_completion_function = completeLine
    rl_completion_display_matches_hook = listChoices
    // Before the user's inputrc is read, which may say otherwise; a dumb terminal still gets no bracketed paste.
    _ = rl_variable_bind("enable-bracketed-paste", "on")
    _ = rl_variable_bind("show-all-if-ambiguous", "on")
    rl_initialize()
    for name in ["emacs", "vi-insert", "vi-command"] {
      if let keymap = rl_get_keymap_by_name(name) { rl_bind_key_in_map(3, cancelLine, keymap) }
    }
  }

  /// readline cuts characters in half outside a UTF-8 locale, and reads the locale from the environment at its first line.
  private func useUTF8Locale() {
    setlocale(LC_CTYPE, "")
    if let name = nl_langinfo(nl_item(CODESET)), String(cString: name) == "UTF-8" { return }
    unsetenv("LC_ALL")
    setenv("LC_CTYPE", "C.UTF-8", 1)
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}

// MARK: - Callbacks

// C calls these on the thread that called `readline`, which is the main one. They are nonisolated functions because a
// closure written inside the class would carry the actor's check with it; only plain values cross into the actor.

/// Puts the terminal into readline's mode and takes the interrupt key from it, so that Ctrl-C is a key like another.
private func prepareTerminal(_ meta: Int32) {
  rl_prep_terminal(meta)
  let descriptor = fileno(rl_instream ?? stdin)
  var attributes = termios()
  guard tcgetattr(descriptor, &attributes) == 0 else { return }
  withUnsafeMutableBytes(of: &attributes.c_cc) { keys in
    #if canImport(Glibc)
      keys[Int(VINTR)] = 0
    #else
      keys[Int(VINTR)] = 0xFF
    #endif
  }
  tcsetattr(descriptor, TCSADRAIN, &attributes)
}

/// Ctrl-C: shows `^C` behind the line and ends it.
///
/// Only setting `rl_done` would leave the mark over the prompt.
private func cancelLine(_ count: Int32, _ key: Int32) -> Int32 {
  let text = rl_line_buffer.map { String(cString: $0) } ?? ""
  MainActor.assumeIsolated {
    Prompt.shared.isCanceled = true
    Prompt.shared.canceledText = text
  }
  rl_point = rl_end
  rl_insert_text("^C")
  rl_redisplay()
  return rl_newline(1, 10)
}

/// Whether the program was stopped and goes on: the shell has set the terminal its own way meanwhile.
private let hasContinued = Atomic<Bool>(false)

/// What is done ten times a second while readline waits: the terminal is taken back, a notice shown above the line.
private func waitForKeys() -> Int32 {
  if hasContinued.exchange(false, ordering: .relaxed) {
    // It would not be prepared a second time without being given back first.
    rl_deprep_terminal()
    prepareTerminal(1)
    rl_forced_update_display()
  }
  let text = MainActor.assumeIsolated { Prompt.shared.dueNotice() }
  guard let text else { return 0 }
  rl_clear_visible_line()
  fputs(text + "\n", rl_outstream ?? stdout)
  fflush(rl_outstream ?? stdout)
  rl_on_new_line()
  rl_redisplay()
  return 0
}

private func insertPrefill() -> Int32 {
  rl_insert_text(MainActor.assumeIsolated { Prompt.shared.prefill })
  return 0
}

/// Answers Tab with a malloc'ed list of malloc'ed texts, the shared beginning first, nil last.
private func completeLine(
  _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  rl_attempted_completion_over = 1  // never file names
  guard let buffer = rl_line_buffer else { return nil }
  let line = String(cString: buffer)
  let cursor = Int(end)
  // The word begins at 0, since no character breaks words; a candidate replaces from wherever it says.
  guard start == 0, let answer = MainActor.assumeIsolated({ Prompt.shared.complete(line, cursor) }) else {
    return nil
  }
  rl_completion_append_character = answer.appendsBlank ? 32 : 0
  rl_sort_completion_matches = 0
  rl_ignore_completion_duplicates = 0
  return copyList(answer.texts)
}

/// Lists what fits by its labels, since the texts themselves begin with the whole line.
private func listChoices(
  _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32, _ longest: Int32
) {
  let labels = MainActor.assumeIsolated { Prompt.shared.labels }
  guard let list = copyList([""] + labels) else { return }
  rl_crlf()
  rl_display_match_list(
    list, Int32(clamping: labels.count), Int32(clamping: labels.map(\.utf8.count).max() ?? 0))
  rl_forced_update_display()
  for index in 0...labels.count { free(list[index]) }
  free(list)
}

private func copyList(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  let stride = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
  guard let memory = malloc(stride * (texts.count + 1)) else { return nil }
  let list = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
  for (index, text) in texts.enumerated() { (list + index).initialize(to: strdup(text)) }
  (list + texts.count).initialize(to: nil)
  return list
}

extension Prompt {
  /// The notice to show now; only every fifth call asks.
  fileprivate func dueNotice() -> String? {
    waits += 1
    return waits % 5 == 0 ? notice?() : nil
  }

  /// The texts readline wants for a cursor, and whether a blank follows a single one.
  fileprivate func complete(_ line: String, _ cursor: Int) -> (texts: [String], appendsBlank: Bool)? {
    guard var reply = completer?(line, cursor) else { return nil }
    reply.candidates.removeAll { !LineText.canStand($0.replacement) || !LineText.canStand($0.label) }
    guard let texts = LineText.replacements(line: line, cursor: cursor, reply: reply)
    else { return nil }
    labels = reply.candidates.map(\.label)
    return (texts, reply.appendsBlank)
  }
}

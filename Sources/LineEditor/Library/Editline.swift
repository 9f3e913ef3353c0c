#if Libedit
  @preconcurrency import CEditline

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #else
    @preconcurrency import Darwin
  #endif

  /// The functions of libedit's readline interface that the line editor needs.
  ///
  /// libedit draws the line itself, so proposals stand in brackets before the line; no key steps or inserts
  /// them, Tab lists whole lines, and a pasted line break ends the line.
  @MainActor
  enum EditorLibrary {
    static func read(_ prompt: String, in text: String) -> String? {
      initialText = text
      rl_startup_hook = text.isEmpty ? nil : insertInitialText
      defer { rl_startup_hook = nil }
      guard let line = readline(prompt) else {
        show("\n")
        return nil
      }
      defer { free(line) }
      return String(cString: line)
    }

    fileprivate static var initialText = ""

    /// The name of the library.
    static let name = "libedit"

    /// libedit draws the line itself.
    static let canDim = false

    /// libedit has no macros.
    static func bind(keys: String, inserting text: String) {}

    static func prepare() {
      rl_readline_name = UnsafePointer(strdup("kal"))
      rl_completer_word_break_characters = strdup("")
      rl_catch_signals = 0
      rl_prep_term_function = prepareTerminal
      rl_event_hook = waitForKeys
      rl_attempted_completion_function = completeLine
      rl_initialize()
      rl_bind_key(3, cancelLine)
    }
  }

  // C calls these on the thread that called `readline`, which is the main one.

  /// Disables the terminal's interrupt key, so that Ctrl-C is an ordinary key.
  private func prepareTerminal() {
    rl_prep_terminal(1)
    let descriptor = fileno(rl_instream ?? stdin)
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return }
    attributes.c_lflag &= ~tcflag_t(ISIG)
    tcsetattr(descriptor, TCSADRAIN, &attributes)
  }

  private func insertInitialText() -> Int32 {
    rl_insert_text(MainActor.assumeIsolated { EditorLibrary.initialText })
  }

  private func cancelLine(_ count: Int32, _ key: Int32) -> Int32 {
    let text = rl_line_buffer.map { String(cString: $0) } ?? ""
    MainActor.assumeIsolated {
      Prompt.shared.isCanceled = true
      Prompt.shared.canceledText = text
    }
    rl_insert_text("^C")
    return rl_newline(1, 10)
  }

  private func waitForKeys() -> Int32 {
    guard let text = MainActor.assumeIsolated({ Prompt.shared.dueNotice() }) else { return 0 }
    MainActor.assumeIsolated { EditorLibrary.show("\n" + text + "\n") }
    rl_forced_update_display()
    return 0
  }

  /// Returns the completions for Tab: a malloc'ed list of malloc'ed texts, the common prefix first, nil
  /// last.
  private func completeLine(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    rl_attempted_completion_over = 1  // never file names
    guard start == 0, let buffer = rl_line_buffer else { return nil }
    let (line, cursor) = (String(cString: buffer), Int(end))
    guard let answer = MainActor.assumeIsolated({ Prompt.shared.complete(line, cursor) }) else { return nil }
    rl_completion_append_character = answer.appendsBlank ? 32 : 0
    let stride = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(stride * (answer.texts.count + 1)) else { return nil }
    let list = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: answer.texts.count + 1)
    for (index, text) in answer.texts.enumerated() { (list + index).initialize(to: strdup(text)) }
    (list + answer.texts.count).initialize(to: nil)
    return list
  }
#endif

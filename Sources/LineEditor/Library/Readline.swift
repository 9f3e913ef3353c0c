#if !Libedit
  @preconcurrency import CReadline
  import Synchronization

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #else
    @preconcurrency import Darwin
  #endif

  /// The functions of GNU readline that the line editor needs.
  @MainActor
  enum EditorLibrary {
    // MARK: Reading

    /// Reads a line after a prompt, with a text already in it; nil at the end of input.
    static func read(_ prompt: String, in text: String) -> String? {
      initialText = text
      Proposal.begin()
      rl_startup_hook = text.isEmpty ? nil : insertInitialText
      defer { rl_startup_hook = nil }
      guard let line = readline(prompt) else {
        // With bracketed paste readline itself moves to a fresh line.
        if !marksPastes { show("\n") }
        return nil
      }
      defer { free(line) }
      return String(cString: line)
    }

    fileprivate static var initialText = ""

    /// Whether the terminal is asked to mark pasted text.
    static var marksPastes: Bool {
      get { rl_variable_value("enable-bracketed-paste").map { String(cString: $0) } == "on" }
      set { _ = rl_variable_bind("enable-bracketed-paste", newValue ? "on" : "off") }
    }

    /// The name of the library.
    static let name = "GNU readline"

    /// Whether a proposal can stand dim in the line.
    static let canDim = true

    // MARK: History and keys

    /// Makes a key sequence insert a text into the line.
    static func bind(keys: String, inserting text: String) {
      // The macro is read as typed keys, so that a "\n" at its end also finishes the line.
      rl_macro_bind(keys, text, rl_get_keymap())
    }

    // MARK: Set-up

    static func prepare() {
      // readline keeps these names for ever, so the copies are never freed.
      rl_readline_name = UnsafePointer(strdup("kal"))
      rl_completer_word_break_characters = UnsafePointer(strdup(""))
      rl_change_environment = 0  // it would export LINES and COLUMNS to the pager
      rl_catch_signals = 0
      rl_prep_term_function = prepareTerminal
      rl_deprep_term_function = releaseTerminal
      rl_event_hook = waitForKeys
      signal(SIGCONT) { _ in hasContinued.store(true, ordering: .relaxed) }
      rl_attempted_completion_function = completeLine
      rl_completion_display_matches_hook = listChoices
      // This precedes the user's inputrc, which may override it; a dumb terminal still gets no bracketed
      // paste.
      marksPastes = true
      _ = rl_variable_bind("show-all-if-ambiguous", "on")
      rl_initialize()
      // If this were set earlier, readline would not read the terminal's description, for want of a use.
      rl_redisplay_function = { Proposal.redisplay() }
      for name in ["emacs", "vi-insert", "vi-command"] {
        guard let keymap = rl_get_keymap_by_name(name) else { continue }
        rl_bind_key_in_map(3, cancelLine, keymap)
        Proposal.bindKeys(in: keymap)
      }
    }
  }

  // MARK: - Callbacks

  // C calls these on the thread that called `readline`, which is the main one. They are nonisolated
  // functions because a closure written inside a type on the main actor would carry the actor's check with
  // it; only plain values cross into it.

  /// Puts the terminal into readline's mode and disables its interrupt key, so that Ctrl-C is an ordinary
  /// key.
  private func prepareTerminal(_ meta: Int32) {
    rl_prep_terminal(meta)
    let descriptor = fileno(rl_instream ?? stdin)
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return }
    // The value that stands for no key differs from system to system.
    let noKey = fpathconf(descriptor, Int32(_PC_VDISABLE))
    withUnsafeMutableBytes(of: &attributes.c_cc) { $0[Int(VINTR)] = UInt8(truncatingIfNeeded: noKey) }
    tcsetattr(descriptor, TCSADRAIN, &attributes)
  }

  /// Restores the terminal, after erasing the proposal while the cursor is still before it.
  private func releaseTerminal() {
    Proposal.hide()
    rl_deprep_terminal()
  }

  private func insertInitialText() -> Int32 {
    rl_insert_text(MainActor.assumeIsolated { EditorLibrary.initialText })
  }

  /// Ctrl-C: shows `^C` after the line and ends it.
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
    Proposal.redisplay()
    return rl_newline(1, 10)
  }

  /// Whether the program was stopped and continued; the shell has changed the terminal's mode meanwhile.
  private let hasContinued = Atomic<Bool>(false)

  /// Runs ten times a second while readline waits: takes the terminal back, and shows a notice above the
  /// line.
  private func waitForKeys() -> Int32 {
    if hasContinued.exchange(false, ordering: .relaxed) {
      // readline prepares the terminal a second time only after releasing it.
      rl_deprep_terminal()
      prepareTerminal(1)
      rl_forced_update_display()
    }
    let text = MainActor.assumeIsolated { Prompt.shared.dueNotice() }
    guard let text else { return 0 }
    Proposal.hide()
    rl_clear_visible_line()
    fputs(text + "\n", rl_outstream ?? stdout)
    fflush(rl_outstream ?? stdout)
    rl_on_new_line()
    Proposal.redisplay()
    return 0
  }

  /// Returns the completions for Tab: a malloc'ed list of malloc'ed texts, the common prefix first, nil
  /// last.
  private func completeLine(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    rl_attempted_completion_over = 1  // never file names
    guard let buffer = rl_line_buffer else { return nil }
    let line = String(cString: buffer)
    let cursor = Int(end)
    // The word begins at 0, because no character breaks words; the reply says where its replacement begins.
    guard start == 0, let answer = MainActor.assumeIsolated({ Prompt.shared.complete(line, cursor) }) else {
      return nil
    }
    rl_completion_append_character = answer.appendsBlank ? 32 : 0
    rl_sort_completion_matches = 0
    rl_ignore_completion_duplicates = 0
    return copyList(answer.texts)
  }

  /// Lists the candidates by their labels, because the texts themselves begin with the whole line.
  private func listChoices(
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32, _ longest: Int32
  ) {
    let labels = MainActor.assumeIsolated { Prompt.shared.labels }
    guard let list = copyList([""] + labels) else { return }
    Proposal.hide()
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
#endif

#if !Libedit
  @preconcurrency import CReadline

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #else
    @preconcurrency import Darwin
  #endif

  /// The proposal at the terminal: dim after the prompt of an empty line, and the keys that take it, step it
  /// and insert it.
  ///
  /// readline does not know the proposal. It is written at the cursor whenever readline has drawn an empty
  /// line, and erased before readline draws or prints anything else.
  enum Proposal {
    /// Draws the line, and the proposal if it shows.
    static func redisplay() {
      hide()
      clearAfterResize()
      rl_redisplay()
      let busy = RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_DONE
      guard rl_end == 0, rl_readline_state & UInt(busy) == 0,
        let text = MainActor.assumeIsolated({ dimText }), !text.isEmpty
      else { return }
      MainActor.assumeIsolated { isShown = true }
      // The cursor returns to the place where readline left it.
      write("\u{1B}7\u{1B}[2m" + text + "\u{1B}[0m\u{1B}8")
    }

    /// Begins a line, which is drawn for the terminal's present size.
    @MainActor static func begin() { drawnColumns = nil }

    @MainActor private static var drawnColumns: Int?

    /// Erases the line that was drawn for another width, which readline leaves to a custom redisplay
    /// function.
    ///
    /// Terminals wrap the drawn text anew, so the cursor's distance from the prompt in rows depends on the
    /// new width.
    private static func clearAfterResize() {
      let line = String(decoding: Self.line.utf8.prefix(Int(rl_point)), as: UTF8.self)
      let rows: Int? = MainActor.assumeIsolated {
        let (old, new) = (drawnColumns, EditorLibrary.columns)
        drawnColumns = new
        let prompt = Prompt.shared.request.prompt(Prompt.shared.answer.proposal, columns: old ?? new)
        return old == nil || old == new ? nil : LineText.width(prompt + line) / new
      }
      guard let rows else { return }
      write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
    }

    /// Erases the proposal, while the cursor is still before it.
    static func hide() {
      let wasShown = MainActor.assumeIsolated {
        defer { isShown = false }
        return isShown
      }
      if wasShown { write("\u{1B}[J") }
    }

    @MainActor private static var isShown = false

    /// The dim text that fits into the rest of the prompt's last row.
    @MainActor private static var dimText: String? {
      let prompt = Prompt.shared
      guard prompt.request.look == .dim, prompt.answer.shows(""), let proposal = prompt.answer.proposal else {
        return nil
      }
      let columns = EditorLibrary.columns
      let used = LineText.width(prompt.request.label + prompt.request.mark) % max(1, columns)
      return LineText.clipped(proposal.shown, to: columns - used - 1, width: LineText.width)
    }

    private static func write(_ text: String) {
      fputs(text, rl_outstream ?? stdout)
      fflush(rl_outstream ?? stdout)
    }

    // MARK: Keys

    /// Rebinds the keys that finish the line, go right and go through the history to the commands for
    /// proposals, including keys from the person's own settings.
    static func bindKeys(in keymap: Keymap) {
      rebind(rl_newline, finishLine, keymap)
      rebind(rl_forward_char, goRight, keymap)
      rebind(rl_end_of_line, goToEnd, keymap)
      rebind(rl_get_previous_history, goUp, keymap)
      rebind(rl_get_next_history, goDown, keymap)
    }

    private typealias Command = @convention(c) (Int32, Int32) -> Int32

    private static func rebind(
      _ old: Command, _ new: Command, _ keymap: Keymap
    ) {
      guard let sequences = rl_invoking_keyseqs_in_map(old, keymap) else { return }
      var next = sequences
      while let sequence = next.pointee {
        rl_bind_keyseq_in_map(sequence, new, keymap)
        free(sequence)
        next += 1
      }
      free(sequences)
    }

    fileprivate static func replaceLine(_ text: String) {
      rl_begin_undo_group()
      rl_delete_text(0, rl_end)
      rl_point = 0
      rl_insert_text(text)
      rl_end_undo_group()
    }

    fileprivate static var line: String { rl_line_buffer.map { String(cString: $0) } ?? "" }
  }

  /// Enter: a taken proposal then stands in the line as if it had been typed; of a paste only the line that
  /// answers this request.
  private func finishLine(_ count: Int32, _ key: Int32) -> Int32 {
    let line = Proposal.line
    let whole: String? = MainActor.assumeIsolated {
      let prompt = Prompt.shared
      if prompt.answer.take(line) { return prompt.request.look == .dim ? prompt.answer.proposal?.shown : "" }
      return prompt.request.lineBreaks == .answers && line.contains("\n") ? prompt.takeFirst(of: line) : nil
    }
    if let whole, whole != line {
      Proposal.replaceLine(whole)
      Proposal.redisplay()
    }
    return rl_newline(count, key)
  }

  private func goRight(_ count: Int32, _ key: Int32) -> Int32 { bringIn() ? 0 : rl_forward_char(count, key) }

  private func goToEnd(_ count: Int32, _ key: Int32) -> Int32 { bringIn() ? 0 : rl_end_of_line(count, key) }

  /// Inserts the proposal into the line; false when none shows.
  private func bringIn() -> Bool {
    let line = Proposal.line
    guard let text = MainActor.assumeIsolated({ Prompt.shared.answer.bringIn(line) }) else { return false }
    rl_insert_text(text)
    return true
  }

  private func goUp(_ count: Int32, _ key: Int32) -> Int32 {
    step(count) ?? rl_get_previous_history(count, key)
  }

  private func goDown(_ count: Int32, _ key: Int32) -> Int32 {
    step(-count) ?? rl_get_next_history(count, key)
  }

  /// Steps the text in the line; nil when these keys go through the history.
  private func step(_ count: Int32) -> Int32? {
    let line = Proposal.line
    let change: LineAnswer.Change? = MainActor.assumeIsolated {
      let prompt = Prompt.shared
      return prompt.request.usesHistory ? nil : prompt.answer.step(Int(count), from: line)
    }
    switch change {
    case nil: return nil
    case .nothing: return rl_ding()
    case .line(let text): Proposal.replaceLine(text)
    case .proposal:
      Proposal.replaceLine("")
      let prompt = MainActor.assumeIsolated {
        Prompt.shared.request.look == .bracketed ? Prompt.shared.promptText : nil
      }
      if let prompt {
        rl_clear_visible_line()
        rl_set_prompt(prompt)
        rl_on_new_line()
      }
    }
    return 0
  }
#endif

import LineEditing
import Platform

/// Edits lines at a terminal key by key, without a library: the usual keys, proposals, steps,
/// completion and pastes.
///
/// A line stands in one row, of which the part around the cursor is seen. While a line is read another one may be: the
/// first is drawn anew then.
@MainActor package final class KeyEditor {
  /// What happened while nothing was typed.
  package enum Meanwhile {
    /// Nothing that the line has to know.
    case nothing
    /// Something else was written: the line is drawn anew where the cursor is.
    case overwritten
    /// Nobody waits for the line any more.
    case over
  }

  /// How long an escape waits for the rest of a key, in milliseconds.
  private static let escapeTime: Int32 = 30

  private let terminal: RawTerminal
  private let size: () -> TerminalSize
  private var decoder = KeyDecoder(forLines: true)
  /// Keys that came with those of an earlier line.
  private var keys: [Key] = []
  private var pasted = PastedLines()
  /// What stood in the line that Ctrl-C gave up last.
  package private(set) var canceledText = ""

  /// Creates an editor of keys from standard input or another descriptor, drawn on a descriptor; nil where the keys come
  /// from no terminal.
  package init?(input: Int32 = 0, on descriptor: Int32, size: @escaping () -> TerminalSize) {
    guard let pipe = WakePipe(), let terminal = RawTerminal(pipe, for: .lines(on: descriptor), input: input)
    else { return nil }
    (self.terminal, self.size) = (terminal, size)
  }

  /// How many lines of a paste still wait for a question.
  package var pastedCount: Int { pasted.count }

  /// Forgets what was pasted and not asked for.
  package func dropPasted() { pasted.drop() }

  // MARK: Reading

  /// Reads one line as it is asked for.
  ///
  /// `meanwhile` is called again and again while nothing is typed; it may take some hundredths of a second.
  package func read(_ request: LineRequest, meanwhile: () -> Meanwhile) -> LineInput {
    var line = EditedLine(request, columns: size().columns)
    if let text = pasted.next(for: request) {
      show(line.head + line.shown(pasted: text) + "\n")
      return line.answer.input(text)
    }
    terminal.enter()
    defer { terminal.leave() }
    show(line.head + line.drawn)
    while true {
      guard let key = nextKey(&line, meanwhile) else {
        show(line.ended() + "\n")
        return .endOfInput
      }
      switch key {
      case .enter:
        let isTaken = line.take()
        show((isTaken ? line.drawn : line.ended()) + "\n")
        return pasted.answer(line.answer, of: line.text, to: request)
      case .interrupt:
        canceledText = line.text
        show(line.ended() + "^C\n")
        return .canceled
      case .endOfInput where line.text.isEmpty:
        show(line.ended() + "\n")
        return .endOfInput
      case .suspend:
        show(line.ended() + "\n")
        terminal.suspend()
        show(line.drawn)
      case .tab: show(line.complete())
      case .paste(let text): show(line.paste(text, keeping: &pasted))
      default: show(line.press(key) ? line.drawn : "\u{7}")
      }
    }
  }

  /// The next key; nil at the end of input, and when nobody waits any more.
  private func nextKey(_ line: inout EditedLine, _ meanwhile: () -> Meanwhile) -> Key? {
    while keys.isEmpty {
      guard let (bytes, wakes) = terminal.wait(milliseconds: decoder.isWithinEscape ? Self.escapeTime : 0)
      else { return nil }
      keys = decoder.take(bytes)
      if bytes.isEmpty, wakes.isEmpty { keys += decoder.flush() }
      if wakes.contains(.continued) { terminal.enter() }
      if !wakes.isDisjoint(with: [.continued, .resized]) {
        line.columns = size().columns
        show(line.drawn)
      }
      if !keys.isEmpty { break }
      switch meanwhile() {
      case .nothing: break
      case .overwritten:
        terminal.enter()
        show(line.head + line.drawn)
      case .over: return nil
      }
    }
    return keys.removeFirst()
  }

  private func show(_ text: String) { terminal.show(Array(text.utf8)) }
}

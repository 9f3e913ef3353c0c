import LineEditing

/// A line of a `KeyEditor` while it is edited, and how it is drawn.
@MainActor struct EditedLine {
  private let request: LineRequest
  /// What Enter, steps and the proposal come to.
  private(set) var answer: LineAnswer
  private var buffer: LineBuffer
  /// The width of the terminal.
  var columns: Int

  init(_ request: LineRequest, columns: Int) {
    (self.request, self.columns) = (request, columns)
    answer = LineAnswer(request)
    buffer = LineBuffer(LineText.canStand(request.text) ? request.text : "")
  }

  /// The text of the line.
  var text: String { buffer.text }

  // MARK: Drawing

  /// The cells that a prompt leaves for the line at least.
  private static let room = 6

  private func prompt(_ proposal: LineRequest.Proposal?) -> String {
    request.prompt(proposal, columns: columns, width: CellWidth.of)
  }

  /// The prompt in the row of the line.
  private var rowPrompt: String {
    let prompt = prompt(answer.proposal)
    return isLong(prompt) ? request.mark : prompt
  }

  private func isLong(_ prompt: String) -> Bool { CellWidth.of(prompt) > max(0, columns - Self.room) }

  /// The rows above the line: of a prompt that leaves it no room.
  var head: String {
    let prompt = prompt(request.proposal)
    guard isLong(prompt) else { return "" }
    return CellText.wrap(String(prompt.dropLast(request.mark.count)), to: max(1, columns)).map { $0 + "\n" }
      .joined()
  }

  /// The line anew: prompt, text or proposal, and the cursor in its place.
  var drawn: String {
    let prompt = rowPrompt
    let start = "\r" + prompt
    if request.look == .dim, answer.shows(buffer.text), let proposal = answer.proposal {
      let shown = CellText.truncate(proposal.shown, to: room)
      return start + "\u{1B}[2m" + shown + "\u{1B}[0m\u{1B}[K" + Self.back(CellWidth.of(shown))
    }
    let (text, behind) = window
    return start + text + "\u{1B}[K" + Self.back(behind)
  }

  /// The line anew, without a proposal, the cursor behind it.
  func ended() -> String {
    var line = self
    _ = line.buffer.press(.end)
    return "\r" + line.rowPrompt + line.window.text + "\u{1B}[K"
  }

  private var room: Int { max(1, columns - CellWidth.of(rowPrompt) - 1) }

  /// The part of the text around the cursor that the row has room for, and its cells behind the cursor.
  private var window: (text: String, behind: Int) {
    let cells = buffer.characters.map { CellWidth.of(Self.visible($0)) }
    var start = buffer.cursor
    var end = buffer.cursor
    var left = room
    // What was typed last, then what follows, then what there is room for.
    let before = min(left * 2 / 3, cells[..<start].reduce(0, +))
    var taken = 0
    while start > 0, taken + cells[start - 1] <= before {
      start -= 1
      taken += cells[start]
    }
    left -= taken
    var behind = 0
    while end < cells.count, cells[end] <= left {
      left -= cells[end]
      behind += cells[end]
      end += 1
    }
    while start > 0, cells[start - 1] <= left {
      start -= 1
      left -= cells[start]
    }
    return (buffer.characters[start..<end].map(Self.visible).joined(), behind)
  }

  /// A character as the line shows it: a line break of a paste as a mark.
  private static func visible(_ character: Character) -> String {
    character.isNewline ? "↵" : String(character)
  }

  private static func back(_ cells: Int) -> String { cells > 0 ? "\u{1B}[\(cells)D" : "" }

  /// What the row shows of a line that was pasted before.
  func shown(pasted line: String) -> String {
    rowPrompt
      + (answer.takes(line) && request.look == .dim ? answer.proposal?.shown ?? "" : SafeText.line(line))
  }

  // MARK: Keys

  /// Takes the proposal if Enter does: it stands as text then.
  mutating func take() -> Bool {
    guard answer.take(buffer.text) else { return false }
    if request.look == .dim { buffer = LineBuffer(answer.proposal?.shown ?? "") }
    return true
  }

  /// Obeys a key; false for one that means nothing here.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .right, .end:
      if let text = answer.bringIn(buffer.text) { buffer.replace(with: text) } else { _ = buffer.press(key) }
      return true
    case .up, .down: return step(key == .up ? 1 : -1)
    case .endOfInput: return buffer.press(.eraseForward)
    case .redraw: return true
    case .text(let character) where !LineText.canStand(String(character)): return false
    default: return buffer.press(key)
    }
  }

  private mutating func step(_ count: Int) -> Bool {
    switch answer.step(count, from: buffer.text) {
    case .nothing: return false
    case .proposal: buffer.replace(with: "")
    case .line(let text): buffer.replace(with: text)
    }
    return true
  }

  /// Inserts a pasted text, of several answers the first; returns the line anew.
  mutating func paste(_ text: String, keeping pasted: inout PastedLines) -> String {
    let safe = LineText.lines(text).map(SafeText.line)
    switch request.lineBreaks {
    case .blanks: buffer.insert(LineText.joiningLines(safe.joined(separator: "\n")))
    case .kept: buffer.insert(safe.joined(separator: "\n"))
    case .answers: buffer.insert(pasted.takeFirst(of: safe.joined(separator: "\n")))
    }
    return drawn
  }

  /// Completes the text before the cursor; returns the line anew, below a list of several candidates.
  mutating func complete() -> String {
    let before = buffer.textBeforeCursor
    guard var reply = request.completer?(buffer.text, before.utf8.count) else { return "\u{7}" }
    reply.candidates.removeAll { !LineText.canStand($0.replacement) || !LineText.canStand($0.label) }
    let texts = LineText.replacements(line: buffer.text, cursor: before.utf8.count, reply: reply)
    guard let texts, let first = texts.first else { return "\u{7}" }
    let isOnly = texts.count == 1
    buffer.replaceBeforeCursor(with: first + (isOnly && reply.appendsBlank ? " " : ""))
    if isOnly { return drawn }
    let rows = list(reply.candidates.map { SafeText.line($0.label) })
    return ended() + "\n" + rows.joined() + drawn
  }

  /// Labels in rows, one beneath another where there are several.
  private func list(_ labels: [String]) -> [String] {
    let cells = min(columns, (labels.map { CellWidth.of($0) }.max() ?? 0) + 2)
    let count = max(1, columns / max(1, cells))
    return stride(from: 0, to: labels.count, by: count).map { first in
      let row = labels[first..<min(first + count, labels.count)]
      let padded =
        row.dropLast().map { CellText.fit($0, to: cells) } + [CellText.truncate(row.last ?? "", to: cells)]
      return padded.joined() + "\n"
    }
  }
}

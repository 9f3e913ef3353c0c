/// Pure text rules of the line editor, apart from any terminal.
package enum LineText {
  private static let escape: Unicode.Scalar = "\u{1B}"

  /// A prompt with its color codes marked as taking no room.
  ///
  /// The editor counts every byte outside `\u{1}…\u{2}` as a cell, so each `ESC [ … letter` of the given text
  /// is put between that pair. Text that is marked already stays as it is.
  static func markingEscapes(_ prompt: String) -> String {
    var result = String.UnicodeScalarView()
    var scalars = prompt.unicodeScalars[...]
    var isMarked = false
    while let scalar = scalars.first {
      switch scalar {
      case "\u{1}": isMarked = true
      case "\u{2}": isMarked = false
      default: break
      }
      let length = scalar == escape && !isMarked ? controlSequenceLength(scalars) : 0
      if length > 0 {
        result.append("\u{1}")
        result.append(contentsOf: scalars.prefix(length))
        result.append("\u{2}")
        scalars = scalars.dropFirst(length)
      } else {
        result.append(scalar)
        scalars = scalars.dropFirst()
      }
    }
    return String(result)
  }

  /// The number of scalars of the control sequence at the front, 0 if there is none.
  private static func controlSequenceLength(_ scalars: Substring.UnicodeScalarView) -> Int {
    let rest = scalars.dropFirst()
    guard rest.first == "[" else { return 0 }
    var length = 2
    for scalar in rest.dropFirst() {
      length += 1
      switch scalar.value {
      case 0x40...0x7E: return length
      case 0x20...0x3F: continue
      default: return 0
      }
    }
    return 0
  }

  private static func isBreak(_ character: Character) -> Bool {
    character == "\n" || character == "\r" || character == "\r\n"
  }

  /// The lines of a pasted text; the break at its end begins no further one.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: isBreak).map(String.init)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether nothing but blanks stands in a text.
  static func isBlank(_ text: String) -> Bool {
    text.allSatisfy { $0 == " " || $0 == "\t" || isBreak($0) }
  }

  /// A line without line breaks: each break of a pasted text, with the blanks around it, becomes one blank.
  package static func joiningLines(_ text: String) -> String {
    guard text.contains(where: isBreak) else { return text }
    let parts = text.split(whereSeparator: isBreak).map(trimming).filter { !$0.isEmpty }
    return parts.joined(separator: " ")
  }

  private static func trimming(_ part: Substring) -> Substring {
    var part = part.drop(while: { $0 == " " || $0 == "\t" })
    while let last = part.last, last == " " || last == "\t" { part.removeLast() }
    return part
  }

  /// Whether an edited line can show a text.
  ///
  /// readline shows controls of ASCII as `^X` and sends everything else to the terminal as
  /// it is: the controls of C1, which a terminal obeys, and those of text direction, which
  /// make a line look like another one.
  package static func canStand(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  /// The width of a text in cells, without its color codes, as the editor library counts it.
  static func width(_ text: String) -> Int {
    var scalars = text.unicodeScalars[...]
    var width = 0
    while let scalar = scalars.first {
      let length = scalar == escape ? controlSequenceLength(scalars) : 0
      if length == 0 { width += EditorLibrary.cells(of: scalar) }
      scalars = scalars.dropFirst(max(1, length))
    }
    return width
  }

  /// A text of at most `cells` cells, cut with an ellipsis between characters.
  static func clipped(_ text: String, to cells: Int) -> String {
    if width(text) <= cells { return text }
    var result = ""
    var room = cells - 1
    for character in text {
      room -= width(String(character))
      if room < 0 { break }
      result.append(character)
    }
    return cells > 0 ? result + "…" : ""
  }

  /// The longest beginning that all the texts share, whole characters only.
  static func commonPrefix(_ texts: [String]) -> String {
    guard var prefix = texts.first.map({ $0[...] }) else { return "" }
    for text in texts.dropFirst() {
      let length = zip(prefix, text).prefix(while: { $0 == $1 }).count
      prefix = prefix.prefix(length)
    }
    return String(prefix)
  }

  /// The replacement for the first `cursor` bytes of a line, and the rows of the list of choices.
  ///
  /// The first text is the replacement; the others are the whole replaced lines, one for each candidate. Nil
  /// without candidates. If the candidates share less than the typed text, the typed text stays.
  static func replacements(line: String, cursor: Int, reply: CompletionReply) -> [String]? {
    let bytes = Array(line.utf8)
    guard cursor <= bytes.count, (0...cursor).contains(reply.replacedStart), !reply.candidates.isEmpty
    else { return nil }
    let kept = String(decoding: bytes[..<reply.replacedStart], as: UTF8.self)
    let typed = String(decoding: bytes[reply.replacedStart..<cursor], as: UTF8.self)
    let texts = reply.candidates.map(\.replacement)
    if texts.count == 1 { return [kept + texts[0]] }
    let shared = commonPrefix(texts)
    return [kept + (shared.count < typed.count ? typed : shared)] + texts.map { kept + $0 }
  }
}

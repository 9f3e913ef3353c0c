/// Pure text rules of the line editor, apart from any terminal.
package enum LineText {
  private static func isBreak(_ character: Character) -> Bool {
    character == "\n" || character == "\r" || character == "\r\n"
  }

  /// The lines of a pasted text; the break at its end begins no further one.
  package static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: isBreak).map(String.init)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether nothing but blanks stands in a text.
  package static func isBlank(_ text: String) -> Bool {
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

  /// A text of at most `cells` cells, cut with an ellipsis between characters; `width` counts them.
  package static func clipped(_ text: String, to cells: Int, width: (String) -> Int) -> String {
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
  package static func commonPrefix(_ texts: [String]) -> String {
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
  package static func replacements(line: String, cursor: Int, reply: CompletionReply) -> [String]? {
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

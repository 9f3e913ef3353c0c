/// Makes stored text harmless before it reaches a terminal.
///
/// Anybody may have written the text in a calendar. Control characters (C0, DEL, C1), whole escape sequences
/// and the controls of text direction are removed; line breaks and tabs are shown as `↵` and `⇥`.
package enum SafeText {
  /// The text on one line.
  package static func line(_ text: String) -> String {
    guard text.utf8.contains(where: mayMatter) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x0D:
        if rest.first == "\n" { rest.removeFirst() }
        result.append("↵")
      case 0x0A, 0x85, 0x2028, 0x2029: result.append("↵")
      case 0x09: result.append("⇥")
      case 0x1B: dropEscape(&rest)
      case 0x9B: dropControlSequence(&rest)
      case 0x90, 0x98, 0x9D, 0x9E, 0x9F: dropString(&rest)
      case 0x00...0x1F, 0x7F...0x9F: continue
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a byte can begin one of the treated characters: C0, DEL, and the lead bytes of the others.
  private static func mayMatter(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }

  /// Drops the rest of an escape sequence whose escape character has just been taken.
  private static func dropEscape(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.first {
    case "[":
      rest.removeFirst()
      dropControlSequence(&rest)
    case "]", "P", "X", "^", "_":
      rest.removeFirst()
      dropString(&rest)
    default:
      // Intermediate characters and one final character, such as `ESC ( B`.
      var ahead = rest
      while let scalar = ahead.first, (0x20...0x2F).contains(scalar.value) { ahead.removeFirst() }
      if let scalar = ahead.first, (0x30...0x7E).contains(scalar.value) { rest = ahead.dropFirst() }
    }
  }

  /// Drops the parameters and the final character of a control sequence; a sequence without an end loses
  /// only its start.
  private static func dropControlSequence(_ rest: inout Substring.UnicodeScalarView) {
    var ahead = rest
    while let scalar = ahead.first, (0x20...0x3F).contains(scalar.value) { ahead.removeFirst() }
    if let scalar = ahead.first, (0x40...0x7E).contains(scalar.value) { rest = ahead.dropFirst() }
  }

  /// Drops a string up to its terminator (`BEL`, `ST` or `ESC \`); a string without an end loses only its
  /// start.
  private static func dropString(_ rest: inout Substring.UnicodeScalarView) {
    var ahead = rest
    while let scalar = ahead.popFirst() {
      switch scalar.value {
      case 0x07, 0x9C:
        rest = ahead
        return
      case 0x1B where ahead.first == "\\":
        rest = ahead.dropFirst()
        return
      default: continue
      }
    }
  }
}

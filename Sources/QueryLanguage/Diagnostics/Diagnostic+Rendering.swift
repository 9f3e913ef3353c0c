extension Diagnostic {
  /// The message as a person reads it: the line with carets, the message with its code, the hint.
  ///
  /// Columns are terminal cells, so carets stand right below wide characters too. Control characters of the
  /// source never reach the output. The text ends without a line end.
  public func rendered(source: String, prompt: String = "> ") -> String {
    var lines: [String] = []
    if let range {
      let bytes = Array(source.utf8)
      let offset = min(max(range.offset, 0), bytes.count)
      let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let lineEnd = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let faultEnd = min(max(range.end, offset), lineEnd)
      func visible(_ slice: ArraySlice<UInt8>) -> String {
        Self.withoutControls(String(decoding: slice, as: UTF8.self))
      }
      let before = visible(bytes[lineStart..<offset])
      let fault = visible(bytes[offset..<max(offset, faultEnd)])
      let line = visible(bytes[lineStart..<lineEnd])
      let indent = TerminalCells.width(of: prompt) + TerminalCells.width(of: before)
      lines.append(prompt + line)
      lines.append(
        String(repeating: " ", count: indent)
          + String(repeating: "^", count: max(1, TerminalCells.width(of: fault))))
    }
    lines.append("error: \(Self.withoutControls(message))        [\(code)]")
    if let hint { lines.append("hint:  \(Self.withoutControls(hint))") }
    return lines.joined(separator: "\n")
  }

  /// The 1-based column, in characters, at which a byte of the text stands in its line.
  public static func column(ofByte offset: Int, in source: String) -> Int {
    let bytes = source.utf8.prefix(max(0, offset))
    let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? bytes[...]
    return String(decoding: line, as: UTF8.self).count + 1
  }

  /// The text with controls, tabs and bidirectional marks made harmless.
  static func withoutControls(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        result.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

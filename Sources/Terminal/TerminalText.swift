/// Makes text harmless on a terminal, in any format: all text of calendars, files and programs passes
/// through it on its way there.
///
/// Control characters other than line ends and tabs, C1 and the controls of text direction are shown as
/// `\u001B`, which is readable in every format and correct in JSON; bytes that are not UTF-8 are shown as
/// U+FFFD. The shell's own colors bypass it (`OutputBuffer.append(styled:)`).
package struct TerminalText {
  /// The beginning of a character, or a carriage return whose line feed may follow.
  private var pending: [UInt8] = []
  private var missing = 0

  /// A whole text in its visible form.
  package static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { !isPlain($0) }) else { return text }
    var filter = TerminalText()
    var result: [UInt8] = []
    filter.take(text.utf8, into: &result)
    filter.finish(into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x09
  }

  /// Adds what the bytes look like; a character may come in several pieces.
  mutating func take(_ bytes: some Collection<UInt8>, into result: inout [UInt8]) {
    for byte in bytes { take(byte, into: &result) }
  }

  private mutating func take(_ byte: UInt8, into result: inout [UInt8]) {
    if missing > 0, byte & 0xC0 == 0x80 {
      pending.append(byte)
      missing -= 1
      if missing == 0 { finish(into: &result) }
      return
    }
    if pending == [0x0D], byte == 0x0A { result.append(0x0D) } else { finish(into: &result) }
    (pending, missing) = ([], 0)
    switch byte {
    case _ where Self.isPlain(byte): result.append(byte)
    case 0x0D: pending = [byte]
    case 0xC2...0xDF: (pending, missing) = ([byte], 1)
    case 0xE0...0xEF: (pending, missing) = ([byte], 2)
    case 0xF0...0xF4: (pending, missing) = ([byte], 3)
    case 0x80...: result.append(contentsOf: Self.unknown)
    default: result.append(contentsOf: Self.escape(UInt32(byte)))
    }
  }

  /// Adds what a character looks like that is whole or that nothing follows.
  mutating func finish(into result: inout [UInt8]) {
    if pending.isEmpty { return }
    defer { (pending, missing) = ([], 0) }
    guard let text = String(validating: pending, as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return result.append(contentsOf: Self.unknown)
    }
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      result.append(contentsOf: Self.escape(scalar.value))
    default: result.append(contentsOf: pending)
    }
  }

  private static let unknown = Array("\u{FFFD}".utf8)

  private static func escape(_ value: UInt32) -> [UInt8] {
    let digits = String(value, radix: 16, uppercase: true)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}

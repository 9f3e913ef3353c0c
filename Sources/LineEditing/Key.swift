/// A key of a terminal.
package enum Key: Hashable, Sendable {
  case text(Character)
  case enter, escape, erase
  case left, right, up, down, pageUp, pageDown, home, end
  case interrupt, suspend, redraw, endOfInput

  // The keys that edit lines, which only a decoder for lines knows.

  case tab, eraseForward, wordLeft, wordRight
  /// Erases from the cursor to the end of the line, to its start, the word before the cursor, and the one behind it.
  case eraseToEnd, eraseToStart, eraseWord, eraseWordForward
  /// Exchanges the characters around the cursor; brings back what was erased last; takes back the last edit.
  case exchange, yank, undo
  /// A text that the terminal marks as pasted.
  case paste(String)
}

/// Decodes keys from the bytes that a terminal sends.
package struct KeyDecoder {
  private let isForLines: Bool
  private var pending: [UInt8] = []

  /// Creates a decoder; `forLines` also for the keys that edit lines, among them those with Alt.
  package init(forLines: Bool = false) { isForLines = forLines }

  /// Whether an escape is pending, which is a key or begins one.
  package var isWithinEscape: Bool { pending.first == 0x1B && !isWithinPaste }

  private var isWithinPaste: Bool { isForLines && pending.starts(with: Self.pasteBegin) }

  /// Returns the keys completed by these bytes.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = first(of: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the keys left when nothing more comes: an escape alone is the Escape key.
  package mutating func flush() -> [Key] {
    if isWithinPaste { return [] }
    defer { pending = [] }
    return isWithinEscape ? [.escape] : []
  }

  /// Returns the first key, nil if the bytes mean none, and its length; returns nil if more bytes are needed.
  private func first(of bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x03: return (.interrupt, 1)
    case 0x04: return (.endOfInput, 1)
    case 0x08, 0x7F: return (.erase, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x0C: return (.redraw, 1)
    case 0x1A: return (.suspend, 1)
    case 0x00..<0x20: return (isForLines ? Self.controls[first] : nil, 1)
    case 0x20..<0x7F: return (.text(Character(Unicode.Scalar(first))), 1)
    default: return Self.character(bytes)
    }
  }

  private static func character(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    let length =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard bytes.dropFirst().prefix(length - 1).allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
    if bytes.count < length { return nil }
    let text = String(validating: bytes[..<length], as: UTF8.self)
    return text?.first.map { (.text($0), length) } ?? (nil, 1)
  }

  // MARK: Escapes

  private static let pasteBegin = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private func escape(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "O"):
      return bytes.count < 3 ? nil : (Self.named(bytes[2], []), 3)
    case UInt8(ascii: "["):
      guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        // A sequence too long for a key is dropped.
        return bytes.count > 16 ? (nil, bytes.count) : nil
      }
      let parameters = Array(bytes[2..<end])
      if isForLines {
        if bytes[...end].elementsEqual(Self.pasteBegin) { return Self.paste(bytes) }
        if let key = Self.lineKey(bytes[end], parameters) { return (key, end + 1) }
      }
      return (Self.named(bytes[end], parameters), end + 1)
    default:
      if isForLines, let key = Self.meta[bytes[1]] { return (key, 2) }
      return (.escape, 1)
    }
  }

  /// Returns the text between the marks of a paste; nil while its end has not come.
  private static func paste(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    let text = bytes.dropFirst(pasteBegin.count)
    var start = text.startIndex
    while let mark = text[start...].firstIndex(of: 0x1B) {
      if text[mark...].starts(with: pasteEnd) {
        let pasted = String(decoding: text[..<mark], as: UTF8.self)
        return (.paste(pasted), mark + pasteEnd.count)
      }
      start = mark + 1
    }
    return nil
  }

  private static func named(_ final: UInt8, _ parameters: [UInt8]) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "~"):
      switch parameters.first {
      case UInt8(ascii: "1"), UInt8(ascii: "7"): .home
      case UInt8(ascii: "4"), UInt8(ascii: "8"): .end
      case UInt8(ascii: "5"): .pageUp
      case UInt8(ascii: "6"): .pageDown
      default: nil
      }
    default: nil
    }
  }

  // MARK: Keys that edit lines

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x05: .end, 0x06: .right, 0x09: .tab, 0x0B: .eraseToEnd, 0x0E: .down,
    0x10: .up, 0x14: .exchange, 0x15: .eraseToStart, 0x17: .eraseWord, 0x19: .yank, 0x1F: .undo,
  ]

  private static let meta: [UInt8: Key] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight, UInt8(ascii: "d"): .eraseWordForward,
    0x7F: .eraseWord, 0x08: .eraseWord,
  ]

  /// Delete, and the arrow keys with Ctrl or Alt.
  private static func lineKey(_ final: UInt8, _ parameters: [UInt8]) -> Key? {
    let isModified = ["1;5", "1;3"].contains { parameters.elementsEqual($0.utf8) }
    switch final {
    case UInt8(ascii: "~") where parameters.elementsEqual("3".utf8): return .eraseForward
    case UInt8(ascii: "C") where isModified: return .wordRight
    case UInt8(ascii: "D") where isModified: return .wordLeft
    default: return nil
    }
  }
}

/// A key of the page browser.
enum PageKey: Hashable, Sendable {
  case text(Character)
  case enter, escape, erase
  case left, right, up, down, pageUp, pageDown, home, end
  case interrupt, suspend, redraw, endOfInput
}

/// Decodes keys from the bytes that a terminal sends.
struct PageKeyDecoder {
  private var pending: [UInt8] = []

  /// Whether an escape is pending, which is a key or begins one.
  var isWithinEscape: Bool { pending.first == 0x1B }

  /// Returns the keys completed by these bytes.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [PageKey] {
    pending += bytes
    var keys: [PageKey] = []
    while let (key, length) = Self.first(of: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the keys left when nothing more comes: an escape alone is the Escape key.
  mutating func flush() -> [PageKey] {
    defer { pending = [] }
    return isWithinEscape ? [.escape] : []
  }

  /// Returns the first key, nil if the bytes mean none, and its length; returns nil if more bytes are needed.
  private static func first(of bytes: [UInt8]) -> (key: PageKey?, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x03: return (.interrupt, 1)
    case 0x04: return (.endOfInput, 1)
    case 0x08, 0x7F: return (.erase, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x0C: return (.redraw, 1)
    case 0x1A: return (.suspend, 1)
    case 0x00..<0x20: return (nil, 1)
    case 0x20..<0x7F: return (.text(Character(Unicode.Scalar(first))), 1)
    default: return character(bytes)
    }
  }

  private static func character(_ bytes: [UInt8]) -> (key: PageKey?, length: Int)? {
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

  private static func escape(_ bytes: [UInt8]) -> (key: PageKey?, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "O"):
      return bytes.count < 3 ? nil : (named(bytes[2], []), 3)
    case UInt8(ascii: "["):
      guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        // A sequence too long for a key is dropped.
        return bytes.count > 16 ? (nil, bytes.count) : nil
      }
      return (named(bytes[end], Array(bytes[2..<end])), end + 1)
    default: return (.escape, 1)
    }
  }

  private static func named(_ final: UInt8, _ parameters: [UInt8]) -> PageKey? {
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
}

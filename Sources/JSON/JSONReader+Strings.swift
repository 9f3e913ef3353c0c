extension JSONReader {
  /// Reads a string from its opening to its closing quote (RFC 8259, 7).
  mutating func string() throws(JSONError) -> String {
    let opening = index
    index += 1
    let start = index
    // Most strings are ASCII without escapes and are copied unchanged.
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20, byte < 0x80 {
      index += 1
    }
    if peek == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error("a control character must be escaped in a string")
      case 0..<0x80:
        text.append(byte)
        index += 1
      default:
        let length = sequenceLength()
        if length == 0 { throw error("the bytes are no UTF-8") }
        text.append(contentsOf: bytes[index..<index + length])
        index += length
      }
    }
    throw error("the string that begins here has no end", at: opening)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard let byte = peek else { throw error("the string ends in a backslash", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      let scalar = try unicode(from: start)
      text.append(contentsOf: String(scalar).utf8)
    default: throw error("there is no such escape", at: start)
    }
  }

  /// Reads the character of `\uXXXX`, or of a surrogate pair of two; `index` is after the `u`.
  private mutating func unicode(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw error("half of a surrogate pair stands alone", at: start) }
    index += 2
    let second = try fourDigits(from: index - 2)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("half of a surrogate pair stands alone", at: start) }
    return scalar
  }

  private mutating func fourDigits(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Self.hexadecimal(byte) else {
        throw error("four hexadecimal digits must follow \\u", at: start)
      }
      value = value << 4 + digit
      index += 1
    }
    return value
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 48...57: UInt32(byte - 48)
    case 65...70: UInt32(byte - 55)
    case 97...102: UInt32(byte - 87)
    default: nil
    }
  }

  /// The length in bytes of the well-formed UTF-8 sequence at `index` (RFC 3629); 0 when it is malformed.
  private func sequenceLength() -> Int {
    let lead = bytes[index]
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return 0 }
    let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard (low...high).contains(bytes[index + 1]) else { return 0 }
    for tail in index + 2..<max(index + 2, index + length) where bytes[tail] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

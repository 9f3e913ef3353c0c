/// Tests on single bytes for reading lines.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lf = UInt8(ascii: "\n")
  static let cr = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let caret = UInt8(ascii: "^")
  static let backslash = UInt8(ascii: "\\")

  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

  /// Letters, digits and hyphen (RFC 5545 iana-token), and `_`, `.` and `/`, which real files use as well.
  @inline(__always) static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == 45 || byte == 95 || byte == 46 || byte == 47
  }

  @inline(__always) static func upper(_ byte: UInt8) -> UInt8 { byte &- 97 < 26 ? byte - 32 : byte }

  /// Whether the bytes spell a name, ignoring case.
  static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    let other = name.utf8Start
    for index in 0..<bytes.count where upper(bytes[index]) != upper(other[index]) { return false }
    return true
  }

  /// Whether two names are equal, ignoring case.
  static func equal(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { upper($0) == upper($1) }
  }

  /// The text with its letters in upper case.
  static func uppercased(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if !bytes.contains(where: { $0 &- 97 < 26 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.map(upper), as: UTF8.self)
  }

  /// The bytes without blanks at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// The bytes without blanks at both ends.
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var low = 0
    var high = bytes.count
    while low < high, isBlank(bytes[low]) { low += 1 }
    while high > low, isBlank(bytes[high - 1]) { high -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[low..<high])
  }

  /// Whether the bytes are well-formed UTF-8 (RFC 3629: no surrogates, nothing
  /// overlong, nothing past U+10FFFF).
  static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    let count = bytes.count
    while index < count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
      guard length > 0, index + length <= count else { return false }
      let second = bytes[index + 1]
      let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
      guard second >= low, second <= high else { return false }
      for tail in index + 2..<max(index + 2, index + length) where bytes[tail] & 0xC0 != 0x80 { return false }
      index += length
    }
    return true
  }
}

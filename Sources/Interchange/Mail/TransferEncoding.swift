/// The encodings of a body part for the way through mail (RFC 2045, 6).
package enum TransferEncoding: Sendable, Equatable {
  /// 7bit, 8bit and binary: the bytes as they stand.
  case identity
  case base64, quotedPrintable

  /// The encoding that a Content-Transfer-Encoding names, in any letter case; an unknown one is `identity`.
  package init(_ name: String) {
    switch name.lowercased() {
    case "base64": self = .base64
    case "quoted-printable": self = .quotedPrintable
    default: self = .identity
    }
  }

  /// Returns the decoded bytes; what cannot be decoded is passed over, as mail programs do (RFC 2045, 6.7, 6.8).
  package func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .identity: Array(bytes)
    case .base64: Self.decodedBase64(bytes)
    case .quotedPrintable: Self.decodedQuotedPrintable(bytes)
    }
  }

  // MARK: Base 64

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  private static func decodedBase64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      // Padding ends a body; parts joined by a program may go on behind it.
      if byte == UInt8(ascii: "=") { count = 0 }
      guard let value = values[Int(byte)] else { continue }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }

  /// Returns the bytes in base 64, in lines of at most `width` characters, each with a line feed.
  package static func base64(_ bytes: [UInt8], width: Int = 76) -> [UInt8] {
    var result: [UInt8] = []
    var column = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let letter = alphabet[Int(bits >> UInt32(18 - 6 * place) & 0x3F)]
        result.append(place > group.count ? UInt8(ascii: "=") : letter)
      }
      column += 4
      if column + 4 > width || start + 3 >= bytes.count {
        result.append(10)
        column = 0
      }
    }
    return result
  }

  // MARK: Quoted-printable

  private static func decodedQuotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        result.append(byte)
        continue
      }
      let rest = bytes[index...]
      if let first = rest.first.flatMap(digit), let second = rest.dropFirst().first.flatMap(digit) {
        result.append(first << 4 | second)
        index += 2
        continue
      }
      // A soft line break, with blanks that were added on the way.
      let blanks = rest.prefix { $0 == 32 || $0 == 9 || $0 == 13 }.count
      if rest.dropFirst(blanks).first == 10 {
        index += blanks + 1
      } else if blanks < rest.count {
        result.append(byte)
      } else {
        index = bytes.endIndex
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Returns text quoted-printable, in lines of at most 76 characters that end with a line feed.
  package static func quotedPrintable(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var column = 0
      let bytes = Array(line.utf8)
      for (index, byte) in bytes.enumerated() {
        let isBlankAtEnd = (byte == 32 || byte == 9) && index == bytes.count - 1
        let isPlain = (33...126).contains(byte) && byte != UInt8(ascii: "=") || byte == 32 || byte == 9
        let piece = isPlain && !isBlankAtEnd ? [byte] : escaped(byte)
        if column + piece.count > 75 {
          result += [UInt8(ascii: "="), 10]
          column = 0
        }
        result += piece
        column += piece.count
      }
      result.append(10)
    }
    return result
  }

  /// `=0A`.
  static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

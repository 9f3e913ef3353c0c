/// Reads and writes the escapes of TEXT (RFC 5545, 3.3.11).
enum TextNotation {
  /// Unescapes `\n`, `\N`, `\,`, `\;`, `\\`, and the non-standard `\:` and `\"`; other backslashes stay.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(ASCII.backslash) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == ASCII.backslash, index < bytes.count else {
        result.append(byte)
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(ASCII.lf)
      case ASCII.comma, ASCII.semicolon, ASCII.backslash, ASCII.colon, ASCII.quote:
        result.append(bytes[index])
      default:
        result.append(byte)
        continue
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The parts between unescaped separators.
  static func split(_ bytes: UnsafeBufferPointer<UInt8>, at separator: UInt8) -> [UnsafeBufferPointer<UInt8>]
  {
    var result: [UnsafeBufferPointer<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      if bytes[index] == separator {
        result.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        start = index + 1
      }
      index += 1
    }
    result.append(UnsafeBufferPointer(rebasing: bytes[start...]))
    return result
  }

  /// TEXT with backslashes, semicolons, commas and line ends escaped; CR LF and CR count as line ends too.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    var previousWasCR = false
    for byte in text.utf8 {
      switch byte {
      case ASCII.backslash, ASCII.comma, ASCII.semicolon: bytes += [ASCII.backslash, byte]
      case ASCII.lf where previousWasCR: break
      case ASCII.lf, ASCII.cr: bytes += [ASCII.backslash, UInt8(ascii: "n")]
      default: bytes.append(byte)
      }
      previousWasCR = byte == ASCII.cr
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

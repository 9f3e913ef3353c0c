/// Writes JSON (RFC 8259) into a byte buffer: the few elements that rows and stored details consist of.
public enum JSONText {
  private static let hex = Array("0123456789abcdef".utf8)

  /// Appends a string with its quotes and escapes.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in 0..<utf8.count {
        let byte = utf8[index]
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7f { continue }
        bytes.append(contentsOf: utf8[start..<index])
        start = index + 1
        appendEscape(byte, to: &bytes)
      }
      bytes.append(contentsOf: utf8[start..<utf8.count])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hex[Int(byte >> 4)])
      bytes.append(hex[Int(byte & 15)])
    }
  }

  /// Appends a string, or `null`.
  public static func append(_ text: String?, to bytes: inout [UInt8]) {
    if let text { append(text, to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
  }

  /// Appends a whole number.
  public static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var value = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(48 + value % 10))
      value /= 10
    } while value > 0
    bytes[start...].reverse()
  }

  /// Appends a number that may have a fraction; infinities and NaN become `null`.
  public static func append(_ number: Double, to bytes: inout [UInt8]) {
    if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  /// Appends `true` or `false`.
  public static func append(_ value: Bool, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }
}

/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first; the top
/// bit is set on all but the last.
public enum Varint {
  /// Writes a number of any sign, with the sign in the lowest bit, so that small negative ones are short too.
  @inlinable public static func append(_ value: Int, to bytes: inout [UInt8]) {
    append(bits: UInt64(bitPattern: Int64(value << 1 ^ value >> 63)), to: &bytes)
  }

  /// Writes a number without a sign.
  @inlinable public static func append(bits value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads a number without a sign at `index`, which moves behind it; nil where the bytes
  /// end early or go on for too long.
  @inlinable public static func bits(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
    return nil
  }

  /// Reads a number of any sign.
  @inlinable public static func int(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Int? {
    guard let value = bits(in: bytes, at: &index) else { return nil }
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
  }
}

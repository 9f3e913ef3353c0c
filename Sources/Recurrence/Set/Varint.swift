/// Whole numbers in as few bytes as possible: seven bits a byte, the lowest first; the top bit is set on all
/// bytes but the last.
public enum Varint {
  /// Writes a signed number, with the sign in the lowest bit, so that small negative numbers are short too.
  @inlinable public static func append(_ value: Int, to bytes: inout [UInt8]) {
    append(bits: UInt64(bitPattern: Int64(value << 1 ^ value >> 63)), to: &bytes)
  }

  /// Writes an unsigned number.
  @inlinable public static func append(bits value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads an unsigned number at `index` and moves `index` past it; nil when the bytes end early or the
  /// number is too long.
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

  /// Reads a signed number.
  @inlinable public static func int(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Int? {
    guard let value = bits(in: bytes, at: &index) else { return nil }
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
  }
}

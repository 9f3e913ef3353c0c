/// The reason why bytes are not JSON (RFC 8259), and the place.
public struct JSONError: Error, Hashable, Sendable {
  /// A description of the error for people.
  public var message: String
  /// The byte offset, from 0.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column from 1, in Unicode scalars.
  public var column: Int

  init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let offset = min(offset, bytes.count)
    self.message = message
    self.offset = offset
    line = 1
    column = 1
    for byte in bytes[..<offset] {
      if byte == 10 {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

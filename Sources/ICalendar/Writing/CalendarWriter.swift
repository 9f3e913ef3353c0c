#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes calendars: content lines folded at 75 octets, CRLF (RFC 5545, 3.1).
public struct CalendarWriter {
  /// The bytes written so far; the caller may take them out and empty it.
  public var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// Begins a component such as VCALENDAR.
  public mutating func begin(_ name: String) { write(Array("BEGIN:\(name)".utf8)[...]) }

  /// Ends a component.
  public mutating func end(_ name: String) { write(Array("END:\(name)".utf8)[...]) }

  /// Writes a property unchanged.
  public mutating func write(_ property: Property) { write(property.line) }

  /// Writes a component with its contents, in order and unchanged.
  public mutating func write(_ component: Component) {
    component.text.withUnsafeBufferPointer { text in
      var start = 0
      while start < text.count {
        let rest = UnsafeBufferPointer(rebasing: text[start...])
        let length = Self.lineLength(rest)
        LineFolder.append(UnsafeBufferPointer(rebasing: rest[..<length]), to: &bytes)
        start += length + 1
      }
    }
  }

  /// Writes one content line, folded so that no line is longer than 75 octets and no UTF-8 sequence is cut.
  public mutating func write(_ line: ArraySlice<UInt8>) {
    line.withUnsafeBufferPointer { LineFolder.append($0, to: &bytes) }
  }

  private static func lineLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base, Int32(ASCII.lf), bytes.count) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

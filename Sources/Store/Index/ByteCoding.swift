/// Writes numbers and texts compactly; `ByteReader` reads them back.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a number of any sign, in as few bytes as possible.
  mutating func add(_ value: Int) { Varint.append(value, to: &bytes) }

  /// Adds bytes at the end of the record.
  mutating func add(_ rest: [UInt8]) { bytes.append(contentsOf: rest) }

  /// Adds a text after its length.
  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads the output of a `ByteWriter`; nil when the bytes end early.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func int() -> Int? { Varint.int(in: UnsafeRawBufferPointer(bytes), at: &position) }

  mutating func text() -> String? {
    blob().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads bytes after their count.
  mutating func blob() -> [UInt8]? {
    guard let count = int(), count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// The bytes not read yet.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[position...]) }

  /// Reads an array after its count; nil when the count exceeds the bytes left.
  mutating func array<Element>(_ element: (inout ByteReader) -> Element?) -> [Element]? {
    guard let count = int(), count >= 0, count <= bytes.count - position else { return nil }
    var result: [Element] = []
    result.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = element(&self) else { return nil }
      result.append(value)
    }
    return result
  }
}

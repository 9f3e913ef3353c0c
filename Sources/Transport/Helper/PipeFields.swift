/// The reason why bytes from the other end of the pipe are no message.
package enum PipeFault: Error, Hashable {
  /// The bytes are no message.
  case malformed
  /// A message is longer than this side takes.
  case tooLong
}

/// Writes the fields of a message.
struct FieldWriter {
  private var bytes: [UInt8] = []

  /// Begins a message of a kind; its length is filled in at the end.
  mutating func begin(_ kind: UInt8) { bytes = [0, 0, 0, 0, kind] }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number)), count: 8) }

  mutating func add(_ field: [UInt8]) {
    add(UInt64(field.count), count: 4)
    bytes += field
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ headers: [WebHeader]) {
    add(headers.count)
    for header in headers {
      add(header.name)
      add(header.value)
    }
  }

  /// The message with its length.
  var finished: [UInt8] {
    var result = bytes
    let length = result.count - 4
    for place in 0..<4 { result[place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
    return result
  }

  private mutating func add(_ number: UInt64, count: Int) {
    for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}

/// Reads the fields of a message.
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(PipeFault) -> UInt8 {
    guard let first = rest.popFirst() else { throw .malformed }
    return first
  }

  /// A number that is not negative.
  mutating func number() throws(PipeFault) -> Int {
    guard let value = Int(exactly: try integer(8)) else { throw .malformed }
    return value
  }

  mutating func bytes() throws(PipeFault) -> [UInt8] {
    let count = Int(try integer(4))
    // The length is believed only as far as there are bytes.
    guard count <= rest.count else { throw .malformed }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(PipeFault) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw .malformed }
    return text
  }

  mutating func headers() throws(PipeFault) -> [WebHeader] {
    let count = try number()
    // Each has two lengths.
    guard count <= rest.count / 8 else { throw .malformed }
    var result: [WebHeader] = []
    for _ in 0..<count { result.append(WebHeader(try text(), try text())) }
    return result
  }

  private mutating func integer(_ count: Int) throws(PipeFault) -> UInt64 {
    guard rest.count >= count else { throw .malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Takes messages out of bytes as they come.
package struct PipeReader {
  private let most: Int
  private var buffer: [UInt8] = []
  private var start = 0

  /// Creates a reader that refuses messages of more than `most` bytes.
  package init(most: Int) { self.most = most }

  /// Whether a message has begun and is not complete.
  package var isInside: Bool { start < buffer.count }

  /// Adds bytes that came.
  package mutating func add(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      // What was read goes before the buffer grows.
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message; nil until it is complete.
  package mutating func next() throws(PipeFault) -> PipeMessage? {
    guard buffer.count - start >= 4 else { return nil }
    let length = buffer[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    if length > most { throw .tooLong }
    guard buffer.count - start - 4 >= length else { return nil }
    defer {
      start += 4 + length
      if start == buffer.count {
        buffer.removeAll(keepingCapacity: buffer.capacity < 1 << 20)
        start = 0
      }
    }
    return try PipeMessage(buffer[start + 4..<start + 4 + length])
  }
}

/// Joins physical lines into content lines (RFC 5545, 3.1), from bytes that come in chunks.
///
/// CRLF, bare LF and bare CR all end a line; a blank or tab at a line's start continues the line before, also inside a
/// UTF-8 sequence. A byte-order mark at the very start is dropped.
struct ContentLineReader {
  /// A content line longer than this is skipped, so that memory stays bounded.
  static let longestLine = 16 << 20

  /// One content line and the number of the physical line it starts on.
  struct Line {
    var bytes: [UInt8]
    var number: Int
    /// Whether the line was longer than `longestLine` and is cut.
    var isTooLong = false
  }

  private let nextChunk: () -> [UInt8]?
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var lineNumber = 0
  private var current: Line?
  private var lastWasCarriageReturn = false
  /// The bytes taken from the source so far.
  private(set) var bytesRead = 0
  /// Whether the source begins with the mark of UTF-16, which is no iCalendar.
  private(set) var isUTF16 = false

  init(_ nextChunk: @escaping () -> [UInt8]?) {
    self.nextChunk = nextChunk
    fill()
    if chunk.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    isUTF16 = chunk.starts(with: [0xff, 0xfe]) || chunk.starts(with: [0xfe, 0xff])
  }

  private mutating func fill() {
    position = 0
    repeat {
      guard let next = nextChunk() else {
        chunk = []
        isAtEnd = true
        return
      }
      chunk = next
      bytesRead += next.count
    } while chunk.isEmpty
  }

  /// The next content line that is not empty; nil at the end.
  mutating func next() -> Line? {
    while true {
      guard let (bytes, cut) = physicalLine() else {
        defer { current = nil }
        return current.flatMap { $0.bytes.isEmpty ? nil : $0 }
      }
      lineNumber += 1
      if let first = bytes.first, first == 32 || first == 9, current != nil {
        append(bytes.dropFirst(), cut)
        continue
      }
      let finished = current
      current = Line(bytes: bytes, number: lineNumber, isTooLong: cut)
      if let finished, !finished.bytes.isEmpty { return finished }
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ cut: Bool) {
    guard var line = current else { return }
    current = nil
    if cut || line.bytes.count + bytes.count > Self.longestLine {
      line.isTooLong = true
    } else {
      line.bytes.append(contentsOf: bytes)
    }
    current = line
  }

  /// The bytes up to the next line end, and whether they were cut for their length; nil at the end of the source.
  private mutating func physicalLine() -> (bytes: [UInt8], cut: Bool)? {
    if isAtEnd { return nil }
    var line: [UInt8] = []
    var isCut = false
    while true {
      if position == chunk.count {
        fill()
        if isAtEnd { return line.isEmpty && !isCut ? nil : (line, isCut) }
      }
      if lastWasCarriageReturn {
        lastWasCarriageReturn = false
        if chunk[position] == 10 {
          position += 1
          continue
        }
      }
      let start = position
      let end = chunk.withUnsafeBufferPointer { bytes in
        var index = start
        while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
        return index
      }
      if line.count + (end - start) > Self.longestLine {
        isCut = true
      } else {
        line.append(contentsOf: chunk[start..<end])
      }
      if end < chunk.count {
        lastWasCarriageReturn = chunk[end] == 13
        position = end + 1
        return (line, isCut)
      }
      position = end
    }
  }
}

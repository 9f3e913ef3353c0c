#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads unfolded content lines (RFC 5545, 3.1) from bytes that come in chunks.
///
/// CRLF and bare LF end a line; a bare CR does so if the file's first line ends in one. Empty lines are
/// skipped, and a line that begins with a blank continues the previous one, also in the middle of a UTF-8
/// sequence. One chunk and the longest line allowed bound the memory.
struct ContentLineReader {
  /// The result of one call.
  struct Line: Sendable {
    /// The number, from 1, of the physical line in the file where the line begins.
    let number: Int
    /// Whether the line exceeded the limit; then none of it was appended.
    let isTooLong: Bool
  }

  /// The encoding of the file, known once the first line has been read.
  enum Encoding: Sendable {
    /// UTF-8, or bytes that are taken as UTF-8.
    case utf8
    /// UTF-16 in either byte order; no line is read from it.
    case utf16
  }

  /// The encoding of the file; `.utf8` until the first line has been requested.
  private(set) var encoding = Encoding.utf8
  /// The bytes taken from the source so far.
  private(set) var bytesRead = 0
  /// The number of the next physical line.
  private(set) var lineNumber = 1

  private let source: () -> [UInt8]?
  private let limit: Int
  private var chunk: [UInt8] = []
  private var position = 0
  private var isPrimed = false
  /// Whether a line has been read, which later lines can continue.
  private var hasBegun = false
  private var isExhausted = false
  /// Whether a bare CR ends a line in this file.
  private var endsAtCR = false
  private var previousWasCR = false

  /// Creates a reader of a source that returns the next bytes at each call, and nil at the end.
  init(limits: CalendarLimits, source: @escaping () -> [UInt8]?) {
    self.limit = limits.lineBytes
    self.source = source
  }

  /// Appends the next unfolded line, without its line end, to `text`; nil at the end of the file.
  mutating func next(appendingTo text: inout [UInt8]) -> Line? {
    if !isPrimed { prime() }
    guard encoding == .utf8, hasBegun ? skipLineEnds() : skipToFirstLine() else { return nil }
    hasBegun = true
    let number = lineNumber
    let start = text.count
    var isTooLong = false
    repeat {
      takePhysicalLine(into: &text, from: start, isTooLong: &isTooLong)
    } while skipLineEnds() && skipFold()
    return Line(number: number, isTooLong: isTooLong)
  }

  /// Moves to the first byte of the next line that is not empty; false at the end of the file.
  private mutating func skipLineEnds() -> Bool {
    while true {
      while position < chunk.count {
        let byte = chunk[position]
        if byte == ASCII.lf {
          if !(endsAtCR && previousWasCR) { lineNumber += 1 }
        } else if byte == ASCII.cr {
          if endsAtCR { lineNumber += 1 }
        } else {
          return true
        }
        previousWasCR = byte == ASCII.cr
        position += 1
      }
      if !load() { return false }
    }
  }

  /// Moves to the file's first byte that is not white space: blanks there continue no line.
  private mutating func skipToFirstLine() -> Bool {
    while skipLineEnds() {
      guard ASCII.isBlank(chunk[position]) else { return true }
      position += 1
    }
    return false
  }

  /// Skips the one blank that marks a continuation line; returns whether there was one.
  private mutating func skipFold() -> Bool {
    guard ASCII.isBlank(chunk[position]) else { return false }
    position += 1
    return true
  }

  private mutating func takePhysicalLine(into text: inout [UInt8], from start: Int, isTooLong: inout Bool) {
    let physicalStart = text.count
    previousWasCR = false
    while true {
      let stop = endOfLine()
      let end = stop ?? chunk.count
      if !isTooLong {
        // Carriage returns before the line end are not part of the line and are removed below.
        if text.count - start + end - position - 2 > limit {
          isTooLong = true
          text.removeSubrange(start...)
        } else {
          chunk.withUnsafeBufferPointer {
            text.append(contentsOf: UnsafeBufferPointer(rebasing: $0[position..<end]))
          }
        }
      }
      position = end
      if stop != nil {
        previousWasCR = chunk[end] == ASCII.cr
        position += 1
        lineNumber += 1
        break
      }
      if !load() { break }
    }
    // Writers that turn LF into CRLF twice leave CR CR LF.
    while text.count > physicalStart, text[text.count - 1] == ASCII.cr { text.removeLast() }
    if !isTooLong, text.count - start > limit {
      isTooLong = true
      text.removeSubrange(start...)
    }
  }

  /// The end of the line at `position`, as an index into the chunk; nil when the line ends in a later chunk.
  private func endOfLine() -> Int? {
    chunk.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, position < bytes.count else { return nil }
      if endsAtCR {
        return bytes[position...].firstIndex { $0 == ASCII.cr || $0 == ASCII.lf }
      }
      guard let found = memchr(base + position, Int32(ASCII.lf), bytes.count - position) else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  private mutating func load() -> Bool {
    guard let next = fetch() else { return false }
    chunk = next
    position = 0
    return true
  }

  /// The next bytes of the source; nil at its end, after which the source is not called again.
  private mutating func fetch() -> [UInt8]? {
    while !isExhausted {
      guard let next = source() else {
        isExhausted = true
        return nil
      }
      bytesRead += next.count
      if !next.isEmpty { return next }
    }
    return nil
  }

  // MARK: - The beginning of the file

  private static let window = 65_536

  /// Reads enough of the file to determine its encoding and its line ends.
  private mutating func prime() {
    isPrimed = true
    var scanned = 0
    var ending: Bool?
    while true {
      let end = min(chunk.count, Self.window)
      while ending == nil, scanned < end {
        if chunk[scanned] == ASCII.lf {
          ending = false
        } else if scanned > 0, chunk[scanned - 1] == ASCII.cr, chunk[scanned] != ASCII.cr {
          ending = true
        }
        scanned += 1
      }
      if chunk.count >= 4, ending != nil || chunk.count >= Self.window { break }
      guard let more = fetch() else { break }
      if chunk.isEmpty { chunk = more } else { chunk += more }
    }
    endsAtCR = ending ?? false
    if chunk.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
    } else if Self.isUTF16(chunk.prefix(4)) {
      encoding = .utf16
    }
  }

  private static func isUTF16(_ head: ArraySlice<UInt8>) -> Bool {
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
    let bytes = Array(head)
    guard bytes.count == 4 else { return false }
    return bytes[1] == 0 && bytes[3] == 0 && bytes[0] != 0 && bytes[2] != 0
      || bytes[0] == 0 && bytes[2] == 0 && bytes[1] != 0 && bytes[3] != 0
  }
}

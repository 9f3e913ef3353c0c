/// Splits text that arrives in pieces into statements that can be run: the statements of one
/// line, or of the lines that belong together.
///
/// A statement continues after its line inside parentheses and after a backslash. Each line is scanned
/// once, however many belong together.
public struct StatementSplitter: Sendable {
  /// Statements that can be run, as they were written, with their separators and comments.
  public struct Piece: Hashable, Sendable {
    /// The text; it begins at the beginning of a line.
    public var text: String
    /// The number of its first line, from 1.
    public var line: Int
  }

  /// The reason why text cannot be split.
  public enum Fault: Error, Hashable, Sendable {
    /// More than `longest` bytes belong together, from this line on.
    case tooLong(line: Int)
    case notUTF8(line: Int)
  }

  /// The most bytes of a statement, or of several in one line.
  public static let longest = 1 << 20

  private var bytes: [UInt8] = []
  /// The number of bytes already returned.
  private var first = 0
  /// The number of bytes already searched for line ends.
  private var searched = 0
  /// The number of bytes in lines already scanned.
  private var scanned = 0
  private var line = 1
  /// The number of scanned lines of the present piece.
  private var lines = 0
  private var state = Lexer.State(isFirstLine: true)
  private var isSkipping = false
  private var hasBegun = false

  /// A splitter at the beginning of a text.
  public init() {}

  /// Appends the next bytes.
  public mutating func append(_ more: some Collection<UInt8>) {
    if first > 1 << 16, first > bytes.count / 2 {
      bytes.removeSubrange(..<first)
      searched -= first
      scanned -= first
      first = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next piece that is complete; nil until more bytes come.
  ///
  /// After a fault it continues after the faulty line.
  public mutating func next() throws(Fault) -> Piece? {
    skipMark()
    while let end = lineEnd() {
      if isSkipping {
        isSkipping = false
        drop(to: end + 1, lines: 1)
        continue
      }
      if let piece = try take(to: end + 1) { return piece }
    }
    if isSkipping {
      drop(to: bytes.count, lines: 0)
    } else if bytes.count - first > Self.longest {
      defer {
        isSkipping = true
        drop(to: bytes.count, lines: lines)
      }
      throw .tooLong(line: line)
    }
    return nil
  }

  /// The rest at the end of the text, complete or not; nil if nothing is left.
  public mutating func finish() throws(Fault) -> Piece? {
    skipMark()
    defer { drop(to: bytes.count, lines: lines) }
    if isSkipping || first == bytes.count { return nil }
    return Piece(text: try text(to: bytes.count), line: line)
  }

  /// Skips a byte order mark.
  private mutating func skipMark() {
    if hasBegun || bytes.count < 3 { return }
    hasBegun = true
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (first, searched, scanned) = (3, 3, 3) }
  }

  private mutating func lineEnd() -> Int? {
    searched = max(searched, first)
    guard let end = bytes[searched...].firstIndex(of: 10) else {
      searched = bytes.count
      return nil
    }
    searched = end + 1
    return end
  }

  /// Scans the line that ends at an index; returns a piece if nothing continues after it.
  private mutating func take(to end: Int) throws(Fault) -> Piece? {
    if end - first > Self.longest {
      defer { drop(to: end, lines: lines + 1) }
      throw .tooLong(line: line)
    }
    // The line end is left out, so that the lexer reports a backslash at the end of the line.
    guard let text = String(validating: bytes[max(scanned, first)..<end - 1], as: UTF8.self) else {
      defer { drop(to: end, lines: lines + 1) }
      throw .notUTF8(line: line + lines)
    }
    state = Lexer.state(behind: text.last == "\r" ? String(text.dropLast()) : text, after: state)
    lines += 1
    scanned = end
    if !state.isComplete { return nil }
    let piece = Piece(text: try self.text(to: end), line: line)
    drop(to: end, lines: lines)
    return piece
  }

  private func text(to end: Int) throws(Fault) -> String {
    guard let text = String(validating: bytes[first..<end], as: UTF8.self) else {
      throw .notUTF8(line: line + lines)
    }
    return text
  }

  /// Continues after an index, before which `ended` lines ended.
  private mutating func drop(to end: Int, lines ended: Int) {
    line += ended
    lines = 0
    (first, scanned, searched) = (end, end, max(searched, end))
    state = Lexer.State(isFirstLine: false)
    if first == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
      (first, scanned, searched) = (0, 0, 0)
    }
  }
}

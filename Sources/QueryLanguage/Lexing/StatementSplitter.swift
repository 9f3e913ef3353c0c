/// Cuts text that comes piece by piece into what can be run: the statements of one line, or of
/// the lines that belong together.
///
/// A statement goes on behind the end of its line inside parentheses and after a backslash. Each line is
/// looked at once, however many belong together.
public struct StatementSplitter: Sendable {
  /// Statements that can be run, as they were written, with their separators and comments.
  public struct Piece: Hashable, Sendable {
    /// The text; it begins at the beginning of a line.
    public var text: String
    /// The number of its first line, from 1.
    public var line: Int
  }

  /// Why text cannot be cut.
  public enum Fault: Error, Hashable, Sendable {
    /// More than `longest` bytes belong together, from this line on.
    case tooLong(line: Int)
    case notUTF8(line: Int)
  }

  /// The most bytes of a statement, or of several in one line.
  public static let longest = 1 << 20

  private var bytes: [UInt8] = []
  /// How many of the bytes were given out.
  private var first = 0
  /// How many of them hold no line end that was not seen yet.
  private var searched = 0
  /// How many of them belong to lines that were looked at.
  private var scanned = 0
  private var line = 1
  /// The lines of the present piece that were looked at.
  private var lines = 0
  private var state = Lexer.State(isFirstLine: true)
  private var isSkipping = false
  private var hasBegun = false

  /// A splitter at the beginning of a text.
  public init() {}

  /// Takes the next bytes in.
  public mutating func append(_ more: some Collection<UInt8>) {
    if first > 1 << 16, first > bytes.count / 2 {
      bytes.removeSubrange(..<first)
      searched -= first
      scanned -= first
      first = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next piece that is complete; nil until more comes.
  ///
  /// After a fault it goes on behind the line that has it.
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

  /// What is left at the end of the text, whether it is complete or not; nil where nothing is.
  public mutating func finish() throws(Fault) -> Piece? {
    skipMark()
    defer { drop(to: bytes.count, lines: lines) }
    if isSkipping || first == bytes.count { return nil }
    return Piece(text: try text(to: bytes.count), line: line)
  }

  /// A byte order mark says nothing.
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

  /// Looks at the line that ends at an index; a piece where nothing goes on behind it.
  private mutating func take(to end: Int) throws(Fault) -> Piece? {
    if end - first > Self.longest {
      defer { drop(to: end, lines: lines + 1) }
      throw .tooLong(line: line)
    }
    // Without its end, which tells a backslash at the end of a line from one before a line end.
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

  /// Goes on behind an index, before which so many lines ended.
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

/// One received line.
public enum FramedLine: Hashable, Sendable {
  /// A whole line without its end.
  case line(String)
  /// A line beyond the limit, which was skipped; its tag, if it began with one.
  case tooLong(RequestTag?)
  /// A line that is not UTF-8 text; its tag, if it began with one.
  case notUTF8(RequestTag?)
}

/// Splits a stream of bytes into lines, however the bytes are divided into pieces.
///
/// Lines end in LF; a CR before it is dropped, and so are empty lines. Between calls the framer holds less
/// than one line of the limit's length and the part of the last piece that the caller has not taken yet.
public struct LineFramer: Sendable {
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  /// Where the line that comes next begins, and up to where no end was found in it.
  private var start = 0
  private var searched = 0
  /// Whether the rest of an overlong line is skipped, and its tag.
  private var isSkipping = false
  private var skippedTag: RequestTag?

  /// Creates a framer for lines of at most `limit` bytes.
  public init(limit: Int = ProtocolLimits.standard.line) { self.limit = limit }

  /// Appends the next piece of the stream.
  public mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Whether a line has begun whose end is still to come.
  public var hasUnfinishedLine: Bool { isSkipping || start < bytes.count }

  /// The next whole line; nil until more bytes come.
  public mutating func next() -> FramedLine? {
    while true {
      guard let end = bytes[searched...].firstIndex(of: 10) else {
        searched = bytes.count
        // A CR may still be part of the line's end.
        if isSkipping || bytes.count - start > limit + 1 { skipHeld() }
        if start == bytes.count { release() }
        return nil
      }
      var line = bytes[start..<end]
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
        return .tooLong(skippedTag)
      }
      if line.last == 13 { line.removeLast() }
      if line.isEmpty { continue }
      if line.count > limit { return .tooLong(RequestTag(leading: line)) }
      guard let text = String(validating: line, as: UTF8.self) else {
        return .notUTF8(RequestTag(leading: line))
      }
      return .line(text)
    }
  }

  /// Discards the received part of an overlong line, except its tag.
  private mutating func skipHeld() {
    if !isSkipping { skippedTag = RequestTag(leading: bytes[start...]) }
    isSkipping = true
    start = bytes.count
  }

  /// Frees memory that a long line took.
  private mutating func release() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4_096)
    start = 0
    searched = 0
  }
}

/// One line as it came in.
public enum FramedLine: Hashable, Sendable {
  /// A whole line without its end.
  case line(String)
  /// A line beyond the limit, which was passed over; the tag that it began with, where it began with one.
  case tooLong(RequestTag?)
  /// A line that is no UTF-8 text.
  case notUTF8(RequestTag?)
}

/// Parts a stream of bytes into lines, however the bytes come in pieces.
///
/// Lines end in LF; a CR before it is left out, and so are empty lines. Between calls it holds less than one
/// line of the limit's length and what the caller has not yet taken of the last piece.
public struct LineFramer: Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the line that comes next begins, and up to where no end was found in it.
  private var start = 0
  private var searched = 0
  /// Whether the rest of a line that was too long is passed over, and its tag.
  private var isSkipping = false
  private var skippedTag: RequestTag?

  /// A framer for lines of at most `limit` bytes.
  public init(limit: Int = ProtocolLimits.standard.line) { self.limit = limit }

  /// Takes in the next piece of the stream.
  public mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Whether a line has begun and its end is still to come.
  public var hasUnfinishedLine: Bool { isSkipping || start < bytes.count }

  /// How many bytes wait in memory.
  var heldBytes: Int { bytes.count }

  /// The next whole line; nil until more bytes come.
  public mutating func next() -> FramedLine? {
    while true {
      guard let end = bytes[searched...].firstIndex(of: 10) else {
        searched = bytes.count
        // A CR may still turn out to be part of the line's end.
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

  /// Forgets what has come of a line that is too long, but for its tag.
  private mutating func skipHeld() {
    if !isSkipping { skippedTag = RequestTag(leading: bytes[start...]) }
    isSkipping = true
    start = bytes.count
  }

  /// Gives memory back that a long line took.
  private mutating func release() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4_096)
    start = 0
    searched = 0
  }
}

/// A range of statement text, counted in UTF-8 bytes from the beginning of the text that was parsed.
public struct SourceRange: Hashable, Sendable {
  /// The first byte.
  public var offset: Int
  /// The number of bytes; 0 marks a place between two characters.
  public var length: Int

  /// The byte after the last.
  public var end: Int { offset + length }

  /// A range of `length` bytes from `offset`.
  public init(offset: Int, length: Int) {
    self.offset = offset
    self.length = length
  }

  /// The range of syntax without text, as syntax built by a form.
  public static let none = SourceRange(offset: 0, length: 0)

  /// The shortest range that holds both.
  public func union(_ other: SourceRange) -> SourceRange {
    let start = min(offset, other.offset)
    return SourceRange(offset: start, length: max(end, other.end) - start)
  }
}

/// A part of a syntax node about its written form, which `==` and hashing leave out.
///
/// Trees thus compare directly: two spellings of one statement are equal.
@propertyWrapper
public struct NotCompared<Value: Sendable>: Hashable, Sendable {
  /// The part.
  public var wrappedValue: Value

  /// Wraps a part.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Always true.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

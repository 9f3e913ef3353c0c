/// The text of one SQL statement; made of literals, so that no value is ever spliced into it and their addresses name it.
struct SQL: ExpressibleByStringLiteral, Hashable {
  private let head: StaticString
  /// What several statements continue the same head with.
  private let rest: StaticString

  init(stringLiteral text: StaticString) { (head, rest) = (text, Self.nothing) }

  init(_ head: StaticString, _ rest: StaticString) { (self.head, self.rest) = (head, rest) }

  private static let nothing: StaticString = ""

  var text: String { head.description + rest.description }

  static func == (a: SQL, b: SQL) -> Bool {
    a.head.utf8Start == b.head.utf8Start && a.rest.utf8Start == b.rest.utf8Start
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt(bitPattern: head.utf8Start) ^ UInt(bitPattern: rest.utf8Start))
  }

  /// Calls `body` with the bytes of the text.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if rest.utf8CodeUnitCount == 0 { return head.withUTF8Buffer(body) }
    var text = text
    return text.withUTF8(body)
  }
}

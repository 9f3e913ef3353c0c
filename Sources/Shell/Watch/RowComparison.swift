import LineProtocol

/// Tells row by row what changed in an answer since it was last given.
struct RowComparison {
  /// How each row looked before, and looks now.
  private let known: [RowIdentity: Int]
  private(set) var present: [RowIdentity: Int] = [:]

  /// Compares with what is known.
  init(with known: [RowIdentity: Int]) { self.known = known }

  /// Takes the next row of the present answer: whether it was added or changed; nil where it is as it was.
  mutating func take(_ identity: inout RowIdentity, _ bytes: [UInt8]) -> ReplyKind? {
    while present[identity] != nil { identity.copy += 1 }
    let look = bytes.hashValue
    present[identity] = look
    switch known[identity] {
    case look?: return nil
    case nil: return .added
    default: return .changed
    }
  }

  /// The rows that were there and are not any more; known when all present ones were taken.
  var removed: [RowIdentity] { known.keys.filter { present[$0] == nil }.sorted { $0.text < $1.text } }
}

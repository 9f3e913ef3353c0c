/// What became of a row of a watched answer.
package enum RowChange: String, CaseIterable {
  case added = "+"
  case changed = "="
  case removed = "-"

  package var word: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .removed: "removed"
    }
  }
}

/// Tells row by row what changed in an answer since it was last given.
package struct RowComparison {
  /// How each row looked before, and looks now.
  private let known: [RowIdentity: Int]
  package private(set) var present: [RowIdentity: Int] = [:]

  /// Compares with what is known.
  package init(with known: [RowIdentity: Int]) { self.known = known }

  /// Takes the next row of the present answer: whether it was added or changed; nil where it is as it was.
  package mutating func take(_ identity: inout RowIdentity, _ bytes: [UInt8]) -> RowChange? {
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
  package var removed: [RowIdentity] { known.keys.filter { present[$0] == nil }.sorted { $0.text < $1.text } }
}

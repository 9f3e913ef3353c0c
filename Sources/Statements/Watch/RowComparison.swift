/// The change of a row of a watched answer.
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

/// Finds the rows of an answer that changed since the last answer.
package struct RowComparison {
  /// The hash of each row, before and now.
  private let known: [RowIdentity: Int]
  package private(set) var present: [RowIdentity: Int] = [:]

  /// Creates a comparison with the known rows.
  package init(with known: [RowIdentity: Int]) { self.known = known }

  /// Takes the next row of the present answer; returns whether it was added or changed, nil if it is
  /// unchanged.
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

  /// The rows that are no longer there; complete once all present rows were taken.
  package var removed: [RowIdentity] { known.keys.filter { present[$0] == nil }.sorted { $0.text < $1.text } }
}

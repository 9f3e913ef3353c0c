/// Finds the words that a misspelled word may stand for.
public enum Spelling {
  /// The number of inserted, lost, changed and swapped characters between two words (optimal string
  /// alignment).
  public static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [Int](repeating: 0, count: b.count + 1)
      row[0] = i
      for j in 1...b.count {
        let substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, substitution)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }

  /// Whether a word equals another or is one edit away from it, and begins alike: typing errors are
  /// rare in the first letter.
  public static func isNearly(_ word: String, _ other: String) -> Bool {
    let (a, b) = (word.lowercased(), other.lowercased())
    return a == b || abs(a.count - b.count) <= 1 && beginsAlike(a, b) && distance(a, b) <= 1
  }

  /// Whether words have the same first letter, or the first two in the other order.
  static func beginsAlike(_ word: String, _ other: String) -> Bool {
    let (a, b) = (word.lowercased().prefix(2), other.lowercased().prefix(2))
    return a.first == b.first || (a.count == 2 && String(a.reversed()) == String(b))
  }

  /// The nearest of the candidates that are close enough to a word, in the order of the candidates.
  ///
  /// Words of three to five characters may have one error, up to eight two, longer words three;
  /// letter case never counts.
  public static func suggestions(for word: String, among candidates: [String], limit: Int = 3) -> [String] {
    let lower = word.lowercased()
    guard lower.count <= 64 else { return [] }
    let allowed = lower.count < 3 ? 0 : lower.count < 6 ? 1 : lower.count < 9 ? 2 : 3
    var found: [(text: String, distance: Int)] = []
    for candidate in candidates {
      let other = candidate.lowercased()
      guard other != lower, abs(other.count - lower.count) <= allowed else { continue }
      let steps = distance(lower, other)
      if steps <= allowed, !found.contains(where: { $0.text == candidate }) {
        found.append((candidate, steps))
      }
    }
    let nearest = found.map(\.distance).min()
    return found.filter { $0.distance == nearest }.prefix(limit).map(\.text)
  }
}

/// A pattern in which `*` stands for any characters and `?` for one; it must cover the whole text.
struct Glob: Hashable, Sendable {
  private let pattern: [Unicode.Scalar]

  init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

  /// Whether the whole text fits.
  ///
  /// Takes time proportional to the product of both lengths at most.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    var place = 0
    /// Where to continue when the last `*` must take one character more.
    var retry: (pattern: Int, text: Int)?
    while position < scalars.count {
      if place < pattern.count, pattern[place] == "*" {
        retry = (place + 1, position)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == scalars[position] {
        place += 1
        position += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        place = last.pattern
        position = last.text + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}

/// A Bloom filter of names in a fixed number of bytes: an absent name is surely new, a present one may be
/// another.
///
/// An import into an empty calendar checks the filter before it looks up an item of the same name, so that
/// look-ups are few and memory does not grow with the file.
final class NameFilter {
  private static let bits = 1 << 23
  private var words = [UInt64](repeating: 0, count: bits / 64)

  /// Adds a name by its hash.
  func insert(_ hash: Int) {
    for bit in Self.places(hash) { words[bit >> 6] |= 1 << UInt64(bit & 63) }
  }

  /// Whether a name with this hash may have been added.
  func mayContain(_ hash: Int) -> Bool {
    Self.places(hash).allSatisfy { words[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
  }

  private static func places(_ hash: Int) -> [Int] {
    let hash = UInt(bitPattern: hash)
    return [hash, hash >> 21, hash >> 42].map { Int($0 & UInt(bits - 1)) }
  }
}

/// A set of item numbers, one bit for each possible number.
struct NumberSet {
  private var words: [UInt64] = []

  /// Adds a number, 0 or more.
  mutating func insert(_ number: Int) {
    let place = number >> 6
    if place >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(place + 1 - words.count, words.count)))
    }
    words[place] |= 1 << UInt64(number & 63)
  }

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & 1 << UInt64(number & 63) != 0
  }
}

/// BYYEARDAY as bits: days counted from the start and from the end of a year.
struct YearDays: Hashable, Sendable {
  /// Six words from the start (bit 0 is 1 January), six from the end (bit 365 of these six is 31 December).
  private(set) var words: [UInt64] = []

  init() {}

  init(_ values: [Int]) {
    if values.isEmpty { return }
    words = [UInt64](repeating: 0, count: 12)
    for value in values {
      let bit = value > 0 ? value - 1 : 384 + 366 + value
      words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  init?(words: [UInt64]) {
    guard words.isEmpty || words.count == 12 else { return nil }
    self.words = words
  }

  var isEmpty: Bool { words.isEmpty }

  /// The days of an interval of a year as bits; the interval begins `start` days after 1 January.
  func mask(from start: Int, length: Int, yearLength: Int) -> UInt64 {
    let found = bits(at: start) | bits(at: 384 + start + 366 - yearLength)
    return found & ((1 << UInt64(length)) - 1)
  }

  /// The 64 bits from a position on; an interval is at most a month, so 31 of them matter.
  private func bits(at position: Int) -> UInt64 {
    let word = position >> 6
    let shift = UInt64(position & 63)
    let low = words[word] >> shift
    return shift == 0 || word == 11 ? low : low | words[word + 1] << (64 - shift)
  }
}

/// A small seeded generator: the same seed gives the same cases on every machine.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One to `most` numbers of the ranges.
  mutating func list(_ most: Int, _ ranges: ClosedRange<Int>...) -> [Int] {
    (0..<pick(1...most)).map { _ in
      let range = ranges[pick(0...ranges.count - 1)]
      return pick(range)
    }
  }
}

import TestSupport

extension SplitMix64 {
  /// One to `most` numbers of the ranges.
  mutating func list(_ most: Int, _ ranges: ClosedRange<Int>...) -> [Int] {
    (0..<pick(1...most)).map { _ in
      let range = ranges[pick(0...ranges.count - 1)]
      return pick(range)
    }
  }
}

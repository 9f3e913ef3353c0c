/// A seeded source of numbers: the same seed gives the same calendar on every machine.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Starts from a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including `bound`, which is positive.
  public mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// A number from a closed range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// One element of a list that is not empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// One value out of a table of weights.
  public mutating func pick<Value>(weighted table: [(value: Value, weight: Int)]) -> Value {
    var rest = below(table.reduce(0) { $0 + $1.weight })
    for row in table {
      if rest < row.weight { return row.value }
      rest -= row.weight
    }
    return table[table.count - 1].value
  }
}

/// Takes exactly so many out of so many, spread evenly by chance, in one pass.
public struct Quota: Sendable {
  private var wanted: Int
  private var candidates: Int

  /// Takes `wanted` out of `candidates`; at most all of them.
  public init(_ wanted: Int, of candidates: Int) {
    self.wanted = min(wanted, candidates)
    self.candidates = candidates
  }

  /// Whether the next candidate is taken.
  public mutating func take(_ random: inout SplitMix64) -> Bool {
    guard candidates > 0 else { return false }
    let isTaken = random.below(candidates) < wanted
    candidates -= 1
    if isTaken { wanted -= 1 }
    return isTaken
  }
}

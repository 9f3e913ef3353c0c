/// Makes inputs that are almost others: bytes and pieces lost, doubled,
/// exchanged, and numbers at their limits.
public struct InputMutator<Random: RandomNumberGenerator> {
  private let seeds: [[UInt8]]
  private var random: Random
  /// No input is longer, so that each is quick.
  private let limit: Int

  /// A mutator of these inputs, of which there is at least one.
  public init(_ seeds: [[UInt8]], limit: Int = 4_000, random: Random) {
    self.seeds = seeds.isEmpty ? [[]] : seeds
    self.limit = limit
    self.random = random
  }

  private static var odd: [UInt8] {
    [0, 10, 13, 32, 9, 34, 39, 44, 45, 58, 59, 61, 91, 92, 93, 123, 125, 0x80, 0xC3, 0xFF]
  }

  private static var numbers: [String] {
    [
      "0", "-1", "1", "99", "9999", "10000", "65536", "2147483648", "4294967296", "9223372036854775807",
      "9223372036854775808", "-9223372036854775808", "1e309", "00", "0.5", "20260230", "99991231T235959Z",
    ]
  }

  private mutating func below(_ bound: Int) -> Int {
    bound < 2 ? 0 : Int.random(in: 0..<bound, using: &random)
  }

  /// The next input.
  public mutating func next() -> [UInt8] {
    var bytes = seeds[below(seeds.count)]
    if bytes.count > limit {
      let start = below(bytes.count - limit)
      bytes = below(2) == 0 ? Array(bytes.prefix(limit)) : Array(bytes[start..<start + limit])
    }
    for _ in 0...below(6) { change(&bytes) }
    return Array(bytes.prefix(limit))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: below(256))) }
    let place = below(bytes.count)
    let length = 1 + below(40)
    let end = min(place + length, bytes.count)
    switch below(10) {
    case 0: bytes[place] = Self.odd[below(Self.odd.count)]
    case 1: bytes[place] ^= 1 << UInt8(below(8))
    case 2: bytes.insert(Self.odd[below(Self.odd.count)], at: place)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
    case 5: bytes.removeSubrange(place...)
    case 6: number(&bytes, from: place)
    case 7: lines(&bytes)
    default:
      // A piece of another input, in the place of some of this one.
      let other = seeds[below(seeds.count)]
      let start = below(other.count)
      bytes.replaceSubrange(
        place..<(below(2) == 0 ? place : end), with: other[start...].prefix(1 + below(60)))
    }
  }

  /// Puts another number in the place of the next one.
  private mutating func number(_ bytes: inout [UInt8], from place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Array(Self.numbers[below(Self.numbers.count)].utf8))
  }

  /// Exchanges two lines.
  private mutating func lines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    lines.swapAt(below(lines.count), below(lines.count))
    bytes = Array(lines.joined(separator: [10]))
  }
}

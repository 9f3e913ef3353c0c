import TestSupport
import Testing

@testable import SyncCore

/// Texts merged line by line, and the lines that two texts have in common.
@Suite struct LineMergeTests {
  @Test(arguments: [
    // One side changed it.
    ("a b c", "a B c", "a b c", "a B c", "a B c", false), ("a b c", "a b c", "a c", "a c", "a c", false),
    // Both alike.
    ("a b", "a B", "a B", "a B", "a B", false),
    // Apart from each other.
    ("a b c d e", "A b c d e", "a b c d E", "A b c d E", "A b c d E", false),
    ("a b c", "x a b c", "a b c y", "x a b c y", "x a b c y", false),
    // Both added something at one place.
    ("a b", "a m b", "a t b", "a t m b", "a t m b", false),
    ("a b", "a s m e b", "a s t e b", "a s t m e b", "a s t m e b", false),
    // The same line changed differently.
    ("a b c", "a m c", "a t c", "a t c", "a m c", true),
    ("a b c", "a c", "a t c", "a t c", "a c", true),
    // A conflict and a change elsewhere.
    ("a b c d", "m b c M", "t b c d", "t b c M", "m b c M", true),
  ])
  func linesAreTakenFromTheSideThatChangedThem(
    base: String, mine: String, theirs: String, text: String, alternative: String, isConflict: Bool
  ) {
    func lines(_ words: String) -> String { words.replacing(" ", with: "\n") }
    let merge = LineMerge(base: lines(base), mine: lines(mine), theirs: lines(theirs))
    #expect(merge.text == lines(text) && merge.mine == lines(alternative))
    #expect(merge.isConflict == isConflict)
  }

  private func text(_ random: inout SplitMix64) -> [Int] {
    (0..<random.below(12)).map { _ in random.below(5) }
  }

  @Test func noAddedLineIsLost() {
    for seed in Depth.seeds(usually: 500) {
      var random = SplitMix64(seed: UInt64(seed))
      let (base, mine, theirs) = (text(&random), text(&random), text(&random))
      func joined(_ lines: [Int]) -> String { lines.map(String.init).joined(separator: "\n") }
      let merge = LineMerge(base: joined(base), mine: joined(mine), theirs: joined(theirs))
      let found = Set((merge.text + "\n" + merge.mine).split(separator: "\n"))
      for line in Set(mine + theirs).subtracting(base) {
        #expect(found.contains("\(line)"), "seed \(seed): lost \(line)")
      }
      #expect(LineMerge(base: joined(base), mine: joined(base), theirs: joined(mine)).text == joined(mine))
      #expect(LineMerge(base: joined(base), mine: joined(mine), theirs: joined(base)).text == joined(mine))
      #expect(LineMerge(base: joined(base), mine: joined(mine), theirs: joined(mine)).text == joined(mine))
    }
  }

  /// The length of the longest common subsequence, by the table of all beginnings.
  private func longest(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var before = row
      for (index, y) in b.enumerated() {
        before[index + 1] = x == y ? row[index] + 1 : max(row[index + 1], before[index])
      }
      row = before
    }
    return row[b.count]
  }

  @Test func matchesAreAsManyAsCanBeAndInOrder() {
    for seed in Depth.seeds(usually: 500) {
      var random = SplitMix64(seed: UInt64(seed))
      let (old, new) = (text(&random), text(&random))
      let matches = LineDiff.matches(old, new)
      let places = matches.compactMap { $0 }
      #expect(places == places.sorted() && Set(places).count == places.count, "seed \(seed)")
      for (index, match) in matches.enumerated() {
        if let match { #expect(old[index] == new[match], "seed \(seed)") }
      }
      #expect(places.count == longest(old, new), "seed \(seed)")
    }
  }

  @Test func hugeTextsTakeLittleTimeAndKeepTheirCommonEnds() {
    let old = Array(0..<20_000)
    var new = old
    new.replaceSubrange(100..<19_900, with: (0..<19_800).map { -$0 - 1 })
    var matches: [Int?] = []
    let time = ProcessorTime.measure { matches = LineDiff.matches(old, new) }
    #expect(matches.compactMap { $0 }.count == 200)
    #expect(time < .seconds(Depth.isSanitized ? 60 : 6))
  }
}

/// Merges two versions of a text line by line, as diff3 does.
///
/// Lines that both sides changed differently are a conflict. The merged text then has their lines alone: a
/// text with both would be sent to everyone who shares the item, and merged again with each further change.
/// Lines that both sides added at one place contradict nothing: theirs come first, then mine.
struct LineMerge: Equatable {
  /// The merged text, with their lines where the sides exclude each other.
  var text: String
  /// The merged text with my lines there.
  var mine: String
  /// Whether the sides exclude each other anywhere.
  var isConflict: Bool

  /// Merges two versions of `base`.
  init(base: String, mine: String, theirs: String) {
    var numbers: [Substring: Int] = [:]
    var lines: [Substring] = []
    func split(_ text: String) -> [Int] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        if let known = numbers[line] { return known }
        numbers[line] = lines.count
        lines.append(line)
        return lines.count - 1
      }
    }
    var merge = Merge(base: split(base), mine: split(mine), theirs: split(theirs))
    merge.run()
    text = merge.result.map { lines[$0] }.joined(separator: "\n")
    self.mine = merge.mineResult.map { lines[$0] }.joined(separator: "\n")
    isConflict = merge.isConflict
  }
}

/// The merge of three texts whose lines are numbers.
private struct Merge {
  let base: [Int]
  let mine: [Int]
  let theirs: [Int]
  var result: [Int] = []
  var mineResult: [Int] = []
  var isConflict = false

  init(base: [Int], mine: [Int], theirs: [Int]) {
    (self.base, self.mine, self.theirs) = (base, mine, theirs)
  }

  mutating func run() {
    let inMine = LineDiff.matches(base, mine)
    let inTheirs = LineDiff.matches(base, theirs)
    var (start, mineStart, theirStart) = (0, 0, 0)
    for index in base.indices {
      guard let mineEnd = inMine[index], let theirEnd = inTheirs[index] else { continue }
      // A line that all three have: what lies before it is settled on its own.
      settle(base[start..<index], mine[mineStart..<mineEnd], theirs[theirStart..<theirEnd])
      take([base[index]])
      (start, mineStart, theirStart) = (index + 1, mineEnd + 1, theirEnd + 1)
    }
    settle(base[start...], mine[mineStart...], theirs[theirStart...])
  }

  private mutating func settle(_ base: ArraySlice<Int>, _ mine: ArraySlice<Int>, _ theirs: ArraySlice<Int>) {
    if mine == theirs || mine == base {
      take(theirs)
    } else if theirs == base {
      take(mine)
    } else if base.isEmpty {
      let start = zip(mine, theirs).prefix { $0 == $1 }.count
      let tail = zip(mine.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      take(theirs.dropLast(tail))
      take(mine.dropFirst(start))
    } else {
      result += theirs
      mineResult += mine
      isConflict = true
    }
  }

  private mutating func take(_ lines: ArraySlice<Int>) {
    result += lines
    mineResult += lines
  }
}

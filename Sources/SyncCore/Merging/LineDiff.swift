/// Finds the lines that two texts have in common.
///
/// The algorithm is that of Eugene Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
enum LineDiff {
  /// The most insertions and deletions that are looked for; texts that differ in more count as different from
  /// their first to their last difference.
  static let mostEdits = 400

  /// For each line of `old` its place in `new`; nil for a line that is not there.
  ///
  /// Lines are numbers, equal for equal lines.
  static func matches(_ old: [Int], _ new: [Int], mostEdits: Int = mostEdits) -> [Int?] {
    var result = [Int?](repeating: nil, count: old.count)
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] {
      result[start] = start
      start += 1
    }
    var tail = 0
    while tail < old.count - start, tail < new.count - start,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    {
      tail += 1
      result[old.count - tail] = new.count - tail
    }
    let middle = pairs(old[start..<old.count - tail], new[start..<new.count - tail], mostEdits)
    for (a, b) in middle { result[a] = b }
    return result
  }

  /// The places of common lines, from the last to the first; none when there are more than `mostEdits`
  /// differences.
  private static func pairs(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, _ mostEdits: Int) -> [(Int, Int)]
  {
    if old.isEmpty || new.isEmpty { return [] }
    let (a, b) = (Array(old), Array(new))
    let limit = min(a.count + b.count, mostEdits)
    // The farthest place of `a` on each diagonal, and how the diagonals stood before each step.
    var farthest = [Int](repeating: 0, count: 2 * limit + 3)
    var history: [ArraySlice<Int>] = []
    let middle = limit + 1
    for step in 0...limit {
      history.append(farthest[(middle - step - 1)...(middle + step + 1)])
      for diagonal in stride(from: -step, through: step, by: 2) {
        let (below, above) = (farthest[middle + diagonal - 1], farthest[middle + diagonal + 1])
        let isInsertion = diagonal == -step || diagonal != step && below < above
        var x = isInsertion ? above : below + 1
        while x < a.count, x - diagonal < b.count, a[x] == b[x - diagonal] { x += 1 }
        farthest[middle + diagonal] = x
        if x >= a.count, x - diagonal >= b.count {
          return path(history, from: (a.count, b.count), middle).map {
            (old.startIndex + $0, new.startIndex + $1)
          }
        }
      }
    }
    return []
  }

  private static func path(_ history: [ArraySlice<Int>], from end: (Int, Int), _ middle: Int) -> [(Int, Int)]
  {
    var result: [(Int, Int)] = []
    var (x, y) = end
    for (step, before) in history.enumerated().reversed() {
      let diagonal = x - y
      let (below, above) = (before[middle + diagonal - 1], before[middle + diagonal + 1])
      let isInsertion = diagonal == -step || diagonal != step && below < above
      let fromX = isInsertion ? above : below
      let fromY = fromX - (isInsertion ? diagonal + 1 : diagonal - 1)
      while x > max(fromX, 0), y > max(fromY, 0) {
        x -= 1
        y -= 1
        result.append((x, y))
      }
      (x, y) = (fromX, fromY)
    }
    return result
  }
}

import ICalendar

/// Finds the items of a feed in which reading lost something.
enum FeedLines {
  private static let tops = [
    "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "VTIMEZONE", "VCALENDAR",
  ].map {
    Array("BEGIN:\($0)".utf8)
  }
  private static let uids = [Array("UID:".utf8), Array("UID;".utf8)]
  /// The longest line with a UID that is looked for, in bytes.
  private static let mostBytes = 4_096

  /// The UIDs of the items around the given lines, each once; nil for an item without one.
  static func losses(_ lines: [Int], in bytes: [UInt8]) -> [String?] {
    var wanted = lines.sorted()[...]
    var result: [String?] = []
    var seen: Set<String?> = []
    var name: [UInt8]?
    var isName = false
    var number = 0
    func close(before line: Int) {
      // Lines up to here belong to the item that ends here.
      while let first = wanted.first, first < line {
        wanted.removeFirst()
        let uid = name.flatMap { Property(line: $0[...]) }?.text
        if seen.insert(uid).inserted { result.append(uid) }
      }
    }
    var rest = bytes[...]
    while !rest.isEmpty, !wanted.isEmpty {
      number += 1
      let end = rest.firstIndex(of: 10) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.last == 13 { line.removeLast() }
      if line.first == 32 || line.first == 9 {
        if isName, (name?.count ?? 0) < mostBytes { name? += line.dropFirst() }
        continue
      }
      isName = false
      if tops.contains(where: { isPrefix($0, of: line) }) {
        close(before: number)
        name = nil
      } else if name == nil, uids.contains(where: { isPrefix($0, of: line) }) {
        (name, isName) = (Array(line.prefix(mostBytes)), true)
      }
    }
    close(before: Int.max)
    return result
  }

  private static func isPrefix(_ word: [UInt8], of line: ArraySlice<UInt8>) -> Bool {
    line.count >= word.count && zip(word, line).allSatisfy { $0 == ($1 &- 97 < 26 ? $1 - 32 : $1) }
  }
}

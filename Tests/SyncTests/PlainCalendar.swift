import TestSupport

/// A calendar file as plain lines, read and written without the code under test.
///
/// Each edit of a test writes a token of its own, `tk1.`, `tk2.`, …, so that its fate can be told later.
struct PlainCalendar: Equatable {
  /// The lines, unfolded and without line ends.
  var lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(_ text: String) {
    var bytes: [[UInt8]] = []
    for line in text.utf8.split(separator: 10, omittingEmptySubsequences: true) {
      let trimmed = line.last == 13 ? line.dropLast() : line
      if trimmed.first == 32, !bytes.isEmpty {
        bytes[bytes.count - 1] += trimmed.dropFirst()
      } else {
        bytes.append(Array(trimmed))
      }
    }
    lines = bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text with one line end.
  var text: String { lines.joined(separator: "\r\n") + "\r\n" }

  /// The UID of the first item; nil when there is none.
  var uid: String? { lines.first { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) } }

  /// By which the test knows the item again: its UID, or the key that items without one carry.
  var key: String? { uid ?? lines.first { $0.hasPrefix("X-KEY:") } }

  /// The places of BEGIN and END of each item.
  var items: [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if line == "BEGIN:VEVENT" || line == "BEGIN:VTODO" { start = index }
      if line == "END:VEVENT" || line == "END:VTODO", let begin = start {
        result.append(begin...index)
        start = nil
      }
    }
    return result
  }

  /// Sets a field of an item, in the place of its line.
  mutating func set(_ field: String, _ value: String, ofItem index: Int) {
    let range = items[index]
    let line = field + ":" + value
    if let place = range.first(where: { lines[$0].hasPrefix(field + ":") }) {
      lines[place] = line
    } else {
      lines.insert(line, at: range.upperBound)
    }
  }

  /// Whether the first item repeats.
  var isSeries: Bool { lines.contains { $0.hasPrefix("RRULE") } }

  /// Adds an item in the place of an occurrence.
  mutating func override(_ start: String, _ title: String) {
    guard let uid, let last = items.last else { return }
    lines.insert(
      contentsOf: [
        "BEGIN:VEVENT", "UID:" + uid, "DTSTAMP:20261118T000000Z", "RECURRENCE-ID:" + start,
        "DTSTART:" + start,
        "SUMMARY:" + title, "END:VEVENT",
      ], at: last.upperBound + 1)
  }

  /// The same in another notation: other line ends, folds and order of lines.
  func rewritten(_ random: inout SplitMix64) -> String {
    var lines = lines
    for range in items {
      let inner = (range.lowerBound + 1)..<range.upperBound
      var rest = Array(lines[inner])
      rest.shuffle(using: &random)
      lines.replaceSubrange(inner, with: rest)
    }
    let end = random.chance(50) ? "\n" : "\r\n"
    let width = random.pick([10, 20, 75, 1_000])
    var result = ""
    for line in lines {
      var rest = line[...]
      while rest.utf8.count > width, rest.utf8.count == rest.count {
        result += rest.prefix(width) + end + " "
        rest = rest.dropFirst(width)
      }
      result += rest + end
    }
    return result
  }

  var tokens: Set<Int> { Self.tokens(in: Array(text.utf8)) }

  /// The numbers of the tokens in a text.
  static func tokens(in bytes: [UInt8]) -> Set<Int> {
    var result: Set<Int> = []
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == UInt8(ascii: "t"), bytes[index + 1] == UInt8(ascii: "k") else {
        index += 1
        continue
      }
      index += 2
      var number = 0
      while index < bytes.count, bytes[index] &- 48 < 10 {
        number = number * 10 + Int(bytes[index] - 48)
        index += 1
      }
      if index < bytes.count, bytes[index] == UInt8(ascii: ".") { result.insert(number) }
    }
    return result
  }
}

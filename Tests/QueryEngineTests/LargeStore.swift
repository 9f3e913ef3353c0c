import CivilTime
import Foundation
import QueryLanguage
import Store
import TestSupport

/// A store of a million occurrences over twelve years in a file: many single events, series that are indexed,
/// words from rare to frequent and calendars from large to small.
final class LargeStore: Sendable {
  /// The only one, made when it is first used.
  static let shared = Result { try LargeStore() }

  let path: String
  private static let first = CivilDate.dayNumber(year: 2021, month: 1, day: 1)
  private static let days = 12 * 365
  private static let singles = 12_000
  private static let weekly = 960
  private static let daily = 110

  /// Words by how many items hold them, each about a third of the one before.
  static let words = ["meeting", "project", "review", "customer", "travel", "dentist", "wedding", "eclipse"]

  private init() throws {
    path = NSTemporaryDirectory() + "kalends-large-\(getpid()).sqlite"
    // It is used until the process ends.
    atexit {
      let path = NSTemporaryDirectory() + "kalends-large-\(getpid()).sqlite"
      for end in ["", "-wal", "-shm"] { unlink(path + end) }
    }
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    var random = SplitMix64(seed: 12)
    // Of a hundred items each.
    for (name, share) in [("Work", 70), ("Home", 20), ("Club", 8), ("Rare", 2)] {
      var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//", "X-WR-CALNAME:\(name)"]
      for number in 0..<Self.singles * share / 100 {
        lines += Self.event(
          "\(name)-s\(number)", day: Int.random(in: 0..<Self.days, using: &random), nil, &random)
      }
      for number in 0..<Self.weekly * share / 100 {
        lines += Self.event(
          "\(name)-w\(number)", day: Int.random(in: 0..<7, using: &random), "FREQ=WEEKLY;COUNT=620", &random)
      }
      for number in 0..<Self.daily * share / 100 {
        lines += Self.event("\(name)-d\(number)", day: 0, "FREQ=DAILY;COUNT=4300", &random)
      }
      let text = (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
      try store.take(text, named: name + ".ics", policy: .everythingWithin(years: 7))
    }
  }

  private static func event(_ uid: String, day: Int, _ rule: String?, _ random: inout SplitMix64) -> [String]
  {
    let date = CivilDate(dayNumber: first + day) ?? .min
    let hour = Int.random(in: 7...20, using: &random)
    let isAllDay = random.chance(5)
    let start = date.basic + (isAllDay ? "" : "T" + (hour < 10 ? "0" : "") + "\(hour)1500Z")
    var word = 0
    while word < words.count - 1, random.chance(35) { word += 1 }
    var lines = [
      "BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(words[word]) \(Int.random(in: 0..<500, using: &random))",
    ]
    lines.append(isAllDay ? "DTSTART;VALUE=DATE:" + start : "DTSTART:" + start)
    if !isAllDay { lines.append("DURATION:" + random.pick(["PT15M", "PT1H", "PT2H", "PT4H"])) }
    if let rule { lines.append("RRULE:" + rule) }
    if random.chance(20) { lines.append("STATUS:TENTATIVE") }
    return lines + ["END:VEVENT"]
  }

  /// A connection that has read nothing yet.
  func open() throws -> CalendarStore { try CalendarStore(path: path, access: .read, zones: zones) }
}

extension CivilDate {
  /// As `20261118`.
  fileprivate var basic: String { description.filter { $0 != "-" } }
}

/// Random questions to it: windows of all sizes, texts, calendars, flags, orders, limits and groups.
struct LargeStoreQuery {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func statement() -> String {
    var text = "events " + range()
    if random.chance(30) { text += " in " + random.pick(["Work", "Home", "Club", "Rare"]) }
    if random.chance(15) { text += " " + random.pick(["allday", "not recurring", "recurring", "tentative"]) }
    if random.chance(75) { text += " where " + condition() }
    if random.chance(12) { return "count " + text }
    if random.chance(15) { text += " sort by " + random.pick(["title", "start desc", "duration, title"]) }
    if random.chance(45) { text += " limit \(random.pick([1, 5, 20, 100]))" }
    return text
  }

  private mutating func range() -> String {
    let year = Int.random(in: 2020...2033, using: &random)
    let month = Int.random(in: 1...12, using: &random)
    let day = "\(year)-\(month < 10 ? "0" : "")\(month)-1\(Int.random(in: 0...9, using: &random))"
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: day
    case 1, 2: "from \(day) to \(day) + 1w"
    case 3, 4: "from \(day) to \(day) + 1mo"
    case 5: "from \(day) to \(day) + 6mo"
    case 6: "from \(day) to \(day) + 3y"
    case 7: "anytime"
    default: "from \(day)"
    }
  }

  private mutating func condition() -> String {
    let word = random.pick(LargeStore.words)
    let number = Int.random(in: 0..<500, using: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: "title = \"\(word) \(number)\""
    case 1: "title contains \"\(word.dropFirst(2)) \(number)\""
    case 2: "title matches /^\(word)/"
    case 3: "duration > 2h and title contains \(word)"
    case 4: "title starts with \(word) or title contains \" 77\""
    case 5: "\"\(word)\""
    case 6: "title has \"\(number)\""
    default: "title contains \(word)"
    }
  }
}

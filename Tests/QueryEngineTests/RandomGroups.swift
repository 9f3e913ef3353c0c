import TestSupport

/// A question for groups, in parts: what is asked of the language, and of the
/// rows that answer without groups.
struct RandomGroups {
  /// `count`, or a function and its field.
  struct Aggregate: Equatable {
    var function = "count"
    var field = ""

    var name: String { function == "count" ? "count" : "\(function)(\(field))" }
    var isLength: Bool { field == "duration" || field == "overlap" }
    /// Whether the language compares it with a plain number or a length, and both order alike.
    var isComparable: Bool { isLength || function == "count" || field == "alarms.count" }
  }

  /// What `having` tests; lengths in seconds.
  struct Having {
    var index: Int
    var sign: String
    var value: Int
  }

  var noun: String
  /// Range, calendars and condition.
  var clauses: String
  var keys: [String]
  var aggregates: [Aggregate]
  var having: Having?
  var sort: (index: Int, isDescending: Bool)?
  /// How many rows go into the one group of a query without keys.
  var limit: (count: Int, offset: Int)?

  /// The statement that asks for the groups.
  var statement: String {
    let columns = aggregates.map(\.name)
    var text = "\(noun) \(clauses)"
    if keys.isEmpty, let only = aggregates.first {
      text = (only.function == "count" ? "count " : "\(only.function) \(only.field) of ") + text
    } else {
      text += " group by " + keys.joined(separator: ", ")
      text += " select " + (keys + columns).joined(separator: ", ")
    }
    if let having {
      let unit = aggregates[having.index].isLength ? "s" : ""
      text += " having \(columns[having.index]) \(having.sign) \(having.value)\(unit)"
    }
    if let sort { text += " sort by " + columns[sort.index] + (sort.isDescending ? " desc" : "") }
    return text + limitText
  }

  private var limitText: String {
    limit.map { " limit \($0.count)" + ($0.offset > 0 ? " offset \($0.offset)" : "") } ?? ""
  }

  /// The statement that asks for the rows, with their keys and then the values that are added up; of events
  /// whether they are whole days comes last.
  var rowStatement: String {
    let fields =
      keys + aggregates.map { $0.function == "count" ? "id" : $0.field }
      + (noun == "reminders" ? [] : ["allday"])
    return "\(noun) \(clauses) select " + fields.joined(separator: ", ") + limitText
  }
}

extension RandomQuery {
  /// Ranges whose ends lie near changes of the clock, within stretches of counted rows and far from all.
  private static let groupRanges = [
    "this year", "last year", "next year", "this month", "this week", "today", "tomorrow", "next 7 days",
    "last 6 hours", "now", "from -1d to +1y", "from -90d to +90d", "from 2025-01-01 to 2028-01-01",
    "from 1990-01-01 to 2040-01-01", "from 2026-10-24 to 2026-10-26", "from 2026-03-28 to 2026-03-30",
    "from 2026-10-25 02:30 to 2026-10-25 03:00", "from 2026-10-25 00:30Z to 2026-10-25 01:30Z",
    "from 2026-03-29 01:59 to 2026-03-29 03:01", "from 2026-11-01 00:00 to 2026-11-01 06:00Z",
    "from 2026-11-01 01:30 America/New_York to 2026-11-01 02:00 America/New_York",
    "from 2026-10-20 12:00 to 2027-03-29 12:00", "2026-11", "2026-W44", "2027", "2026-11-18 09:00",
    "from 2026-03-08 to 2026-11-02", "from 2030-01-01 to 2031-01-01", "",
  ]
  private static let groupConditions = [
    "allday", "not allday", "recurring", "not recurring", "detached", "busy", "cancelled", "duration > 1h",
    "duration <= 1d", "overlap > 30m", "start.weekday in (sat, sun)", "start.time < 09:00",
    "start.hour >= 14", "start > today", "end < 2026-11-19", "calendar = Work", "calendar in (Work, Home)",
    "title contains standup", "zone = Asia/Tokyo", "start.month = nov and not allday",
    "duration between 15m and 1h", "start.date = 2026-11-18 or allday", "start.week = 47",
  ]
  private static let eventKeys = [
    "calendar", "calendar", "calendar", "calendar", "day", "day", "week", "week", "month", "month", "year",
    "weekday", "weekday", "hour", "hour", "source", "title",
    "start.weekday", "start.hour", "status", "allday",
  ]
  private static let reminderKeys = [
    "calendar", "day", "week", "month", "weekday", "hour", "priority", "priority", "priority", "completed",
  ]
  private static let reminderGroupRanges = [
    "due this week", "due by friday", "due this year", "completed since monday", "", "anytime",
    "due last month",
  ]

  /// Sums, means and counts of groups or of everything.
  mutating func groups() -> RandomGroups {
    let noun = random.pick([
      "events", "events", "events", "events", "events", "events", "reminders", "reminders", "series",
    ])
    var parts: [String] = []
    if noun == "reminders" {
      parts.append(random.pick(Self.reminderGroupRanges))
    } else {
      parts.append(random.pick(Self.groupRanges))
      if parts[0] != "", random.chance(15) {
        parts[0] = random.pick(["starting", "ending", "within"]) + " " + parts[0]
      }
    }
    if random.chance(40) {
      parts.append(random.pick(["in Work", "in Home", "in Work, Home", "except Home", "in all"]))
    }
    if noun == "events", random.chance(35) {
      parts.append("where " + random.pick(Self.groupConditions))
    } else if noun == "reminders", random.chance(35) {
      parts.append("where " + random.pick(["not completed", "title contains budget", "priority > low"]))
    }
    var keys: [String] = []
    let choices =
      noun == "reminders"
      ? Self.reminderKeys : noun == "series" ? ["calendar", "month", "title", "hour"] : Self.eventKeys
    for _ in 0..<random.pick([0, 1, 1, 1, 2, 2]) {
      let key = random.pick(choices)
      if !keys.contains(key) { keys.append(key) }
    }
    var result = RandomGroups(
      noun: noun, clauses: parts.filter { !$0.isEmpty }.joined(separator: " "), keys: keys,
      aggregates: aggregates(noun, isAlone: keys.isEmpty))
    if !keys.isEmpty {
      let index = Int.random(in: 0..<result.aggregates.count, using: &random)
      let tested = result.aggregates[index]
      if random.chance(40), tested.isComparable {
        let value =
          tested.isLength ? 900 * random.pick([0, 1, 4, 36, 96, 400]) : random.pick([0, 1, 2, 5, 30])
        result.having = .init(
          index: index, sign: random.pick([">", ">=", "<", "<=", "=", "!="]), value: value)
      }
      if random.chance(30) {
        result.sort = (Int.random(in: 0..<result.aggregates.count, using: &random), random.chance(50))
      }
    } else if random.chance(40) {
      result.limit = (random.pick([0, 1, 3, 20, 1000]), random.pick([0, 0, 1, 7]))
    }
    return result
  }

  private mutating func aggregates(_ noun: String, isAlone: Bool) -> [RandomGroups.Aggregate] {
    var fields = ["duration", "duration", "overlap", "overlap", "start"]
    if noun == "reminders" { fields = ["priority", "alarms.count", "due"] }
    if noun == "series" { fields = ["duration", "start"] }
    var result: [RandomGroups.Aggregate] = []
    for _ in 0..<(isAlone ? 1 : random.pick([1, 1, 2, 3])) {
      var found = RandomGroups.Aggregate()
      if random.chance(65) {
        found.field = random.pick(fields)
        let isNumber = found.isLength || found.field == "alarms.count"
        found.function = random.pick(
          isNumber ? ["sum", "sum", "avg", "sum", "avg", "min", "max"] : ["min", "max"])
      }
      if !result.contains(found) { result.append(found) }
    }
    return result
  }
}

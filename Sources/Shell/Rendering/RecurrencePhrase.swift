import CivilTime
import Recurrence

/// Says a recurrence rule in words: `every weekday until 31 Dec 2026`.
enum RecurrencePhrase {
  /// The phrase for rules as written; several are joined by `and`; nil when there is no rule that can be read.
  static func text(rules: [String], zone: Zone?) -> String? {
    let phrases = rules.compactMap { text in
      (try? RecurrenceRule(parsing: text)).map { phrase($0, zone: zone) }
    }
    return phrases.isEmpty ? nil : phrases.joined(separator: " and ")
  }

  static func phrase(_ rule: RecurrenceRule, zone: Zone?) -> String {
    var covered: Set<RulePart> = []
    var text = base(rule, &covered)
    let left = RulePart.allCases.filter { rule.has($0) && !covered.contains($0) }
    // A rule that words would bend is better shown as it is written.
    if !left.isEmpty { return "by " + rule.description }
    if let until = rule.until {
      text += " until " + TimeText.plainDay(lastDay(until, zone: zone))
    }
    if let count = rule.count { text += count == 1 ? ", once" : ", \(count) times" }
    return text
  }

  private static func base(_ rule: RecurrenceRule, _ covered: inout Set<RulePart>) -> String {
    switch rule.frequency {
    case .secondly: return unit(rule, "second")
    case .minutely: return unit(rule, "minute")
    case .hourly: return unit(rule, "hour")
    case .daily: return unit(rule, "day")
    case .weekly: return weekly(rule, &covered)
    case .monthly:
      let position = dayOfMonth(rule, &covered)
      return unit(rule, "month") + (position.map { " on the " + $0 } ?? "")
    case .yearly: return yearly(rule, &covered)
    }
  }

  private static func weekly(_ rule: RecurrenceRule, _ covered: inout Set<RulePart>) -> String {
    guard !rule.byDay.isEmpty, rule.byDay.allSatisfy({ $0.ordinal == nil }) else { return unit(rule, "week") }
    covered.insert(.byDay)
    let days = rule.byDay.map(\.weekday).sorted()
    if rule.interval == 1 {
      if days == [.monday, .tuesday, .wednesday, .thursday, .friday] { return "every weekday" }
      if days == [.saturday, .sunday] { return "every weekend" }
      return "every " + list(days.map(\.name))
    }
    return unit(rule, "week") + " on " + list(days.map(\.name))
  }

  private static func yearly(_ rule: RecurrenceRule, _ covered: inout Set<RulePart>) -> String {
    guard rule.byMonth.count == 1, let month = rule.byMonth.first else { return unit(rule, "year") }
    var parts: Set<RulePart> = []
    if let position = dayOfMonth(rule, &parts) {
      covered = parts.union([.byMonth])
      return unit(rule, "year") + " on the " + position + " of " + monthNames[month - 1]
    }
    covered.insert(.byMonth)
    return unit(rule, "year") + " in " + monthNames[month - 1]
  }

  /// `15th`, `last day`, `2nd Tuesday`, `last weekday`; nil when the rule names no day that way.
  private static func dayOfMonth(_ rule: RecurrenceRule, _ covered: inout Set<RulePart>) -> String? {
    if !rule.byMonthDay.isEmpty, rule.byDay.isEmpty, rule.bySetPosition.isEmpty {
      covered.insert(.byMonthDay)
      return list(rule.byMonthDay.map { $0 == -1 ? "last day" : $0 < 0 ? ordinal($0) + " day" : ordinal($0) })
    }
    guard !rule.byDay.isEmpty, rule.byMonthDay.isEmpty else { return nil }
    if rule.bySetPosition.isEmpty, rule.byDay.allSatisfy({ $0.ordinal != nil }) {
      covered.insert(.byDay)
      return list(rule.byDay.map { ordinal($0.ordinal ?? 1) + " " + $0.weekday.name })
    }
    guard !rule.bySetPosition.isEmpty, rule.byDay.allSatisfy({ $0.ordinal == nil }) else { return nil }
    let days = rule.byDay.map(\.weekday).sorted()
    let kind: String
    switch days {
    case [.monday, .tuesday, .wednesday, .thursday, .friday]: kind = "weekday"
    case [.saturday, .sunday]: kind = "weekend day"
    case Weekday.allCases: kind = "day"
    default:
      guard days.count == 1 else { return nil }
      kind = days[0].name
    }
    covered.formUnion([.byDay, .bySetPosition])
    return list(rule.bySetPosition.map { ordinal($0) + " " + kind })
  }

  private static func unit(_ rule: RecurrenceRule, _ name: String) -> String {
    rule.interval == 1 ? "every \(name)" : "every \(rule.interval) \(name)s"
  }

  private static func ordinal(_ number: Int) -> String {
    if number == -1 { return "last" }
    let value = abs(number)
    let suffix: String
    switch (value % 10, value % 100) {
    case (_, 11...13): suffix = "th"
    case (1, _): suffix = "st"
    case (2, _): suffix = "nd"
    case (3, _): suffix = "rd"
    case (_, _): suffix = "th"
    }
    return String(value) + suffix + (number < 0 ? " last" : "")
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func lastDay(_ until: RecurrenceUntil, zone: Zone?) -> CivilDate {
    switch until {
    case .date(let date): date
    case .floating(let time): time.date
    case .utc(let instant): (zone ?? .utc).civil(at: instant).date
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
}

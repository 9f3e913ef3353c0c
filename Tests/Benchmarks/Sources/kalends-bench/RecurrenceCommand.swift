import ArgumentParser
import CivilTime
import Foundation
import Recurrence

/// Occurrences per second beside Foundation; libical and python-dateutil are timed
/// by `rivals/` on the same tasks.
struct RecurrenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recurrence", abstract: "Expands rules and seeks in old series, beside Foundation.")

  @Option(help: "Runs of each task; the median counts.") var runs = 5

  /// The tasks: a name, a rule, and how many occurrences from 2 January 1997 on.
  static let tasks = [
    ("a  daily", "FREQ=DAILY", 10_000), ("b1 yearly BYWEEKNO=20", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", 1_000),
    ("b2 yearly BYSETPOS", "FREQ=YEARLY;BYMONTH=1,6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", 1_000),
    ("b3 last workday of the month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 1_000),
  ]

  func run() throws {
    let start = CivilDateTime(clamping: 852_195_600)
    for (name, text, count) in Self.tasks {
      let rule = try RecurrenceRule(parsing: text)
      let ours = median(of: runs) {
        var sum = 0
        for occurrence in rule.occurrences(start: .dateTime(start)).prefix(count) {
          sum &+= occurrence.start.wallSeconds
        }
        return sum
      }
      printRow(name + ", kalends", ours.seconds, rounded(Double(count) / ours.seconds / 1e6, 2) + " M/s")
    }
    foundationDaily()
    try oldSeries()
  }

  private func foundationDaily() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    let rule = Calendar.RecurrenceRule.daily(calendar: calendar)
    let theirs = median(of: runs) {
      var sum = 0
      for date in rule.recurrences(of: Date(timeIntervalSince1970: 852_195_600)).prefix(10_000) {
        sum &+= Int(date.timeIntervalSince1970)
      }
      return sum
    }
    printRow("a  daily, Foundation", theirs.seconds, rounded(10_000 / theirs.seconds / 1e6, 3) + " M/s")
  }

  /// 1,000 weekly series that began up to 56 years ago: one week of 2026 of all of them.
  private func oldSeries() throws {
    let zone = ZoneDatabase().zone(named: "America/New_York")
    var series: [CompiledRecurrence] = []
    for number in 0..<1_000 {
      let rule = try RecurrenceRule(
        parsing: "FREQ=WEEKLY;INTERVAL=\(number % 4 + 1);BYDAY=" + ["MO", "TU,TH", "WE", "FR"][number % 4])
      let start = CivilDateTime(clamping: (number * 10) * 86_400 + 9 * 3600)
      series.append(RecurrenceSet(start: .dateTime(start), rules: [rule], zone: zone).compiled())
    }
    for (name, day) in [
      ("c  1,000 old series, a week of 2026", 20_620), ("c' the same, 30 years later", 31_577),
    ] {
      let from = CivilDateTime(clamping: day * 86_400)
      let to = CivilDateTime(clamping: (day + 7) * 86_400)
      let ours = median(of: runs) {
        var hits = 0
        for one in series {
          for occurrence in one.occurrences(from: from, to: to) {
            hits &+= occurrence.start.wallSeconds > 0 ? 1 : 0
          }
        }
        return hits
      }
      printRow(name + ", kalends", ours.seconds, "\(ours.result) occurrences")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York") ?? .current
    let window = Date(timeIntervalSince1970: 20_620 * 86_400)..<Date(timeIntervalSince1970: 20_627 * 86_400)
    let sample = 20
    let theirs = median(of: 1) {
      var hits = 0
      for number in 0..<sample {
        let rule = Calendar.RecurrenceRule.weekly(
          calendar: calendar, interval: number % 4 + 1,
          weekdays: [
            [.every(.monday)], [.every(.tuesday), .every(.thursday)], [.every(.wednesday)], [.every(.friday)],
          ][number % 4])
        let start = Date(timeIntervalSince1970: Double(number * 500) * 86_400 + 14 * 3600)
        for _ in rule.recurrences(of: start, in: window) { hits += 1 }
      }
      return hits
    }
    printRow(
      "c  the same, Foundation", theirs.seconds * Double(1_000 / sample),
      "\(sample) series run, times \(1_000 / sample)")
  }
}

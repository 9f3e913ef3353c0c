import JSON
import Model

/// Writes the recurrence of an item (RFC 8984, 4.3).
struct RecurrenceWriter {
  /// The change at one local start.
  enum Change {
    /// EXDATE.
    case excluded
    /// RDATE, with its own length if it has one.
    case added(duration: String?)
  }

  let item: Item

  private var zone: Zone? { (item.start ?? item.due)?.zone }

  /// Adds `recurrenceRules` and `excludedRecurrenceRules`.
  func writeRules(to object: inout JSONObject) {
    guard let set = item.recurrence else { return }
    for (key, rules) in [("recurrenceRules", set.rules), ("excludedRecurrenceRules", set.exceptionRules)]
    where !rules.isEmpty {
      object[key] = .array(
        rules.map { .object(RuleObject.object($0, zone: zone, isAllDay: item.isAllDay)) })
    }
  }

  /// Extra dates and exceptions, in the order of their starts.
  ///
  /// The list is incomplete once `isStopped` returns true.
  func changes(_ isStopped: () -> Bool) -> [(start: CivilDateTime, change: Change)] {
    guard let set = item.recurrence else { return [] }
    var found: [CivilDateTime: Change] = [:]
    if !set.rules.isEmpty, !set.rules.contains(where: { produces($0, set.start) }) {
      // DTSTART is an occurrence even if no rule produces it: RFC 5545, 3.8.5.3.
      found[set.start.wall] = .added(duration: nil)
    }
    for date in set.dates where !isStopped() {
      found[start(of: date, set)] = .added(duration: duration(of: date))
    }
    var plain = set
    plain.exceptions = []
    let compiled = set.exceptions.isEmpty ? nil : plain.compiled()
    for exception in set.exceptions where !isStopped() {
      for wall in starts(of: exception, compiled) { found[wall] = .excluded }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func produces(_ rule: RecurrenceRule, _ start: RecurrenceStart) -> Bool {
    rule.occurrences(start: start, zone: zone, from: start.wall, to: start.wall.adding(seconds: 1))
      .contains { $0.start == start.wall }
  }

  private func start(of date: ExtraDate, _ set: RecurrenceSet) -> CivilDateTime {
    switch date.start {
    case .date(let day): CivilDateTime(day, set.start.isDate ? .midnight : set.start.wall.time)
    case .dateTime(let wall): set.start.isDate ? CivilDateTime(wall.date, .midnight) : wall
    }
  }

  private func duration(of date: ExtraDate) -> String? {
    switch date.end {
    case .length(let length): LocalTime.text(length, from: date.start.wall)
    case .end(let end):
      LocalTime.text(CalendarDuration(seconds: max(0, end.wallSeconds - date.start.wall.wallSeconds)))
    case nil: nil
    }
  }

  /// The starts that an exception removes.
  private func starts(of exception: ExceptionValue, _ plain: CompiledRecurrence?) -> [CivilDateTime] {
    switch exception {
    case .dateTime(let wall): return [wall]
    case .instant(let instant): return [zone?.civil(at: instant) ?? instant.utc]
    case .wholeDay(let date):
      let midnight = CivilDateTime(date, .midnight)
      if item.isAllDay { return [midnight] }
      return plain?.occurrences(from: midnight, to: midnight.adding(seconds: 86_400)).map(\.start) ?? []
    }
  }
}

import CivilTime
import Model

/// One value of a row: of a field, a group's key or an aggregate.
public enum Value: Hashable, Sendable {
  /// Nothing there.
  case null
  case text(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  /// A whole day.
  case date(CivilDate)
  /// A moment, and the zone to show it in.
  case instant(Instant, Zone)
  /// A wall-clock time in no zone.
  case floating(CivilDateTime)
  /// A time of day.
  case clock(TimeOfDay)
  case weekday(Weekday)
  /// An ISO 8601 week.
  case week(year: Int, week: Int)
  /// A month of a year.
  case month(year: Int, month: Int)
  /// A length of time; days stay days for whole-day items.
  case duration(CalendarDuration)
  /// A reminder's priority as stored, 0 (none) or 1 (highest) to 9.
  case priority(Int)
  /// Several texts, as tags are.
  case list([Value])
}

extension Value {
  /// Whether there is nothing.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether this sorts before another value of the same column; nothing sorts last.
  ///
  /// Texts compare without case and diacritics first; days begin at their first moment in `zone`, and weekdays in
  /// the order of a week that begins on `weekStart`.
  func precedes(_ other: Value, zone: Zone, weekStart: Weekday) -> Bool {
    switch (self, other) {
    case (.null, _): return false
    case (_, .null): return true
    case (.weekday(let a), .weekday(let b)):
      return weekStart.days(until: a) < weekStart.days(until: b)
    case (.list(let a), .list(let b)):
      return a.lexicographicallyPrecedes(b) { $0.precedes($1, zone: zone, weekStart: weekStart) }
    case (.text, .text):
      guard let a = foldedText, let b = other.foldedText else { return false }
      return a == b ? rawText < other.rawText : a < b
    default:
      guard let a = order(in: zone), let b = other.order(in: zone) else { return false }
      return a < b
    }
  }

  private var rawText: String {
    if case .text(let text) = self { text } else { "" }
  }

  private var foldedText: String? {
    if case .text(let text) = self { Folding.searchable(text) } else { nil }
  }

  /// The position of a value with an order of numbers; nil for texts and lists.
  private func order(in zone: Zone) -> Double? {
    switch self {
    case .null, .text, .list: nil
    case .integer(let number): Double(number)
    case .real(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .date(let date): Double(zone.startOfDay(date).seconds)
    case .instant(let instant, _): Double(instant.seconds)
    case .floating(let time): Double(zone.instant(of: time).seconds)
    case .clock(let time): Double(time.secondOfDay)
    case .weekday(let day): Double(day.rawValue)
    case .week(let year, let week): Double(year * 100 + week)
    case .month(let year, let month): Double(year * 100 + month)
    case .duration(let duration): Double(duration.nominalSeconds)
    case .priority(let number): Double(Self.importance(ofPriority: number))
    }
  }

  /// How important a stored priority is: 0 for none, 9 for the highest.
  static func importance(ofPriority number: Int) -> Int { (1...9).contains(number) ? 10 - number : 0 }
}

extension CalendarDuration {
  /// The length in seconds when a month has 30 days and a day 24 hours: good for comparing and adding up.
  var nominalSeconds: Int {
    let days = (months.multipliedReportingOverflow(by: 30)).partialValue &+ self.days
    return days &* 86_400 &+ seconds
  }
}

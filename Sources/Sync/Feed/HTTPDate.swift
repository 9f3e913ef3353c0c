import Store

/// Reads the dates of HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
  /// The moment that a text means; nil for other text.
  ///
  /// Besides `Sun, 06 Nov 1994 08:49:37 GMT` there are `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6
  /// 08:49:37 1994`, which nobody should write and everybody has to read. Of two digits, 70 and more are
  /// years of the twentieth century.
  static func instant(_ text: String) -> Instant? {
    guard text.utf8.count < 64 else { return nil }
    let parts = text.split { " ,-:\t".contains($0) }.map { $0.lowercased() }
    let isPlain = parts.count == 8 && parts[7] == "gmt"
    let name = String((parts.first ?? "").prefix(3))
    guard isPlain || parts.count == 7, days.contains(name) else { return nil }
    let order = isPlain ? (day: 1, month: 2, year: 3, time: 4) : (day: 2, month: 1, year: 6, time: 3)
    guard let month = months.firstIndex(of: parts[order.month]), let day = number(parts[order.day], 1...2),
      var year = number(parts[order.year], 2...4), let hour = number(parts[order.time], 2...2),
      let minute = number(parts[order.time + 1], 2...2), var second = number(parts[order.time + 2], 2...2)
    else { return nil }
    if parts[order.year].utf8.count == 2 { year += year < 70 ? 2_000 : 1_900 }
    // A leap second is counted as the one before.
    if second == 60 { second = 59 }
    guard let date = CivilDate(year: year, month: month + 1, day: day),
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { return nil }
    return Instant(seconds: CivilDateTime(date, time).wallSeconds)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func number(_ text: String, _ digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return Int(text)
  }
}

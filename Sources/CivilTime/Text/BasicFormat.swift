/// The compact forms of RFC 5545: `20261118`, `20261118T091500Z`, `P1DT2H`.
public enum BasicFormat {
  /// A DATE (RFC 5545, 3.3.4): eight digits; nil for other text and days that do not exist.
  public static func date(_ bytes: some Collection<UInt8>) -> CivilDate? {
    guard bytes.count == 8, let value = digits(bytes) else { return nil }
    return CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
  }

  /// A DATE-TIME (RFC 5545, 3.3.5) and whether it ends in `Z`; nil for other text.
  ///
  /// Missing seconds (`T0915`) are read as 00 and a leap second 60 as 59, because real files contain both.
  public static func dateTime(_ bytes: some Collection<UInt8>) -> (value: CivilDateTime, isUTC: Bool)? {
    var rest = bytes[...]
    var isUTC = false
    if let last = rest.last(), last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") {
      isUTC = true
      rest = rest.dropLast()
    }
    guard rest.count == 15 || rest.count == 13, let date = date(rest.prefix(8)) else { return nil }
    rest = rest.dropFirst(8)
    guard let mark = rest.first, mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") else { return nil }
    rest = rest.dropFirst()
    let hasSeconds = rest.count == 6
    guard let value = digits(rest) else { return nil }
    let clock = hasSeconds ? value : value * 100
    guard
      let time = TimeOfDay(
        hour: clock / 10_000, minute: clock / 100 % 100, second: Swift.min(clock % 100, 59)),
      clock % 100 <= 60
    else { return nil }
    return (CivilDateTime(date, time), isUTC)
  }

  /// A DURATION (RFC 5545, 3.3.6), extended by the years and months of ISO 8601.
  ///
  /// Nil for other text and for a duration longer than the years 1 to 9999.
  public static func duration(_ bytes: some Collection<UInt8>) -> CalendarDuration? {
    var result = CalendarDuration.zero
    var sign = 1
    var inTime = false
    var sawPart = false
    var sawTime = false
    var number: Int?
    var state = 0  // 0 before the sign, 1 before P, 2 after P
    for byte in bytes {
      let upper = byte >= 97 && byte <= 122 ? byte - 32 : byte
      switch (state, upper) {
      case (0, UInt8(ascii: "+")): state = 1
      case (0, UInt8(ascii: "-")):
        sign = -1
        state = 1
      case (0, UInt8(ascii: "P")), (1, UInt8(ascii: "P")): state = 2
      case (2, UInt8(ascii: "T")):
        if inTime || number != nil { return nil }
        inTime = true
      case (2, 48...57):
        let next = (number ?? 0).multipliedReportingOverflow(by: 10)
        guard !next.overflow, next.partialValue < 1_000_000_000_000 else { return nil }
        number = next.partialValue + Int(upper - 48)
      case (2, _):
        guard let value = number else { return nil }
        switch (upper, inTime) {
        case (UInt8(ascii: "Y"), false): result.months += value * 12
        case (UInt8(ascii: "M"), false): result.months += value
        case (UInt8(ascii: "W"), false): result.days += value * 7
        case (UInt8(ascii: "D"), false): result.days += value
        case (UInt8(ascii: "H"), true): result.seconds += value * 3600
        case (UInt8(ascii: "M"), true): result.seconds += value * 60
        case (UInt8(ascii: "S"), true): result.seconds += value
        default: return nil
        }
        // A duration longer than the years 1 to 9999 has no meaning, and sums of such parts would overflow.
        guard result.isInCalendar else { return nil }
        number = nil
        sawPart = true
        sawTime = inTime
      default: return nil
      }
    }
    guard sawPart, number == nil, !inTime || sawTime else { return nil }
    return sign < 0 ? -result : result
  }

  /// `20261118`.
  public static func text(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return padded(year, 4) + padded(month, 2) + padded(day, 2)
  }

  /// `20261118T091500`.
  public static func text(_ value: CivilDateTime) -> String {
    let time = value.time
    return text(value.date) + "T" + padded(time.hour, 2) + padded(time.minute, 2) + padded(time.second, 2)
  }

  /// `P1D`, `PT15M`, `-P1DT2H`; whole weeks as days, because RFC 5545 allows weeks only without other parts.
  public static func text(_ duration: CalendarDuration) -> String {
    if duration == .zero { return "PT0S" }
    let parts = [duration.months, duration.days, duration.seconds]
    guard parts.allSatisfy({ $0 >= 0 }) || parts.allSatisfy({ $0 <= 0 }) else {
      // RFC 5545 has one sign for the whole duration, so parts of different signs become separate durations.
      var pieces: [String] = []
      if duration.months != 0 { pieces.append(text(CalendarDuration(months: duration.months))) }
      if duration.days != 0 { pieces.append(text(CalendarDuration(days: duration.days))) }
      if duration.seconds != 0 { pieces.append(text(CalendarDuration(seconds: duration.seconds))) }
      return pieces.joined(separator: " ")
    }
    var result = parts.contains { $0 < 0 } ? "-P" : "P"
    let months = duration.months.magnitude
    if months >= 12 { result += String(months / 12) + "Y" }
    if months % 12 != 0 { result += String(months % 12) + "M" }
    let days = duration.days.magnitude
    if days != 0 { result += String(days) + "D" }
    let seconds = duration.seconds.magnitude
    if seconds != 0 {
      result += "T"
      if seconds >= 3600 { result += String(seconds / 3600) + "H" }
      if seconds / 60 % 60 != 0 { result += String(seconds / 60 % 60) + "M" }
      if seconds % 60 != 0 { result += String(seconds % 60) + "S" }
    }
    return result
  }

  /// The value of 1 to 18 ASCII digits; nil for other text.
  static func digits(_ bytes: some Collection<UInt8>) -> Int? {
    if bytes.isEmpty || bytes.count > 18 { return nil }
    var value = 0
    for byte in bytes {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  /// A non-negative number, with leading zeros to at least `width` digits.
  static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return text.count >= width ? text : String(repeating: "0", count: width - text.count) + text
  }
}

extension Collection where Element == UInt8 {
  fileprivate func last() -> UInt8? {
    isEmpty ? nil : self[index(startIndex, offsetBy: count - 1)]
  }
}

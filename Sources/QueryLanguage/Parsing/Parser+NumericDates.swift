import CivilTime

extension Parser {
  func isYear(at index: Int) -> Bool {
    token(index).integer != nil && token(index).text.utf8.count == 4 && token(index + 1).keyword != .times
      && !isMonth(token(index + 1))
  }

  /// Whether four digits after a day are its clock time: `20 nov 1730`, but not `20 nov 1730 10:00`.
  func isClockTime(at index: Int) -> Bool {
    guard let number = token(index).integer, number < Self.firstYear else { return false }
    return isCompactClock(at: index) && !isClock(at: index + 1) && !isCompactClock(at: index + 1)
  }

  mutating func year() throws(SyntaxError) -> Int {
    let token = current
    let value = try integer()
    guard (1...9999).contains(value) else {
      throw SyntaxError(.numberOutOfRange(value, 1...9999), at: token.range)
    }
    return value
  }

  mutating func weekNumber() throws(SyntaxError) -> Int {
    advance()
    let week = try checkedWeek(current.integer ?? 0)
    advance()
    return week
  }

  /// The number of a week if some year has it; it stands at the current token.
  func checkedWeek(_ week: Int) throws(SyntaxError) -> Int {
    guard (1...53).contains(week) else {
      throw SyntaxError(.noSuchWeek(year: nil, week: week), at: current.range)
    }
    return week
  }

  // MARK: ISO 8601

  private func numbers(_ text: String) -> [Int] {
    text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
  }

  mutating func isoDate() throws(SyntaxError) -> CivilDate {
    let token = advance()
    return try isoDate(token.text, at: token.range)
  }

  private func isoDate(_ text: String, at range: SourceRange) throws(SyntaxError) -> CivilDate {
    let parts = numbers(text)
    if parts.count == 2, text.utf8.count == 8 {
      guard (1...366).contains(parts[1]),
        let date = CivilDate(year: parts[0], month: 1, day: 1)?.adding(days: parts[1] - 1),
        date.year == parts[0]
      else { throw SyntaxError(.badDate(text, suggestion: nil), at: range) }
      return date
    }
    guard parts.count == 3 else { throw SyntaxError(.badDate(text, suggestion: nil), at: range) }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "W") || $0 == UInt8(ascii: "w") }) {
      guard let weekday = Weekday(rawValue: parts[2]),
        let date = CivilDate(isoWeekYear: parts[0], week: parts[1], weekday: weekday)
      else { throw SyntaxError(.noSuchWeek(year: parts[0], week: parts[1]), at: range) }
      return date
    }
    let padded = Self.padded(year: parts[0], month: parts[1], day: parts[2])
    guard text.utf8.count == 10 else { throw SyntaxError(.badDate(text, suggestion: padded), at: range) }
    guard (1...12).contains(parts[1]) else { throw SyntaxError(.noSuchMonth(parts[1]), at: range) }
    guard let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else {
      throw SyntaxError(.noSuchDay(year: parts[0], month: parts[1], day: parts[2]), at: range)
    }
    return date
  }

  static func padded(year: Int, month: Int, day: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  mutating func yearMonth() throws(SyntaxError) -> (year: Int, month: Int) {
    let token = advance()
    let parts = numbers(token.text)
    guard parts.count == 2, parts[0] >= 1, (1...12).contains(parts[1]) else {
      throw SyntaxError(.noSuchMonth(parts.last ?? 0), at: token.range)
    }
    return (parts[0], parts[1])
  }

  mutating func isoWeek() throws(SyntaxError) -> (year: Int, week: Int) {
    let token = advance()
    let parts = numbers(token.text)
    guard parts.count == 2, CivilDate(isoWeekYear: parts[0], week: parts[1], weekday: .monday) != nil else {
      throw SyntaxError(.noSuchWeek(year: parts.first, week: parts.last ?? 0), at: token.range)
    }
    return (parts[0], parts[1])
  }

  /// `2026-11-18T14:30`, with `Z` or an offset, or a zone name after a blank.
  mutating func dateTime() throws(SyntaxError) -> DateBase {
    let token = current
    let pieces = token.text.split(maxSplits: 1) { $0 == "T" || $0 == "t" }
    guard pieces.count == 2 else { throw unexpected() }
    let date = try isoDate(String(pieces[0]), at: token.range)
    var time = String(pieces[1])
    var zone: ZoneSyntax?
    if time.hasSuffix("Z") || time.hasSuffix("z") {
      time.removeLast()
      zone = ZoneSyntax(.named("UTC"), range: token.range)
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let written = String(time[sign...])
      guard let offset = Self.utcOffset(written) else {
        throw SyntaxError(.badOffset(written), at: token.range)
      }
      zone = ZoneSyntax(.offset(offset), range: token.range)
      time = String(time[..<sign])
    }
    guard let seconds = Self.secondOfDay(time) else { throw SyntaxError(.badClock(time), at: token.range) }
    advance()
    if zone == nil { zone = try zoneSuffix() }
    let clock = ClockSyntax(secondOfDay: seconds, zone: zone, range: token.range)
    return .day(.date(date, weekday: nil), at: clock)
  }

  // MARK: Slashes, points and dashes

  /// `24.12.2026`, `11/30/2026`, `2026/12/24`, `12.11.`: read if only one order of day and month is possible, or
  /// the order is set.
  ///
  /// With points the day comes first, unless the order is set or no such month exists.
  mutating func separatedDate() throws(SyntaxError) -> DaySyntax {
    let token = current
    let parts = numbers(token.text)
    guard parts.count == 2 || parts.count == 3, let first = parts.first, first < 10_000 else {
      throw SyntaxError(.badDate(token.text, suggestion: nil), at: token.range)
    }
    if parts.count == 3, first >= 1000 {
      let date = try isoDate(Self.padded(year: first, month: parts[1], day: parts[2]), at: token.range)
      advance()
      return .date(date, weekday: nil)
    }
    let isDayFirst = token.kind == .dottedDate
    let (day, month) =
      switch options.dateOrder {
      case .dmy: (first, parts[1])
      case .mdy: (parts[1], first)
      case .none: parts[1] > 12 && first <= 12 ? (parts[1], first) : (first, parts[1])
      }
    var year = parts.count == 3 ? parts[2] : nil
    guard (1...12).contains(month) else { throw SyntaxError(.noSuchMonth(month), at: token.range) }
    if let year, year < 1000 { throw SyntaxError(.badDate(token.text, suggestion: nil), at: token.range) }
    guard CivilDate(year: year ?? 2024, month: month, day: day) != nil else {
      throw SyntaxError(.noSuchDay(year: year, month: month, day: day), at: token.range)
    }
    let isUnclear = day <= 12 && day != month && !isDayFirst
    if options.dateOrder == .none, isUnclear {
      throw SyntaxError(
        .ambiguousDate(
          token.text, readings: [(day, month), (month, day)].map { Self.reading($0, $1, year) }),
        at: token.range)
    }
    let start = index
    advance()
    if year == nil { year = try yearOfDay(isMonthFirst: false) }
    try checkDay(day, month, year, from: start)
    if let year, let date = CivilDate(year: year, month: month, day: day) { return .date(date, weekday: nil) }
    return .monthDay(month: month, day: day, year: nil, weekday: nil)
  }

  /// One reading of a date with slashes: `2026-11-12`, or `12 nov` without a year.
  private static func reading(_ day: Int, _ month: Int, _ year: Int?) -> String {
    year.map { padded(year: $0, month: month, day: day) }
      ?? "\(day) \(CalendarWords.months[month - 1].prefix(3))"
  }

  /// `24-Dec-2026`, `24-Dec`.
  mutating func dashDate(weekday: Weekday?) throws(SyntaxError) -> DaySyntax {
    let start = index
    let parts = advance().text.split(separator: "-").map(String.init)
    guard parts.count > 1, let day = Int(parts[0]), let month = CalendarWords.month(parts[1]) else {
      throw SyntaxError(.badDate(token(start).text, suggestion: nil), at: token(start).range)
    }
    let year = parts.count > 2 ? Int(parts[2]) : try yearOfDay(isMonthFirst: false)
    try checkDay(day, month, year, from: start)
    return .monthDay(month: month, day: day, year: year, weekday: weekday)
  }
}

extension Token {
  var ordinal: Int? {
    if case .ordinal(let value) = kind { return value }
    return nil
  }
}

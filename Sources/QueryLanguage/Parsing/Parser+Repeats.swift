import CivilTime

extension Parser {
  /// Production `repetition`.
  mutating func repetition() throws(SyntaxError) -> RepeatSyntax {
    let start = index
    note(.repetition)
    if isAt(.never) {
      return RepeatSyntax(.never, range: advance().range)
    }
    let pattern = try repeatPattern()
    var seen = SeenClauses()
    let limits = try repeatLimits(&seen)
    return RepeatSyntax(.pattern(pattern, limits), range: range(from: start))
  }

  private mutating func repeatPattern() throws(SyntaxError) -> RepeatPattern {
    if isAt(.by) {
      advance()
      note(.string)
      guard current.isString else { throw unexpected() }
    }
    if case .string(let rule) = current.kind {
      return .rule(TextSyntax(rule, range: advance().range))
    }
    if let days = try repeatedDays() { return days }
    if let (interval, unit) = Self.adverb(current) {
      advance()
      return .interval(interval, unit, try repeatPlace(unit))
    }
    if isAt(.every) || current.isWord(.each) {
      advance()
      return try every()
    }
    if isAt(.on) { advance() }
    guard startsPosition else { throw unexpected() }
    return try ranked()
  }

  /// The interval and unit that one word names: `daily`, `biweekly`, `quarterly`.
  private static func adverb(_ token: Token) -> (Int, RepeatUnit)? {
    switch token.lowered {
    case "hourly": (1, .hour)
    case "daily": (1, .day)
    case "weekly": (1, .week)
    case "biweekly", "fortnightly": (2, .week)
    case "monthly": (1, .month)
    case "quarterly": (1, .quarter)
    case "yearly", "annually": (1, .year)
    default: nil
    }
  }

  /// `mondays and thursdays`, `weekdays`, `on weekends`; nil if none begin.
  private mutating func repeatedDays() throws(SyntaxError) -> RepeatPattern? {
    let first = isAt(.on) ? index + 1 : index
    guard token(first).isWord else { return nil }
    let days: RepeatDayNames
    switch token(first).lowered {
    case "weekdays", "workdays": days = .weekdays
    case "weekends": days = .weekends
    default:
      guard isWeekdays(token(first)) else { return nil }
      index = first
      return .days(.named(try weekdayList()), in: try monthsOfDays())
    }
    index = first + 1
    return .days(days, in: try monthsOfDays())
  }

  /// Whether a word is a weekday in the plural.
  private func isWeekdays(_ token: Token) -> Bool {
    guard let word = token.lowered, word.hasSuffix("s"), CalendarWords.weekday(word) == nil else {
      return false
    }
    return CalendarWords.weekday(String(word.dropLast())) != nil
  }

  /// A weekday of a repetition, also in the plural.
  mutating func repeatedWeekday() throws(SyntaxError) -> Weekday {
    guard isWeekdays(current) else { return try weekday() }
    return CalendarWords.weekday(String(advance().text.dropLast())) ?? .monday
  }

  /// Whether a weekday of a repetition begins at the index.
  func startsRepeatedWeekday(at index: Int) -> Bool {
    token(index).isWord && (CalendarWords.weekday(token(index).text) != nil || isWeekdays(token(index)))
  }

  /// Production `ranked`: `first and last weekday of every year`, which means the
  /// same as `every year on the …`.
  mutating func ranked() throws(SyntaxError) -> RepeatPattern {
    let start = index
    var positions: [RepeatPosition] = []
    let days = try nth(&positions)
    let whole = range(from: start)
    try expect(.of)
    if current.isWord(.each) { advance() } else { try expect(.every) }
    // No rule has positions in seconds, so `second` means every other.
    let isSecond = current.isWord && CalendarWords.ordinal(current.text) == 2
    if isSecond { advance() }
    let interval = isSecond ? 2 : try repeatInterval()
    note(.keyword(.month))
    note(.keyword(.year))
    noteAlso(.keyword(.quarter))
    let unit = current.isWord ? CalendarWords.repeatUnit(current.text) : nil
    guard let unit, [.month, .quarter, .year].contains(unit) else { throw unexpected() }
    advance()
    return .interval(interval, unit, try repeatPlace(unit, days: days, positions, at: whole))
  }

  /// Production `every`.
  mutating func every() throws(SyntaxError) -> RepeatPattern {
    note(.keyword(.weekday))
    note(.keyword(.weekend))
    note(.weekday)
    note(.unit)
    noteAlso(.keyword(.other))
    if eatOptional(.weekday) { return .days(.weekdays, in: try monthsOfDays()) }
    if eatOptional(.weekend) { return .days(.weekends, in: try monthsOfDays()) }
    if startsRepeatedWeekday(at: index) {
      let days = try weekdayList()
      return .days(.named(days), in: try monthsOfDays())
    }
    // `every other tuesday`
    if isAt(.other), startsRepeatedWeekday(at: index + 1) {
      advance()
      let days = try weekdayList()
      return .interval(2, .week, RepeatPlace(days: .weekdays(days), months: try monthsOfDays()))
    }
    if current.isWord(.fortnight) {
      advance()
      return .interval(2, .week, try repeatPlace(.week))
    }
    let start = index
    let interval = try repeatInterval()
    note(.unit)
    guard current.isWord, let unit = CalendarWords.repeatUnit(current.text) else {
      throw unexpected(after: token(start - 1).text)
    }
    advance()
    return .interval(interval, unit, try repeatPlace(unit))
  }

  private mutating func monthsOfDays() throws(SyntaxError) -> [Int] {
    noteAlso(.keyword(.in))
    guard startsRepeatMonths(at: index) else { return [] }
    advance()
    return try repeatMonths()
  }

  /// The number of units from one period to the next; 1 by default.
  private mutating func repeatInterval() throws(SyntaxError) -> Int {
    if isAt(.other) {
      advance()
      return 2
    }
    // `every second` counts seconds, `every second week` every other week.
    if CalendarWords.ordinal(current.text) == 2, peek().isWord, CalendarWords.repeatUnit(peek().text) != nil {
      advance()
      return 2
    }
    let written = current.integer ?? current.ordinal ?? CalendarWords.number(current.text)
    let isSecond = CalendarWords.ordinal(current.text) == 2 && CalendarWords.weekday(peek().text) != nil
    guard let number = isSecond ? 2 : current.isWord && written == nil ? nil : written else { return 1 }
    if let weekday = CalendarWords.weekday(peek().text), peek().isWord {
      let whole = current.range.union(peek().range)
      let name = CalendarWords.name(weekday)
      throw SyntaxError(
        .ambiguousRepeat(
          text(at: whole), weeks: "every \(number) weeks on \(name)",
          month: "every month on the \(CalendarWords.ordinalText(number)) \(name)"), at: whole)
    }
    guard (1...9999).contains(number) else {
      throw SyntaxError(.numberOutOfRange(number, 1...9999), at: current.range)
    }
    advance()
    return number
  }

  // MARK: Limits

  /// Whether a limit begins at the index.
  func startsRepeatLimit(at index: Int) -> Bool {
    switch token(index).keyword {
    case .until, .except, .once, .starting: true
    case nil where isUntil(token(index)): true
    default: token(index).integer != nil && token(index + 1).keyword == .times
    }
  }

  /// Production `repeatLimit`; nil if no limit begins.
  mutating func repeatLimit(_ seen: inout SeenClauses) throws(SyntaxError) -> RepeatLimitSyntax? {
    noteLimits()
    if isAt(sign: .comma) {
      if startsRepeatLimit(at: index + 1) {
        advance()
      } else if peek().endsStatement {
        // An incomplete statement: note the limits that may follow the comma.
        index += 1
        noteLimits()
        index -= 1
      } else if peek().integer != nil, peek(2).endsStatement {
        index += 2
        note(.keyword(.times))
        throw unexpected()
      }
    }
    if isAt(.until) || isUntil(current) {
      try once("`until`", &seen)
      advance()
      return .until(try date())
    }
    if isAt(.except) {
      try once("`except`", &seen)
      advance()
      return .except(try jointList { (parser) throws(SyntaxError) in try parser.date() })
    }
    if isAt(.starting) {
      try once("`starting`", &seen)
      advance()
      return .starting(try date())
    }
    if isAt(.after), peek().keyword == .completion {
      try once("`after completion`", &seen)
      advance()
      advance()
      return .afterCompletion
    }
    if isAt(.once) {
      try once("`times`", &seen)
      advance()
      return .times(1)
    }
    guard let count = current.integer, peek().keyword == .times else { return nil }
    try once("`times`", &seen)
    let limit = try times(count)
    advance()
    return limit
  }

  /// How often something comes, by the number at the index.
  private mutating func times(_ count: Int) throws(SyntaxError) -> RepeatLimitSyntax {
    guard (1...1_000_000).contains(count) else {
      throw SyntaxError(.numberOutOfRange(count, 1...1_000_000), at: current.range)
    }
    advance()
    return .times(count)
  }

  /// When a repetition ends, without its pattern: a date alone is its last day and a number alone
  /// how often it comes; other limits may follow.
  mutating func repeatEnd() throws(SyntaxError) -> [RepeatLimitSyntax] {
    var seen = SeenClauses()
    let first: RepeatLimitSyntax
    if let count = current.integer, peek().endsStatement {
      try once("`times`", &seen)
      first = try times(count)
    } else if isAt(.once) || current.integer != nil && peek().keyword == .times,
      let limit = try repeatLimit(&seen)
    {
      first = limit
    } else {
      try once("`until`", &seen)
      first = .until(try date())
    }
    return try [first] + repeatLimits(&seen)
  }

  private mutating func repeatLimits(_ seen: inout SeenClauses) throws(SyntaxError) -> [RepeatLimitSyntax] {
    var limits: [RepeatLimitSyntax] = []
    var progress = LoopProgress()
    while progress.isMoving(index), let limit = try repeatLimit(&seen) { limits.append(limit) }
    return limits
  }

  private mutating func noteLimits() {
    noteAlso(.keyword(.until))
    noteAlso(.keyword(.except))
    noteAlso(.keyword(.once))
    noteAlso(.keyword(.starting))
  }

  // MARK: Lists

  /// Production `joint`: whether the list continues.
  mutating func joint() -> Bool {
    noteAlso(.symbol(.comma))
    noteAlso(.keyword(.and))
    if isAt(sign: .comma) {
      // A comma also separates assignments, and may stand before a limit.
      if startsAssignment(at: index + 1) || startsRepeatLimit(at: index + 1) { return false }
      advance()
      if isAt(.and) { advance() }
      return true
    }
    guard isAt(.and) else { return false }
    advance()
    return true
  }

  /// A list separated by commas or `and`.
  mutating func jointList<Element>(
    _ element: (inout Parser) throws(SyntaxError) -> Element
  ) throws(SyntaxError) -> [Element] {
    var result = [try element(&self)]
    while joint() { result.append(try element(&self)) }
    return result
  }

  mutating func weekdayList() throws(SyntaxError) -> [Weekday] {
    try jointList { (parser) throws(SyntaxError) in try parser.repeatedWeekday() }
  }
}

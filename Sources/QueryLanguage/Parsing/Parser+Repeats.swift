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
    var limits: [RepeatLimitSyntax] = []
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index), let limit = try repeatLimit(&seen) { limits.append(limit) }
    return RepeatSyntax(.pattern(pattern, limits), range: range(from: start))
  }

  private mutating func repeatPattern() throws(SyntaxError) -> RepeatPattern {
    if case .string(let rule) = current.kind {
      advance()
      return .rule(rule)
    }
    let unit: CalendarUnit
    switch current.keyword {
    case .daily: unit = .day
    case .weekly: unit = .week
    case .monthly: unit = .month
    case .yearly: unit = .year
    case .every:
      advance()
      return try every()
    default: throw unexpected()
    }
    advance()
    return .interval(1, unit, on: startsRepeatDay(at: index) ? try repeatDays() : [])
  }

  /// Production `every`.
  mutating func every() throws(SyntaxError) -> RepeatPattern {
    note(.keyword(.weekday))
    note(.keyword(.weekend))
    note(.weekday)
    note(.unit)
    noteAlso(.keyword(.other))
    if isAt(.weekday) {
      advance()
      return .weekdays
    }
    if isAt(.weekend) {
      advance()
      return .weekends
    }
    if current.isWord, CalendarWords.weekday(current.text) != nil {
      return .days(try list { (parser) throws(SyntaxError) in try parser.weekday() })
    }
    let start = index
    var interval = 1
    if isAt(.other) {
      advance()
      interval = 2
    } else if let number = current.integer ?? current.ordinal {
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
      interval = number
    }
    note(.unit)
    guard current.isWord, let unit = CalendarWords.unit(current.text, plural: true), unit != .weekend else {
      throw unexpected(after: token(start - 1).text)
    }
    advance()
    return .interval(interval, unit, on: startsRepeatDay(at: index) ? try repeatDays() : [])
  }

  /// Whether `on` is followed by days of the repetition and not by a date.
  private mutating func startsRepeatDay(at index: Int) -> Bool {
    noteAlso(.keyword(.on))
    guard token(index).keyword == .on else { return false }
    let next = token(index + 1)
    if next.keyword == .the || next.endsStatement { return true }
    if next.keyword == .last {
      return CalendarWords.weekday(token(index + 2).text) != nil || token(index + 2).keyword == .day
    }
    if next.ordinal != nil || CalendarWords.ordinal(next.text) != nil { return !isMonth(token(index + 2)) }
    return next.isWord && CalendarWords.weekday(next.text) != nil
  }

  /// Production `repeatDays`.
  mutating func repeatDays() throws(SyntaxError) -> [RepeatDaySyntax] {
    advance()
    note(.weekday)
    if current.isWord, CalendarWords.weekday(current.text) != nil {
      return try list { (parser) throws(SyntaxError) in .weekday(try parser.weekday()) }
    }
    _ = eatOptional(.the)
    return try list { (parser) throws(SyntaxError) in try parser.nth() }
  }

  /// Production `nth`.
  mutating func nth() throws(SyntaxError) -> RepeatDaySyntax {
    note(.integer)
    note(.keyword(.last))
    if isAt(.the) { advance() }
    if isAt(.last) {
      advance()
      note(.day)
      if eatOptional(.day) { return .lastDay }
      return .lastWeekday(try weekday())
    }
    let token = current
    guard let number = token.ordinal ?? (token.isWord ? CalendarWords.ordinal(token.text) : nil) else {
      throw unexpected()
    }
    advance()
    if current.isWord, let weekday = CalendarWords.weekday(current.text) {
      guard (1...5).contains(number) else {
        throw SyntaxError(
          .badRepeat(
            "no month has a \(CalendarWords.ordinalText(number)) \(CalendarWords.name(weekday))",
            suggestion: "1st to 5th, or `last`"),
          at: token.range)
      }
      advance()
      return .nthWeekday(number, weekday)
    }
    guard (1...31).contains(number) else {
      throw SyntaxError(
        .badRepeat("no month has \(number) days", suggestion: "1st to 31st, or `last day`"), at: token.range)
    }
    _ = eatOptional(.day)
    return .dayOfMonth(number)
  }

  /// Production `repeatLimit`: nil where none begins.
  mutating func repeatLimit(_ seen: inout SeenClauses) throws(SyntaxError) -> RepeatLimitSyntax? {
    noteAlso(.keyword(.until))
    noteAlso(.keyword(.except))
    if isAt(.until) {
      try once("`until`", &seen)
      advance()
      return .until(try date())
    }
    if isAt(.except) {
      try once("`except`", &seen)
      advance()
      return .except(try list { (parser) throws(SyntaxError) in try parser.date() })
    }
    guard let count = current.integer, peek().keyword == .times else { return nil }
    try once("`times`", &seen)
    guard (1...1_000_000).contains(count) else {
      throw SyntaxError(.numberOutOfRange(count, 1...1_000_000), at: current.range)
    }
    advance()
    advance()
    return .times(count)
  }
}

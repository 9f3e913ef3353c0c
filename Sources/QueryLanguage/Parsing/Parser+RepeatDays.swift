import CivilTime

extension Parser {
  /// The days, months and weeks that follow a unit, each once; `days` if they preceded it.
  mutating func repeatPlace(
    _ unit: RepeatUnit, days: RepeatDaysSyntax? = nil, _ positions: [RepeatPosition] = [],
    at whole: SourceRange = .none
  ) throws(SyntaxError) -> RepeatPlace {
    var place = RepeatPlace()
    var positions = positions
    var whole = whole
    var seen = SeenClauses()
    if let days {
      try once("`on`", &seen)
      place.days = days
    }
    while true {
      noteAlso(.keyword(.on))
      noteAlso(.keyword(.in))
      if startsRepeatDays(at: index) {
        try once("`on`", &seen)
        place.days = try repeatDays(&positions)
        // With the noun, but without `on the`.
        if let first = positions.first { whole = first.range.union(token(index - 1).range) }
      } else if startsRepeatMonths(at: index, after: place.days, of: unit) {
        try once("`in`", &seen)
        advance()
        place.months = try repeatMonths()
      } else if unit == .year, startsRepeatWeeks(at: index) {
        try once("`in`", &seen)
        advance()
        place.weeks = try repeatWeeks()
      } else {
        break
      }
    }
    try check(&place, unit, positions, at: whole)
    return place
  }

  /// Whether `on` is followed by days of the repetition and not by a date.
  private func startsRepeatDays(at index: Int) -> Bool {
    guard token(index).keyword == .on else { return false }
    let next = token(index + 1)
    if next.keyword == .the || next.keyword == .every || next.endsStatement { return true }
    if next.keyword == .last {
      let noun = token(index + 2)
      return CalendarWords.weekday(noun.text) != nil || [.day, .weekday, .and].contains(noun.keyword)
        || (noun.keyword == .weekend && token(index + 3).keyword == .day) || noun.isSymbol(.comma)
    }
    if next.ordinal != nil || CalendarWords.ordinal(next.text) != nil { return !isMonth(token(index + 2)) }
    return startsRepeatedWeekday(at: index + 1)
  }

  /// Whether `in` is followed by a month and not by a calendar; `of` after a numbered day of the year.
  func startsRepeatMonths(
    at index: Int, after days: RepeatDaysSyntax? = nil, of unit: RepeatUnit? = nil
  ) -> Bool {
    switch token(index).keyword {
    case .in: isMonth(token(index + 1)) && !token(index + 2).isSymbol(.at)
    case .of: unit == .year && days != nil
    default: false
    }
  }

  private func startsRepeatWeeks(at index: Int) -> Bool {
    guard token(index).keyword == .in else { return false }
    return token(index + 1).keyword == .the
      || (token(index + 1).keyword == .week && token(index + 2).integer != nil)
  }

  /// Production `repeatMonths`.
  mutating func repeatMonths() throws(SyntaxError) -> [Int] {
    try jointList { (parser) throws(SyntaxError) in
      parser.note(.month)
      guard parser.current.isWord, let month = CalendarWords.month(parser.current.text) else {
        throw parser.unexpected()
      }
      parser.advance()
      return month
    }
  }

  /// Production `repeatWeeks`.
  mutating func repeatWeeks() throws(SyntaxError) -> [Int] {
    if isAt(.week) {
      advance()
      return try jointList { (parser) throws(SyntaxError) in
        let token = parser.current
        let week = try parser.integer()
        guard (1...53).contains(week) else {
          throw SyntaxError(.noSuchWeek(year: nil, week: week), at: token.range)
        }
        return week
      }
    }
    let positions = try self.positions()
    try expect(.week)
    for position in positions where !(1...53).contains(abs(position.value)) {
      throw SyntaxError(.noSuchWeek(year: nil, week: abs(position.value)), at: position.range)
    }
    return positions.map(\.value)
  }

  /// Production `repeatDays`.
  mutating func repeatDays(_ positions: inout [RepeatPosition]) throws(SyntaxError) -> RepeatDaysSyntax {
    advance()
    note(.weekday)
    if isAt(.every) {
      advance()
      return .weekdays(try weekdayList())
    }
    if startsRepeatedWeekday(at: index) { return .weekdays(try weekdayList()) }
    return try nth(&positions)
  }

  /// Production `nth`.
  mutating func nth(_ all: inout [RepeatPosition]) throws(SyntaxError) -> RepeatDaysSyntax {
    var result: RepeatDaysSyntax?
    repeat {
      let some = try positions()
      all += some
      let values = some.map(\.value)
      let place = current.range
      let next: RepeatDaysSyntax
      if current.isWord, let weekday = CalendarWords.weekday(current.text) {
        advance()
        next = .ranked(values.map { RankedWeekday($0, weekday) })
      } else if eatOptional(.day) {
        next = .days(values)
      } else if eatOptional(.weekday) {
        next = .workdays(values)
      } else if isAt(.weekend) {
        advance()
        try expect(.day)
        next = .weekendDays(values)
      } else if some.last?.needsNoun == true {
        note(.day)
        noteAlso(.keyword(.weekday))
        noteAlso(.keyword(.weekend))
        throw unexpected()
      } else {
        next = .numbers(values)
      }
      guard let joined = result.map({ $0.joined(with: next) }) ?? next else {
        throw SyntaxError(
          .badRepeat(
            "one rule cannot have both kinds of days",
            suggestion: "days of the month, or weekdays, or an item for each"),
          at: some.first?.range ?? place)
      }
      result = joined
    } while joint()
    return result ?? .numbers([])
  }

  /// Positions up to the noun that they share.
  private mutating func positions() throws(SyntaxError) -> [RepeatPosition] {
    var result = [try position()]
    // A position after a noun begins another group.
    while isAt(sign: .comma) || isAt(.and), joint() { result.append(try position()) }
    return result
  }

  /// Whether a position begins here.
  var startsPosition: Bool {
    isAt(.the) || isAt(.last) || current.ordinal != nil
      || current.isWord && CalendarWords.ordinal(current.text) != nil
  }

  /// Production `position`.
  mutating func position() throws(SyntaxError) -> RepeatPosition {
    if isAt(.the) { advance() }
    note(.integer)
    note(.keyword(.last))
    let first = index
    if isAt(.last) {
      advance()
      return RepeatPosition(value: -1, needsNoun: true, range: range(from: first))
    }
    let token = current
    guard let number = token.ordinal ?? (token.isWord ? CalendarWords.ordinal(token.text) : nil), number > 0
    else { throw unexpected() }
    advance()
    // `last` may also begin a date, but not between a number and its noun.
    guard isAt(.last) else { return RepeatPosition(value: number, needsNoun: false, range: token.range) }
    advance()
    return RepeatPosition(value: -number, needsNoun: true, range: range(from: first))
  }
}

/// A position of a repetition, with its place for messages.
struct RepeatPosition {
  var value: Int
  /// Whether the bare number means nothing without a noun.
  var needsNoun: Bool
  var range: SourceRange
}

extension RepeatDaysSyntax {
  /// Both lists in one; nil if no rule can have both.
  fileprivate func joined(with other: RepeatDaysSyntax) -> RepeatDaysSyntax? {
    switch (self, other) {
    case (.ranked(let a), .ranked(let b)): .ranked(a + b)
    case (.days(let a), .days(let b)), (.days(let a), .numbers(let b)): .days(a + b)
    case (.workdays(let a), .workdays(let b)): .workdays(a + b)
    case (.weekendDays(let a), .weekendDays(let b)): .weekendDays(a + b)
    default: nil
    }
  }
}

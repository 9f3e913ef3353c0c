extension Parser {
  /// Production `when`.
  mutating func when() throws(SyntaxError) -> WhenSyntax {
    let start = index
    var relation = RangeRelation.overlapping
    noteAlso(.keyword(.starting))
    noteAlso(.keyword(.ending))
    noteAlso(.keyword(.within))
    if let word = current.keyword, word == .starting || word == .ending || word == .within,
      let found = RangeRelation(rawValue: word.rawValue)
    {
      relation = found
      advance()
    }
    let time = try range()
    return WhenSyntax(time, relation: relation, range: range(from: start))
  }

  /// Production `range`.
  mutating func range() throws(SyntaxError) -> RangeSyntax {
    let start = index
    let (kind, hasPreposition) = try rangeKind()
    return RangeSyntax(kind, hasPreposition: hasPreposition, range: range(from: start))
  }

  private mutating func rangeKind() throws(SyntaxError) -> (RangeSyntax.Kind, hasPreposition: Bool) {
    for word in [Keyword.from, .since, .to, .until, .by, .before, .after, .on, .during, .between, .anytime] {
      noteAlso(.keyword(word))
    }
    switch current.keyword {
    case .from:
      advance()
      let lower = try date()
      guard eatRangeEnd() else { return (.from(lower), true) }
      return (span(lower, try rangeEnd(lower)), true)
    case .since:
      advance()
      return (.since(try date()), true)
    case .after:
      advance()
      return (.after(try date()), true)
    case .before:
      advance()
      return (.before(try date()), true)
    case .to, .until, .by:
      advance()
      return (.to(try date()), true)
    case .between:
      advance()
      let lower = try date()
      try expect(.and)
      return (span(lower, try rangeEnd(lower)), true)
    case .anytime:
      advance()
      return (.anytime, true)
    case .on, .during:
      advance()
      return (try dateOrSpan(), true)
    default:
      return (try dateOrSpan(), false)
    }
  }

  private mutating func dateOrSpan() throws(SyntaxError) -> RangeSyntax.Kind {
    let lower = try date()
    if isAtClockDash {
      let start = index + 1
      return span(lower, try date(try clockAfterDash(lower).base, from: start))
    }
    if isAtDayDash {
      advance()
      return span(lower, try date())
    }
    guard eatRangeEnd() else { return .on(lower) }
    return span(lower, try rangeEnd(lower))
  }

  /// A range with two ends: a zone after a clock time alone, as in
  /// `friday 9:00-10:00 UTC`, applies to both clock times.
  ///
  /// An end that names its day, `2026-11-20 13:00 America/New_York`, keeps its zone for
  /// itself, as for the landing of a flight.
  private func span(_ lower: DateSyntax, _ upper: DateSyntax) -> RangeSyntax.Kind {
    guard case .clock(let end) = upper.base, let zone = end.zone, lower.base.clockTime?.zone == nil else {
      return .span(lower, upper)
    }
    var lower = lower
    switch lower.base {
    case .clock(var clock):
      clock.zone = zone
      lower.base = .clock(clock)
    case .day(let day, at: var clock?):
      clock.zone = zone
      lower.base = .day(day, at: clock)
    default: break
    }
    return .span(lower, upper)
  }

  /// The last date of a range; after a clock time `2130` is a date too, and a year only from 1900 to 2099.
  private mutating func rangeEnd(_ lower: DateSyntax) throws(SyntaxError) -> DateSyntax {
    if token(index - 1).isSymbol(.range), !isClock(at: index), isBareClock(at: index),
      lower.base.clockTime != nil
    {
      let start = index
      index -= 1
      return try date(try clockAfterDash(lower).base, from: start)
    }
    guard lower.base.clockTime != nil, isCompactClock(at: index), let number = current.integer,
      !(1900..<2100).contains(number)
    else { return try date() }
    let start = index
    return try date(.clock(try clock()), from: start)
  }

  /// The end of `friday 12:00-13:00`; of `friday 22:00-02:00` that is the next morning, as after `to`.
  ///
  /// Any other end before the start may also be an offset from UTC, so it is rejected.
  private mutating func clockAfterDash(_ lower: DateSyntax) throws(SyntaxError) -> DateSyntax {
    let first = index - 1
    let dash = advance()
    let start = index
    if token(first).kind == .isoDateTime, current.integer != nil, dash.range.end == current.range.offset,
      dash.range.offset == token(first).range.end
    {
      // `2026-11-18T09:00-10` is neither an ISO offset nor a usual way to write an end.
      throw SyntaxError(.badOffset("-" + current.text), at: dash.range.union(current.range))
    }
    let isHour = !isClock(at: start) && current.text.utf8.count <= 2
    let isNext = isHour && isTwelveHourClock(token(first))
    let end = try clockBehindDash(lower.base.clockTime)
    if let begin = lower.base.clockTime, end.zone == nil, end.secondOfDay <= begin.secondOfDay,
      isHour && !isNext || !end.isNextMorning(after: begin)
    {
      let (start, last) = (text(at: begin.range), text(at: end.range))
      throw SyntaxError(
        .ambiguousDash(start, last, meanings: Self.meanings(begin, start, end, last, isHour: isHour)),
        at: range(from: first))
    }
    return DateSyntax(.clock(end), range: range(from: start))
  }

  /// The possible meanings of an end before its start, each as a valid range.
  private static func meanings(
    _ begin: ClockSyntax, _ start: String, _ end: ClockSyntax, _ last: String, isHour: Bool
  ) -> [String] {
    let hour = end.secondOfDay / 3_600
    var meanings: [String] = []
    if isHour || begin.secondOfDay == end.secondOfDay, hour < 12, end.secondOfDay + 43_200 > begin.secondOfDay
    {
      let minutes = end.secondOfDay / 60 % 60
      meanings.append("\(start)-\(hour + 12):\(minutes < 10 ? "0" : "")\(minutes)")
    }
    if isHour, end.isNextMorning(after: begin) { meanings.append("\(start)-\(hour):00") }
    if meanings.isEmpty, end.secondOfDay < begin.secondOfDay {
      meanings.append("\(isHour ? "\(hour):00" : last)-\(start)")
    }
    if !isHour, utcOffset("-" + last) != nil { meanings.append("\(start) UTC-\(last)") }
    return meanings
  }

  /// Takes `to`, `until` or `..` between two dates.
  private mutating func eatRangeEnd() -> Bool {
    noteAlso(.keyword(.to))
    noteAlso(.keyword(.until))
    if isAt(.to) && !endsBeforePath(at: index) || isAt(.until) || isAt(sign: .range) {
      advance()
      return true
    }
    return false
  }

  /// Whether `to` at the index belongs to `export QUERY to PATH`: no date follows it, or more than a date.
  func endsBeforePath(at index: Int) -> Bool {
    guard stopsBeforePath, token(index).keyword == .to else { return false }
    // `to $file` at the end; after a date its path would still follow.
    if case .parameter = token(index + 1).kind {
      return token(index + 2).endsStatement || token(index + 2).keyword == .replace
    }
    return !startsDate(at: index + 1) || startsFileName(at: index + 1)
  }

  // MARK: Beginnings of dates

  /// Whether a range, perhaps with its relation, begins at the index.
  func startsWhen(at index: Int) -> Bool {
    switch token(index).keyword {
    case .starting, .ending, .within: true
    default: startsRange(at: index)
    }
  }

  /// Whether a range begins at the index.
  func startsRange(at index: Int) -> Bool {
    switch token(index).keyword {
    case .from, .since, .until, .by, .before, .after, .on, .during, .between, .anytime: true
    case .to: !endsBeforePath(at: index)
    default: startsDate(at: index)
    }
  }

  /// Whether a date, perhaps a wrong one, begins at the index.
  func startsDate(at index: Int) -> Bool {
    let token = token(index)
    let next = self.token(index + 1)
    switch token.kind {
    case .isoDate, .isoMonth, .isoWeek, .isoDateTime, .clock, .slashDate, .dottedDate, .parameter, .quantity:
      return true
    case .integer:
      let digits = token.text.utf8.count
      return digits == 4 || digits == 8 || isMonth(next) || isClock(at: index)
        || (next.isWord && DurationUnit(spelling: next.text) != nil)
    case .ordinal: return isMonth(next)
    case .symbol(.plus), .symbol(.minus):
      return startsDuration(at: index + 1)
    case .symbol(.at): return next.integer != nil
    case .word: return startsDateWord(token, next)
    default: return false
    }
  }

  private func startsDateWord(_ token: Token, _ next: Token) -> Bool {
    switch token.keyword {
    case .now, .today, .tomorrow, .yesterday, .noon, .midnight, .this, .next, .last: return true
    case .past:
      switch next.kind {
      case .integer, .quantity, .parameter: return true
      default: return isISODuration(next)
      }
    case .start, .end, .rest: return next.keyword == .of
    case .week: return next.integer != nil
    case .in:
      switch next.kind {
      case .integer, .quantity, .parameter: return true
      default: return isISODuration(next)
      }
    default:
      return CalendarWords.weekday(token.text) != nil || isMonth(token)
        || (isISODuration(token) && next.keyword == .ago)
    }
  }

  /// Whether a length, perhaps a wrong one, begins at the index.
  func startsDuration(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .quantity, .integer, .parameter: return true
    default: return isISODuration(token)
    }
  }

  func isMonth(_ token: Token) -> Bool { token.isWord && CalendarWords.month(token.text) != nil }

  func isISODuration(_ token: Token) -> Bool {
    guard token.isWord else { return false }
    let letters = Array(token.text.lowercased().utf8.prefix(3))
    guard letters.count >= 2, letters[0] == UInt8(ascii: "p") else { return false }
    func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    return isDigit(letters[1])
      || (letters[1] == UInt8(ascii: "t") && letters.count > 2 && isDigit(letters[2]))
  }
}

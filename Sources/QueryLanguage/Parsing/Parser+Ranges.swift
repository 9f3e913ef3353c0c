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
    if relation == .within, let time = try lengthFromNow() {
      return WhenSyntax(time, relation: relation, range: range(from: start))
    }
    let time = try range()
    return WhenSyntax(time, relation: relation, range: range(from: start))
  }

  /// The length of `within 3 days`, as a range from now; nil if a date follows.
  private mutating func lengthFromNow() throws(SyntaxError) -> RangeSyntax? {
    let start = index
    var attempt = self
    guard startsDuration(at: index), !current.isParameter, (try? attempt.dur()) != nil, !attempt.isAt(.ago),
      !attempt.startsAnchor(at: attempt.index)
    else { return nil }
    let length = try dur()
    let place = range(from: start)
    let end = DateSyntax(
      .offset(OffsetSyntax(isNegative: false, duration: length, range: place)), range: place)
    return RangeSyntax(.span(DateSyntax(.now, range: place), end), range: place)
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
      if let span = try spanOfNumbers() { return (span, true) }
      let lower = try date()
      guard eatRangeEnd() else { return (.from(lower), true) }
      return (try span(lower, try rangeEnd(lower)), true)
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
      return (try betweenDates(nil), true)
    case .anytime:
      advance()
      return (.anytime, true)
    case .on, .during:
      advance()
      return (try dateOrSpan(), true)
    default:
      if isUntil(current) {
        advance()
        return (.to(try date()), true)
      }
      return (try dateOrSpan(), false)
    }
  }

  private mutating func dateOrSpan() throws(SyntaxError) -> RangeSyntax.Kind {
    if let span = try spanOfNumbers() { return span }
    if let span = try unitToDate() { return span }
    let lower = try date()
    if let span = try spanWithin(lower) { return span }
    if isAtClockDash {
      let start = index + 1
      return try span(lower, try date(try clockAfterDash(lower), from: start))
    }
    if isAtDayDash {
      advance()
      return try span(lower, try date())
    }
    guard eatRangeEnd() else { return .on(lower) }
    return try span(lower, try rangeEnd(lower))
  }

  /// The last date of a range; after a clock time `2130` is a date too, and a year only from 1900 to 2099.
  mutating func rangeEnd(_ lower: DateSyntax) throws(SyntaxError) -> DateSyntax {
    // `friday from 9:30 to 5 in the evening`
    if case .day = lower.base, startsPartHour(at: index) { return try date() }
    if !isClock(at: index), isBareClock(at: index), lower.base.clockTime != nil {
      let start = index
      if token(index - 1).isSymbol(.range) {
        index -= 1
        return try date(try clockAfterDash(lower), from: start)
      }
      // `from 9:30 to 5` means the next five o'clock.
      if current.text.utf8.count <= 2 { return try date(try hourAfter(lower), from: start) }
    }
    if let day = try dayNumberEnd(lower) { return day }
    guard lower.base.clockTime != nil, isCompactClock(at: index), let number = current.integer,
      !(1900..<2100).contains(number)
    else { return try date() }
    let start = index
    return try date(DateSyntax(.clock(try clock())), from: start)
  }

  /// The end of `from 9:30 to 5`: the next time at which a clock of twelve hours shows that hour.
  private mutating func hourAfter(_ lower: DateSyntax) throws(SyntaxError) -> DateSyntax {
    let start = index
    let hasZero = current.text.hasPrefix("0")
    var end = ClockSyntax(secondOfDay: bareClock(at: index) ?? 0, range: advance().range)
    end.zone = try zoneSuffix()
    end.range = range(from: start)
    if let begin = lower.base.clockTime, !hasZero, end.secondOfDay <= begin.secondOfDay,
      (begin.secondOfDay..<86_400).contains(end.secondOfDay + ClockSyntax.halfDay)
    {
      end.secondOfDay += ClockSyntax.halfDay
      end.half = begin.half
    }
    return DateSyntax(.clock(end), range: end.range)
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
  static func meanings(
    _ begin: ClockSyntax, _ start: String, _ end: ClockSyntax, _ last: String, isHour: Bool
  ) -> [String] {
    let hour = end.secondOfDay / 3_600
    var meanings: [String] = []
    if isHour || begin.secondOfDay == end.secondOfDay, hour < 12,
      end.secondOfDay + ClockSyntax.halfDay > begin.secondOfDay
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

  /// Takes `to`, `until`, `through` or `..` between two dates.
  private mutating func eatRangeEnd() -> Bool {
    noteAlso(.keyword(.to))
    noteAlso(.keyword(.until))
    guard isRangeEnd(at: index) else { return false }
    advance()
    return true
  }

  /// Whether `to`, `until`, `till`, `through` or `..` between two dates stands at the index.
  func isRangeEnd(at index: Int) -> Bool {
    let token = token(index)
    if token.keyword == .to { return !endsBeforePath(at: index) }
    return token.keyword == .until || token.isSymbol(.range) || isUntil(token) || token.isWord(.through)
      || token.isWord(.thru)
  }

  /// Whether a token is `till`, which means `until`.
  func isUntil(_ token: Token) -> Bool { token.isWord(.till) || token.isWord(.til) }

  /// Whether `to` at the index belongs to `export QUERY to PATH`: no date follows it, or more than a date.
  func endsBeforePath(at index: Int) -> Bool {
    guard stopsBeforePath, token(index).keyword == .to else { return false }
    // `to $file` at the end; after a date its path would still follow.
    if case .parameter = token(index + 1).kind {
      return token(index + 2).endsStatement || token(index + 2).keyword == .replace
    }
    return !startsDate(at: index + 1) || startsFileName(at: index + 1)
  }
}

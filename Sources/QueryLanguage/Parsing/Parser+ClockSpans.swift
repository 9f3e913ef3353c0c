/// Ranges between two clock times.
extension Parser {
  /// Whether the dash of `12:00-13:00`, `9:00 - 10` or `9am-10am` comes next, which leads
  /// to an end and not to an offset.
  ///
  /// After a clock time a dash always does. Only a full ISO time, a date and a clock time as
  /// `2026-11-18T09:00`, takes an offset; `UTC-05:00` is an offset everywhere.
  var isAtClockDash: Bool {
    guard isAt(sign: .minus), index > 0, isClock(at: index + 1) || isBareClock(at: index + 1),
      isClockEnd(token(index - 1)) || index == compactClockEnd
    else { return false }
    return !isOffset(at: index)
  }

  /// Whether the dash of `fri 9:00 - sat 10:00` or `23 nov - 27 nov` comes next, which leads to an end on a
  /// named day.
  var isAtDayDash: Bool { isAt(sign: .minus) && index > 0 && startsDay(at: index + 1) }

  /// Whether the dash of `nov 23-27` comes next, which leads to a later day of the month.
  var isAtNumberDash: Bool {
    isAt(sign: .minus) && index > 1 && isDayNumberEnd(at: index + 1) && isMonth(token(index - 2))
  }

  /// Whether a clock time ends with the token.
  private func isClockEnd(_ token: Token) -> Bool {
    switch token.kind {
    case .clock: true
    case .isoDateTime: !Self.namesZone(token.text)
    case .quantity:
      Self.isMeridiem(token.text.drop { $0.isASCII && $0.isNumber }) || Self.isHourMinute(token.text)
    case .word:
      Self.isMeridiem(token.text[...]) || token.keyword == .noon || token.keyword == .midnight
        || token.isWord(.midday) || isOClock(token)
    default: false
    }
  }

  /// Whether a date-time includes its zone, by `Z` or an offset.
  private static func namesZone(_ text: String) -> Bool {
    let time = text.drop { $0 != "T" && $0 != "t" }
    return time.contains { $0 == "Z" || $0 == "z" || $0 == "+" || $0 == "-" }
  }

  /// The clock time after a dash, which may be hours alone; `begin` is the clock time before it.
  ///
  /// After `11am` the end is the next such hour on a clock of twelve, after `11:00` it is as written.
  mutating func clockBehindDash(_ begin: ClockSyntax?) throws(SyntaxError) -> ClockSyntax {
    if isClock(at: index) { return try clock() }
    let isTwelveHours = index > 1 && isTwelveHourClock(token(index - 2))
    guard var seconds = bareClock(at: index) else { throw unexpected() }
    let start = index
    advance()
    if isTwelveHours, let begin, (3_600..<46_800).contains(seconds) {
      seconds %= ClockSyntax.halfDay
      // The next such hour; after `11pm` that is on the next morning.
      if seconds <= begin.secondOfDay, begin.secondOfDay < seconds + ClockSyntax.halfDay {
        seconds += ClockSyntax.halfDay
      }
    }
    return ClockSyntax(secondOfDay: seconds, zone: try zoneSuffix(), range: range(from: start))
  }

  func isTwelveHourClock(_ token: Token) -> Bool {
    switch token.kind {
    case .clock, .quantity, .word:
      token.keyword == .noon || token.keyword == .midnight || Self.isMeridiem(token.text.suffix(2))
    default: false
    }
  }

  // MARK: Hours alone

  /// Whether two clock times, the first of hours alone, begin at the index: `9-17`, `3-5pm`, `9 to 5`.
  func startsHourSpan(at index: Int, joinedBy isJoint: (Parser, Int) -> Bool) -> Bool {
    let token = token(index)
    guard token.integer != nil, token.text.utf8.count <= 2, bareClock(at: index) != nil else { return false }
    return isJoint(self, index + 1) && (isClock(at: index + 2) || isBareClock(at: index + 2))
      && self.token(index + 2).kind != .isoDateTime
  }

  /// Whether such a range begins at the index with a dash, points or a word such as `to`.
  func startsHourSpan(at index: Int) -> Bool {
    startsHourSpan(at: index) { (parser, index) in
      parser.isRangeEnd(at: index) || parser.token(index).isSymbol(.minus)
    }
  }

  /// A range of two clock times, the first of hours alone; `part` is the part of the day that they are in.
  ///
  /// Without one, it may follow, as in `8-10 tonight`.
  mutating func hourSpan(in written: DayPart?) throws(SyntaxError) -> (ClockSyntax, ClockSyntax) {
    let part = written ?? partBehindHourSpan
    let start = index
    var first = ClockSyntax(secondOfDay: bareClock(at: index) ?? 0, range: advance().range)
    let hasZero = token(start).text.hasPrefix("0") && token(start).text.utf8.count == 2
    advance()
    let isBare = !isClock(at: index)
    var last: ClockSyntax
    if isBare {
      let place = index
      last = ClockSyntax(secondOfDay: bareClock(at: index) ?? 0, range: advance().range)
      last.zone = try zoneSuffix()
      last.range = range(from: place)
    } else {
      last = try clock()
    }
    let half = ClockSyntax.halfDay
    let hasMeridiem = !isBare && isTwelveHourClock(token(index - 1))
    if hasMeridiem, first.secondOfDay > 0, first.secondOfDay <= half {
      // The begin is in the same half of the day if it can be, as in `3-5pm`; else in the one before.
      let inHalf = first.secondOfDay % half + (last.secondOfDay >= half ? half : 0)
      first.secondOfDay = inHalf < last.secondOfDay ? inHalf : first.secondOfDay % half
    } else if isBare, !hasZero, first.secondOfDay < half {
      halve(&first, &last, part)
    }
    if let part, part != .morning, first.secondOfDay < half {
      first.secondOfDay += half
      // `tonight 11-1` goes past the end of the day: the end wants its `am`.
      if last.secondOfDay <= half { last.secondOfDay += half }
    }
    if part == .evening, first.secondOfDay < 16 * 3_600 {
      throw mismatch(first, .evening)
    }
    guard first.secondOfDay < last.secondOfDay || !isBare && last.isNextMorning(after: first) else {
      let texts = (text(at: first.range), text(at: last.range))
      let meanings =
        part == nil
        ? Self.meanings(first, texts.0, last, texts.1, isHour: isBare) : ["\(texts.0)pm-\(texts.1)am"]
      throw SyntaxError(
        .ambiguousDash(texts.0, texts.1, meanings: meanings), at: range(from: start))
    }
    return (first, last)
  }

  /// The part of the day behind a range of hours at the index; nil without one.
  private var partBehindHourSpan: DayPart? {
    var attempt = self
    attempt.index += 2
    guard (try? attempt.clock(in: nil)) != nil else { return nil }
    return attempt.partBehindHere
  }

  /// Decides the half of the day of two bare hours: `9 to 5` ends in the afternoon, `7-12` is as written, and
  /// `2-4` is a guess.
  private func halve(_ first: inout ClockSyntax, _ last: inout ClockSyntax, _ part: DayPart?) {
    let half = ClockSyntax.halfDay
    if last.secondOfDay < first.secondOfDay, last.secondOfDay < half { last.secondOfDay += half }
    guard part == nil, (3_600..<28_800).contains(first.secondOfDay), last.secondOfDay < half else { return }
    first.secondOfDay += half
    last.secondOfDay += half
    first.half = .guessed
  }

  /// Moves both ends of a range into a part of the day as far as they go, or throws if none of them is in it.
  private func fit(
    _ begin: inout ClockSyntax, _ end: inout ClockSyntax, in part: DayPart
  ) throws(SyntaxError) {
    let half = ClockSyntax.halfDay
    if part != .morning {
      if isPlain(end), (3_600...half).contains(end.secondOfDay) { end.secondOfDay += half }
      let isBefore = begin.secondOfDay + half < end.secondOfDay || end.secondOfDay <= begin.secondOfDay
      if isPlain(begin), (3_600..<half).contains(begin.secondOfDay), isBefore { begin.secondOfDay += half }
    }
    if !part.admits(begin), !part.admits(end) { throw mismatch(begin, part) }
  }

  /// Takes the day that follows a range of clock times without one.
  mutating func dayBehindSpan(
    _ lower: DateSyntax, _ upper: DateSyntax
  ) throws(SyntaxError) -> (DateSyntax, DateSyntax) {
    guard case .clock(var begin) = lower.base, case .clock(var end) = upper.base, lower.offsets.isEmpty,
      upper.offsets.isEmpty, startsDayBehindClock(at: index)
    else { return (lower, upper) }
    let (day, part) = try dayBehindClock()
    if let part { try fit(&begin, &end, in: part) }
    let base: DateBase = day.map { .day($0, at: begin) } ?? .clock(begin)
    return (DateSyntax(base, range: lower.range), DateSyntax(.clock(end), range: upper.range))
  }
}

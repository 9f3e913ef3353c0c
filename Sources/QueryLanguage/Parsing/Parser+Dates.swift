import CivilTime

extension Parser {
  /// Production `date`.
  mutating func date() throws(SyntaxError) -> DateSyntax {
    let start = index
    note(.date)
    return try date(try base(), from: start)
  }

  /// A date that has been read from `start` on, with the offsets that follow it.
  mutating func date(_ base: DateSyntax, from start: Int) throws(SyntaxError) -> DateSyntax {
    var date = base
    noteAlso(.symbol(.plus))
    noteAlso(.symbol(.minus))
    while !isAtClockDash, !isAtDayDash, !isAtNumberDash, isAt(sign: .plus) || isAt(sign: .minus) {
      date.offsets.append(try offset())
    }
    date.range = range(from: start)
    lastDate = date
    return date
  }

  /// Production `base`: a date, with the offsets that are written in words, as in `a week from friday`.
  mutating func base() throws(SyntaxError) -> DateSyntax {
    if isAt(.the), startsBehindThe(at: index + 1) { advance() }
    if startsClockFirst(at: index) { return DateSyntax(try clockFirst()) }
    let token = current
    switch token.kind {
    case .symbol(.plus), .symbol(.minus): return DateSyntax(.offset(try offset()))
    case .symbol(.at):
      advance()
      return DateSyntax(.epoch(try integer()))
    case .parameter(let name):
      if peek().keyword == .ago { return try distance() }
      advance()
      return DateSyntax(.parameter(name))
    case .isoDateTime: return DateSyntax(try dateTime())
    case .quantity: return try distance()
    default: break
    }
    if startsWorkdays(at: index) { return try workdays() }
    if startsDistance(at: index) { return try distance() }
    switch token.keyword {
    case .now:
      advance()
      return DateSyntax(.now)
    case .in where startsWorkdays(at: index + 1): return try workdays()
    case .in where startsPeriodBehindIn(at: index + 1): advance()
    case .in where startsDuration(at: index + 1): return try ahead()
    case .this, .next, .last:
      if !startsOrdinalDay(at: index) { return try relative() }
    case .past where startsDuration(at: index + 1):
      advance()
      return DateSyntax(.rolling(.last, try dur()))
    case .past:
      advance()
      return DateSyntax(.rolling(.last, DurationSyntax(.components([try pastUnit()]))))
    case .rest where peek().keyword == .of:
      advance()
      advance()
      if eatOptional(.today) { return DateSyntax(.rest(.current(.day))) }
      return DateSyntax(.rest(try period()))
    case .day where startsNeighbor(at: index) && !startsUnitAfterNext(at: index): return try neighbor()
    default:
      if RelativeWord(synonym: token.lowered) != nil { return try relative() }
      if startsUnitAfterNext(at: index) { return try unitAfterNext() }
    }
    if token.isWord(.tonight) {
      advance()
      return DateSyntax(try clockOn(part: .evening, of: .today))
    }
    if startsPartOfDay(at: index), let part = CalendarWords.dayPart(token.text) {
      index += 2
      return DateSyntax(try clockOn(part: part, of: try dayBehindOf()))
    }
    if isAt(.weekend), startsTheWeekend(at: index - 1) {
      advance()
      return DateSyntax(.unit(.this, .weekend))
    }
    return try weeksAhead(of: try clockOn(try day()))
  }

  /// Below this number, digits that may be a clock time or a year, such as `1730`, are a clock time.
  static let firstYear = 1900

  /// `2026-11-18` for `20261118` and `20261118T0915`.
  static func basicDate(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 8 else { return nil }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }

  // MARK: Clock times and parts of a day

  /// A day with the clock time or the part of the day that may follow it.
  mutating func clockOn(_ day: DaySyntax) throws(SyntaxError) -> DateBase {
    guard day.isSingleDay else { return .day(day, at: nil) }
    if let part = dayPart() { return try clockOn(part: part, of: day) }
    return .day(day, at: try clockBehindDay(nil))
  }

  /// A part of a day, or the clock time in it that follows, as in `tomorrow evening at 7`.
  mutating func clockOn(part: DayPart, of day: DaySyntax) throws(SyntaxError) -> DateBase {
    guard let clock = try clockBehindDay(part) else { return .part(part, of: day) }
    return .day(day, at: clock)
  }

  /// Takes `morning` or `in the morning` if it is there.
  mutating func dayPart() -> DayPart? {
    if let part = partBehindIn(at: index) {
      index += 3
      return part
    }
    guard current.isWord, let part = CalendarWords.dayPart(current.text) else { return nil }
    advance()
    return part
  }

  /// The clock time that may follow a day; nil without one.
  mutating func clockBehindDay(_ part: DayPart?) throws(SyntaxError) -> ClockSyntax? {
    noteAlso(.keyword(.at))
    noteAlso(.clock)
    guard isAt(.at) else {
      let isHour = part == nil && startsHourInPart(at: index)
      return isHour || isClock(at: index) || isCompactClock(at: index) ? try clockInPart(part) : nil
    }
    // `at` may also belong to `complete … at DATE`.
    guard isAtClock(at: index) else {
      let isNumber = peek().integer != nil && !startsDate(at: index + 1)
      if isNumber { advance() }
      return isNumber ? try clock() : nil
    }
    advance()
    return try clockInPart(part)
  }

  // MARK: Relative dates

  /// Production `relative`.
  mutating func relative() throws(SyntaxError) -> DateSyntax {
    let token = advance()
    let word = RelativeWord(synonym: token.lowered) ?? .this
    for keyword in [Keyword.week, .month, .year] { note(.keyword(keyword)) }
    for keyword in [Keyword.day, .weekend, .quarter, .hour, .minute] { noteAlso(.keyword(keyword)) }
    note(.weekday)
    noteAlso(.month)
    let direction = RollingDirection(rawValue: word.rawValue)
    if direction != nil { note(.integer) }
    if current.isWord {
      if let unit = CalendarWords.unit(current.text, plural: false) {
        advance()
        return DateSyntax(try weekdayOf(word, unit))
      }
      if let weekday = CalendarWords.weekday(current.text) {
        advance()
        return DateSyntax(try clockOn(.relativeWeekday(word, weekday)))
      }
      if let part = yearPart(at: index) {
        advance()
        return DateSyntax(.named(word, part))
      }
      if let day = startsPart(of: word, at: index), let part = CalendarWords.dayPart(current.text) {
        advance()
        return DateSyntax(try clockOn(part: part, of: day))
      }
      if let direction, current.isWord(.fortnight), let length = unit(at: index) {
        return DateSyntax(.rolling(direction, DurationSyntax(.components([length]), range: advance().range)))
      }
    }
    if let direction, startsDuration(at: index) || current.kind == .clock || current.kind == .decimal {
      return DateSyntax(.rolling(direction, try dur()))
    }
    throw unexpected(after: token.text)
  }

  /// A relative unit, or a weekday of a relative week, as in `next week friday`.
  private mutating func weekdayOf(_ word: RelativeWord, _ unit: CalendarUnit) throws(SyntaxError) -> DateBase
  {
    guard unit == .week, current.isWord, let weekday = CalendarWords.weekday(current.text) else {
      return .unit(word, unit)
    }
    advance()
    return try clockOn(.ordinal(1, .weekday(weekday), of: .relative(word, unit)))
  }

  /// The unit of `past week`.
  private mutating func pastUnit() throws(SyntaxError) -> DurationSyntax.Component {
    note(.integer)
    note(.unit)
    guard isPastUnit(current), let unit = unit(at: index) else { throw unexpected(after: "past") }
    advance()
    return unit
  }

  /// Production `unit`.
  mutating func unit() throws(SyntaxError) -> CalendarUnit {
    note(.unit)
    guard current.isWord, let unit = CalendarWords.unit(current.text, plural: false) else {
      throw unexpected()
    }
    advance()
    return unit
  }
}

extension RelativeWord {
  /// The word with this spelling: `this`, `next`, `last`, and `current` and `previous` for two of them.
  init?(synonym word: String?) {
    switch word {
    case "this", "current": self = .this
    case "next": self = .next
    case "last", "previous": self = .last
    default: return nil
    }
  }
}

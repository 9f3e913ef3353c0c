/// Clock times with the part of the day or the day that follows them: `8 tonight`, `5pm on friday`.
extension Parser {
  // MARK: Beginnings

  /// Whether a date begins at the index with a clock time, perhaps after `at`.
  func startsClockFirst(at index: Int) -> Bool {
    if isClock(at: index) || isAtClock(at: index) || startsPartHour(at: index) { return true }
    guard let number = token(index).integer else { return false }
    return number < Self.firstYear && isCompactClock(at: index)
  }

  /// Whether `at` and a clock time may begin a clause at the index.
  func startsAtClock(at index: Int) -> Bool { !stopsBeforeAt && isAtClock(at: index) }

  /// Whether `at` and a clock time, perhaps of hours alone, stand at the index.
  func isAtClock(at index: Int) -> Bool {
    guard token(index).keyword == .at else { return false }
    if isClock(at: index + 1) { return true }
    if token(index + 1).kind == .decimal { return isDecimalClock(at: index + 1) }
    return isBareClock(at: index + 1) && token(index + 2).keyword != .times
      && !token(index + 2).isSymbol(.comma)
  }

  /// Whether an hour alone stands at the index, and behind it the part of the day that it is in: `8 tonight`,
  /// `9 in the morning`, `8 tomorrow evening`.
  func startsPartHour(at index: Int) -> Bool {
    guard isHourAlone(at: index), startsDayBehindClock(at: index + 1) else { return false }
    var attempt = self
    attempt.index = index + 1
    return attempt.partBehindHere != nil
  }

  /// Whether an hour alone and `in the morning` or the like stand at the index.
  func startsHourInPart(at index: Int) -> Bool {
    isHourAlone(at: index) && partBehindIn(at: index + 1) != nil
  }

  private func isHourAlone(at index: Int) -> Bool {
    if token(index).kind == .decimal { return isDecimalClock(at: index) }
    return token(index).text.utf8.count <= 2 && isBareClock(at: index)
  }

  private func isWeekday(_ token: Token) -> Bool { token.isWord && CalendarWords.weekday(token.text) != nil }

  // MARK: Parts of the day

  func isDayPart(_ token: Token) -> Bool { token.isWord && CalendarWords.dayPart(token.text) != nil }

  /// The part of the day of `in the morning` at the index; nil if it does not stand there.
  func partBehindIn(at index: Int) -> DayPart? {
    guard token(index).keyword == .in, token(index + 1).keyword == .the, token(index + 2).isWord else {
      return nil
    }
    return CalendarWords.dayPart(token(index + 2).text)
  }

  /// The day whose part `this morning`, `next morning` or `last night` is, by the word before the index; nil if
  /// no part follows or none is meant.
  func startsPart(of word: RelativeWord, at index: Int) -> DaySyntax? {
    guard isDayPart(token(index)), let part = CalendarWords.dayPart(token(index).text) else { return nil }
    switch word {
    case .this: return .today
    case .next: return .tomorrow
    case .last: return part == .evening ? .yesterday : nil
    }
  }

  /// Whether `morning of` and a day stand at the index.
  func startsPartOfDay(at index: Int) -> Bool {
    guard isDayPart(token(index)), token(index + 1).keyword == .of else { return false }
    let first = token(index + 2).keyword == .the ? index + 3 : index + 2
    if isDayPart(token(first)) || token(first).isWord(.tonight) { return false }
    return token(first).keyword != .in && !startsWorkdays(at: first) && startsDay(at: index + 2)
  }

  /// Takes `in the morning` behind clock times of a day, whose part may be written before them too.
  mutating func takePart(_ written: DayPart?) throws(SyntaxError) {
    guard let part = partBehindIn(at: index) else { return }
    let start = index
    index += 3
    if let written, written != part {
      throw SyntaxError(
        .clockMismatch(text(at: range(from: start)), reason: "the \(written.rawValue) is written before it"),
        at: range(from: start))
    }
  }

  /// The day of `the morning of 24 dec` and of `week of next wednesday`.
  mutating func dayBehindOf() throws(SyntaxError) -> DaySyntax {
    let start = isAt(.the) && startsBehindThe(at: index + 1) ? index + 1 : index
    let day = try dayBehindWord()
    guard day.isSingleDay else {
      index = start
      throw unexpected()
    }
    return day
  }

  /// A day as it stands behind a word such as `of` and `after`: `the 24th`, `next friday`, `this week tuesday`.
  mutating func dayBehindWord() throws(SyntaxError) -> DaySyntax {
    if isAt(.the), startsBehindThe(at: index + 1) { advance() }
    if let weekday = relativeWeekday() { return weekday }
    if let word = RelativeWord(synonym: current.lowered), peek().keyword == .week,
      let weekday = CalendarWords.weekday(peek(2).text)
    {
      index += 3
      return .ordinal(1, .weekday(weekday), of: .relative(word, .week))
    }
    return try day()
  }

  /// Takes `next friday`, if it stands here and no `last friday of may`.
  private mutating func relativeWeekday() -> DaySyntax? {
    guard !startsOrdinalDay(at: index), let word = RelativeWord(synonym: current.lowered),
      let weekday = CalendarWords.weekday(peek().text)
    else { return nil }
    index += 2
    return .relativeWeekday(word, weekday)
  }

  /// Whether `the weekend` stands at the index.
  func startsTheWeekend(at index: Int) -> Bool {
    index >= 0 && token(index).keyword == .the && token(index + 1).keyword == .weekend
      && !startsUnitAfterNext(at: index + 1)
  }

  /// A clock time that may be hours alone, with the part of the day that may follow, as in `7 in the evening`.
  mutating func clockInPart(_ part: DayPart? = nil) throws(SyntaxError) -> ClockSyntax {
    var attempt = self
    guard part == nil, (try? attempt.clock(in: nil)) != nil,
      let written = attempt.partBehindIn(at: attempt.index)
    else { return try clock(in: part) }
    let clock = try clock(in: written)
    index += 3
    return clock
  }

  // MARK: The day behind the clock

  /// A clock time, with the day that may follow: `17:00`, `at 5pm tomorrow`, `noon on 24 dec`.
  mutating func clockFirst() throws(SyntaxError) -> DateBase {
    let start = index
    let isAfterAt = isAt(.at)
    if isAfterAt { advance() }
    let part = partBehindClock(at: index)
    let mayBeHour = isAfterAt || startsPartHour(at: index)
    var clock = mayBeHour ? try clock(in: part) : try clock()
    if !mayBeHour, let part { try fit(&clock, in: part, isPlain: isPlain(clock)) }
    if startsDayBehindClock(at: index), let day = try dayBehindClock().day { return .day(day, at: clock) }
    clock.range = isAfterAt ? clock.range : range(from: start)
    return .clock(clock)
  }

  /// Whether a day that a clock time may precede begins at the index.
  func startsDayBehindClock(at index: Int) -> Bool {
    let token = token(index)
    if token.isWord(.tonight) || partBehindIn(at: index) != nil { return true }
    if token.keyword == .on {
      // `free 1h from 9:00 on monday, tuesday` names the days of the slots.
      let isList =
        isWeekday(self.token(index + 1)) && self.token(index + 2).isSymbol(.comma)
        && startsRepeatedWeekday(at: index + 3)
      return !isList && startsNamedDay(at: index + 1)
    }
    if let word = token.keyword.flatMap({ RelativeWord(rawValue: $0.rawValue) }),
      startsPart(of: word, at: index + 1) != nil
    {
      return true
    }
    return startsNamedDay(at: index)
  }

  /// Whether a day, and no part of one alone, begins at the index.
  private func startsNamedDay(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .isoDate, .slashDate, .dottedDate: return true
    default: break
    }
    switch token.keyword {
    case .today, .tomorrow, .yesterday: return true
    case .this, .next, .last: return isWeekday(self.token(index + 1))
    default: break
    }
    if isWeekday(token) { return weekdayBehindDash(at: index + 1) == nil }
    return startsMonthDay(at: index) || namedDay(at: index) != nil
      || token.keyword == .the && self.token(index + 1).ordinal != nil && !startsOrdinalDay(at: index + 1)
  }

  /// The day behind a clock time, and the part of it that is written; `in the morning` names no day.
  mutating func dayBehindClock() throws(SyntaxError) -> (day: DaySyntax?, part: DayPart?) {
    if current.isWord(.tonight) {
      advance()
      return (.today, .evening)
    }
    if let part = dayPart() {
      let hasDay = startsNamedDay(at: isAt(.on) ? index + 1 : index)
      return (hasDay ? try namedDay() : nil, part)
    }
    if let word = RelativeWord(synonym: current.lowered), let day = startsPart(of: word, at: index + 1) {
      let part = CalendarWords.dayPart(peek().text)
      index += 2
      return (day, part)
    }
    return (try namedDay(), dayPart())
  }

  /// A day, perhaps behind `on`.
  private mutating func namedDay() throws(SyntaxError) -> DaySyntax {
    if isAt(.on) { advance() }
    if let weekday = relativeWeekday() { return weekday }
    if startsMonthDay(at: index) {
      return try current.kind == .dashDate ? dashDate(weekday: nil) : monthDay(weekday: nil)
    }
    if isAt(.the) { advance() }
    return try day()
  }

  /// The part of the day behind a clock time and perhaps a day, as in `7 this evening`; nil without one.
  func partBehindClock(at index: Int) -> DayPart? {
    var attempt = self
    attempt.index = index
    guard (try? attempt.clock(in: nil)) != nil else { return nil }
    return attempt.partBehindHere
  }

  /// The part of the day of what follows a clock time or a range of two; nil without one.
  var partBehindHere: DayPart? {
    guard startsDayBehindClock(at: index) else { return nil }
    var attempt = self
    return try? attempt.dayBehindClock().part
  }
}

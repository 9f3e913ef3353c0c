import CivilTime

/// Distances from a day in words: `in 3 days`, `two weeks ago`, `a week from friday`, `day after tomorrow`.
extension Parser {
  /// A length followed by `ago`, or by `from`, `before` or `after` and a date; alone it is not a date.
  mutating func distance() throws(SyntaxError) -> DateSyntax {
    let token = current
    if token.kind == .quantity, peek().keyword != .ago, let suggestion = Self.basicDate(token.text) {
      throw SyntaxError(.badDate(token.text, suggestion: suggestion), at: token.range)
    }
    let start = index
    let length = try dur()
    let place = range(from: start)
    if eat(.ago) { return try clock(at: OffsetSyntax(isNegative: true, duration: length, range: place)) }
    guard startsAnchor(at: index) else {
      let text = text(at: length.range)
      throw SyntaxError(.bareLength(text), at: length.range, expected: [.date])
    }
    let isNegative = advance().keyword == .before
    return try moved(try base(), by: OffsetSyntax(isNegative: isNegative, duration: length, range: place))
  }

  /// `in 3 days`, with the clock time that may follow.
  mutating func ahead() throws(SyntaxError) -> DateSyntax {
    advance()
    let start = index
    let length = try dur()
    return try clock(at: OffsetSyntax(isNegative: false, duration: length, range: range(from: start)))
  }

  /// A distance from now, or the clock time on that day.
  private mutating func clock(at offset: OffsetSyntax) throws(SyntaxError) -> DateSyntax {
    guard isAtClock(at: index), !stopsBeforeAt else { return Self.distant(offset) }
    let start = index
    advance()
    let clock = try clockInPart()
    guard offset.duration.components.allSatisfy(\.unit.isNominal) else {
      throw SyntaxError(
        .clockMismatch(text(at: clock.range), reason: "`\(text(at: offset.range))` is a moment already"),
        at: range(from: start))
    }
    return DateSyntax(.day(.today, at: clock), offsets: [offset])
  }

  private static func distant(_ offset: OffsetSyntax) -> DateSyntax {
    DateSyntax(offset.isNegative ? .ago(offset.duration) : .ahead(offset.duration))
  }

  /// A date moved by a distance; from now it is as far ahead or ago.
  private func moved(_ date: DateSyntax, by offset: OffsetSyntax) -> DateSyntax {
    if date.base == .now, date.offsets.isEmpty { return Self.distant(offset) }
    var date = date
    date.offsets.append(offset)
    return date
  }

  /// `the day after tomorrow`, from the word `day` on.
  mutating func neighbor() throws(SyntaxError) -> DateSyntax {
    let place = advance().range
    let isNegative = advance().keyword == .before
    let day = OffsetSyntax(
      isNegative: isNegative, duration: DurationSyntax(.components([.init(1, .day)]), range: place),
      range: place)
    return moved(try base(), by: day)
  }

  /// `week after next`, `month before last`.
  mutating func unitAfterNext() throws(SyntaxError) -> DateSyntax {
    let place = current.range
    let unit = try unit()
    let isNegative = advance().keyword == .before
    advance()
    let step: DurationUnit =
      switch unit {
      case .minute: .minute
      case .hour: .hour
      case .day: .day
      case .week, .weekend: .week
      case .month: .month
      case .quarter: .quarter
      case .year: .year
      }
    let offset = OffsetSyntax(
      isNegative: isNegative, duration: DurationSyntax(.components([.init(1, step)]), range: place),
      range: place)
    return DateSyntax(.unit(isNegative ? .last : .next, unit), offsets: [offset])
  }

  /// `in 3 workdays`, `2 workdays ago`, `3 working days after friday`.
  mutating func workdays() throws(SyntaxError) -> DateSyntax {
    let isAhead = isAt(.in)
    if isAhead { advance() }
    let place = current.range
    let count = current.integer ?? CalendarWords.number(current.text) ?? 1
    guard (1...9999).contains(count) else { throw SyntaxError(.numberOutOfRange(count, 1...9999), at: place) }
    advance()
    if !current.isWord(.workday), !current.isWord(.workdays) { advance() }
    advance()
    if isAhead { return DateSyntax(try clockOn(.workday(count, from: .today))) }
    if eat(.ago) { return DateSyntax(try clockOn(.workday(-count, from: .today))) }
    guard startsAnchor(at: index) else { throw unexpected() }
    let isNegative = advance().keyword == .before
    if isAt(.now) {
      advance()
      return DateSyntax(try clockOn(.workday(isNegative ? -count : count, from: .today)))
    }
    let anchor = current.range
    let day = try dayBehindWord()
    guard day.isSingleDay else {
      throw SyntaxError(.badDate(text(at: anchor), suggestion: nil), at: anchor)
    }
    return DateSyntax(try clockOn(.workday(isNegative ? -count : count, from: day)))
  }

  /// A weekday with the weeks that it is ahead, as in `friday in two weeks`; other dates as they are.
  mutating func weeksAhead(of base: DateBase) throws(SyntaxError) -> DateSyntax {
    guard case .day(.weekday(let weekday), at: let clock) = base, startsWeeksAhead(at: index) else {
      return DateSyntax(base)
    }
    advance()
    let start = index
    let length = try dur()
    let offset = OffsetSyntax(isNegative: false, duration: length, range: range(from: start))
    return DateSyntax(
      .day(.weekday(weekday), at: clock == nil && isAtClock(at: index) ? try clockBehindDay(nil) : clock),
      offsets: [offset])
  }

  /// Whether `in` and a number of weeks stand at the index.
  private func startsWeeksAhead(at index: Int) -> Bool {
    let count = token(index + 1)
    guard token(index).keyword == .in, count.integer != nil || isNumberWord(count), token(index + 2).isWord
    else {
      return false
    }
    return unit(at: index + 2)?.unit == .week
  }

  // MARK: Beginnings

  /// Whether a length that belongs to a date, perhaps a wrong one, begins at the index.
  func startsDistance(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .quantity: return !isClock(at: index)
    case .integer:
      let next = self.token(index + 1)
      return isHalved(at: index) || isUnit(next) && !isMonth(next)
    default: return startsDuration(at: index) && !token.isParameter
    }
  }

  /// Whether `from`, `before` or `after` and the date that a distance counts from stand at the index.
  func startsAnchor(at index: Int) -> Bool {
    switch token(index).keyword {
    case .from, .before, .after: break
    default: return false
    }
    let next = token(index + 1)
    switch next.kind {
    case .symbol, .parameter: return false
    default: break
    }
    // `the day before the day before …` could go on for ever.
    if token(next.keyword == .the ? index + 2 : index + 1).keyword == .day { return false }
    return startsDate(at: index + 1) && !startsDistance(at: index + 1) && next.keyword != .in
      && !startsWorkdays(at: index + 1)
  }

  /// Whether a number of workdays begins at the index.
  func startsWorkdays(at index: Int) -> Bool {
    let count = token(index)
    guard count.integer != nil || count.isWord && (isNumberWord(count)) else { return false }
    let next = token(index + 1)
    if next.isWord(.workday) || next.isWord(.workdays) { return true }
    let last = token(index + 2).lowered
    return (next.isWord(.business) || next.isWord(.working)) && (last == "day" || last == "days")
  }

  /// Whether a word is a number or an article.
  func isNumberWord(_ token: Token) -> Bool {
    token.isWord && (CalendarWords.number(token.text) != nil || CalendarWords.isArticle(token.text))
  }

  /// Whether `day after` or `day before` and a date stand at the index.
  func startsNeighbor(at index: Int) -> Bool {
    guard token(index).keyword == .day, token(index + 1).keyword != .from else { return false }
    return startsAnchor(at: index + 1)
  }

  /// Whether `week after next` or `week before last` stands at the index.
  func startsUnitAfterNext(at index: Int) -> Bool {
    guard token(index).isWord, CalendarWords.unit(token(index).text, plural: false) != nil else {
      return false
    }
    switch (token(index + 1).keyword, token(index + 2).keyword) {
    case (.after, .next), (.before, .last): return !startsBehindRelative(at: index + 3)
    default: return false
    }
  }
}

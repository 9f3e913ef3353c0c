/// Where dates, ranges and lengths begin: by a token and the few that follow it.
extension Parser {
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
    default:
      startsDate(at: index) || isUntil(token(index)) || startsHourSpan(at: index)
        || startsDayNumberSpan(at: index)
        || unitToDate(at: index) != nil
    }
  }

  /// Whether a date, perhaps a wrong one, begins at the index.
  func startsDate(at index: Int) -> Bool {
    let token = token(index)
    let next = self.token(index + 1)
    switch token.kind {
    case .isoDate, .isoMonth, .isoWeek, .isoDateTime, .clock, .slashDate, .dottedDate, .dashDate, .parameter,
      .quantity:
      return true
    case .decimal: return isClock(at: index) || startsDuration(at: index) || startsPartHour(at: index)
    case .integer:
      let digits = token.text.utf8.count
      return digits == 4 || digits == 8 || isMonth(next) || isClock(at: index)
        || isUnit(next) || startsWorkdays(at: index)
        || isHalved(at: index) || startsPartHour(at: index)
    case .ordinal: return isMonth(next) || startsOrdinalDay(at: index)
    case .symbol(.plus), .symbol(.minus):
      return startsDuration(at: index + 1)
    case .symbol(.at): return next.integer != nil
    case .word: return startsDateWord(at: index)
    default: return false
    }
  }

  private func startsDateWord(at index: Int) -> Bool {
    let (token, next) = (token(index), token(index + 1))
    switch token.keyword {
    case .now, .today, .tomorrow, .yesterday, .noon, .midnight, .this, .next, .last: return true
    case .past: return startsDuration(at: index + 1) || isPastUnit(next)
    case .start, .end, .rest: return next.keyword == .of
    case .week where next.integer != nil || startsWeekOf(at: index): return true
    case .in:
      return startsDuration(at: index + 1) || startsWorkdays(at: index + 1)
        || startsPeriodBehindIn(at: index + 1)
    case .the: return startsBehindThe(at: index + 1)
    case .at: return startsAtClock(at: index)
    case .day where startsNeighbor(at: index): return true
    default: break
    }
    if startsPeriodWord(at: index) || isClock(at: index) { return true }
    if token.isWord(.tonight) || Self.lastDayUnit(token) != nil { return true }
    if token.isWord(.beginning) { return next.keyword == .of }
    if startsPartOfDay(at: index) { return true }
    return CalendarWords.weekday(token.text) != nil || namedDay(at: index) != nil
      || RelativeWord(synonym: token.lowered) != nil && startsBehindRelative(at: index + 1)
      || startsOrdinalDay(at: index) || startsUnitAfterNext(at: index) || startsWorkdays(at: index)
      || startsWordedDistance(at: index)
  }

  /// Whether a month, quarter, half, season, week or third of a month begins with the word at the index.
  private func startsPeriodWord(at index: Int) -> Bool {
    yearPart(at: index) != nil || CalendarWords.week(token(index).text) != nil || startsThird(at: index)
  }

  /// Whether what may follow `this` or `previous` begins at the index: a unit, a weekday, a length.
  func startsBehindRelative(at index: Int) -> Bool {
    let next = token(index)
    guard next.isWord else { return startsDuration(at: index) }
    return CalendarWords.unit(next.text, plural: false) != nil || CalendarWords.weekday(next.text) != nil
      || yearPart(at: index) != nil || isDayPart(next) || next.isWord(.fortnight) || startsDuration(at: index)
  }

  func isPastUnit(_ token: Token) -> Bool {
    token.isWord
      && (DurationUnit(spelling: token.text)?.rawValue == token.lowered || token.isWord(.fortnight))
  }

  /// Whether a length in words, with what makes it a date, begins at the index: `two weeks ago`.
  private func startsWordedDistance(at index: Int) -> Bool {
    let token = token(index)
    guard token.isWord, startsDuration(at: index) else { return false }
    var attempt = self
    attempt.index = index
    guard (try? attempt.dur()) != nil else { return false }
    return attempt.isAt(.ago) || attempt.startsAnchor(at: attempt.index)
  }

  /// Whether the rest of a date follows `the` at the index.
  func startsBehindThe(at index: Int) -> Bool {
    let token = token(index)
    if token.ordinal != nil { return true }
    switch token.keyword {
    case .rest, .start, .end: return self.token(index + 1).keyword == .of
    case .week where startsWeekOf(at: index): return true
    case .past: return startsDuration(at: index + 1) || isPastUnit(self.token(index + 1))
    case .this, .next, .last: return startsOrdinalDay(at: index) || startsBehindRelative(at: index + 1)
    default: break
    }
    if token.isWord(.beginning) { return self.token(index + 1).keyword == .of }
    if startsPartOfDay(at: index) || startsTheWeekend(at: index - 1) { return true }
    return startsNeighbor(at: index) || startsUnitAfterNext(at: index) || startsOrdinalDay(at: index)
      || RelativeWord(synonym: token.lowered) != nil && startsBehindRelative(at: index + 1)
  }

  /// Whether a day or a longer period begins at the index, and no length and no clock time.
  func startsDay(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .isoDate, .isoDateTime, .isoMonth, .isoWeek, .slashDate, .dottedDate, .dashDate: return true
    case .integer, .ordinal: return startsMonthDay(at: index) || startsOrdinalDay(at: index)
    case .word: break
    default: return false
    }
    switch token.keyword {
    case .now, .noon, .midnight, .in, .at, .past: return false
    case .the where startsBehindThe(at: index + 1): return self.token(index + 1).keyword != .past
    default:
      return startsDate(at: index) && !startsDistance(at: index) && !isClock(at: index)
        && !startsWorkdays(at: index)
    }
  }

  /// Whether a period that `in` may precede begins at the index: `in december`, `in 2027`, `in Q1`.
  ///
  /// A calendar with such a name stands in quotes.
  func startsPeriodBehindIn(at index: Int) -> Bool {
    let token = token(index)
    guard !self.token(index + 1).isSymbol(.at) else { return false }
    switch token.kind {
    case .isoMonth, .isoWeek: return true
    case .integer:
      let next = self.token(index + 1)
      return isYear(at: index) && !isUnit(next) && !isHalved(at: index)
    case .word:
      return startsPeriodWord(at: index) || token.keyword == .week && self.token(index + 1).integer != nil
    default: return false
    }
  }

  /// The named day at the index and the number of its words, the longest that fits; nil without one.
  func namedDay(at index: Int) -> (day: NamedDay, length: Int)? {
    guard let first = nameWord(at: index), NamedDay.begins(first) else { return nil }
    var found: (day: NamedDay, length: Int)?
    for day in NamedDay.allCases {
      for phrase in day.phrases where phrase[0] == first && phrase.count > found?.length ?? 0 {
        let fits = phrase.indices.dropFirst().allSatisfy { nameWord(at: index + $0) == phrase[$0] }
        if fits { found = (day, phrase.count) }
      }
    }
    return found
  }

  /// The word at the index without its apostrophe.
  private func nameWord(at index: Int) -> String? { token(index).lowered?.replacing("'", with: "") }

  /// Whether a length, perhaps a wrong one, begins at the index.
  func startsDuration(at index: Int) -> Bool {
    let token = token(index)
    switch token.kind {
    case .quantity, .integer, .parameter: return true
    default: return isISODuration(token) || startsSpokenLength(at: index)
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

import CivilTime

@testable import QueryLanguage

/// The terminals of dates, which look at what stands beside them.
extension GrammarTokens {
  func addTimes(_ index: Int, add: (String, Int) -> Void) {
    let token = token(index)
    if case .word = token.kind { addTimeWord(index, add: add) }
    if case .integer(let number) = token.kind {
      let digits = token.text.utf8.count
      if (1...29).contains(number), !isMeridiem(self.token(index + 1)) { add("MINUTES", 1) }
      if (1...12).contains(number), digits <= 2, !isMeridiem(self.token(index + 1)) { add("HOURNUMBER", 1) }
      if (1...9999).contains(number) { add("COUNT", 1) }
      if isBareClock(index) {
        if digits <= 2, !beginsClock(index) { add("BAREHOUR", 1) }
        if isBehindAt(index) { add("ATHOUR", 1) }
        if digits <= 2 { add("PARTHOUR", 1) }
      }
      if digits == 2, number > 24, isShortYear(index) { add("SHORTYEAR", 1) }
      if Self.isOClock(self.token(index + 1)), digits <= 2, number <= 24 { add("OCLOCK", 2) }
      if isSmaller(index) { add("SMALLER", 2) }
    }
    if isDayEnd(index) { add("DAYEND", 1) }
    if spans(index, by: isSpanWord) { add("SPANHOUR", 1) }
    if spans(index, by: { self.token($0).keyword == .and }) { add("ANDHOUR", 1) }
    if beginsDaySpan(index) { add("SPANDAY", 1) }
    if beginsClock(index) || isEarlyClock(index) {
      if joinsClocks(index, by: { self.token($0).keyword == .and }) { add("ANDCLOCK", 0) }
      if joinsClocks(index, by: { isSpanWord($0) && !self.token($0).isSymbol(.minus) }) {
        add("FROMCLOCK", 0)
      }
    }
    if token.keyword == .and {
      if isHalved(index) { add("HALVED", 3) }
      if let unit = unit(index - 1), hasHalf(unit) {
        if isHalf(index + 1), self.token(index + 2).keyword != .past { add("ANDHALF", 2) }
        if isArticle(index + 1), isHalf(index + 2) { add("ANDHALF", 3) }
      }
    }
    if case .quantity = token.kind {
      if Self.isHourMinute(token.text), Self.isClock(token.text.lowercased().replacing("h", with: ":")) {
        add("CLOCK", 1)
      }
    }
  }

  private func addTimeWord(_ index: Int, add: (String, Int) -> Void) {
    let text = token(index).text
    if let number = CalendarWords.number(text) {
      add("NUMBER", 1)
      if (1...29).contains(number) { add("MINUTEWORD", 1) }
      if (1...12).contains(number) { add("HOURNUMBER", 1) }
    }
    if text.lowercased().hasSuffix("s"), CalendarWords.weekday(text) == nil,
      CalendarWords.weekday(String(text.dropLast())) != nil
    {
      add("PLURAL", 1)
    }
    if text.wholeMatch(of: /[Qq][1-4]|[Hh][12]/) != nil { add("QUARTER", 1) }
    if let match = text.wholeMatch(of: /(?i)k?w(\d{1,2})/), let week = Int(match.output.1),
      (1...53).contains(week)
    {
      add("WEEKNAME", 1)
    }
    if isTimeBehindIn(index) { add("TIMEWORD", 1) }
  }

  func addDecimal(_ index: Int, add: (String, Int) -> Void) {
    let text = token(index).text
    let clock = text.replacing(".", with: ":")
    if isMeridiem(token(index + 1)) {
      if Self.isClock(clock, hours: 1...12) { add("HOUR", 1) }
    } else if Self.isClock(clock) {
      if isBehindAt(index) { add("ATHOUR", 1) }
      add("PARTHOUR", 1)
    }
    if let unit = unit(index + 1), isFraction(text, of: unit) { add("FRACTION", 2) }
  }

  // MARK: Lengths

  private func unit(_ index: Int) -> DurationUnit? {
    guard case .word = token(index).kind else { return nil }
    if Self.isFortnight(token(index)) { return .week }
    return DurationUnit(spelling: token(index).text)
  }

  static func isFortnight(_ token: Token) -> Bool {
    ["fortnight", "fortnights"].contains(token.text.lowercased())
  }

  private func rank(_ unit: DurationUnit) -> Int { DurationUnit.allCases.firstIndex(of: unit) ?? 0 }

  private func hasHalf(_ unit: DurationUnit) -> Bool { [.year, .day, .hour, .minute].contains(unit) }

  private func isArticle(_ index: Int) -> Bool { ["a", "an"].contains(token(index).text.lowercased()) }

  private func isHalf(_ index: Int) -> Bool { token(index).text.lowercased() == "half" }

  /// Whether a number and a unit smaller than the one before stand there.
  private func isSmaller(_ index: Int) -> Bool {
    let before = token(index - 1).keyword == .and ? index - 2 : index - 1
    guard before >= 0, let larger = unit(before), let smaller = unit(index + 1),
      case .integer(let number) = token(index).kind
    else { return false }
    return rank(smaller) > rank(larger) && number <= 999_999_999
  }

  func isHalved(_ index: Int) -> Bool {
    guard isArticle(index + 1), isHalf(index + 2), let unit = unit(index + 3) else { return false }
    return hasHalf(unit)
  }

  private func beginsLength(_ index: Int) -> Bool {
    let word = token(index).text
    let isNumber = CalendarWords.number(word) != nil || isArticle(index)
    return isNumber && (isUnit(token(index + 1)) || isWorkdays(index)) || isHalf(index)
      || isArticle(index) && isHalf(index + 1)
  }

  private func isFraction(_ text: String, of unit: DurationUnit) -> Bool {
    guard unit == .hour || unit == .minute, let match = text.wholeMatch(of: /(\d{1,6})\.(\d{1,4})/),
      let digits = Int(match.output.2)
    else { return false }
    let scale = match.output.2.reduce(1) { scale, _ in scale * 10 }
    return digits * 60 % scale == 0
  }

  /// Whether a number of workdays stands there.
  func isWorkdays(_ index: Int) -> Bool {
    let next = token(index + 1).text.lowercased()
    if ["workday", "workdays"].contains(next) { return true }
    return ["business", "working"].contains(next)
      && ["day", "days"].contains(token(index + 2).text.lowercased())
  }

  // MARK: Clock times

  static func isHourMinute(_ text: String) -> Bool { text.wholeMatch(of: /(?i)\d{1,2}h\d\d/) != nil }

  static func isOClock(_ token: Token) -> Bool {
    ["o'clock", "o\u{2019}clock", "oclock"].contains(token.text.lowercased())
  }

  static func isNoon(_ token: Token) -> Bool {
    token.kind == .word && ["noon", "midday", "midnight"].contains(token.text.lowercased())
  }

  /// Whether `half past 3` and its like begin there.
  func beginsWordedClock(_ index: Int) -> Bool {
    let word = token(index).text.lowercased()
    let next = token(index + 1).keyword
    var mayBeBefore = false
    if case .integer(let number) = token(index).kind {
      guard (1...29).contains(number) else { return false }
    } else if word != "half" {
      guard word == "quarter" || CalendarWords.number(word).map({ (1...29).contains($0) }) ?? false else {
        return false
      }
      mayBeBefore = true
    }
    guard next == .past || next == .to && mayBeBefore else { return false }
    let hour = token(index + 2)
    if Self.isNoon(hour) { return true }
    switch hour.kind {
    case .quantity: return hour.text.wholeMatch(of: /(?i)\d{1,2}[ap]m/) != nil
    case .integer(let number): return (1...12).contains(number) && hour.text.utf8.count <= 2
    case .word: return CalendarWords.number(hour.text).map { (1...12).contains($0) } ?? false
    default: return false
    }
  }

  private func isEarlyClock(_ index: Int) -> Bool {
    guard case .integer(let number) = token(index).kind else { return false }
    return number < 1_900 && token(index).text.utf8.count == 4 && isBareClock(index)
  }

  private func isBehindAt(_ index: Int) -> Bool {
    let next = token(index + 1)
    return token(index - 1).keyword == .at && next.keyword != .times && !next.isSymbol(.comma)
  }

  private func isSpanWord(_ index: Int) -> Bool {
    let word = token(index)
    if word.isSymbol(.range) || word.isSymbol(.minus) { return true }
    return word.kind == .word
      && ["to", "until", "till", "til", "through", "thru"].contains(word.text.lowercased())
  }

  /// Whether hours alone, a joint and a clock time stand there.
  private func spans(_ index: Int, by isJoint: (Int) -> Bool) -> Bool {
    guard case .integer(let number) = token(index).kind, number <= 24, token(index).text.utf8.count <= 2
    else {
      return false
    }
    return isJoint(index + 1) && (beginsClock(index + 2) || isBareClock(index + 2))
  }

  /// Whether a clock time, a joint and another one stand there.
  private func joinsClocks(_ index: Int, by isJoint: (Int) -> Bool) -> Bool {
    let first = beginsWordedClock(index) ? index + 2 : index + 1
    guard let joint = (first..<first + 8).first(where: { $0 < tokens.count && isJoint($0) }) else {
      return false
    }
    return beginsClock(joint + 1) || isBareClock(joint + 1)
  }

  // MARK: Days

  private func isOrdinal(_ index: Int) -> Bool {
    if case .ordinal = token(index).kind { true } else { false }
  }

  private func beginsMonthDay(_ index: Int) -> Bool {
    let first = token(index).keyword == .the ? index + 1 : index
    if token(first).kind == .dashDate { return first == index }
    guard case .integer = token(first).kind else {
      return isOrdinal(first) && isMonthName(token(token(first + 1).keyword == .of ? first + 2 : first + 1))
    }
    return first == index && isMonthName(token(first + 1))
  }

  /// Whether the number of a day before a later one and their month stands there.
  private func beginsDaySpan(_ index: Int) -> Bool {
    switch token(index).kind {
    case .integer: if token(index).text.utf8.count > 2 { return false }
    case .ordinal: break
    default: return false
    }
    return isSpanWord(index + 1) && beginsMonthDay(index + 2) && token(index + 2).kind != .dashDate
  }

  /// Whether the number of a day stands there that ends a range begun with its month.
  private func isDayEnd(_ index: Int) -> Bool {
    let next = token(index + 1)
    switch token(index).kind {
    case .integer(let number):
      if token(index).text.utf8.count > 2 || !(1...31).contains(number) { return false }
    case .ordinal(let number): if !(1...31).contains(number) { return false }
    default: return false
    }
    return !isMonthName(next) && !isUnit(next) && next.keyword != .times && next.keyword != .of
      && !beginsClock(index) && !isWorkdays(index)
  }

  func isNumberDash(_ index: Int) -> Bool {
    index > 1 && isDayEnd(index + 1) && isMonthName(token(index - 2))
  }

  private func isShortYear(_ index: Int) -> Bool {
    let next = token(index + 1)
    return !isMonthName(next) && !isUnit(next) && next.keyword != .times && !beginsClock(index)
      && !isWorkdays(index)
  }

  /// Whether a date with slashes or points has one reading, and if so, whether it has a year.
  static func numberedDate(_ token: Token) -> Bool? {
    let parts = token.text.split { !$0.isNumber }.compactMap { Int($0) }
    guard parts.count == 2 || parts.count == 3 else { return nil }
    if parts.count == 3, parts[0] >= 1_000 {
      return parts[0] <= 9_999 && CivilDate(year: parts[0], month: parts[1], day: parts[2]) != nil
        ? true : nil
    }
    let year = parts.count == 3 ? parts[2] : 2024
    guard (1_000...9_999).contains(year) else { return nil }
    let (day, month) = parts[1] > 12 ? (parts[1], parts[0]) : (parts[0], parts[1])
    guard CivilDate(year: year, month: month, day: day) != nil else { return nil }
    let isClear = day > 12 || day == month || token.kind == .dottedDate
    return isClear ? parts.count == 3 : nil
  }

  /// Whether a dash leads to a day.
  func isDayDash(_ index: Int) -> Bool {
    let next = token(index + 1)
    // `mon-fri` is one range, whatever part of a day stands behind it.
    let areWeekdays =
      index > 0 && [index - 1, index + 1].allSatisfy { CalendarWords.weekday(token($0).text) != nil }
    let parts = ["morning", "afternoon", "evening", "night", "in"]
    if areWeekdays, parts.contains(token(index + 2).text.lowercased()) { return false }
    switch next.kind {
    case .isoDate, .isoDateTime, .isoMonth, .isoWeek, .slashDate, .dottedDate, .dashDate: return true
    case .integer: return isMonthName(token(index + 2))
    case .ordinal: return true
    case .word:
      switch next.keyword {
      case .now, .noon, .midnight, .in, .at, .past: return false
      case .the where token(index + 2).keyword == .past: return false
      default: return !beginsClock(index + 1) && !beginsLength(index + 1)
      }
    default: return false
    }
  }

  /// Whether a word behind `in` names a time, so that no calendar can be meant.
  private func isTimeBehindIn(_ index: Int) -> Bool {
    let (word, next) = (token(index).text.lowercased(), token(index + 1))
    if next.isSymbol(.at) { return false }
    if ["spring", "summer", "autumn", "fall", "winter"].contains(word) || isMonthName(token(index)) {
      return true
    }
    if word.wholeMatch(of: /q[1-4]|h[12]/) != nil { return true }
    if let match = word.wholeMatch(of: /k?w(\d{1,2})/), let week = Int(match.output.1),
      (1...53).contains(week)
    {
      return true
    }
    if word == "week", case .integer = next.kind { return true }
    if ["early", "mid", "late"].contains(word) {
      if next.isSymbol(.minus) {
        return next.range.offset == token(index).range.end && isMonthName(token(index + 2))
      }
      let isRelative = ["this", "current", "next", "last", "previous", "the"].contains(next.text.lowercased())
      return isMonthName(next) || next.kind == .isoMonth || isRelative && token(index + 2).keyword == .month
    }
    if word == "half" { return unit(index + (isArticle(index + 1) ? 2 : 1)).map(hasHalf) ?? false }
    let isNumber = CalendarWords.number(word) != nil
    guard isNumber || isArticle(index) else { return false }
    if isArticle(index), isHalf(index + 1) {
      return unit(index + (isArticle(index + 2) ? 3 : 2)).map(hasHalf) ?? false
    }
    return unit(index + 1) != nil || isWorkdays(index)
      || isNumber && next.keyword == .and && isHalved(index + 1)
  }
}

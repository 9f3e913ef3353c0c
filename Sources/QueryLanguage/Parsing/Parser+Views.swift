import CivilTime

extension Parser {
  /// Production `slots`.
  mutating func slots() throws(SyntaxError) -> SlotsSyntax {
    let start = index
    advance()
    let length = try slotLength()
    hasHoursClause = true
    defer { hasHoursClause = false }
    var clauses: [SlotClauseSyntax] = []
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index), let clause = try slotClause(&seen) { clauses.append(clause) }
    return SlotsSyntax(length, clauses, range: range(from: start))
  }

  /// The length of `free`; nil if a clause or nothing follows.
  private mutating func slotLength() throws(SyntaxError) -> DurationSyntax? {
    note(.duration)
    switch current.kind {
    // `dur` reports a clock time or a decimal as a malformed length.
    case .quantity, .parameter, .clock, .decimal: return try dur()
    case .integer where isMonth(peek()) || current.text.utf8.count == 4: return nil
    case .integer where startsHourSpan(at: index) || startsDayNumberSpan(at: index): return nil
    case .integer where startsWorkdays(at: index): return nil
    case .integer: return try dur()
    default: return startsDuration(at: index) ? try dur() : nil
    }
  }

  /// Production `slotClause`; nil if no clause begins.
  mutating func slotClause(_ seen: inout SeenClauses) throws(SyntaxError) -> SlotClauseSyntax? {
    note(.slotClause)
    let start = index
    guard let kind = try slotClauseKind(&seen) else { return nil }
    return SlotClauseSyntax(kind, range: range(from: start))
  }

  private mutating func slotClauseKind(_ seen: inout SeenClauses) throws(SyntaxError) -> SlotClauseSyntax
    .Kind?
  {
    switch current.keyword {
    case .between:
      try once("`between`", &seen)
      advance()
      if startsHourSpan(at: index, joinedBy: { $0.token($1).keyword == .and }) {
        let (lower, upper) = try hourSpan(in: nil)
        return .hours(lower, upper)
      }
      let lower = try clock()
      try expect(.and)
      return .hours(lower, try clock())
    case .on:
      try once("`on`", &seen)
      advance()
      if eat(.weekdays) { return .days([.monday, .tuesday, .wednesday, .thursday, .friday]) }
      return .days(try weekdayList())
    case .timed:
      try once("`timed`", &seen)
      advance()
      return .timed
    case .ignoring:
      try once("`timed`", &seen)
      advance()
      try expect(.allday)
      return .timed
    case .in where startsInclude:
      try once("`in`", &seen)
      return .include(try include())
    case .except:
      try once("`except`", &seen)
      return .exclude(try exclude())
    case .limit:
      try once("`limit`", &seen)
      advance()
      return .limit(try count())
    case .as:
      try once("`as`", &seen)
      advance()
      return .format(try format())
    default:
      guard startsWhen(at: index) else { return nil }
      try once("time range", &seen)
      return .when(try when())
    }
  }

  /// Production `weekday`.
  mutating func weekday() throws(SyntaxError) -> Weekday {
    note(.weekday)
    guard current.isWord, let weekday = CalendarWords.weekday(current.text) else { throw unexpected() }
    advance()
    return weekday
  }

  /// Production `calview`.
  mutating func calview() throws(SyntaxError) -> CalendarViewSyntax {
    let start = index
    guard let kind = CalendarViewKind(rawValue: advance().text.lowercased()) else { throw unexpected() }
    var seen = SeenClauses()
    let time = try viewTime(kind)
    var clauses: [ClauseSyntax] = []
    var progress = LoopProgress()
    while progress.isMoving(index) {
      note(.viewClause(kind))
      let clauseStart = index
      guard let clause = try selectorClause(of: .events, &seen) else { break }
      clauses.append(ClauseSyntax(clause, range: range(from: clauseStart)))
    }
    return CalendarViewSyntax(kind, time: time, clauses, range: range(from: start))
  }

  private mutating func viewTime(_ kind: CalendarViewKind) throws(SyntaxError) -> RangeSyntax? {
    noteAlso(.date)
    if isAt(.in), startsInclude { return nil }
    if kind == .agenda { return startsRange(at: index) ? try range() : nil }
    let start = index
    // `week 48` as a statement: the word has been read as the view's name.
    // A number that counts something, as in `week 2 weeks ago`, is not a week's number.
    if kind == .week, let number = current.integer, current.text.utf8.count <= 2, !isMonth(peek()),
      !isClock(at: index), !startsWorkdays(at: index),
      !isUnit(peek())
    {
      guard (1...53).contains(number) else {
        throw SyntaxError(.noSuchWeek(year: nil, week: number), at: current.range)
      }
      let range = advance().range
      return RangeSyntax(
        .on(DateSyntax(.day(.week(number), at: nil), range: range)), hasPreposition: false, range: range)
    }
    guard startsDate(at: index) else { return nil }
    let date = try date()
    return RangeSyntax(.on(date), hasPreposition: false, range: range(from: start))
  }
}

extension DateResolver {
  /// A day or a longer piece of the calendar.
  mutating func day(
    _ syntax: DaySyntax, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    let today = context.today
    switch syntax {
    case .date(let date, _): return try days(date, 1, range)
    case .yearMonth(let year, let month): return try months(year, month, 1, range)
    case .isoWeek(let year, let week): return try isoWeek(year, week, range)
    case .year(let year): return try months(year, 1, 12, range)
    case .today: return try days(today, 1, range)
    case .tomorrow: return try days(try day(today, plus: 1, range), 1, range)
    case .yesterday: return try days(try day(today, plus: -1, range), 1, range)
    case .weekday(let weekday): return try days(try leaning(weekday, lean, range), 1, range)
    case .relativeWeekday(let word, let weekday):
      return try days(try relativeWeekday(word, weekday, range), 1, range)
    case .month(let month, let year):
      if let year { return try months(year, month, 1, range) }
      return try open(lean, DateText.month(month), range) { (resolver, year) throws(BindingError) in
        try resolver.months(year, month, 1, range)
      }
    case .monthDay(let month, let day, let year, let weekday):
      if let year { return try date(year, month, day, range) }
      let found = try open(lean, "\(day) \(DateText.month(month).prefix(3))", range) {
        (resolver, year) throws(BindingError) in
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        return try resolver.days(date, 1, range)
      }
      // Years in which both fit are far off, so one of the two is a mistake.
      if let weekday, case .days(let date, _) = found, date.weekday != weekday {
        throw BindingError(.weekdayMismatch(weekday, date), at: range)
      }
      return found
    case .week(let week):
      return try open(lean, "week \(week)", range) { (resolver, year) throws(BindingError) in
        week <= CivilDate.isoWeeks(inYear: year) ? try resolver.isoWeek(year, week, range) : nil
      }
    case .boundary(let edge, let syntax):
      let whole = try period(syntax, lean, range)
      switch (edge, whole) {
      case (.start, .days(let first, _)): return try days(first, 1, range)
      case (.end, .days(_, let end)): return try days(try day(end, plus: -1, range), 1, range)
      case (.start, .instant), (.start, .span): return .instant(whole.start(in: zone))
      case (.end, .instant), (.end, .span): return .instant(whole.end(in: zone))
      }
    }
  }

  private mutating func period(
    _ syntax: PeriodSyntax, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    switch syntax {
    case .current(let unit): try period(.this, unit, range)
    case .relative(let word, let unit): try period(word, unit, range)
    case .yearMonth(let year, let month): try day(.yearMonth(year: year, month: month), lean, range)
    case .isoWeek(let year, let week): try day(.isoWeek(year: year, week: week), lean, range)
    case .week(let week): try day(.week(week), lean, range)
    case .month(let month, let year): try day(.month(month, year: year), lean, range)
    case .year(let year): try day(.year(year), lean, range)
    }
  }

  private func date(
    _ year: Int, _ month: Int, _ day: Int, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw BindingError(.outOfCalendar, at: range)
    }
    return try days(date, 1, range)
  }

  private func isoWeek(_ year: Int, _ week: Int, _ range: SourceRange) throws(BindingError) -> ResolvedDate {
    guard let monday = CivilDate(isoWeekYear: year, week: week, weekday: .monday) else {
      throw BindingError(.outOfCalendar, at: range)
    }
    return try days(monday, 7, range)
  }

  // MARK: Weekdays

  /// A bare weekday: today or one of the six days beside it.
  private func leaning(
    _ weekday: Weekday, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> CivilDate {
    switch lean {
    case .forward, .nearest: try day(anchor, plus: anchor.weekday.days(until: weekday), range)
    case .backward: try day(anchor, plus: -weekday.days(until: anchor.weekday), range)
    }
  }

  /// `this`, `next` and `last friday`.
  private mutating func relativeWeekday(
    _ word: RelativeWord, _ weekday: Weekday, _ range: SourceRange
  ) throws(BindingError) -> CivilDate {
    let today = context.today
    let ofThisWeek = try day(
      try weekStart(of: today, range), plus: context.weekStart.days(until: weekday), range)
    switch word {
    case .this: return ofThisWeek
    case .last:
      let back = weekday.days(until: today.weekday)
      return try day(today, plus: back == 0 ? -7 : -back, range)
    case .next:
      let next = try day(ofThisWeek, plus: 7, range)
      let nearest = try leaning(weekday, .forward, range)
      try noteNext(weekday.name, next, nearest, range)
      return next
    }
  }

  /// Notes which `next X` was taken; strict mode rejects it.
  private mutating func noteNext(
    _ name: String, _ next: CivilDate, _ nearest: CivilDate, _ range: SourceRange
  ) throws(BindingError) {
    guard next != nearest else { return }
    if context.isStrict {
      throw BindingError(.ambiguousNext(name.lowercased(), choices: [nearest, next]), at: range)
    }
    notes.append(
      Note(
        "next-weekday",
        "`next \(name.lowercased())` is taken as \(DateText.day(next)), of next week; the nearest is \(DateText.day(nearest))"
      ))
  }

  // MARK: Dates without a year

  /// `this november` is this year's, `next november` next year's, `last november` the latest that has ended.
  mutating func relativeMonth(
    _ word: RelativeWord, _ month: Int, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    let today = context.today
    switch word {
    case .this: return try months(today.year, month, 1, range)
    case .last: return try months(month < today.month ? today.year : today.year - 1, month, 1, range)
    case .next:
      let name = DateText.month(month)
      let next = try months(today.year + 1, month, 1, range)
      let nearest = try months(month < today.month ? today.year + 1 : today.year, month, 1, range)
      if context.isStrict {
        throw BindingError(.yearMissing("next \(name)", suggestion: yearMonth(next)), at: range)
      }
      if next != nearest {
        notes.append(
          Note(
            "next-month",
            "`next \(name)` is taken as \(yearMonth(next)), of next year; the nearest is \(yearMonth(nearest))"
          ))
      }
      return next
    }
  }

  private func yearMonth(_ date: ResolvedDate) -> String {
    switch date {
    case .days(let first, _): String(first.description.prefix(7))
    case .instant, .span: ""
    }
  }

  /// A date that names no year; strict mode rejects it if another reading differs.
  ///
  /// `make` returns the date in a year, nil if that year has none (29 February, week 53).
  private mutating func open(
    _ lean: DateLean, _ name: String, _ range: SourceRange,
    _ make: (DateResolver, Int) throws(BindingError) -> ResolvedDate?
  ) throws(BindingError) -> ResolvedDate {
    let found = try reading(lean, range, make)
    if isAnchored { return found }
    let other = try reading(lean == .nearest ? .forward : .nearest, range, make)
    if found == other { return found }
    if context.isStrict {
      throw BindingError(.yearMissing(name, suggestion: written(found, name)), at: range)
    }
    noteOtherReading(name, written(found, name), written(other, name), lean)
    return found
  }

  /// Notes the reading taken and the other reading.
  mutating func noteOtherReading(_ name: String, _ taken: String, _ other: String, _ lean: DateLean) {
    let rest =
      switch lean {
      case .nearest: "the next is \(other)"
      case .forward: "\(other) is not long past"
      case .backward: "the nearest is \(other)"
      }
    notes.append(Note("yearless-date", "`\(name)` is taken as \(taken); \(rest)"))
  }

  /// How many days back a query looks for a date without a year.
  static let daysBack = 90

  /// One reading of a date that names no year.
  private func reading(
    _ lean: DateLean, _ range: SourceRange,
    _ make: (DateResolver, Int) throws(BindingError) -> ResolvedDate?
  ) throws(BindingError) -> ResolvedDate {
    // 29 February is eight years away at most (2100 is no leap year), week 53 seven.
    let years =
      switch lean {
      case .forward, .nearest: Array((anchor.year - 1)...(anchor.year + 8))
      case .backward: Array(((anchor.year - 8)...(anchor.year + 1)).reversed())
      }
    for year in years where (1...9999).contains(year) {
      guard let date = try make(self, year), case .days(let first, let end) = date else { continue }
      switch lean {
      case .forward where end <= anchor: continue
      case .nearest where anchor.dayNumber - end.dayNumber >= Self.daysBack: continue
      case .backward where first > anchor: continue
      case .forward, .nearest, .backward: return date
      }
    }
    throw BindingError(.outOfCalendar, at: range)
  }

  private func written(_ date: ResolvedDate, _ name: String) -> String {
    guard name.hasPrefix("week"), case .days(let monday, _) = date else { return DateText.iso(date) }
    let (year, week) = monday.isoWeek
    return "\(year)-W\(week < 10 ? "0" : "")\(week)"
  }
}

extension DateText {
  /// `november`.
  package static func month(_ month: Int) -> String { CalendarWords.months[(month - 1) % 12] }

  /// The shortest ISO text of whole days: a day, a month, or first and last day.
  static func iso(_ date: ResolvedDate) -> String {
    switch date {
    case .instant, .span: return ""
    case .days(let first, let end):
      if end.dayNumber - first.dayNumber == 1 { return first.description }
      if first.day == 1, first.adding(months: 1) == end { return String(first.description.prefix(7)) }
      return "\(first)..\(end.adding(days: -1) ?? end)"
    }
  }
}

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
    case .weekdays(let first, through: let last):
      let day = try leaning(first, lean, range)
      return try days(day, first.days(until: last) + 1, range)
    case .named(let part, let year):
      if let year { return try months(part, year, range) }
      return try open(lean, "\(DateSyntax(.day(syntax, at: nil)))", range) {
        (resolver, year) throws(BindingError) in
        try resolver.months(part, year, range)
      }
    case .monthDay(let month, let day, let year, let weekday):
      if let year { return try date(year, month, day, range) }
      let found = try open(lean, "\(day) \(DateText.month(month).prefix(3))", range) {
        (resolver, year) throws(BindingError) in
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        return try resolver.days(date, 1, range)
      }
      return try checked(found, weekday, range)
    case .dayOfMonth(let day, let weekday):
      let name = "the \(CalendarWords.ordinalText(day))"
      let found = try open(lean, name, range, .month) { (resolver, month) throws(BindingError) in
        let (year, index) = (floorDiv(month, 12), floorMod(month, 12))
        return try CivilDate(year: year, month: index + 1, day: day).map { (date) throws(BindingError) in
          try resolver.days(date, 1, range)
        }
      }
      return try checked(found, weekday, range)
    case .holiday(let day, let year):
      if let year {
        guard let date = day.date(in: year) else { throw BindingError(.outOfCalendar, at: range) }
        return try days(date, 1, range)
      }
      return try open(lean, day.name, range) { (resolver, year) throws(BindingError) in
        try day.date(in: year).map { (date) throws(BindingError) in try resolver.days(date, 1, range) }
      }
    case .week(let week):
      return try open(lean, "week \(week)", range) { (resolver, year) throws(BindingError) in
        week <= CivilDate.isoWeeks(inYear: year) ? try resolver.isoWeek(year, week, range) : nil
      }
    case .weekOf(let inner):
      return try days(try weekStart(of: try single(inner, lean, range), range), 7, range)
    case .third(let third, let period):
      return try inside(period, lean, syntax, range) { (resolver, first, end) throws(BindingError) in
        let start = try resolver.day(first, plus: 10 * third.index, range)
        let length = third == .late ? end.dayNumber - start.dayNumber : 10
        return try resolver.days(start, length, range)
      }
    case .ordinal(let position, let unit, of: let period):
      return try inside(period, lean, syntax, range) { (resolver, first, end) throws(BindingError) in
        try resolver.piece(position, unit, from: first, until: end, range)
      }
    case .workday(let count, from: let inner):
      return try days(try workday(count, from: try single(inner, lean, range), range), 1, range)
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

  mutating func period(
    _ syntax: PeriodSyntax, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    switch syntax {
    case .current(let unit): try period(.this, unit, range)
    case .relative(let word, let unit): try period(word, unit, range)
    case .yearMonth(let year, let month): try day(.yearMonth(year: year, month: month), lean, range)
    case .isoWeek(let year, let week): try day(.isoWeek(year: year, week: week), lean, range)
    case .week(let week): try day(.week(week), lean, range)
    case .named(let part, let year): try day(.named(part, year: year), lean, range)
    case .year(let year): try day(.year(year), lean, range)
    }
  }

  /// The date of a syntax that is a single day.
  mutating func single(
    _ syntax: DaySyntax, _ lean: DateLean, _ range: SourceRange
  ) throws(BindingError) -> CivilDate {
    zone.civil(at: try day(syntax, lean, range).start(in: zone)).date
  }

  /// A day without its month or year if its weekday, where one is written, is that of the date: the days
  /// on which both fit are far off, so one of the two is a mistake.
  private func checked(
    _ date: ResolvedDate, _ weekday: Weekday?, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    if let weekday, case .days(let day, _) = date, day.weekday != weekday {
      throw BindingError(.weekdayMismatch(weekday, day), at: range)
    }
    return date
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

import CivilTime

extension Printer {
  /// The text of a date expression.
  public func text(_ date: DateSyntax) -> String {
    text(date.base)
      + date.offsets.map { " \($0.isNegative ? "-" : "+") \(text($0.duration))" }.joined()
  }

  /// The text of a length.
  public func text(_ duration: DurationSyntax) -> String {
    switch duration.kind {
    case .components(let components): components.map { "\($0.count)\($0.unit.symbol)" }.joined()
    case .parameter(let name): "$\(name)"
    }
  }

  func text(_ offset: OffsetSyntax) -> String {
    (offset.isNegative ? "-" : "+") + text(offset.duration)
  }

  private func text(_ base: DateBase) -> String {
    switch base {
    case .now: "now"
    case .offset(let offset): text(offset)
    case .ahead(let duration): "in \(text(duration))"
    case .ago(let duration): "\(text(duration)) ago"
    case .epoch(let seconds): "@\(seconds)"
    case .parameter(let name): "$\(name)"
    case .clock(let clock): text(clock)
    case .day(.date(let date, let weekday), let clock):
      text(.date(date, weekday: weekday)) + (clock.map { " \(text($0, isBehindDate: true))" } ?? "")
    case .day(let day, let clock): text(day) + (clock.map { " \(text($0))" } ?? "")
    case .part(let part, of: .today): "this \(part.rawValue)"
    case .part(let part, of: let day): "\(text(day)) \(part.rawValue)"
    case .unit(let word, let unit): "\(word.rawValue) \(unit.rawValue)"
    case .named(let word, let part): "\(word.rawValue) \(text(part))"
    case .rolling(let direction, let duration): "\(direction.rawValue) \(text(duration))"
    case .rest(let period): "rest of \(text(period))"
    }
  }

  private func text(_ day: DaySyntax) -> String {
    switch day {
    case .date(let date, let weekday): prefix(weekday) + date.description
    case .yearMonth(let year, let month): yearMonth(year, month)
    case .isoWeek(let year, let week): isoWeek(year, week)
    // `0027` alone would be a clock time.
    case .year(let year): (year < Parser.firstYear ? "in " : "") + digits(year, 4)
    case .today: "today"
    case .tomorrow: "tomorrow"
    case .yesterday: "yesterday"
    case .weekday(let weekday): CalendarWords.name(weekday)
    case .relativeWeekday(let word, let weekday): "\(word.rawValue) \(CalendarWords.name(weekday))"
    case .weekdays(let first, through: let last): "\(CalendarWords.name(first))-\(CalendarWords.name(last))"
    case .named(let part, let year): named(part, year)
    case .monthDay(let month, let day, let year, let weekday):
      "\(prefix(weekday))\(day) \(named(.month(month), year))"
    case .dayOfMonth(let day, let weekday): "\(prefix(weekday))the \(CalendarWords.ordinalText(day))"
    case .holiday(let day, let year): day.name + (year.map { " " + digits($0, 4) } ?? "")
    case .week(let week): "week \(week)"
    case .weekOf(let day): "week of \(text(day))"
    case .third(let third, .current(let unit)): "\(third.rawValue) the \(unit.rawValue)"
    case .third(let third, let period): "\(third.rawValue) \(text(period))"
    case .ordinal(1, .weekday(let weekday), of: let week) where week.isWeek:
      "\(CalendarWords.name(weekday)) of \(text(week))"
    case .ordinal(let position, let unit, of: let period):
      "the \(CalendarWords.position(position)) \(text(unit)) of \(text(period))"
    case .workday(let count, from: let day):
      "\(abs(count)) workdays \(count < 0 ? "before" : "from") \(text(day))"
    case .boundary(let edge, let period): "\(edge.rawValue) of \(text(period))"
    }
  }

  private func text(_ unit: OrdinalUnit) -> String {
    switch unit {
    case .day: "day"
    case .weekday(let weekday): CalendarWords.name(weekday)
    case .workday: "workday"
    case .weekend: "weekend"
    case .quarter: "quarter"
    case .half: "half"
    }
  }

  private func text(_ part: YearPart) -> String {
    switch part {
    case .month(let month): CalendarWords.months[month - 1]
    case .quarter(let quarter): "Q\(quarter)"
    case .half(let half): "H\(half)"
    case .season(let season): season.rawValue
    }
  }

  private func text(_ period: PeriodSyntax) -> String {
    switch period {
    case .current(let unit): unit.rawValue
    case .relative(let word, let unit): "\(word.rawValue) \(unit.rawValue)"
    case .yearMonth(let year, let month): yearMonth(year, month)
    case .isoWeek(let year, let week): isoWeek(year, week)
    case .week(let week): "week \(week)"
    case .named(let part, let year): named(part, year)
    case .year(let year): digits(year, 4)
    }
  }

  private func prefix(_ weekday: Weekday?) -> String {
    weekday.map { CalendarWords.name($0) + " " } ?? ""
  }

  private func named(_ part: YearPart, _ year: Int?) -> String {
    text(part) + (year.map { " " + digits($0, 4) } ?? "")
  }

  private func yearMonth(_ year: Int, _ month: Int) -> String { "\(digits(year, 4))-\(digits(month, 2))" }

  private func isoWeek(_ year: Int, _ week: Int) -> String { "\(digits(year, 4))-W\(digits(week, 2))" }

  func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// The text of a clock time; after a full date an offset stands alone, elsewhere after `UTC`.
  func text(_ clock: ClockSyntax, isBehindDate: Bool = false) -> String {
    let seconds = clock.secondOfDay
    var result = "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2))"
    if seconds % 60 != 0 { result += ":\(digits(seconds % 60, 2))" }
    guard let zone = clock.zone else { return result }
    if case .offset = zone.kind, !isBehindDate { return "\(result) UTC\(text(zone))" }
    return "\(result) \(text(zone))"
  }

  func text(_ zone: ZoneSyntax) -> String {
    switch zone.kind {
    case .named(let name): name
    case .offset(let offset): offset.description
    }
  }

  /// A zone where any name may stand, quoted if it needs to be.
  func setting(_ zone: ZoneSyntax?) -> String {
    guard let zone else { return "floating" }
    guard case .named(let name) = zone.kind else { return text(zone) }
    let isBare = name == "UTC" || name == "GMT" || (name.contains("/") && Quoting.isPlain(name))
    return isBare ? name : Quoting.string(name)
  }

  // MARK: Ranges

  /// The text of a range; `preposition` is the word before a single date.
  public func text(_ range: RangeSyntax) -> String { text(range, preposition: "on") }

  func text(_ range: RangeSyntax, preposition: String) -> String {
    switch range.kind {
    case .from(let date): "from \(text(date))"
    case .since(let date): "since \(text(date))"
    case .after(let date): "after \(text(date))"
    case .to(let date): "to \(text(date))"
    case .before(let date): "before \(text(date))"
    case .span(let lower, let upper): "from \(text(lower)) to \(text(upper))"
    case .on(let date): (range.hasPreposition ? preposition + " " : "") + text(date)
    case .anytime: "anytime"
    }
  }

  func text(_ when: WhenSyntax, preposition: String = "on") -> String {
    let time = text(when.time, preposition: preposition)
    return when.relation == .overlapping ? time : "\(when.relation.rawValue) \(time)"
  }

  /// The range in words that a date before it does not take for its end or its hours: `during 9:00 to 12:00`,
  /// `by monday`.
  func textBehindDate(_ when: WhenSyntax) -> String {
    guard when.relation == .overlapping else { return text(when) }
    switch when.time.kind {
    case .span(let lower, let upper):
      guard case .clock = lower.base else { return text(when) }
      return "during \(text(lower)) to \(text(upper))"
    case .to(let date): return "by \(text(date))"
    case .from, .since, .after, .before, .on, .anytime: return text(when)
    }
  }
}

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
    case .unit(let word, let unit): "\(word.rawValue) \(unit.rawValue)"
    case .month(let word, let month): "\(word.rawValue) \(CalendarWords.months[month - 1])"
    case .rolling(let direction, let duration): "\(direction.rawValue) \(text(duration))"
    case .rest(let unit): "rest of \(unit.rawValue)"
    }
  }

  private func text(_ day: DaySyntax) -> String {
    switch day {
    case .date(let date, let weekday): prefix(weekday) + date.description
    case .yearMonth(let year, let month): yearMonth(year, month)
    case .isoWeek(let year, let week): isoWeek(year, week)
    case .year(let year): digits(year, 4)
    case .today: "today"
    case .tomorrow: "tomorrow"
    case .yesterday: "yesterday"
    case .weekday(let weekday): CalendarWords.name(weekday)
    case .relativeWeekday(let word, let weekday): "\(word.rawValue) \(CalendarWords.name(weekday))"
    case .month(let month, let year): self.month(month, year)
    case .monthDay(let month, let day, let year, let weekday):
      "\(prefix(weekday))\(day) \(self.month(month, year))"
    case .week(let week): "week \(week)"
    case .boundary(let edge, let period): "\(edge.rawValue) of \(text(period))"
    }
  }

  private func text(_ period: PeriodSyntax) -> String {
    switch period {
    case .current(let unit): unit.rawValue
    case .relative(let word, let unit): "\(word.rawValue) \(unit.rawValue)"
    case .yearMonth(let year, let month): yearMonth(year, month)
    case .isoWeek(let year, let week): isoWeek(year, week)
    case .week(let week): "week \(week)"
    case .month(let month, let year): self.month(month, year)
    case .year(let year): digits(year, 4)
    }
  }

  private func prefix(_ weekday: Weekday?) -> String {
    weekday.map { CalendarWords.name($0) + " " } ?? ""
  }

  private func month(_ month: Int, _ year: Int?) -> String {
    CalendarWords.months[month - 1] + (year.map { " " + digits($0, 4) } ?? "")
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
}

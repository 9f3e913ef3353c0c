/// Times of today that are meant to come: hours alone, and a weekday that is today.
extension ChangeBinder {
  // MARK: Hours alone

  /// A new item whose hours alone on today are the next to come: at 14:30, `today at 9` is 21:00, a guess.
  ///
  /// The hours of a series stay, as most of its days are not today.
  public func withNextHours(_ syntax: AddSyntax) -> AddSyntax {
    let isSeries = syntax.parts.contains { part in
      if case .repeats(let repetition) = part.kind { repetition.kind != .never } else { false }
    }
    if isSeries { return syntax }
    var syntax = syntax
    syntax.parts = syntax.parts.map { part in
      part.isSpan ? part : part.mappingBegins { nextHour($0, clockIsToday: true) }
    }
    return syntax
  }

  /// A reading of plain text with its hours settled: one that was moved is in doubt.
  public func withNextHours(_ reading: SpokenItem) -> SpokenItem {
    var settled = reading
    settled.add = withNextHours(reading.add)
    guard settled.add != reading.add,
      !reading.doubts.contains(where: { if case .hour = $0 { true } else { false } }),
      let clock = settled.add.parts.flatMap(\.dates).compactMap(\.clock).first
    else { return settled }
    let texts = clock.halves.map { CivilDateTime(clamping: $0).time.description.prefix(5) }
    let hour = String(texts[0].drop { $0 == "0" })
    let written = hour.hasSuffix(":00") ? String(hour.dropLast(3)) : hour
    settled.doubts.append(.hour(written, morning: String(texts[0]), evening: String(texts[1])))
    return settled
  }

  /// A date of today whose hour alone is the next to come; other dates, and hours that are both past, as they are.
  ///
  /// `clockIsToday` says whether a clock time without a day is on today.
  private func nextHour(_ date: DateSyntax, clockIsToday: Bool) -> DateSyntax {
    let base: (ClockSyntax) -> DateBase
    switch date.base {
    case .day(.today, at: _?): base = { .day(.today, at: $0) }
    case .clock where clockIsToday: base = { .clock($0) }
    default: return date
    }
    guard date.offsets.isEmpty, var clock = date.base.clockTime, clock.half != .written else { return date }
    let zone = clock.zone.flatMap { (syntax) in try? resolver.zone(syntax) } ?? context.zone
    let now = zone.civil(at: context.now)
    guard now.date == context.today,
      let next = clock.halves.first(where: { $0 > now.time.secondOfDay })
    else { return date }
    if next != clock.secondOfDay { clock.half = .guessed }
    clock.secondOfDay = next
    return DateSyntax(base(clock), range: date.range)
  }

  // MARK: Weekdays

  /// The parts of a new item with weekdays of next week in place of those that are today and whose clock time is
  /// past.
  mutating func upcoming(_ parts: [ItemPartSyntax], in zone: Zone?) -> [ItemPartSyntax] {
    parts.map { part in part.mappingBegins { nextWeekday($0, in: zone) } }
  }

  /// A new time for an existing item, whose clock time without a day is on the item's day.
  mutating func upcoming(_ date: DateSyntax) -> DateSyntax {
    nextWeekday(nextHour(date, clockIsToday: false), in: nil)
  }

  /// A weekday with a clock time or a part of the day, of next week when it is today and past, with a note.
  ///
  /// Nobody plans what is past. Other dates are returned as they are.
  private mutating func nextWeekday(_ date: DateSyntax, in zone: Zone?) -> DateSyntax {
    var other = context
    other.zone = zone ?? context.zone
    var resolver = DateResolver(other)
    guard date.offsets.isEmpty, let weekday = date.base.timedWeekday, weekday == other.today.weekday,
      // A fault is reported when the time is bound.
      let end = try? resolver.resolve(date).end(in: other.zone), end < context.now,
      let day = other.today.adding(days: 7)
    else { return date }
    note(Note("next-week", "`\(date)` is past today: \(DateText.day(day)) is taken"))
    return DateSyntax(date.base.on(.date(day, weekday: nil)), range: date.range)
  }
}

extension ItemPartSyntax {
  /// Whether it is a range with two ends.
  fileprivate var isSpan: Bool {
    if case .when(let range) = kind, case .span = range.kind { true } else { false }
  }
}

extension DateBase {
  /// The weekday that stands with a clock time or a part of the day, and without a week.
  fileprivate var timedWeekday: Weekday? {
    switch self {
    case .day(.weekday(let weekday), at: _?), .part(_, of: .weekday(let weekday)): weekday
    default: nil
    }
  }

  /// The same clock time or part of the day on another day.
  fileprivate func on(_ day: DaySyntax) -> DateBase {
    switch self {
    case .day(_, at: let clock): .day(day, at: clock)
    case .part(let part, of: _): .part(part, of: day)
    default: self
    }
  }
}

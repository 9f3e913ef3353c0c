/// The part of the calendar that an incomplete date repeats in.
enum OpenStep: Hashable, Sendable {
  case year, month
}

extension DateResolver {
  /// `this november` is this year's, `next november` next year's, `last november` the latest that has ended;
  /// so for quarters, halves and seasons, and a winter that is going on is this one.
  mutating func relative(
    _ word: RelativeWord, _ part: YearPart, _ range: SourceRange
  ) throws(BindingError) -> ResolvedDate {
    let today = context.today
    let ofThisYear = try months(part, today.year, range)
    let ofLastYear = try months(part, today.year - 1, range)
    func end(_ date: ResolvedDate) -> CivilDate { if case .days(_, let end) = date { end } else { today } }
    switch word {
    case .this: return end(ofLastYear) > today ? ofLastYear : ofThisYear
    case .last:
      if end(ofThisYear) <= today { return ofThisYear }
      return end(ofLastYear) <= today ? ofLastYear : try months(part, today.year - 2, range)
    case .next:
      let name = "\(DateSyntax(.day(.named(part, year: nil), at: nil)))"
      let next = try months(part, today.year + 1, range)
      let nearest = end(ofThisYear) <= today ? next : ofThisYear
      if context.isStrict {
        throw BindingError(.yearMissing("next \(name)", suggestion: written(next, name)), at: range)
      }
      if next != nearest {
        notes.append(
          Note(
            "next-month",
            "`next \(name)` is taken as \(written(next, name)), of next year; the nearest is \(written(nearest, name))"
          ))
      }
      return next
    }
  }

  /// A date that names no year, or no month; strict mode rejects it if another reading differs.
  ///
  /// `make` returns the date in a year, or in a month counted from year 0; nil if that has none
  /// (29 February, week 53).
  mutating func open(
    _ lean: DateLean, _ name: String, _ range: SourceRange, _ step: OpenStep = .year,
    _ make: (DateResolver, Int) throws(BindingError) -> ResolvedDate?
  ) throws(BindingError) -> ResolvedDate {
    let found = try reading(lean, range, step, make)
    if isAnchored { return found }
    let other = try reading(lean == .nearest ? .forward : .nearest, range, step, make)
    if found == other { return found }
    if context.isStrict {
      let suggestion = written(found, name)
      throw BindingError(
        step == .year
          ? .yearMissing(name, suggestion: suggestion) : .monthMissing(name, suggestion: suggestion),
        at: range)
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

  /// One reading of a date that names no year or no month.
  private func reading(
    _ lean: DateLean, _ range: SourceRange, _ step: OpenStep,
    _ make: (DateResolver, Int) throws(BindingError) -> ResolvedDate?
  ) throws(BindingError) -> ResolvedDate {
    let anchor = anchor
    let current = step == .year ? anchor.year : anchor.year * 12 + anchor.month - 1
    // 29 February is eight years away at most (2100 is no leap year), week 53 seven.
    func first(
      in indices: [Int], where fits: (CivilDate, CivilDate) -> Bool
    ) throws(BindingError) -> ResolvedDate? {
      for index in indices where (1...9999).contains(step == .year ? index : index / 12) {
        guard let date = try make(self, index), case .days(let first, let end) = date else { continue }
        if fits(first, end) { return date }
      }
      return nil
    }
    let ahead = Array((current - 1)...(current + 8))
    let back = Array(((current - 8)...(current + 1)).reversed())
    let found: ResolvedDate?
    switch lean {
    case .forward: found = try first(in: ahead) { $1 > anchor }
    case .backward: found = try first(in: back) { first, _ in first <= anchor }
    case .nearest:
      let next = try first(in: ahead) { $1 > anchor }
      let past = try first(in: back) { $1 <= anchor && anchor.dayNumber - $1.dayNumber < Self.daysBack }
      found = nearer(past, next)
    }
    guard let found else { throw BindingError(.outOfCalendar, at: range) }
    return found
  }

  /// The nearer of a date that has ended and the next; the next if both are as near.
  private func nearer(_ past: ResolvedDate?, _ next: ResolvedDate?) -> ResolvedDate? {
    guard case .days(_, let end)? = past, case .days(let first, _)? = next else { return next ?? past }
    let back = anchor.dayNumber - end.dayNumber + 1
    return back < first.dayNumber - anchor.dayNumber ? past : next
  }

  private func written(_ date: ResolvedDate, _ name: String) -> String {
    guard name.hasPrefix("week"), case .days(let monday, _) = date else { return DateText.iso(date) }
    let (year, week) = monday.isoWeek
    return "\(year)-W\(week < 10 ? "0" : "")\(week)"
  }
}

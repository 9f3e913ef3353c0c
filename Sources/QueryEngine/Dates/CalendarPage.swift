/// The days of a page of the calendar: of one day, a week, a month or a year.
public struct CalendarPage: Hashable, Sendable {
  /// The kind of page; never an agenda, which has no fixed days.
  public let kind: CalendarViewKind
  /// The first day.
  public let first: CivilDate
  /// The last day.
  public let last: CivilDate

  /// The page that contains a day; nil for an agenda and if the page would reach beyond the calendar.
  public init?(_ kind: CalendarViewKind, of day: CivilDate, weekStart: Weekday) {
    let first: CivilDate?
    let end: CivilDate?
    switch kind {
    case .agenda: return nil
    case .day: (first, end) = (day, day.adding(days: 1))
    case .week:
      first = day.onOrBefore(weekStart)
      end = first?.adding(days: 7)
    case .month:
      first = CivilDate(year: day.year, month: day.month, day: 1)
      end = first?.adding(months: 1)
    case .year:
      first = CivilDate(year: day.year, month: 1, day: 1)
      end = first?.adding(months: 12)
    }
    // The first moment after the page must be a moment of the calendar too.
    guard let first, let last = end?.adding(days: -1) else { return nil }
    (self.kind, self.first, self.last) = (kind, first, last)
  }

  /// The page `count` pages of its kind later, or earlier; nil beyond the calendar.
  public func moved(by count: Int, weekStart: Weekday) -> CalendarPage? {
    let day =
      switch kind {
      case .agenda: nil as CivilDate?
      case .day: first.adding(days: count)
      case .week: first.adding(days: 7 * count)
      case .month: first.adding(months: count)
      case .year: first.adding(months: 12 * count)
      }
    return day.flatMap { CalendarPage(kind, of: $0, weekStart: weekStart) }
  }

  /// The page of its kind some years later, or earlier; nil beyond the calendar.
  ///
  /// A year of weeks has 52 of them, so that going there and back ends at the same week.
  public func moved(byYears count: Int, weekStart: Weekday) -> CalendarPage? {
    if kind == .week { return moved(by: 52 * count, weekStart: weekStart) }
    return first.adding(months: 12 * count).flatMap { CalendarPage(kind, of: $0, weekStart: weekStart) }
  }

  /// Whether a day is on the page.
  public func contains(_ day: CivilDate) -> Bool { first <= day && day <= last }

  /// Its days in order.
  public var days: [CivilDate] {
    (first.dayNumber...last.dayNumber).compactMap { CivilDate(dayNumber: $0) }
  }
}

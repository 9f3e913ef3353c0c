import Changes

/// A page as lines, worked out before anything is drawn.
struct PageLayout {
  let content: PageContent
  let look: PageLook

  /// Returns the whole page: its title, its body, the items without a date, and the totals.
  func lines() -> [PageLine] {
    [title] + body() + undated() + [PageLine(), PageLine(content.summary, .dim)]
  }

  /// Returns the heading of a page: `November 2026`, `Week 47, 16 – 22 Nov 2026`.
  static func heading(_ page: CalendarPage) -> String {
    switch page.kind {
    case .month: return PageText.month(page.first)
    case .year: return "\(page.first.year)"
    case .day, .agenda: return DateText.day(page.first)
    case .week:
      let first =
        page.first.year == page.last.year ? PageText.short(page.first) : DateText.plainDay(page.first)
      return "Week \(PageText.week(from: page.first).week), \(first) – \(DateText.plainDay(page.last))"
    }
  }

  private var title: PageLine {
    var line = PageLine(Self.heading(content.page), .bold)
    let week =
      content.page.kind == .day
      ? "week \(PageText.week(from: content.page.first.onOrBefore(look.weekStart) ?? content.page.first).week), "
      : ""
    line.append("  (" + week + look.zone + ")", .dim)
    return line
  }

  private func body() -> [PageLine] {
    switch content.page.kind {
    case .month where look.width >= MonthGrid.leastWidth: MonthGrid(content, look).lines()
    case .week where look.width >= WeekColumns.leastWidth: WeekColumns(content, look).lines()
    case .year: YearGrid(content, look).lines()
    case .day: DayHours(content, content.page.first, look).lines()
    case .month, .week, .agenda: DayList(content, look).lines()
    }
  }

  private func undated() -> [PageLine] {
    if content.undated.isEmpty { return [] }
    return [PageLine(), PageLine("Without a date", .bold)]
      + content.undated.filter { _ in !look.isStopped }.map { item in
        var line = PageLine(CellText.truncate(item.name, to: look.width), item.style)
        let calendar = "  " + item.calendar
        if line.width + CellWidth.of(calendar) <= look.width { line.append(calendar, .dim) }
        return line
      }
  }

  /// Returns the hours of one of the page's days, for the lines beneath the page.
  func hours(of day: CivilDate) -> [PageLine] {
    [PageLine(), PageLine(DateText.day(day), .bold)] + DayHours(content, day, look).lines()
  }
}

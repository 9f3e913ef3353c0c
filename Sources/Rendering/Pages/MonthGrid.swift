import Changes

/// A month as a grid of weeks; each week is as tall as its fullest day, so that nothing is hidden.
struct MonthGrid {
  /// The width in cells below which days are too narrow to read.
  static let leastWidth = 66

  private let content: PageContent
  private let look: PageLook

  init(_ content: PageContent, _ look: PageLook) { (self.content, self.look) = (content, look) }

  func lines() -> [PageLine] {
    let page = content.page
    let weeks = Self.weeks(of: page, look)
    guard let first = weeks.first else { return [] }
    let columns = DayColumns(first, gutter: 2, width: look.width)
    let names = first.map {
      PageSpan(CellText.truncate(DateText.weekday($0.weekday), to: columns.cell), .bold)
    }
    return [columns.line(PageSpan(""), names)]
      + weeks.flatMap { week(DayColumns($0, gutter: 2, width: look.width)) }
  }

  /// Returns the whole weeks that contain a page's days.
  static func weeks(of page: CalendarPage, _ look: PageLook) -> [[CivilDate]] {
    var weeks: [[CivilDate]] = []
    var start = page.first.onOrBefore(look.weekStart) ?? page.first
    while start <= page.last {
      weeks.append((0..<7).compactMap { start.adding(days: $0) })
      guard let next = start.adding(days: 7) else { break }
      start = next
    }
    return weeks
  }

  private func week(_ columns: DayColumns) -> [PageLine] {
    guard let first = columns.days.first, let last = columns.days.last else { return [] }
    let page = content.page
    var block = DayBlock(columns)
    let shown = max(first, page.first)...min(last, page.last)
    let items = block.addBars(content.items(on: shown), within: shown)
    for (column, day) in columns.days.enumerated() where page.contains(day) {
      let own = items.filter { $0.touches(day) }
      for item in own.filter(\.isAllDay) + own.filter({ !$0.isAllDay }) where !look.isStopped {
        block.addEntry(in: column, Self.entry(item, on: day, cells: columns.cell))
      }
    }
    return [heading(columns, week: PageText.week(from: first).week)] + (look.isStopped ? [] : block.lines())
  }

  /// The line above a week: its number and its days.
  private func heading(_ columns: DayColumns, week: Int) -> PageLine {
    let days = columns.days.map { day -> PageSpan in
      let number = CellText.fit("\(day.day)", to: 2, .right)
      if day == look.today { return PageSpan(number + " today", ANSIStyle(isBold: true, isReversed: true)) }
      if content.page.contains(day) { return PageSpan(number + " ", .bold) }
      return PageSpan((day.day == 1 ? " " + PageText.short(day) : number) + " ", .dim)
    }
    return columns.line(
      PageSpan("\(week)", .dim), days, separators: { $0 == 0 ? "├" : "┼" }, fill: "─")
  }

  /// Returns an item of one day: `09:15 Standup`, over two lines if the column is narrow.
  static func entry(_ item: PageItem, on day: CivilDate, cells: Int) -> [PageSpan] {
    let text = item.entry(item.clock(on: day))
    let lines = PageText.lines(text, width: cells, most: cells < 20 ? 2 : 1)
    return lines.map { line in
      guard item.isAllDay, !item.isReminder else { return PageSpan(line, item.style) }
      return PageSpan(CellText.fit(line, to: cells), item.blockStyle)
    }
  }
}

import Changes

/// A year as twelve small months: the days with items, and the number of items in each month.
struct YearGrid {
  /// The cells of a month: the number of the week, and for each of seven days a number and a mark.
  private static let month = 24
  private static let gap = 2

  private let content: PageContent
  private let look: PageLook

  init(_ content: PageContent, _ look: PageLook) { (self.content, self.look) = (content, look) }

  func lines() -> [PageLine] {
    let fitting = (look.width + Self.gap) / (Self.month + Self.gap)
    let across = [6, 4, 3, 2].first { $0 <= fitting } ?? 1
    let months = (0..<12).compactMap { content.page.first.adding(months: $0) }
    var lines: [PageLine] = []
    for start in stride(from: 0, to: months.count, by: across) {
      let row = months[start..<min(start + across, months.count)].map(small)
      if !lines.isEmpty { lines.append(PageLine()) }
      lines += (0..<(row.map(\.count).max() ?? 0)).map { index in
        var line = PageLine()
        for (column, month) in row.enumerated() {
          line.pad(to: column * (Self.month + Self.gap))
          if index < month.count { month[index].spans.forEach { line.append($0) } }
        }
        return line
      }
    }
    let legend = "* something is on   . only reminders are due   < today   first the week's number"
    return lines + [PageLine()]
      + PageText.lines(legend, width: look.width, most: 2).map { PageLine($0, .dim) }
  }

  private func small(_ first: CivilDate) -> [PageLine] {
    guard let page = CalendarPage(.month, of: first, weekStart: look.weekStart) else { return [] }
    let weeks = MonthGrid.weeks(of: page, look)
    let weekdays = (weeks.first ?? []).map { DateText.weekday($0.weekday).prefix(2) }.joined(separator: " ")
    let names = PageLine("   " + weekdays, .dim)
    let items = content.items(on: page.first...page.last)
    let summary = items.isEmpty ? "" : PageContent.summary(items)
    return [
      PageLine(PageText.monthName(first.month), .bold),
      PageLine(CellText.truncate(summary, to: Self.month), .dim), names,
    ] + weeks.map { week($0, page) }
  }

  private func week(_ days: [CivilDate], _ page: CalendarPage) -> PageLine {
    var line = PageLine()
    let number = days.first.map { PageText.week(from: $0).week } ?? 0
    line.append(CellText.fit("\(number)", to: 2, .right) + " ", .dim)
    for day in days {
      guard page.contains(day) else {
        line.append("   ")
        continue
      }
      let items = content.items(on: day)
      var style = items.isEmpty ? ANSIStyle.plain : .bold
      style.isReversed = day == look.today
      line.append(CellText.fit("\(day.day)", to: 2, .right), style)
      let mark =
        day == look.today ? "<" : items.isEmpty ? " " : items.allSatisfy(\.isReminder) ? "." : "*"
      // The color of the calendar, if all items are in one.
      let colors = Set(items.map(\.color))
      line.append(mark, ANSIStyle(foreground: colors.count == 1 ? items.first?.color : nil))
    }
    return line
  }
}

import Changes

/// Days below each other with their items, for weeks and months on narrow terminals.
struct DayList {
  private let content: PageContent
  private let look: PageLook

  init(_ content: PageContent, _ look: PageLook) { (self.content, self.look) = (content, look) }

  func lines() -> [PageLine] {
    var lines: [PageLine] = []
    var week: Int?
    for day in content.page.days {
      let items = content.items(on: day)
      if items.isEmpty, day != look.today { continue }
      let number = PageText.week(from: day.onOrBefore(look.weekStart) ?? day).week
      if !lines.isEmpty { lines.append(PageLine()) }
      lines.append(head(day, week: number == week ? nil : number))
      week = number
      for item in items where !look.isStopped { lines.append(line(item, on: day)) }
    }
    return lines
  }

  private func head(_ day: CivilDate, week: Int?) -> PageLine {
    var line = PageLine(DateText.day(day), .bold)
    if day == look.today { line.append("  today", ANSIStyle(isBold: true, isReversed: true)) }
    if let week { line.append("  week \(week)", .dim) }
    return line
  }

  private func line(_ item: PageItem, on day: CivilDate) -> PageLine {
    var line = PageLine()
    line.append(CellText.fit(times(item, on: day), to: 13))
    line.append(CellText.truncate(item.name, to: max(1, look.width - line.width)), item.style)
    let calendar = "  " + item.calendar
    if line.width + CellWidth.of(calendar) <= look.width { line.append(calendar, .dim) }
    return line
  }

  private func times(_ item: PageItem, on day: CivilDate) -> String {
    guard item.isBar else { return item.clocks(on: day) }
    if let last = item.last, last > day { return "→ " + PageText.short(last) }
    return item.isAllDay ? "all day" : item.clocks(on: day)
  }
}

import Changes

/// Days side by side, hours below each other; each hour is as tall as the entries that begin in it.
struct HourRows {
  /// The hours shown even without entries.
  static let usual = 8..<18

  private let columns: DayColumns
  private let content: PageContent
  private let look: PageLook

  init(_ content: PageContent, _ days: [CivilDate], _ look: PageLook) {
    (self.content, self.look) = (content, look)
    columns = DayColumns(days, gutter: 6, width: look.width)
  }

  /// Returns the lines of the hours, without whole days.
  func lines() -> [PageLine] {
    var blocks: [Int: DayBlock] = [:]
    for (column, day) in columns.days.enumerated() {
      for item in content.items(on: day) where !item.isBar && !look.isStopped {
        guard let seconds = item.seconds(on: day) else { continue }
        let lines = PageText.lines(item.entry(item.clocks(on: day)), width: columns.cell, most: 3)
        blocks[seconds.lowerBound / 3_600, default: DayBlock(columns)].addEntry(
          in: column, lines.map { PageSpan($0, item.style) })
      }
    }
    let isNow = columns.days.contains(look.today)
    return Set(Self.usual).union(blocks.keys).sorted().flatMap { hour in
      let isPresent = isNow && look.now.time.hour == hour
      let label = isPresent ? PageSpan(PageText.clock(look.now) + ">", .bold) : Self.label(hour)
      return look.isStopped ? [] : (blocks[hour] ?? DayBlock(columns)).lines(label: label)
    }
  }

  /// Returns `09:00` with a trailing blank.
  static func label(_ hour: Int) -> PageSpan {
    PageSpan((hour < 10 ? "0" : "") + "\(hour):00 ", .dim)
  }
}

/// A week as columns of days: whole days on top, the hours beneath.
struct WeekColumns {
  /// The width in cells below which days below each other read better.
  static let leastWidth = 100

  private let content: PageContent
  private let look: PageLook

  init(_ content: PageContent, _ look: PageLook) { (self.content, self.look) = (content, look) }

  func lines() -> [PageLine] {
    let page = content.page
    let columns = DayColumns(page.days, gutter: 6, width: look.width)
    let heads = page.days.map { day -> PageSpan in
      let name = DateText.weekday(day.weekday)
      let long = name + " " + PageText.short(day)
      if day != look.today { return PageSpan(long, .bold) }
      let marked = [long + " today", "\(name) \(day.day) today"].first { CellWidth.of($0) <= columns.cell }
      return PageSpan(marked ?? name, ANSIStyle(isBold: true, isReversed: true))
    }
    var block = DayBlock(columns)
    let rest = block.addBars(content.items.filter(\.isBar), within: page.first...page.last)
    for (column, day) in page.days.enumerated() {
      for item in rest where item.touches(day) && !look.isStopped {
        block.addEntry(in: column, MonthGrid.entry(item, on: day, cells: columns.cell))
      }
    }
    let wholeDays = block.height == 0 ? [] : block.lines(label: PageSpan("days ", .dim))
    let rule = columns.line(
      PageSpan(String(repeating: "─", count: 6), .dim), page.days.map { _ in PageSpan("") },
      separators: { _ in "┼" }, fill: "─")
    return [columns.line(PageSpan(""), heads), rule] + (wholeDays.isEmpty ? [] : wholeDays + [rule])
      + HourRows(content, page.days, look).lines()
  }
}

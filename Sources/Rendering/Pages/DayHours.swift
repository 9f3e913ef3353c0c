import Changes

/// The hours of one day from top to bottom; simultaneous items stand side by side.
struct DayHours {
  private static let slot = 1_800
  /// The least cells of a block; if simultaneous items would be narrower, the hours grow instead.
  private static let leastBlock = 14

  private let content: PageContent
  private let day: CivilDate
  private let look: PageLook

  init(_ content: PageContent, _ day: CivilDate, _ look: PageLook) {
    (self.content, self.day, self.look) = (content, day, look)
  }

  /// An item and the rectangle it fills: half hours down, cells across.
  struct Block: Equatable {
    var item: PageItem
    var rows: Range<Int>
    /// The column among those of simultaneous items, and the number of these columns.
    var column = 0
    var columns = 1
  }

  /// Returns whole days first, then the hours.
  func lines() -> [PageLine] {
    let items = content.items(on: day)
    let wholeDays = items.filter(\.isBar).map(wholeDay)
    let timed = items.filter { !$0.isBar }
    let most = max(1, Self.mostAtOnce(timed, on: day))
    let area = look.width - 7
    // Thousands of simultaneous items are not even arranged.
    let isCrowded = (area - most + 1) / most < Self.leastBlock && most > 1
    return wholeDays
      + (isCrowded ? HourRows(content, [day], look).lines() : hours(Self.arrange(timed, on: day), area))
  }

  /// Returns the greatest number of items of a day that touch the same half hour.
  private static func mostAtOnce(_ items: [PageItem], on day: CivilDate) -> Int {
    var counts = Array(repeating: 0, count: 86_400 / slot + 1)
    for item in items {
      guard let rows = rows(of: item, on: day) else { continue }
      for row in rows where counts.indices.contains(row) { counts[row] += 1 }
    }
    return counts.max() ?? 0
  }

  /// Returns the half hours of a day that an item touches; nil if it is not on that day.
  private static func rows(of item: PageItem, on day: CivilDate) -> Range<Int>? {
    item.seconds(on: day).map { seconds in
      let first = seconds.lowerBound / slot
      return first..<max(first + 1, (seconds.upperBound + slot - 1) / slot)
    }
  }

  private func wholeDay(_ item: PageItem) -> PageLine {
    var line = PageLine("  day │", .dim)
    let from = item.first == day ? item.clock(on: day) : item.first.map { "← " + PageText.short($0) } ?? ""
    let until = item.last == day ? "" : item.last.map { "→ " + PageText.short($0) } ?? ""
    var text = item.entry(from)
    if !until.isEmpty { text += " " + until }
    line.append(CellText.truncate(text, to: look.width - line.width), item.blockStyle)
    return line
  }

  // MARK: Side by side

  /// Returns the place of each item of a day; items that touch the same half hour get separate columns.
  static func arrange(_ items: [PageItem], on day: CivilDate) -> [Block] {
    var blocks = items.compactMap { item -> Block? in
      rows(of: item, on: day).map { Block(item: item, rows: $0) }
    }
    // The items of an answer are already sorted by start; the longer of two first keeps the left edge steady.
    let order = blocks.indices.sorted {
      (blocks[$0].rows.lowerBound, -blocks[$0].rows.count, $0)
        < (blocks[$1].rows.lowerBound, -blocks[$1].rows.count, $1)
    }
    blocks = order.map { blocks[$0] }
    var start = 0
    var ends: [Int] = []
    func close(_ group: Range<Int>) { for index in group { blocks[index].columns = ends.count } }
    for index in blocks.indices {
      if let last = ends.max(), blocks[index].rows.lowerBound >= last {
        close(start..<index)
        (start, ends) = (index, [])
      }
      let column = ends.firstIndex { $0 <= blocks[index].rows.lowerBound } ?? ends.count
      if column == ends.count { ends.append(0) }
      ends[column] = blocks[index].rows.upperBound
      blocks[index].column = column
    }
    close(start..<blocks.count)
    return blocks
  }

  // MARK: Drawing

  private func hours(_ blocks: [Block], _ area: Int) -> [PageLine] {
    let usual = HourRows.usual
    let first = min(usual.lowerBound * 2, blocks.map(\.rows.lowerBound).min() ?? 48) / 2 * 2
    let last = max(usual.upperBound * 2, blocks.map(\.rows.upperBound).max() ?? 0)
    let texts = blocks.map { text(of: $0, area) }
    return (first..<last).map { row in
      var line = PageLine()
      let label = label(row)
      line.append(CellText.fit(label.text, to: 6), label.style)
      line.append("│", .dim)
      let here = blocks.indices.filter { blocks[$0].rows.contains(row) }
        .sorted { blocks[$0].column < blocks[$1].column }
      for index in here {
        let block = blocks[index]
        line.pad(to: 7 + Self.left(block, area))
        let line0 = row - block.rows.lowerBound
        let text = texts[index].indices.contains(line0) ? texts[index][line0] : ""
        line.append("┃" + (text.isEmpty ? "" : " " + text), block.item.style)
      }
      return line
    }
  }

  private static func width(_ block: Block, _ area: Int) -> Int { (area - block.columns + 1) / block.columns }

  private static func left(_ block: Block, _ area: Int) -> Int { block.column * (width(block, area) + 1) }

  private func text(of block: Block, _ area: Int) -> [String] {
    let item = block.item
    let place = item.place.isEmpty ? "" : ", " + item.place
    return PageText.lines(
      item.entry(item.clocks(on: day)) + place, width: max(1, Self.width(block, area) - 2),
      most: block.rows.count)
  }

  private func label(_ row: Int) -> PageSpan {
    if day == look.today, look.now.time.secondOfDay / Self.slot == row {
      return PageSpan(PageText.clock(look.now) + ">", .bold)
    }
    return row % 2 == 0 ? HourRows.label(row / 2) : PageSpan("")
  }
}

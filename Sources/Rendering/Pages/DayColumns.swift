import Changes

/// Days side by side, in columns of equal width after a narrow column for numbers.
struct DayColumns {
  let days: [CivilDate]
  /// The cells of the column in front of the days.
  let gutter: Int
  /// The cells of a day, without the separator in front of it.
  let cell: Int

  init(_ days: [CivilDate], gutter: Int, width: Int) {
    (self.days, self.gutter) = (days, gutter)
    cell = max(1, (width - gutter) / max(1, days.count) - 1)
  }

  /// Returns a line with a text in each column, and separators between the columns.
  func line(
    _ label: PageSpan, _ cells: [PageSpan], separators: (Int) -> String = { _ in "│" }, fill: Character = " "
  )
    -> PageLine
  {
    var line = PageLine()
    line.append(CellText.fit(label.text, to: gutter, .right), label.style)
    for (index, cell) in cells.enumerated() {
      line.append(separators(index), .dim)
      line.append(cell)
      let missing = gutter + (index + 1) * (self.cell + 1) - line.width
      if missing > 0 { line.append(String(repeating: fill, count: missing), fill == " " ? .plain : .dim) }
    }
    return line
  }
}

/// Rows of day columns with bars over several days and entries of single days, without overlaps.
struct DayBlock {
  private enum Slot {
    case free
    case entry(PageSpan)
    /// A bar over several columns.
    case bar(PageSpan, columns: Int)
    /// A place covered by a bar that begins further left.
    case covered
  }

  private let columns: DayColumns
  private var rows: [[Slot]] = []
  /// For each column, the number of leading rows that are taken, and the row below all its content; with them
  /// a block of many thousand bars is built in one pass.
  private var taken: [Int]
  private var bottoms: [Int]

  init(_ columns: DayColumns) {
    self.columns = columns
    taken = Array(repeating: 0, count: columns.days.count)
    bottoms = taken
  }

  var height: Int { rows.count }

  private func isFree(_ row: Int, _ range: Range<Int>) -> Bool {
    guard rows.indices.contains(row) else { return true }
    return range.allSatisfy { if case .free = rows[row][$0] { true } else { false } }
  }

  private mutating func grow(to count: Int) {
    while rows.count < count { rows.append(Array(repeating: .free, count: columns.days.count)) }
  }

  /// Puts a text over columns, in the first row with room.
  mutating func addBar(over range: Range<Int>, _ text: (_ cells: Int) -> PageSpan) {
    var row = range.reduce(0) { max($0, taken[$1]) }
    while !isFree(row, range) { row += 1 }
    grow(to: row + 1)
    for column in range { rows[row][column] = .covered }
    let cells = range.count * (columns.cell + 1) - 1
    rows[row][range.lowerBound] = .bar(text(cells), columns: range.count)
    for column in range { note(row, in: column) }
  }

  /// Counts a newly filled row as taken.
  private mutating func note(_ row: Int, in column: Int) {
    bottoms[column] = max(bottoms[column], row + 1)
    while taken[column] < rows.count, !isFree(taken[column], column..<column + 1) { taken[column] += 1 }
  }

  /// Puts lines below all content of a column.
  mutating func addEntry(in column: Int, _ lines: [PageSpan]) {
    let row = bottoms[column]
    grow(to: row + lines.count)
    for (index, line) in lines.enumerated() {
      rows[row + index][column] = .entry(line)
      note(row + index, in: column)
    }
  }

  /// Returns the lines, at least `least` of them; the first has the label in front.
  func lines(label: PageSpan = PageSpan(""), atLeast least: Int = 1) -> [PageLine] {
    (0..<max(least, rows.count)).map { row in
      var line = PageLine()
      let label = row == 0 ? label : PageSpan("")
      line.append(CellText.fit(label.text, to: columns.gutter, .right), label.style)
      for column in columns.days.indices {
        let end = columns.gutter + (column + 1) * (columns.cell + 1)
        switch rows.indices.contains(row) ? rows[row][column] : .free {
        case .covered: continue
        case .free:
          line.append("│", .dim)
          line.pad(to: end)
        case .entry(let span), .bar(let span, columns: 1):
          line.append("│", .dim)
          line.append(span)
          line.pad(to: end)
        case .bar(let span, let count):
          line.append("│", .dim)
          line.append(span)
          line.pad(to: end + (count - 1) * (columns.cell + 1))
        }
      }
      return line
    }
  }
}

extension DayBlock {
  /// Adds items over several days as bars, by start, then longest first; returns the other items.
  mutating func addBars(_ items: [PageItem], within page: ClosedRange<CivilDate>) -> [PageItem] {
    var bars: [(item: PageItem, range: Range<Int>, order: Int)] = []
    var rest: [PageItem] = []
    for item in items {
      if item.isBar, let range = range(of: item, within: page), range.count > 1 || item.first != item.last {
        bars.append((item, range, bars.count))
      } else {
        rest.append(item)
      }
    }
    bars.sort {
      ($0.range.lowerBound, -$0.range.count, $0.order) < ($1.range.lowerBound, -$1.range.count, $1.order)
    }
    for bar in bars {
      let shown = columns.days[bar.range.lowerBound]...columns.days[bar.range.upperBound - 1]
      addBar(over: bar.range) { Self.text(of: bar.item, on: shown, cells: $0) }
    }
    return rest
  }

  private func range(of item: PageItem, within page: ClosedRange<CivilDate>) -> Range<Int>? {
    let indices = columns.days.indices.filter {
      page.contains(columns.days[$0]) && item.touches(columns.days[$0])
    }
    guard let first = indices.first, let last = indices.last else { return nil }
    return first..<last + 1
  }

  /// Returns the bar of an item on the shown days: `← Trip ──── →` if it begins before and ends after them.
  private static func text(of item: PageItem, on days: ClosedRange<CivilDate>, cells: Int) -> PageSpan {
    let begins = (item.first ?? days.lowerBound) >= days.lowerBound
    let ends = (item.last ?? days.upperBound) <= days.upperBound
    let clock = begins ? item.clock(on: days.lowerBound) : "←"
    var text = CellText.truncate(item.entry(clock), to: max(1, cells - (ends ? 0 : 2)))
    let missing = cells - CellWidth.of(text) - (ends ? 0 : 1)
    if missing > 0 { text += " " + String(repeating: "─", count: missing - 1) }
    return PageSpan(text + (ends ? "" : "→"), item.blockStyle)
  }
}

/// A cell of a table.
package struct TableCell: Hashable, Sendable {
  /// The text, shown if there is room.
  package var text: String
  /// The text in fewer cells, for a line too short for all columns; nil if there is no shorter form.
  package var short: String?
  /// The end of the text, which stays when the rest is cut.
  package var tail: String

  package init(_ text: String, short: String? = nil, tail: String = "") {
    (self.text, self.short, self.tail) = (text + tail, short, tail)
  }

  /// Returns the text in at most `cells` cells; the tail stays if a few letters before it do.
  package func cut(_ text: String, to cells: Int) -> String {
    let end = CellWidth.of(tail)
    guard end > 0, text.hasSuffix(tail), CellWidth.of(text) > cells, cells - end >= Self.leastHead else {
      return CellText.truncate(text, to: cells)
    }
    return CellText.truncate(String(text.dropLast(tail.count)), to: cells - end) + tail
  }

  private static let leastHead = 6
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

/// A column of a table, and how it gives way on a short line.
package struct TableColumn: Hashable, Sendable {
  /// The heading of the column.
  package var name: String
  /// The fewest cells that it is cut to; nil for columns that are never cut, such as times.
  package var least: Int?
  /// The width for rows not seen yet, in the longer and in the shorter form.
  package var usual: Int
  var usualShort: Int
  /// The order in which columns are left out when all are too wide, lowest first; a column without a number
  /// stays.
  package var leaves: Int?
  package var isNumber: Bool

  /// Creates a column of times, numbers or ids, which are never cut.
  package static func fixed(
    _ name: String, usual: Int = 0, short: Int? = nil, leaves: Int? = nil, isNumber: Bool = false
  ) -> TableColumn {
    TableColumn(
      name: name, least: nil, usual: usual, usualShort: short ?? usual, leaves: leaves, isNumber: isNumber)
  }

  /// Creates a column of texts, which are cut if there is no room.
  package static func text(_ name: String, least: Int, usual: Int = 0, leaves: Int? = nil) -> TableColumn {
    TableColumn(name: name, least: least, usual: usual, usualShort: usual, leaves: leaves, isNumber: false)
  }
}

/// The fit of a table's columns to a line, decided once for an answer by its first rows.
struct TableFit: Sendable {
  private static let gap = 2

  private let columns: [TableColumn]
  /// The columns that have room.
  let shown: [Int]
  private(set) var widths: [Int]
  /// Whether cells are in their shorter form.
  let isShort: Bool
  /// Whether long cells are cut: on a terminal they would continue on the next line.
  private let cuts: Bool
  /// Whether even times and numbers lack room.
  private var isSqueezed = false

  /// Fits columns to the cells of a line; nil means no limit.
  ///
  /// `isWhole` means that no rows follow; otherwise columns get room for the usual width of later rows, and
  /// the room left over.
  init(_ columns: [TableColumn], _ rows: some Collection<[TableCell]>, width: Int?, isWhole: Bool) {
    self.columns = columns
    cuts = width != nil
    let (long, short) = Self.natural(columns, rows, isWhole: isWhole)
    guard let width else {
      (shown, widths, isShort) = (Array(columns.indices), long, false)
      return
    }
    let ranks = Set(columns.compactMap(\.leaves)).sorted()
    let stages =
      [(long, Int.min), (short, Int.min)] + ranks.map { (short, $0) }
    func kept(_ rank: Int) -> [Int] { columns.indices.filter { columns[$0].leaves ?? .max > rank } }
    func least(_ stage: ([Int], Int)) -> Int {
      let kept = kept(stage.1)
      let cells = kept.reduce(0) { $0 + min(stage.0[$1], columns[$1].least ?? stage.0[$1]) }
      return cells + Self.gap * max(0, kept.count - 1)
    }
    let stage = stages.first { least($0) <= width } ?? (short, ranks.last ?? Int.min)
    shown = kept(stage.1)
    isShort = stage.0 != long
    widths = stage.0
    fit(to: width - Self.gap * max(0, shown.count - 1), isWhole: isWhole)
  }

  /// Returns the widths of columns by their cells, in the longer and in the shorter form.
  private static func natural(
    _ columns: [TableColumn], _ rows: some Collection<[TableCell]>, isWhole: Bool
  ) -> (long: [Int], short: [Int]) {
    var long = columns.map { CellWidth.of($0.name) }
    var short = long
    for row in rows {
      for (index, cell) in row.enumerated() where index < columns.count {
        let width = CellWidth.of(cell.text)
        long[index] = max(long[index], width)
        short[index] = max(short[index], cell.short.map { CellWidth.of($0) } ?? width)
      }
    }
    if !isWhole {
      for (index, column) in columns.enumerated() where column.least == nil {
        long[index] = max(long[index], column.usual)
        short[index] = max(short[index], column.usualShort)
      }
    }
    return (long, short)
  }

  /// Narrows the texts, the widest first, until all columns fit in `cells`; if rows follow, texts get the
  /// room left over.
  private mutating func fit(to cells: Int, isWhole: Bool) {
    func total() -> Int { shown.reduce(0) { $0 + widths[$1] } }
    while total() > cells {
      let texts = shown.filter { widths[$0] > columns[$0].least ?? .max }
      // When no column may shrink further, columns shrink all the same: a short line shows a little of
      // everything.
      let others = texts.isEmpty ? shown.filter { widths[$0] > 1 } : texts
      isSqueezed = isSqueezed || texts.isEmpty
      guard let widest = others.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
    }
    if isWhole { return }
    while total() < cells {
      let growing = shown.filter { columns[$0].least != nil && widths[$0] < columns[$0].usual }
      guard
        let narrowest = growing.min(by: { widths[$0] - columns[$0].usual < widths[$1] - columns[$1].usual })
      else { return }
      widths[narrowest] += 1
    }
  }

  /// The names of the columns in their places.
  var head: String { line(columns.map { TableCell($0.name) }) { _, text in text } }

  /// Returns a row in its columns; `style` styles a cell of a column.
  ///
  /// A cell that is wider than its column and may not be cut takes its room from the next texts, so that
  /// later cells stay in place.
  func line(_ cells: [TableCell], style: (Int, String) -> String) -> String {
    var parts: [String] = []
    var missing = 0
    for index in shown {
      let cell = index < cells.count ? cells[index] : ""
      let text = isShort ? cell.short ?? cell.text : cell.text
      let column = columns[index]
      let room = max(column.least == nil ? widths[index] : 1, widths[index] - missing)
      missing -= widths[index] - room
      let isLoose = !cuts || column.least == nil && !isSqueezed
      let width = isLoose ? max(room, CellWidth.of(text)) : room
      missing += width - room
      let fitted = CellText.fit(cell.cut(text, to: width), to: width, column.isNumber ? .right : .left)
      parts.append(style(index, fitted))
    }
    return Self.trimmed(parts.joined(separator: "  "))
  }

  private static func trimmed(_ text: String) -> String {
    var end = text.endIndex
    while end > text.startIndex, text[text.index(before: end)] == " " { end = text.index(before: end) }
    return String(text[..<end])
  }
}

import Changes

/// Groups as bars: the keys of each group, and for each count or sum a bar followed by its value.
///
/// Each column has its own scale, since counts and hours are not comparable. The rows are kept until all are
/// known; there are as many as groups, which are in memory anyway.
struct ChartRenderer: Renderer {
  private let context: RenderContext
  /// The colors of calendars by name, if the rows are grouped by calendar.
  private let colors: [String: RGBColor]
  private var rows: [[Value]] = []

  init(_ context: RenderContext, colors: [String: RGBColor] = [:]) {
    self.context = context
    self.colors = colors
  }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    if case .group(let values) = row { rows.append(values) }
  }

  mutating func end(to output: OutputBuffer) {
    let layout = ChartLayout(context, rows)
    output.appendLine(styled: ANSIStyle.dim.apply(to: layout.head, context.colors))
    for index in rows.indices {
      let color = layout.labels[index].first.flatMap { colors[$0] }
      output.appendLine(styled: layout.line(index, ANSIStyle(foreground: color), context.colors))
    }
    if rows.isEmpty { output.appendLine(styled: ANSIStyle.dim.apply(to: "0 rows", context.colors)) }
  }
}

/// The widths of labels, bars and values of a chart.
struct ChartLayout {
  /// One count or sum over all groups.
  private struct Series {
    var name: String
    var values: [Double?]
    var texts: [String]
    var bar: ChartBar
    /// Cells of the bar and the longest value.
    var width = 0
  }

  /// The keys of each group.
  let labels: [[String]]
  private let labelNames: [String]
  private let labelWidths: [Int]
  private var series: [Series] = []
  private static let gap = 2

  init(_ context: RenderContext, _ rows: [[Value]]) {
    let keys = context.columns.indices.filter { !context.columns[$0].content.isAggregate }
    let numbers = context.columns.indices.filter { context.columns[$0].content.isAggregate }
    let cells = TableLayout(context)
    let labels = rows.map { row in cells.cells(keys.map { row[$0] }).map(\.text) }
    labelNames = keys.map { context.columns[$0].name }
    self.labels = labels
    var widths = keys.indices.map { key in
      max(CellWidth.of(context.columns[keys[key]].name), labels.map { CellWidth.of($0[key]) }.max() ?? 0)
    }
    Self.narrow(&widths, to: context.width / 2)
    labelWidths = widths
    let room = context.width - widths.reduce(0) { $0 + $1 + Self.gap }
    for index in numbers {
      let values = rows.map { Self.number($0[index]) }
      let texts = rows.map { row in row[index].isNull ? context.null : Self.text(row[index]) }
      let name = context.columns[index].name
      let valueWidth = max(texts.map { CellWidth.of($0) }.max() ?? 0, 1)
      let share = (room - Self.gap * (numbers.count - 1)) / numbers.count
      var one = Series(
        name: name, values: values, texts: texts,
        bar: ChartBar(values: values.compactMap { $0 }, cells: max(4, share - valueWidth - 1)))
      one.width = max(one.bar.cells + 1 + valueWidth, CellWidth.of(name))
      series.append(one)
    }
  }

  /// Takes cells from the widest until all fit.
  private static func narrow(_ widths: inout [Int], to most: Int) {
    let most = most - gap * max(0, widths.count - 1)
    while widths.reduce(0, +) > most, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 8
    {
      widths[widest] -= 1
    }
  }

  // MARK: Lines

  /// The names of the columns.
  var head: String {
    let names = zip(labelNames, labelWidths).map { CellText.fit($0, to: $1) }
    return Self.joined(names + series.map { CellText.fit($0.name, to: $0.width) })
  }

  /// A group with its bars in a style.
  func line(_ row: Int, _ style: ANSIStyle, _ colors: ColorDepth) -> String {
    var parts = zip(labels[row], labelWidths).map { CellText.fit($0, to: $1) }
    for (index, one) in series.enumerated() {
      let bar = one.values[row].map(one.bar.text) ?? String(repeating: " ", count: one.bar.blanks)
      let value = one.texts[row]
      let gap = bar.isEmpty || value.isEmpty ? "" : " "
      let missing = one.width - CellWidth.of(bar) - gap.utf8.count - CellWidth.of(value)
      let isLast = index == series.count - 1
      let blanks = isLast ? "" : String(repeating: " ", count: max(0, missing))
      parts.append(style.apply(to: bar, colors) + gap + value + blanks)
    }
    return Self.joined(parts)
  }

  private static func joined(_ parts: [String]) -> String {
    var text = parts.joined(separator: String(repeating: " ", count: gap))
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Numbers

  /// Returns the length of a bar; nil for null and for values that are not numbers.
  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number) where number.isFinite: number
    case .duration(let duration): Double(duration.nominalSeconds)
    default: nil
    }
  }

  /// Returns the text of a value; a mean has two decimals.
  private static func text(_ value: Value) -> String {
    if case .real(let number) = value, abs(number) < 1e12 {
      return ValueText.plain(.real((number * 100).rounded() / 100))
    }
    return SafeText.line(ValueText.plain(value))
  }
}

import Changes

/// Comma-separated values (RFC 4180), or the same with tabs.
struct DelimitedRenderer: Renderer {
  private let context: RenderContext
  private let isTabs: Bool
  /// Whether cells are escaped so that spreadsheets do not take them for formulas.
  private let isSafe: Bool

  init(_ context: RenderContext, tabs: Bool, safe: Bool = false) {
    self.context = context
    isTabs = tabs
    isSafe = safe
  }

  mutating func begin(to output: OutputBuffer) { write(ItemColumns.names(context), to: output) }

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    ItemColumns.write(row, context, to: output) { write($0, to: output) }
  }

  mutating func end(to output: OutputBuffer) {}

  private func write(_ values: [String], to output: OutputBuffer) {
    for (index, value) in values.enumerated() {
      let value = isSafe ? Self.safe(value) : value
      if index > 0 { output.append(isTabs ? "\t" : ",") }
      output.append(isTabs ? Self.untabbed(value) : Self.quoted(value))
    }
    output.append(isTabs ? "\n" : "\r\n")
  }

  /// Returns a cell that spreadsheets do not calculate: an apostrophe precedes a text that begins like a
  /// formula and is not a number, and control characters other than line ends and tabs are removed.
  static func safe(_ text: String) -> String {
    let isClean = text.unicodeScalars.allSatisfy { !Self.isControl($0) }
    let clean =
      isClean ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.isControl($0) }))
    // Invisible characters do not hide how a cell begins.
    guard let first = clean.unicodeScalars.first else { return clean }
    let isFormula = "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) && !isNumber(clean)
    return isFormula ? "'" + clean : clean
  }

  /// Whether the text is a signed number or length, such as `-2.5`, `-1h30m` or `-PT2H`, which contains
  /// nothing to calculate.
  private static func isNumber(_ text: String) -> Bool {
    let rest = text.utf8.dropFirst()
    guard let sign = text.utf8.first, sign == 43 || sign == 45, let first = rest.first else { return false }
    if first == UInt8(ascii: "P") {
      let letters = Array("YMWDTHS".utf8)
      return rest.dropFirst().allSatisfy { (48...57).contains($0) || letters.contains($0) }
        && rest.dropFirst().last.map(letters.contains) ?? false
    }
    return (48...57).contains(first)
      && rest.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 46 }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// Tab-separated text has no quotes: a tab or line end inside a value becomes `\t` or `\n`.
  private static func untabbed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 92 }) else { return text }
    return text.replacing("\\", with: "\\\\").replacing("\t", with: "\\t").replacing("\r", with: "")
      .replacing("\n", with: "\\n")
  }
}

/// One id a line: the occurrence's id if there is one.
struct IDRenderer: Renderer {
  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    switch row {
    case .event(let item), .reminder(let item): output.appendLine(item.occurrenceID ?? item.id)
    case .alarm(let row): output.appendLine(row.item.occurrenceID ?? row.item.id)
    case .series(let item): output.appendLine(item.id)
    case .block: break
    case .conflict(let row): for item in row.items { output.appendLine(BlockText.id(item)) }
    case .calendar(let calendar): output.appendLine(calendar.id)
    case .source(let source): output.appendLine(source.id)
    case .day(_, let items):
      for item in items where !output.isStopped {
        output.appendLine(item.occurrenceID ?? item.id)
      }
    case .group(let values), .selected(let values):
      output.appendLine(values.map(ValueText.plain).joined(separator: "\t"))
    }
  }

  mutating func end(to output: OutputBuffer) {}
}

/// One labeled field a line, rows apart by a blank line; for rows that do not fit a table.
struct LineRenderer: Renderer {
  private let context: RenderContext
  private var isFirst = true

  init(_ context: RenderContext) { self.context = context }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    let names = ItemColumns.names(context)
    let width = names.map(\.utf8.count).max() ?? 0
    var isFirst = isFirst
    ItemColumns.write(row, context, to: output) { values in
      if !isFirst { output.append("\n") }
      isFirst = false
      for (name, value) in zip(names, values) where !value.isEmpty {
        let label = ANSIStyle.dim.apply(to: CellText.fit(name, to: width), context.colors)
        output.append(styled: label)
        output.appendLine("  " + (context.isTerminal ? SafeText.line(value) : value))
      }
    }
    self.isFirst = isFirst
  }

  mutating func end(to output: OutputBuffer) {}
}

import QueryEngine

/// Comma-separated values (RFC 4180), or the same with tabs.
struct DelimitedRenderer: Renderer {
  private let context: RenderContext
  private let isTabs: Bool

  init(_ context: RenderContext, tabs: Bool) {
    self.context = context
    isTabs = tabs
  }

  mutating func begin(to output: OutputBuffer) { write(ItemColumns.names(context), to: output) }

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    for values in ItemColumns.rows(row, context) { write(values, to: output) }
  }

  mutating func end(to output: OutputBuffer) {}

  private func write(_ values: [String], to output: OutputBuffer) {
    for (index, value) in values.enumerated() {
      if index > 0 { output.append(isTabs ? "\t" : ",") }
      output.append(isTabs ? Self.untabbed(value) : Self.quoted(value))
    }
    output.append(isTabs ? "\n" : "\r\n")
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

/// One id a line: the occurrence's where there is one.
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
    case .day(_, let items): for item in items { output.appendLine(item.occurrenceID ?? item.id) }
    case .group(let values), .selected(let values):
      output.appendLine(values.map(ValueText.plain).joined(separator: "\t"))
    }
  }

  mutating func end(to output: OutputBuffer) {}
}

/// One labelled field a line, rows apart by a blank line; for rows that do not fit a table.
struct LineRenderer: Renderer {
  private let context: RenderContext
  private var isFirst = true

  init(_ context: RenderContext) { self.context = context }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    let names = ItemColumns.names(context)
    let width = names.map(\.utf8.count).max() ?? 0
    for values in ItemColumns.rows(row, context) {
      if !isFirst { output.append("\n") }
      isFirst = false
      for (name, value) in zip(names, values) where !value.isEmpty {
        let label = ANSIStyle.dim.apply(to: CellText.fit(name, to: width), context.colors)
        output.appendLine(label + "  " + (context.isTerminal ? SafeText.line(value) : value))
      }
    }
  }

  mutating func end(to output: OutputBuffer) {}
}

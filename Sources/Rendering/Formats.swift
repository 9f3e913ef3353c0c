import Changes

/// The properties of an output format.
///
/// A new format is a case of `OutputFormat`, a row below, and its renderer.
package struct FormatRow {
  /// The rows that a format can write.
  package enum Scope { case rows, groups, items, wholeItems }

  /// How a watched answer in a format reports changes: with an object for each row, with the whole answer
  /// again, or not at all.
  package enum Watching { case objects, answers, none }

  /// One line of help about the format.
  package let help: String
  package let scope: Scope
  package let watching: Watching
  /// Creates the renderer of rows; formats of whole items are written as an export, and use ids here.
  package let renderer: (RendererParts) -> any Renderer

  fileprivate init(
    _ help: String, _ scope: Scope = .rows, _ watching: Watching = .none,
    _ renderer: @escaping (RendererParts) -> any Renderer = { _ in IDRenderer() }
  ) {
    (self.help, self.scope, self.watching, self.renderer) = (help, scope, watching, renderer)
  }
}

/// The values that renderers are made with.
package struct RendererParts {
  package var context: RenderContext
  /// Whether JSON begins with metadata about how the question was understood.
  package var hasEnvelope = false
  /// Whether cells are escaped so that spreadsheets do not take them for formulas.
  package var hasSafeCells = false
  /// The remarks below an answer, by its number of rows.
  package var remarks: (Int) -> [String] = { _ in [] }
  /// The colors of calendars by name.
  package var calendarColors: () -> [String: RGBColor] = { [:] }

  package init(_ context: RenderContext) { self.context = context }
}

extension OutputFormat {
  package var row: FormatRow {
    switch self {
    case .table:
      FormatRow("columns for people, as wide as the terminal; what a terminal gets", .rows, .answers) {
        parts in
        if let page = parts.context.page { return PageRenderer(parts.context, page) }
        return TableRenderer(parts.context, remarks: parts.remarks)
      }
    case .chart:
      FormatRow(
        "a bar for each group: count, or sums and lengths, by what they are grouped by", .groups, .answers
      ) { ChartRenderer($0.context, colors: $0.calendarColors()) }
    case .line:
      FormatRow("one field a line, for rows that are too wide for a table", .rows, .answers) {
        LineRenderer($0.context)
      }
    case .json:
      FormatRow("one array of objects, one row a line; what a pipe gets", .rows, .objects) {
        JSONRenderer($0.context, hasEnvelope: $0.hasEnvelope)
      }
    case .jsonl:
      FormatRow("one object a line", .rows, .objects) { JSONRenderer($0.context, isLines: true) }
    case .csv:
      FormatRow("comma-separated values") {
        DelimitedRenderer($0.context, tabs: false, safe: $0.hasSafeCells)
      }
    case .tsv:
      FormatRow("values parted by tabs") { DelimitedRenderer($0.context, tabs: true, safe: $0.hasSafeCells) }
    case .ids: FormatRow("one id a line, for other statements", .items)
    case .ics: FormatRow("the whole items as an iCalendar file", .wholeItems)
    case .jscalendar: FormatRow("the whole items as JSCalendar objects", .wholeItems)
    case .invitation: FormatRow("an invitation to send to those who are invited", .wholeItems)
    case .reply: FormatRow("the answer to send to whoever invites", .wholeItems)
    }
  }

  /// Whether it writes JSON objects.
  package var isJSON: Bool { row.watching == .objects }

  /// Whether it writes whole items, as an export does.
  package var isOfWholeItems: Bool { row.scope == .wholeItems }
}

import Changes

/// The inputs of rendering besides the rows.
package struct RenderContext: Sendable {
  /// The moment that counts as now.
  package var now: Instant
  /// The zone in which times are shown.
  package var zone: Zone
  /// The noun of the query.
  package var noun: Noun
  /// The calendar page that the answer fills; nil when the answer is not a page.
  package var page: CalendarPage?
  /// The first day of a week.
  package var weekStart: Weekday
  /// The columns that a `select` or `group by` chose; empty without one.
  package var columns: [Column]
  /// Whether rows are in order of start, so that a table can group them by day.
  package var isByDay: Bool
  /// Whether reminders are selected by their completion.
  package var isCompletions: Bool
  /// The range of the answer; nil if it has none.
  package var range: ResolvedRange?
  /// Echoes and warnings about the statement.
  package var notes: [Note]
  /// Whether rows are days with their events and open reminders.
  package var isAgenda = false
  /// Whether blocks are free time.
  package var isFree = false
  /// The width of the terminal, in cells.
  package var width: Int
  /// The text of a missing value in a table.
  package var null: String
  /// How colors are written.
  package var colors: ColorDepth
  /// Whether a person reads it on a terminal.
  package var isTerminal: Bool
  /// Whether rows carry numbers that the next statement can refer to.
  package var numbersRows: Bool

  /// Creates a context.
  package init(
    now: Instant, zone: Zone, noun: Noun, columns: [Column] = [], isByDay: Bool = true,
    isCompletions: Bool = false, range: ResolvedRange? = nil, notes: [Note] = [], width: Int = 80,
    null: String = "", colors: ColorDepth = .none, isTerminal: Bool = false, numbersRows: Bool = false,
    page: CalendarPage? = nil, weekStart: Weekday = .monday
  ) {
    self.now = now
    self.zone = zone
    self.noun = noun
    self.columns = columns
    self.isByDay = isByDay
    self.isCompletions = isCompletions
    self.range = range
    self.notes = notes
    self.width = width
    // The only text of a table that comes from a setting rather than an item.
    self.null = SafeText.line(null)
    self.colors = colors
    self.isTerminal = isTerminal
    self.numbersRows = numbersRows
    self.page = page
    self.weekStart = weekStart
  }
}

/// A way of writing rows: one file per format.
///
/// Rows are written as they come; the items within a row only while the output wants more.
package protocol Renderer {
  /// Writes the text before the first row.
  mutating func begin(to output: OutputBuffer)
  /// Writes a row.
  mutating func row(_ row: ResultRow, to output: OutputBuffer)
  /// Writes the text after the last row.
  mutating func end(to output: OutputBuffer)
}

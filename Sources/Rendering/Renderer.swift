import Changes

/// What rendering needs to know beside the rows.
package struct RenderContext: Sendable {
  /// The moment that counts as now.
  package var now: Instant
  /// The zone in which times are shown.
  package var zone: Zone
  /// What was asked for.
  package var noun: Noun
  /// The page of the calendar that the answer fills; nil for all that is none.
  package var page: CalendarPage?
  /// The first day of a week.
  package var weekStart: Weekday
  /// The names of the columns where a `select` or `group by` chose them.
  package var columns: [Column]
  /// Whether rows come in order of start, so that a table can put them under their days.
  package var isByDay: Bool
  /// Whether reminders are asked for by when they were done.
  package var isCompletions: Bool
  /// The window the answer covers; nil where it has none.
  package var range: ResolvedRange?
  /// Echoes and warnings about the statement.
  package var notes: [Note]
  /// Whether rows are days with their events and open reminders.
  package var isAgenda = false
  /// Whether blocks are free time.
  package var isFree = false
  /// Cells in a line of the terminal.
  package var width: Int
  /// What a table shows for a missing value.
  package var null: String
  /// How colors are written.
  package var colors: ColorDepth
  /// Whether a person reads it on a terminal.
  package var isTerminal: Bool
  /// Whether rows carry numbers that the next statement can refer to.
  package var numbersRows: Bool

  /// A context with all its parts.
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
    // The one text of a table that comes from a setting and from no item.
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
/// Rows are written as they come, and those of a row that has many in it only while the output wants more.
package protocol Renderer {
  /// Writes what stands before the first row.
  mutating func begin(to output: OutputBuffer)
  /// Writes a row.
  mutating func row(_ row: ResultRow, to output: OutputBuffer)
  /// Writes what stands after the last row.
  mutating func end(to output: OutputBuffer)
}

import CivilTime
import QueryEngine
import QueryLanguage

/// What rendering needs to know beside the rows.
public struct RenderContext: Sendable {
  /// The moment that counts as now.
  public var now: Instant
  /// The zone in which times are shown.
  public var zone: Zone
  /// What was asked for.
  public var noun: Noun
  /// The page of the calendar that the answer fills; nil for all that is none.
  public var page: CalendarPage?
  /// The first day of a week.
  public var weekStart: Weekday
  /// The names of the columns where a `select` or `group by` chose them.
  public var columns: [Column]
  /// Whether rows come in order of start, so that a table can put them under their days.
  public var isByDay: Bool
  /// Whether reminders are asked for by when they were done.
  public var isCompletions: Bool
  /// The window the answer covers; nil where it has none.
  public var range: ResolvedRange?
  /// Echoes and warnings about the statement.
  public var notes: [Note]
  /// Whether rows are days with their events and open reminders.
  public var isAgenda = false
  /// Whether blocks are free time.
  public var isFree = false
  /// Cells in a line of the terminal.
  public var width: Int
  /// What a table shows for a missing value.
  public var null: String
  /// How colors are written.
  public var colors: ColorDepth
  /// Whether a person reads it on a terminal.
  public var isTerminal: Bool
  /// Whether rows carry numbers that the next statement can refer to.
  public var numbersRows: Bool

  /// A context with all its parts.
  public init(
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
public protocol Renderer {
  /// Writes what stands before the first row.
  mutating func begin(to output: OutputBuffer)
  /// Writes a row.
  mutating func row(_ row: ResultRow, to output: OutputBuffer)
  /// Writes what stands after the last row.
  mutating func end(to output: OutputBuffer)
}

/// One occurrence of an item as a viewer sees it: the subject of a row of a query's result.
public struct Occurrence: Hashable, Sendable {
  /// The row whose fields apply: the override's, else the master's or single item's.
  public var item: Int
  /// The master's row; for singles and orphans their own.
  public var series: Int
  /// The key of the occurrence in its series; nil for single items.
  public var key: OccurrenceKey?
  /// The calendar's row.
  public var calendar: Int
  /// The axis of the occurrence's times.
  public var axis: TimeAxis
  /// The start on the axis, in seconds.
  public var axisStart: Int
  /// The end on the axis, in seconds; never before the start.
  public var axisEnd: Int
  /// The start, as the viewer sees it.
  public var start: Instant
  /// The end, as the viewer sees it.
  public var end: Instant
  /// Whether the occurrence covers whole days.
  public var isAllDay: Bool
  /// Whether the occurrence has its own component.
  public var isDetached: Bool
  /// Whether the occurrence belongs to a series.
  public var isRecurring: Bool
  /// Whether the item has no time at all, so that `start`, `end` and the axis have no meaning.
  public var isUndated = false
}

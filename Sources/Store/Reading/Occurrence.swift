/// One occurrence of an item as a viewer sees it: what a row of an answer is about.
public struct Occurrence: Hashable, Sendable {
  /// The row whose fields apply: the override's, else the master's or single item's.
  public var item: Int
  /// The master's row; of singles and orphans their own.
  public var series: Int
  /// Which occurrence of the series; nil for single items.
  public var key: OccurrenceKey?
  /// The calendar's row.
  public var calendar: Int
  /// The axis that its times lie on.
  public var axis: TimeAxis
  /// Where it starts on its axis, in seconds.
  public var axisStart: Int
  /// Where it ends on its axis, in seconds; never before the start.
  public var axisEnd: Int
  /// When it starts, as the viewer sees it.
  public var start: Instant
  /// When it ends, as the viewer sees it.
  public var end: Instant
  /// Whether it covers whole days.
  public var isAllDay: Bool
  /// Whether it has a component of its own.
  public var isDetached: Bool
  /// Whether it belongs to a series.
  public var isRecurring: Bool
  /// Whether the item has no time at all, so that `start`, `end` and the axis mean nothing.
  public var isUndated = false
}

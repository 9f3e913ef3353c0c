import Changes

extension ItemRow {
  /// The mark of a reminder: done, cancelled, overdue or open.
  func stateMark(now: Instant, zone: Zone) -> String {
    if isCompleted { return "✓" }
    if record.status == .cancelled { return "✗" }
    return isOverdue(now: now, zone: zone) ? "!" : "○"
  }

  /// The title, made safe for a terminal.
  var shownTitle: String { SafeText.line(record.title ?? "(no title)") }

  /// Returns the marks after the title: that the item repeats, and, with `tellsCancelled`, that it is
  /// cancelled.
  func titleMark(tellsCancelled: Bool) -> String {
    var result = occurrence.isRecurring ? " ↻" : ""
    if record.status == .cancelled, tellsCancelled { result += " (cancelled)" }
    return result
  }
}

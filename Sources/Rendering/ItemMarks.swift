import Changes

extension ItemRow {
  /// Of a reminder: done, called off, late or still to be done.
  func stateMark(now: Instant, zone: Zone) -> String {
    if isCompleted { return "✓" }
    if record.status == .cancelled { return "✗" }
    return isOverdue(now: now, zone: zone) ? "!" : "○"
  }

  /// The title as a terminal may show it.
  var shownTitle: String { SafeText.line(record.title ?? "(no title)") }

  /// What is said behind the title: that it repeats, and that it was called off where nothing else tells.
  func titleMark(tellsCancelled: Bool) -> String {
    var result = occurrence.isRecurring ? " ↻" : ""
    if record.status == .cancelled, tellsCancelled { result += " (cancelled)" }
    return result
  }
}

import JSCalendar
import JSON
import Store

extension CalendarStore {
  /// Writes items as a Group (RFC 8984, 5.3), one entry on each line; returns the number of objects without a
  /// JSCalendar form.
  ///
  /// Ends early when `take` returns false; throws `interrupted`.
  package func exportGroup(
    _ selections: [ExportSelection], to take: ([UInt8]) -> Bool
  ) throws(StoreError) -> Int {
    var group = ObjectGroup()
    if case .calendar(let id)? = selections.first, selections.count == 1 {
      let calendar = try calendars().first { $0.id == id }
      (group.title, group.color) = (calendar?.title, calendar?.color)
    }
    _ = take(group.head)
    var isFirst = true
    var bytes: [UInt8] = []
    var left = 0
    for selection in selections {
      try objects(in: selection) { stored, zones in
        let signal = stopSignal
        guard let object = stored.jsCalendar(zones, isStopped: { signal.isSet }) else {
          left += 1
          return true
        }
        // An interrupted conversion may lack overrides.
        if signal.isSet { return false }
        group.add(object)
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
        isFirst = false
        JSONValue.object(object).append(to: &bytes)
        return take(bytes)
      }
    }
    try checkStopSignal()
    _ = take((isFirst ? [] : [10]) + group.tail)
    return left
  }
}

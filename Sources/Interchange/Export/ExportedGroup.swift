import JSCalendar
import JSON
import Store

/// What an export leaves out.
package struct ExportOmissions: Equatable {
  /// How many items the format has no form for.
  package var withoutForm = 0
  /// The items whose texts in the store are damaged.
  package var unreadable: [Int] = []
}

extension CalendarStore {
  /// Writes items as a Group (RFC 8984, 5.3) whose entries stand on a line each; returns what is not in it.
  ///
  /// Ends early when `take` returns false; throws `interrupted`.
  package func exportGroup(
    _ selections: [ExportSelection], to take: ([UInt8]) -> Bool
  ) throws(StoreError) -> ExportOmissions {
    var group = ObjectGroup()
    if case .calendar(let id)? = selections.first, selections.count == 1 {
      let calendar = try calendars().first { $0.id == id }
      (group.title, group.color) = (calendar?.title, calendar?.color)
    }
    _ = take(group.head)
    var isFirst = true
    var bytes: [UInt8] = []
    var left = ExportOmissions()
    for selection in selections {
      let unreadable = try objects(in: selection) { stored, zones in
        let signal = stopSignal
        guard let object = stored.jsCalendar(zones, isStopped: { signal.isSet }) else {
          left.withoutForm += 1
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
      left.unreadable += unreadable
    }
    try checkStopSignal()
    _ = take((isFirst ? [] : [10]) + group.tail)
    return left
  }
}

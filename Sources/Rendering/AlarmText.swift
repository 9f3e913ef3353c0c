import Changes

/// Alarms in words and as JSON.
package enum AlarmText {
  /// Returns the words for one ring of an alarm; a repeated ring is nearer to the item than the first.
  package static func words(_ row: AlarmRow) -> String {
    var alarm = row.alarm
    if case .relative(_, let toEnd) = alarm.trigger, let offset = row.offset {
      alarm.trigger = .relative(offset, toEnd: toEnd)
    }
    return words(alarm, of: row.item.record.kind)
  }

  /// Returns the words for an alarm: `15 min before, sound Glass`.
  package static func words(_ alarm: Alarm, of kind: ItemKind) -> String {
    let moment: String
    switch alarm.trigger {
    case .relative(let offset, let toEnd):
      // A reminder's alarms count from its due date.
      let isEnd = toEnd && kind == .event
      let base = isEnd ? " the end" : ""
      if offset == .zero {
        moment = isEnd ? "at the end" : "at the time"
      } else {
        let isBefore = offset.days < 0 || offset.seconds < 0
        moment = ValueText.length(isBefore ? -offset : offset) + (isBefore ? " before" : " after") + base
      }
    case .absolute: moment = "at that moment"
    case .proximity(let entering, let place):
      moment = (entering ? "entering " : "leaving ") + (place?.title ?? "a place")
    }
    let action =
      switch alarm.action {
      case .display: ""
      case .audio: alarm.sound.map { ", sound " + $0 } ?? ", sound"
      case .email: alarm.email.map { ", e-mail to " + $0 } ?? ", e-mail"
      case .procedure: alarm.url.map { ", opens " + $0 } ?? ", opens something"
      }
    return moment + action
  }
}

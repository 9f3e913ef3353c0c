import ICalendar
import JSON
import Model

extension ObjectBuilder {
  /// `alerts` (RFC 8984, 4.5.2).
  mutating func writeAlerts() {
    var alerts = JSONObject()
    for component in component.components where component.name == "VALARM" {
      guard let alarm = AlarmReader.read(component) else { continue }
      var alert = JSONObject(["@type": .string("Alert"), "trigger": .object(trigger(alarm.trigger))])
      if let stamp = component.property("ACKNOWLEDGED"), case .utc(let wall)? = stamp.dateValue {
        alert["acknowledged"] = .string(LocalTime.text(wall) + "Z")
      }
      var unplaced: Set<String> = []
      switch alarm.action {
      case .display: break
      case .email: alert["action"] = .string("email")
      case .audio, .procedure: unplaced.insert("ACTION")
      }
      var kept = KeptProperties(unplaced: unplaced)
      kept.collectAlarm(component)
      if !kept.properties.isEmpty { alert[KeptProperties.key] = .array(kept.properties) }
      alerts[id(of: component, among: alerts)] = .object(alert)
    }
    set("alerts", alerts)
  }

  /// The alarm's own UID if it is a valid Id (RFC 8984, 1.4.1; RFC 9074, 4), else its number.
  private func id(of alarm: Component, among alerts: JSONObject) -> String {
    let uid = alarm.property("UID")?.text ?? ""
    let isID = uid.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
      default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
    }
    if isID, (1...255).contains(uid.utf8.count), alerts[uid] == nil { return uid }
    return String(alerts.members.count + 1)
  }

  private func trigger(_ trigger: Alarm.Trigger) -> JSONObject {
    switch trigger {
    case .relative(let offset, let toEnd):
      var result = JSONObject([
        "@type": .string("OffsetTrigger"), "offset": .string(LocalTime.text(offset)),
      ])
      // The alert of a task without a start counts from the due time.
      if toEnd || isTask && item.start == nil && item.due != nil { result["relativeTo"] = .string("end") }
      return result
    case .absolute(let instant):
      return JSONObject(["@type": .string("AbsoluteTrigger"), "when": .string(LocalTime.text(instant))])
    case .proximity(let isEntering, let place):
      // RFC 8984 allows vendors to add triggers.
      var result = JSONObject([
        "@type": .string("kalends.app:ProximityTrigger"),
        "proximity": .string(isEntering ? "arrive" : "depart"),
      ])
      guard let place else { return result }
      result["name"] = place.title.map { .string($0) }
      result["coordinates"] = .string("geo:\(place.latitude),\(place.longitude)")
      result["radius"] = place.radius.flatMap { JSONNumber($0) }.map { .number($0) }
      return result
    }
  }
}

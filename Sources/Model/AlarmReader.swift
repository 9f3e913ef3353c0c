import CivilTime
import ICalendar

/// Reads a VALARM (RFC 5545, 3.6.6; RFC 9074; Apple's proximity alarms).
public enum AlarmReader {
  /// The alarm; nil when the component says neither when nor where it goes off.
  public static func read(_ component: Component, zone: ItemReader.ZoneLookup) -> Alarm? {
    guard let trigger = trigger(component) else { return nil }
    var action = Alarm.Action.display
    if let name = component.property("ACTION")?.rawText.lowercased() {
      action = Alarm.Action(rawValue: name) ?? .display
    }
    let message = component.property("DESCRIPTION")?.text
    return Alarm(trigger: trigger, action: action, message: message?.isEmpty == false ? message : nil)
  }

  private static func trigger(_ component: Component) -> Alarm.Trigger? {
    let proximity = component.property("PROXIMITY") ?? component.property("X-APPLE-PROXIMITY")
    if let proximity {
      let place = component.property("X-APPLE-STRUCTURED-LOCATION").flatMap(PlaceReader.appleLocation)
      switch proximity.rawText.uppercased() {
      case "ARRIVE": return .proximity(entering: true, place: place)
      case "DEPART": return .proximity(entering: false, place: place)
      default: break
      }
    }
    guard let property = component.property("TRIGGER") else { return nil }
    let bytes = Array(property.rawText.trimmingBlanks.utf8)
    if let offset = BasicFormat.duration(bytes) {
      return .relative(offset, toEnd: property.parameter("RELATED")?.uppercased() == "END")
    }
    guard let (wall, _) = BasicFormat.dateTime(bytes) else { return nil }
    return .absolute(Zone.utc.instant(of: wall))
  }
}

import ICalendar

extension FieldRow {
  /// VALARMs, which `ItemReader` reads from the components inside the item's component.
  static let alarms = FieldRow(\.alarms) { editor in editor.writeAlarms() }
}

extension ComponentEditor {
  /// Writes the alarms; unchanged alarms keep their components, unknown properties included.
  fileprivate mutating func writeAlarms() {
    var known: [(alarm: Alarm, component: Component)] = []
    var others: [ComponentEntry] = []
    for entry in entries {
      if case .component(let child) = entry, child.kind == .valarm, let alarm = AlarmReader.read(child) {
        known.append((alarm, child))
      } else {
        others.append(entry)
      }
    }
    entries = others
    for alarm in item.alarms {
      if let index = known.firstIndex(where: { $0.alarm == alarm }) {
        entries.append(.component(known.remove(at: index).component))
      } else {
        entries.append(.component(AlarmWriter.component(alarm, title: item.title)))
      }
    }
  }
}

/// Reads a VALARM (RFC 5545, 3.6.6; RFC 9074; Apple's proximity alarms).
public enum AlarmReader {
  /// The alarm; nil when the component gives neither a time nor a place for it.
  public static func read(_ component: Component) -> Alarm? {
    guard let trigger = trigger(component) else { return nil }
    var alarm = Alarm(trigger: trigger)
    if let name = component.property(.action)?.rawText.lowercased() {
      alarm.action = Alarm.Action(rawValue: name) ?? .display
    }
    alarm.repetition = repetition(component)
    // RFC 5545 requires a text, and programs without one write this word.
    let message = component.property(.description)?.text
    if let message, !message.isEmpty, message != noMessage { alarm.message = message }
    let attachment = component.property(.attach)?.rawText
    switch alarm.action {
    case .display: break
    case .audio: alarm.sound = attachment
    case .procedure: alarm.url = attachment
    case .email:
      alarm.email = component.property(.attendee).map { Participant(name: nil, address: $0.rawText).email }
    }
    return alarm
  }

  static let noMessage = "Reminder"

  /// The rings after the first: REPEAT and DURATION, which have no meaning without each other.
  private static func repetition(_ component: Component) -> Alarm.Repetition? {
    guard let count = component.property(.repeatCount).flatMap({ Int($0.rawText.trimmingBlanks) }),
      let length = component.property(.duration),
      let interval = BasicFormat.duration(Array(length.rawText.trimmingBlanks.utf8))
    else { return nil }
    return Alarm.Repetition(count: count, interval: interval)
  }

  private static func trigger(_ component: Component) -> Alarm.Trigger? {
    let proximity = component.property(.proximity) ?? component.property(.xAppleProximity)
    if let proximity {
      let place = component.property(.xAppleStructuredLocation).flatMap(PlaceReader.appleLocation)
      switch proximity.rawText.uppercased() {
      case "ARRIVE": return .proximity(entering: true, place: place)
      case "DEPART": return .proximity(entering: false, place: place)
      default: break
      }
    }
    guard let property = component.property(.trigger) else { return nil }
    let bytes = Array(property.rawText.trimmingBlanks.utf8)
    if let offset = BasicFormat.duration(bytes) {
      return .relative(offset, toEnd: property.parameter("RELATED")?.uppercased() == "END")
    }
    guard let (wall, _) = BasicFormat.dateTime(bytes) else { return nil }
    return .absolute(Zone.utc.instant(of: wall))
  }
}

/// Writes a VALARM.
enum AlarmWriter {
  /// The component of an alarm; `title` becomes the SUMMARY that RFC 5545 requires in an e-mail alarm.
  static func component(_ alarm: Alarm, title: String?) -> Component {
    var properties: [Property?] = [Property(.action, value: alarm.action.rawValue.uppercased())]
    switch alarm.trigger {
    case .relative(let offset, let toEnd):
      let parameters = toEnd ? [Parameter(name: "RELATED", values: ["END"])] : []
      properties.append(Property(.trigger, parameters: parameters, value: BasicFormat.text(offset)))
    case .absolute(let instant):
      let moment = BasicFormat.text(instant.utc) + "Z"
      properties.append(Property(.trigger, parameters: [.value("DATE-TIME")], value: moment))
    case .proximity(let entering, let place):
      // RFC 9074, 8.1: readers that do not know PROXIMITY see an alarm long past.
      properties.append(Property(.trigger, parameters: [.value("DATE-TIME")], value: "19760401T005545Z"))
      properties.append(Property(.proximity, value: entering ? "ARRIVE" : "DEPART"))
      properties.append(Property(.xAppleProximity, value: entering ? "ARRIVE" : "DEPART"))
      if let place { properties.append(PlaceWriter.appleLocation(place)) }
    }
    if let repetition = alarm.repetition {
      properties.append(Property(.repeatCount, value: String(repetition.count)))
      properties.append(Property(.duration, value: BasicFormat.text(repetition.interval)))
    }
    switch alarm.action {
    case .display: break
    case .audio:
      properties.append(alarm.sound.flatMap { Property(.attach, parameters: [.value("URI")], value: $0) })
    case .procedure:
      properties.append(alarm.url.flatMap { Property(.attach, parameters: [.value("URI")], value: $0) })
    case .email:
      properties.append(Property(.summary, text: title ?? ""))
      properties.append(alarm.email.flatMap { Property(.attendee, value: "mailto:" + $0) })
    }
    if alarm.action != .audio {
      properties.append(Property(.description, text: alarm.message ?? AlarmReader.noMessage))
    }
    return Component(name: "VALARM", entries: properties.compactMap { $0.map(ComponentEntry.property) })
  }
}

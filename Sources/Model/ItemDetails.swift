import JSON

/// The parts of an item that rows show as JSON: written once when the item is stored, then copied into each
/// answer.
public enum ItemDetails {
  /// The organizer as a JSON object; nil when there is none.
  public static func organizer(_ item: Item) -> String? {
    item.organizer.map { organizer in json { appendParticipant(organizer, to: &$0) } }
  }

  /// The attendees as a JSON array; nil when there are none.
  public static func attendees(_ item: Item) -> String? {
    array(item.attendees) { appendParticipant($0, to: &$1) }
  }

  /// The alarms as a JSON array; nil when there are none.
  public static func alarms(_ item: Item) -> String? { array(item.alarms, appendAlarm) }

  /// The categories as a JSON array; nil when there are none.
  public static func categories(_ item: Item) -> String? {
    array(item.categories) { JSONText.append($0, to: &$1) }
  }

  /// The attachments as a JSON array; nil when there are none.
  public static func attachments(_ item: Item) -> String? {
    array(item.attachments) { attachment, bytes in
      var object = JSONObjectWriter(&bytes)
      object.add("uri", &bytes) { JSONText.append(attachment.uri, to: &$0) }
      object.add("mediaType", &bytes) { JSONText.append(attachment.mediaType, to: &$0) }
      object.add("fileName", &bytes) { JSONText.append(attachment.fileName, to: &$0) }
      object.end(&bytes)
    }
  }

  /// The structured location as a JSON object; nil when there is none.
  public static func place(_ item: Item) -> String? {
    item.place.map { place in json { appendPlace(place, to: &$0) } }
  }

  /// The names and addresses of the organizer and the attendees, a line each; nil when there are none.
  public static func people(_ item: Item) -> String? {
    let everybody = (item.organizer.map { [$0] } ?? []) + item.attendees
    if everybody.isEmpty { return nil }
    return everybody.map { person in
      person.name.map { $0 + " <" + person.email + ">" } ?? person.email
    }.joined(separator: "\n")
  }

  private static func json(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func array<Element>(
    _ elements: [Element], _ write: (Element, inout [UInt8]) -> Void
  ) -> String? {
    if elements.isEmpty { return nil }
    return json { bytes in
      for (index, element) in elements.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
        write(element, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private static func appendParticipant(_ person: Participant, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter(&bytes)
    object.add("name", &bytes) { JSONText.append(person.name, to: &$0) }
    object.add("address", &bytes) { JSONText.append(person.address, to: &$0) }
    object.add("status", &bytes) { JSONText.append(person.status, to: &$0) }
    object.add("role", &bytes) { JSONText.append(person.role, to: &$0) }
    object.add("type", &bytes) { JSONText.append(person.type, to: &$0) }
    object.end(&bytes)
  }

  private static func appendPlace(_ place: StructuredLocation, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter(&bytes)
    object.add("title", &bytes) { JSONText.append(place.title, to: &$0) }
    object.add("latitude", &bytes) { JSONText.append(place.latitude, to: &$0) }
    object.add("longitude", &bytes) { JSONText.append(place.longitude, to: &$0) }
    object.add("radius", &bytes) {
      if let radius = place.radius {
        JSONText.append(radius, to: &$0)
      } else {
        $0.append(contentsOf: "null".utf8)
      }
    }
    object.end(&bytes)
  }

  private static func appendAlarm(_ alarm: Alarm, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter(&bytes)
    switch alarm.trigger {
    case .relative(let offset, let toEnd):
      object.add("offset", &bytes) { JSONText.append(offset.description, to: &$0) }
      if toEnd { object.add("relativeTo", &bytes) { JSONText.append("end", to: &$0) } }
    case .absolute(let instant):
      object.add("at", &bytes) { JSONText.append(instant.description, to: &$0) }
    case .proximity(let entering, let place):
      object.add("proximity", &bytes) { JSONText.append(entering ? "enter" : "leave", to: &$0) }
      if let place { object.add("place", &bytes) { appendPlace(place, to: &$0) } }
    }
    if let repetition = alarm.repetition {
      object.add("repeat", &bytes) { JSONText.append(repetition.count, to: &$0) }
      object.add("interval", &bytes) { JSONText.append(repetition.interval.description, to: &$0) }
    }
    object.add("action", &bytes) { JSONText.append(alarm.action.rawValue, to: &$0) }
    for (key, text): (StaticString, String?) in [
      ("sound", alarm.sound), ("email", alarm.email), ("url", alarm.url),
    ] {
      if let text { object.add(key, &bytes) { JSONText.append(text, to: &$0) } }
    }
    if let message = alarm.message {
      object.add("message", &bytes) { JSONText.append(message, to: &$0) }
    }
    object.end(&bytes)
  }
}

/// Places the braces, commas and keys of one JSON object.
struct JSONObjectWriter {
  private var isFirst = true

  init(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "{")) }

  mutating func add(_ key: StaticString, _ bytes: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: "\":".utf8)
    value(&bytes)
  }

  func end(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }
}

import ICalendar
import JSON
import Model

extension ObjectBuilder {
  /// `participants` and `replyTo` (RFC 8984, 4.4.4 and 4.4.6).
  mutating func writePeople() {
    let organizer = component.property("ORGANIZER")
    let attendees = component.properties("ATTENDEE")
    if organizer == nil, attendees.isEmpty { return }
    var ids: [String: String] = [:]
    for property in (organizer.map { [$0] } ?? []) + attendees where ids[address(property)] == nil {
      ids[address(property)] = String(ids.count + 1)
    }
    var people = JSONObject()
    for property in attendees {
      guard let id = ids[address(property)] else { continue }
      people[id] = .object(participant(property, ids))
    }
    if let organizer, let id = ids[address(organizer)] {
      var person = people[id]?.object ?? participant(organizer, ids)
      var roles = people[id]?["roles"]?.object ?? JSONObject()
      roles["owner"] = .bool(true)
      person["roles"] = .object(roles)
      people[id] = .object(person)
      object["replyTo"] = .object(sending(organizer))
    }
    // The participants are in the order of their ids, with the organizer among the attendees.
    var ordered = JSONObject()
    for id in people.keys.sorted(by: { (Int($0) ?? 0) < (Int($1) ?? 0) }) { ordered[id] = people[id] }
    set("participants", ordered)
  }

  /// The key that identifies a person: the calendar address, ignoring case.
  private func address(_ property: Property) -> String { property.rawText.lowercased() }

  /// The way to send messages to a person: `imip` for a mail address, else `other`.
  private func sending(_ property: Property) -> JSONObject {
    let uri = self.uri(property)
    return JSONObject([uri.lowercased().hasPrefix("mailto:") ? "imip" : "other": .string(uri)])
  }

  /// The calendar address as a URI (RFC 8984, 4.4.6): a mail address without a scheme gets one.
  private func uri(_ property: Property) -> String {
    let text = property.rawText
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "@") }
    let isBare =
      text.utf8.contains(UInt8(ascii: "@")) && text.utf8.dropFirst(scheme.count).first == UInt8(ascii: "@")
    return isBare ? "mailto:" + text : text
  }

  private func participant(_ property: Property, _ ids: [String: String]) -> JSONObject {
    var person = JSONObject(["@type": .string("Participant")])
    person["name"] = property.parameter("CN").map { .string($0) }
    let plain = Participant(name: nil, address: uri(property))
    if let email = property.parameter("EMAIL") ?? (plain.email == plain.address ? nil : plain.email) {
      person["email"] = .string(email)
    }
    person["sendTo"] = .object(sending(property))
    switch property.parameter("CUTYPE")?.uppercased() {
    case "INDIVIDUAL": person["kind"] = .string("individual")
    case "GROUP": person["kind"] = .string("group")
    case "RESOURCE": person["kind"] = .string("resource")
    case "ROOM": person["kind"] = .string("location")
    default: break
    }
    if property.isNamed("ATTENDEE") { addAttendance(property, ids, &person) }
    return person
  }

  private func addAttendance(_ property: Property, _ ids: [String: String], _ person: inout JSONObject) {
    var roles = JSONObject()
    switch property.parameter("ROLE")?.uppercased() {
    case "CHAIR":
      roles["attendee"] = .bool(true)
      roles["chair"] = .bool(true)
    case "OPT-PARTICIPANT":
      roles["attendee"] = .bool(true)
      roles["optional"] = .bool(true)
    case "NON-PARTICIPANT": roles["informational"] = .bool(true)
    default: roles["attendee"] = .bool(true)
    }
    person["roles"] = .object(roles)
    switch property.parameter("PARTSTAT")?.lowercased() {
    case .some(let status)
    where ["needs-action", "accepted", "declined", "tentative", "delegated"].contains(status):
      person["participationStatus"] = .string(status)
    case .some(let progress) where isTask && ["in-process", "completed"].contains(progress):
      person["participationStatus"] = .string("accepted")
      person["progress"] = .string(progress)
    default: break
    }
    if property.parameter("RSVP")?.uppercased() == "TRUE" { person["expectReply"] = .bool(true) }
    for (name, key) in [
      ("DELEGATED-TO", "delegatedTo"), ("DELEGATED-FROM", "delegatedFrom"), ("MEMBER", "memberOf"),
    ] {
      let addresses = property.parameters.filter { $0.name == name }.flatMap(\.values)
      var others = JSONObject()
      for id in addresses.compactMap({ ids[$0.lowercased()] }) { others[id] = .bool(true) }
      if !others.isEmpty { person[key] = .object(others) }
    }
  }
}

import ICalendar
import Store

/// A message between organizers and attendees (RFC 5546).
public enum SchedulingMessage: Sendable {
  /// An invitation (3.2.2) for items with attendees; `organizer` is the organizer of items without one.
  case request(organizer: String?, now: Instant)
  /// The reply of the people with these addresses, in lower case (3.2.3), to invitations that they answered.
  case reply(own: Set<String>, now: Instant)

  var method: String {
    switch self {
    case .request: "REQUEST"
    case .reply: "REPLY"
    }
  }

  /// The component as it is sent; nil when the message cannot be about it.
  func component(_ component: Component) -> Component? {
    let people = component.properties("ATTENDEE")
    let written: Component
    switch self {
    case .request(let organizer, let now):
      if people.isEmpty { return nil }
      var item = Item(kind: .other)
      var fields: Set<ItemField> = [.alarms]
      if component.property("ORGANIZER") == nil, let organizer {
        item.organizer = Participant(name: nil, address: "mailto:" + organizer)
        fields.insert(.organizer)
      }
      written = ComponentEditor.apply(fields, of: item, to: component, now: now)
    case .reply(let own, let now):
      guard let organizer = component.property("ORGANIZER").map(Participant.init),
        !organizer.isOne(of: own)
      else { return nil }
      let answers = people.map(Participant.init).filter { person in
        person.isOne(of: own) && person.status != nil && person.status != "needs-action"
      }
      if answers.isEmpty { return nil }
      var item = Item(kind: .other)
      item.attendees = answers
      written = ComponentEditor.apply([.alarms, .attendees], of: item, to: component, now: now)
    }
    // Private properties are not sent.
    return ComponentEditor.removing(
      ["X-KALENDS-PREVIOUS", "X-APPLE-TRAVEL-DURATION", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS"],
      from: Self.withoutNotes(written))
  }

  /// Returns the component without the reply times noted on ATTENDEE lines.
  private static func withoutNotes(_ component: Component) -> Component {
    let entries = component.entries.map { entry -> ComponentEntry in
      guard case .property(let property) = entry, property.isNamed("ATTENDEE"),
        property.parameter(CalendarMessage.repliedParameter) != nil
      else { return entry }
      let parameters = property.parameters.filter { $0.name != CalendarMessage.repliedParameter }
      return Property(name: "ATTENDEE", parameters: parameters, value: property.rawText).map { .property($0) }
        ?? entry
    }
    return Component(name: component.name, entries: entries)
  }
}

import ICalendar
import SyncCore

/// What a resource says, as small facts that share no code with canonical text and merging.
///
/// They know the notation that `Family` writes, and no more.
struct Atoms {
  /// The facts, each with the component that says it in front.
  var facts: Set<String> = []

  init(_ resource: CalendarResource) {
    for component in resource.components { add(component) }
  }

  /// The facts in lines of a conflict, without a component in front.
  init(conflictText: [UInt8]) {
    let text = Array("BEGIN:VEVENT\n".utf8) + conflictText + Array("END:VEVENT\n".utf8)
    guard let outer = ComponentText.component(text) else { return }
    add(outer, id: "")
    for inner in outer.components where inner.name != "VALARM" { add(inner, id: "") }
  }

  private mutating func add(_ component: Component) {
    let id = component.properties.first { $0.name == "RECURRENCE-ID" }?.rawText ?? "master"
    facts.insert("\(id)|exists")
    add(component, id: id)
  }

  private mutating func add(_ component: Component, id: String) {
    for entry in component.entries {
      switch entry {
      case .property(let property): add(property, id: id)
      case .unreadable(let line): facts.insert("\(id)|\(String(decoding: line, as: UTF8.self))")
      case .component(let alarm):
        let all = alarm.properties.map { String(decoding: $0.line, as: UTF8.self) }
        let lines = all.filter { !$0.hasPrefix("ACKNOWLEDGED") }
        if alarm.name != "VALARM" { continue }
        let key = lines.first { $0.hasPrefix("UID") }
        // Without a UID an alarm is its trigger.
        facts.insert("\(id)|alarm \(key ?? lines.joined(separator: " "))")
        for line in lines where key != nil {
          facts.insert("\(id)|alarm \(key ?? "") \(line)")
        }
      }
    }
  }

  private mutating func add(_ property: Property, id: String) {
    switch property.name {
    case "DTSTAMP", "SEQUENCE", "UID", "RECURRENCE-ID": break
    case "CATEGORIES", "EXDATE":
      for value in property.rawText.split(separator: ",") { facts.insert("\(id)|\(property.name) \(value)") }
    case "DESCRIPTION":
      for line in property.text.split(separator: "\n") { facts.insert("\(id)|note \(line)") }
    case "ATTENDEE":
      facts.insert("\(id)|person \(property.rawText)")
      for parameter in property.parameters {
        facts.insert("\(id)|person \(property.rawText) \(parameter.name)=\(parameter.values)")
      }
    default: facts.insert("\(id)|\(String(decoding: property.line, as: UTF8.self))")
    }
  }

  /// A fact without its component.
  static func content(_ fact: String) -> String { String(fact.drop { $0 != "|" }) }
}

import ICalendar
import JSON
import Model

/// Builds the object of one component, without its recurrence.
struct ObjectBuilder {
  let component: Component
  let item: Item
  var object = JSONObject()
  var zones: UsedZones
  /// Names of properties whose value has no place in the object, or only a partial one.
  var unplaced: Set<String> = []

  /// Creates a builder for a master or single item; nil when JSCalendar has no such object.
  init?(_ member: CalendarObject.Member, _ zones: ObjectZones) {
    let item = member.item
    var known = item
    switch item.kind {
    case .event:
      known.start = item.start ?? item.recurrenceID?.time
      if known.start == nil { return nil }
    case .reminder: break
    case .other: return nil
    }
    self.init(member, known, zones)
  }

  /// Creates a builder for an override of a master's occurrence, which is at `slot` unless the override
  /// moves it.
  init?(_ member: CalendarObject.Member, _ zones: ObjectZones, master: Item, at slot: EventTime) {
    let item = member.item
    var known = item
    switch item.kind {
    case .event:
      if item.start == nil {
        known.start = slot
        known.length = master.length
      }
    case .reminder:
      if item.start == nil, master.start != nil { known.start = slot }
      if item.due == nil, let due = master.due, let anchor = master.start ?? master.due {
        let shift = slot.wall.wallSeconds - anchor.wall.wallSeconds
        known.due = due.with(wall: CivilDateTime(clamping: due.wall.wallSeconds + shift))
      }
    case .other: return nil
    }
    self.init(member, known, zones)
  }

  private init(_ member: CalendarObject.Member, _ item: Item, _ zones: ObjectZones) {
    component = member.component
    self.item = item
    self.zones = UsedZones(definition: zones.definition)
    for problem in member.problems {
      switch problem.kind {
      case .unreadable, .rejectedRule, .unknownZone: unplaced.insert(problem.property)
      case .rule(.unknownPart): unplaced.insert(problem.property)
      case .rule, .endsBeforeStart, .unlikeStart, .noStart, .repeatsWithoutStart: break
      }
    }
  }

  /// The time whose zone is the object's own.
  var anchor: EventTime? { item.start ?? item.due }
  var isTask: Bool { item.kind == .reminder }

  mutating func build() {
    object["@type"] = .string(isTask ? "Task" : "Event")
    object["uid"] = .string(item.uid ?? Self.madeUID(component))
    writeStamps()
    set("title", item.title)
    set("description", item.notes)
    writeTimes()
    writeState()
    writePlaces()
    writePeople()
    writeLinks()
    writeRelations()
    writeAlerts()
    var kept = KeptProperties(unplaced: unplaced)
    kept.collect(component)
    if !kept.properties.isEmpty { object[KeptProperties.key] = .array(kept.properties) }
    if !kept.components.isEmpty { object["kalends.app:components"] = .array(kept.components) }
  }

  mutating func set(_ key: String, _ text: String?) {
    if let text { object[key] = .string(text) }
  }

  mutating func set(_ key: String, _ map: JSONObject) {
    if !map.isEmpty { object[key] = .object(map) }
  }

  /// A UID for a component without one, the same each time, because every object needs one (RFC 8984,
  /// 4.1.2).
  private static func madeUID(_ component: Component) -> String {
    let digits = String(FNV1a.hash(component.text), radix: 16)
    return "kalends-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// RFC 8984, 4.1.5 to 4.1.7.
  private mutating func writeStamps() {
    set("created", item.created.map { LocalTime.text($0) })
    // `updated` is mandatory; a component without any stamp counts as unchanged since 1970.
    set("updated", LocalTime.text(item.modified ?? item.created ?? Instant(seconds: 0)))
    if item.sequence > 0 { object["sequence"] = .integer(item.sequence) }
  }

  // MARK: Times

  /// RFC 8984, 4.2.4, 5.1.1, 5.1.2, 5.2.1 to 5.2.3.
  private mutating func writeTimes() {
    if item.isAllDay { object["showWithoutTime"] = .bool(true) }
    set("start", item.start.map { LocalTime.text($0.wall) })
    if let due = item.due { set("due", LocalTime.text(local(due))) }
    if let zone = anchor?.zone {
      set("timeZone", zones.name(of: zone))
      zones.note(zone)
    }
    if isTask {
      for name: StaticString in ["ESTIMATED-DURATION", "DURATION"] where object["estimatedDuration"] == nil {
        guard let text = component.property(name)?.rawText, let length = BasicFormat.duration(text.utf8)
        else {
          continue
        }
        set("estimatedDuration", LocalTime.text(length, from: anchor?.wall))
      }
    } else if let start = item.start {
      let duration = LocalTime.text(item.length, from: start.wall)
      if duration != "PT0S" { set("duration", duration) }
    }
  }

  /// The wall time on the object's own clock.
  private func local(_ time: EventTime) -> CivilDateTime {
    guard case .zoned(_, let zone)? = anchor, case .zoned(let wall, let own) = time, own != zone else {
      return time.wall
    }
    return zone.civil(at: own.instant(of: wall))
  }

  // MARK: State

  /// RFC 8984, 4.2.9 to 4.2.11, 4.4.1 to 4.4.3, 5.1.3, 5.2.4 to 5.2.6.
  private mutating func writeState() {
    if item.priority > 0 { object["priority"] = .integer(item.priority) }
    set("color", component.property("COLOR")?.text)
    set("keywords", map(of: item.categories))
    switch component.property("CLASS")?.rawText.uppercased() {
    case nil: break
    case "PUBLIC": set("privacy", "public")
    case "PRIVATE": set("privacy", "private")
    case "CONFIDENTIAL": set("privacy", "secret")
    case .some: unplaced.insert("CLASS")
    }
    if isTask {
      writeProgress()
    } else {
      if item.status != .none { set("status", item.status.name) }
      if item.status == .none { unplaced.insert("STATUS") }
    }
    switch item.availability {
    case .busy: break
    case .free: set("freeBusyStatus", "free")
    case .tentative, .unavailable: set("kalends.app:availability", item.availability.name)
    }
  }

  private mutating func writeProgress() {
    switch component.property("STATUS")?.rawText.uppercased() {
    case "COMPLETED": set("progress", "completed")
    case "CANCELLED", "CANCELED": set("progress", "cancelled")
    case "IN-PROCESS": set("progress", "in-process")
    case "NEEDS-ACTION": set("progress", item.isCompleted ? "completed" : "needs-action")
    case nil: if item.isCompleted { set("progress", "completed") }
    case .some:
      unplaced.insert("STATUS")
      if item.isCompleted { set("progress", "completed") }
    }
    // Only COMPLETED gives the time; a time derived from LAST-MODIFIED is not written.
    if component.property("COMPLETED") != nil {
      set("progressUpdated", item.completed.map { LocalTime.text($0) })
    }
    if let percent = item.percentComplete { object["percentComplete"] = .integer(percent) }
  }

  private func map(of names: [String]) -> JSONObject {
    var result = JSONObject()
    for name in names { result[name] = .bool(true) }
    return result
  }
}

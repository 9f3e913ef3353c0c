import CivilTime
import ICalendar
import Recurrence

/// Writes fields of an item into its component; everything else in the component stays as it is, in its place.
public struct ComponentEditor {
  private var entries: [ComponentEntry]
  private let name: String
  /// How a zone is called in the calendar.
  private let item: Item

  /// The component with `fields` as `item` has them.
  ///
  /// `component` nil makes a new one. `now` becomes DTSTAMP and LAST-MODIFIED, of a new component also CREATED; SEQUENCE
  /// grows when times or the rule change (RFC 5546, 2.1.4). `changed` names the fields that are another value than before, where
  /// those are not all that are written.
  public static func apply(
    _ fields: Set<ItemField>, of item: Item, to component: Component?, now: Instant,
    changed: Set<ItemField>? = nil
  ) -> Component {
    var editor = ComponentEditor(item: item, component: component)
    if component == nil {
      if let uid = item.uid { editor.set("UID", [Property(name: "UID", text: uid)]) }
      editor.setInstant("DTSTAMP", now)
      editor.setInstant("CREATED", now)
    }
    for field in ItemField.allCases where fields.contains(field) { editor.write(field) }
    if component != nil { editor.stamp(changed ?? fields, now) }
    return editor.component
  }

  /// The component with its UID, recurrence id and link to an earlier part replaced; all else is kept.
  public static func identify(
    _ component: Component, uid: String?, recurrenceID: RecurrenceID?, previousUID: String?, now: Instant
  ) -> Component {
    var item = Item(kind: .other)
    item.uid = uid
    var editor = ComponentEditor(item: item, component: component)
    editor.set("UID", [uid.flatMap { Property(name: "UID", text: $0) }])
    editor.set(
      "RECURRENCE-ID",
      [
        recurrenceID.flatMap { id in
          let range = id.isThisAndFuture ? [Parameter(name: "RANGE", values: ["THISANDFUTURE"])] : []
          return Property(name: "RECURRENCE-ID", parameters: range, date: DateValue(id.time))
        }
      ])
    if let previousUID {
      editor.set("X-KALENDS-PREVIOUS", [Property(name: "X-KALENDS-PREVIOUS", text: previousUID)])
    }
    editor.setInstant("DTSTAMP", now)
    editor.setInstant("LAST-MODIFIED", now)
    return editor.component
  }

  /// The component without the properties of these names.
  public static func removing(_ names: [StaticString], from component: Component) -> Component {
    var editor = ComponentEditor(item: Item(kind: .other), component: component)
    for name in names { editor.set(name, []) }
    return editor.component
  }

  private init(item: Item, component: Component?) {
    self.item = item
    name = component?.name ?? (item.kind == .reminder ? "VTODO" : "VEVENT")
    entries = component?.entries ?? []
  }

  private var component: Component { Component(name: name, entries: entries) }

  // MARK: Entries

  /// Puts properties in the place of all of that name: where the first was, else behind the other properties.
  private mutating func set(_ name: StaticString, _ properties: [Property?]) {
    var fresh = properties.compactMap { $0.map(ComponentEntry.property) }
    var result: [ComponentEntry] = []
    for entry in entries {
      if case .property(let property) = entry, property.isNamed(name) {
        result += fresh
        fresh = []
      } else {
        result.append(entry)
      }
    }
    if !fresh.isEmpty {
      let end = result.firstIndex { if case .component = $0 { true } else { false } } ?? result.count
      result.insert(contentsOf: fresh, at: end)
    }
    entries = result
  }

  private mutating func set(_ name: StaticString, text: String?) {
    set(name, [text.flatMap { Property(name: "\(name)", text: $0) }])
  }

  private mutating func set(_ name: StaticString, value: String?) {
    set(name, [value.flatMap { Property(name: "\(name)", value: $0) }])
  }

  private mutating func set(_ name: StaticString, _ time: EventTime?) {
    set(name, [time.flatMap { Property(name: "\(name)", date: DateValue($0)) }])
  }

  private mutating func setInstant(_ name: StaticString, _ instant: Instant?) {
    set(name, value: instant.map { BasicFormat.text($0.utc) + "Z" })
  }

  /// The properties of a name as they stand, by what they say, the first of each: what is said again keeps its line.
  private func existing<Key: Hashable>(_ name: StaticString, by key: (Property) -> Key?) -> [Key: Property] {
    var found: [Key: Property] = [:]
    for case .property(let property) in entries where property.isNamed(name) {
      if let key = key(property), found[key] == nil { found[key] = property }
    }
    return found
  }

  private mutating func stamp(_ fields: Set<ItemField>, _ now: Instant) {
    setInstant("DTSTAMP", now)
    setInstant("LAST-MODIFIED", now)
    let isSignificant = fields.contains { $0.isTime || $0.isOfSeries || $0 == .status }
    // RFC 5545, 3.3.8: numbers have 32 bits.
    if isSignificant { set("SEQUENCE", value: String(min(max(item.sequence, 0), Int(Int32.max) - 1) + 1)) }
  }

  // MARK: Fields

  private mutating func write(_ field: ItemField) {
    switch field {
    case .title: set("SUMMARY", text: item.title)
    case .location: set("LOCATION", text: item.location)
    case .place: writePlace()
    case .notes: set("DESCRIPTION", text: item.notes)
    case .url: set("URL", value: item.url)
    case .start, .length: writeTimes()
    case .reminderStart:
      set("DTSTART", item.start)
    case .due:
      set("DURATION", [])
      set("DUE", item.due)
    case .completion: writeCompletion()
    case .status: writeStatus()
    case .availability: writeAvailability()
    case .priority: set("PRIORITY", value: item.priority == 0 ? nil : String(item.priority))
    case .percentComplete: set("PERCENT-COMPLETE", value: item.percentComplete.map(String.init))
    case .alarms: writeAlarms()
    case .categories:
      let list = item.categories.map(Property.escaped).joined(separator: ",")
      set("CATEGORIES", value: item.categories.isEmpty ? nil : list)
    case .attendees: setPeople("ATTENDEE", item.attendees)
    case .organizer: setPeople("ORGANIZER", item.organizer.map { [$0] } ?? [])
    case .attachments: setAttachments(item.attachments)
    case .rules: writeRules()
    case .extraDates: setDates("RDATE", item.extraTimes)
    case .exceptions: setDates("EXDATE", item.exceptionTimes)
    case .travel:
      set(
        "X-APPLE-TRAVEL-DURATION",
        [
          item.travel.flatMap {
            Property(
              name: "X-APPLE-TRAVEL-DURATION", parameters: [Parameter(name: "VALUE", values: ["DURATION"])],
              value: BasicFormat.text($0))
          }
        ])
    case .color: set("COLOR", text: item.color)
    case .conference:
      set(
        "CONFERENCE",
        [
          item.conference.flatMap {
            Property(name: "CONFERENCE", parameters: [Parameter(name: "VALUE", values: ["URI"])], value: $0)
          }
        ])
    case .flagged: set("X-KALENDS-FLAGGED", value: item.isFlagged ? "TRUE" : nil)
    case .section: set("X-KALENDS-SECTION", text: item.section)
    case .parent: writeParent()
    case .repeatBase:
      set("X-KALENDS-REPEAT-FROM", value: item.repeatsFromCompletion ? "COMPLETION" : nil)
    }
  }

  private mutating func writeTimes() {
    set("DTSTART", item.start)
    guard item.kind == .event, let start = item.start else { return }
    if case .nominal(let duration) = item.length, !start.isAllDay {
      set("DTEND", [])
      set("DURATION", value: BasicFormat.text(duration))
      return
    }
    let end = item.end ?? start.adding(item.length)
    if item.end == nil, end.zone != start.zone, case .exact(let seconds) = item.length {
      // The second of two equal times has no name in its zone, and a length has one everywhere.
      set("DTEND", [])
      set("DURATION", value: BasicFormat.text(CalendarDuration(seconds: seconds)))
      return
    }
    set("DURATION", [])
    set("DTEND", end)
  }

  private mutating func writeCompletion() {
    let isDone = item.isCompleted
    set("STATUS", value: isDone ? "COMPLETED" : "NEEDS-ACTION")
    setInstant("COMPLETED", isDone ? item.completed : nil)
    set("PERCENT-COMPLETE", value: isDone ? "100" : nil)
  }

  private mutating func writeStatus() {
    let value: String? =
      switch item.status {
      case .none: nil
      case .confirmed: "CONFIRMED"
      case .tentative: "TENTATIVE"
      case .cancelled: "CANCELLED"
      }
    set("STATUS", value: value)
  }

  private mutating func writeAvailability() {
    set("TRANSP", value: item.availability == .free ? "TRANSPARENT" : "OPAQUE")
    let detail: String? =
      switch item.availability {
      case .busy, .free: nil
      case .tentative: "TENTATIVE"
      case .unavailable: "OOF"
      }
    set("X-MICROSOFT-CDO-BUSYSTATUS", value: detail)
  }

  private mutating func writePlace() {
    guard let place = item.place else {
      set("X-APPLE-STRUCTURED-LOCATION", [])
      set("GEO", [])
      return
    }
    set("GEO", value: PlaceWriter.number(place.latitude) + ";" + PlaceWriter.number(place.longitude))
    set("X-APPLE-STRUCTURED-LOCATION", [PlaceWriter.appleLocation(place)])
  }

  /// Alarms that stay keep their components, unknown properties included.
  private mutating func writeAlarms() {
    var known: [(alarm: Alarm, component: Component)] = []
    var others: [ComponentEntry] = []
    for entry in entries {
      if case .component(let child) = entry, child.name == "VALARM", let alarm = AlarmReader.read(child) {
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

  private mutating func writeRules() {
    let rules = item.recurrence?.rules ?? []
    set("RRULE", rules.map { Property(name: "RRULE", value: $0.description) })
    set(
      "EXRULE",
      (item.recurrence?.exceptionRules ?? []).map { Property(name: "EXRULE", value: $0.description) })
  }

  private mutating func writeParent() {
    entries.removeAll { entry in
      guard case .property(let property) = entry, property.isNamed("RELATED-TO") else { return false }
      return (property.parameter("RELTYPE") ?? "PARENT").uppercased() == "PARENT"
    }
    guard let uid = item.parentUID, let property = Property(name: "RELATED-TO", text: uid) else { return }
    let end = entries.firstIndex { if case .component = $0 { true } else { false } } ?? entries.count
    entries.insert(.property(property), at: end)
  }

  // MARK: Values

  private mutating func setPeople(_ name: StaticString, _ people: [Participant]) {
    let known = existing(name) { Participant($0) }
    let lines = existing(name, by: \.rawText)
    set(
      name,
      people.map { person in
        known[person] ?? Self.property(name, person, parameters: lines[person.address]?.parameters ?? [])
      })
  }

  /// A line for somebody; what else stood on it stays.
  private static func property(
    _ name: StaticString, _ person: Participant, parameters: [Parameter]
  ) -> Property? {
    var parameters = parameters
    func set(_ name: String, _ value: String?) {
      let index = parameters.firstIndex { $0.name == name }
      switch (index, value) {
      case (let index?, let value?): parameters[index].values = [value]
      case (let index?, nil): parameters.remove(at: index)
      case (nil, let value?): parameters.append(Parameter(name: name, values: [value]))
      case (nil, nil): break
      }
    }
    set("CN", person.name)
    set("ROLE", person.role?.uppercased())
    set("PARTSTAT", person.status?.uppercased())
    set("CUTYPE", person.type?.uppercased())
    return Property(name: "\(name)", parameters: parameters, value: person.address)
  }

  private mutating func setAttachments(_ attachments: [Attachment]) {
    let known = existing("ATTACH", by: ItemReader.attachment)
    set("ATTACH", attachments.map { known[$0] ?? Self.property($0) })
  }

  private static func property(_ attachment: Attachment) -> Property? {
    guard let uri = attachment.uri else { return nil }
    var parameters: [Parameter] = []
    if let type = attachment.mediaType { parameters.append(Parameter(name: "FMTTYPE", values: [type])) }
    if let file = attachment.fileName { parameters.append(Parameter(name: "FILENAME", values: [file])) }
    return Property(name: "ATTACH", parameters: parameters, value: uri)
  }

  /// The values of a list, each as a line of its own: one stays as written where it stands alone, with its period.
  private mutating func setDates(_ name: StaticString, _ times: [EventTime]) {
    let known = existing(name) { property in
      let periods = property.periods
      return periods.count == 1 ? periods[0]?.start : nil
    }
    set(
      name,
      times.map { time in
        let value = DateValue(time)
        return known[value] ?? Property(name: "\(name)", date: value)
      })
  }
}

extension DateValue {
  /// The value that a file writes for a time.
  public init(_ time: EventTime) {
    switch time {
    case .date(let date): self = .date(date)
    case .floating(let wall): self = .floating(wall)
    case .zoned(let wall, let zone):
      self = zone == .utc ? .utc(wall) : .zoned(wall, tzid: zone.identifier)
    }
  }
}

import CivilTime
import ICalendar
import Model

/// What an export writes.
public enum ExportSelection: Sendable {
  /// Every calendar, one VCALENDAR each.
  case everything
  /// One calendar with all that is in it, unknown components included.
  case calendar(Int)
  /// These items, each with its whole family (master and overrides), once, by calendar.
  case items([Int])
}

extension CalendarStore {
  /// Writes calendars as iCalendar text, in pieces that `write` takes; false from `write` ends the export.
  ///
  /// Components are written as they came and in the order they came, with the VTIMEZONEs of their calendar; of a
  /// selection of items only the VTIMEZONEs that those use.
  ///
  /// `invitingAs` makes it an invitation to be sent (RFC 5546, 3.2.2): METHOD:REQUEST, no alarms, and that address as the
  /// organiser of what has none. Items without attendees are left out then.
  public func export(
    _ selection: ExportSelection, invitingAs organizer: String? = nil, now: Instant? = nil,
    to write: ([UInt8]) -> Bool
  ) throws(StoreError) {
    try withReadTransaction { () throws(StoreError) in
      var exporter = Exporter(store: self)
      if let organizer, let now { exporter.invitation = Invitation(organizer: organizer, now: now) }
      switch selection {
      case .everything:
        for calendar in try calendars() {
          if try !exporter.write(calendar.id, only: nil, to: write) { return }
        }
      case .calendar(let id): _ = try exporter.write(id, only: nil, to: write)
      case .items(let items):
        for (calendar, members) in try families(of: items) {
          if try !exporter.write(calendar, only: members, to: write) { return }
        }
      }
    }
  }

  /// The rows of whole families in the order of their calendars and positions.
  private func families(of items: [Int]) throws(StoreError) -> [(calendar: Int, members: [Int])] {
    var masters: Set<Int> = []
    var found: [Int: [(position: Int, id: Int)]] = [:]
    let sql: SQL = "SELECT id, calendar, position FROM item WHERE id = ?1 OR master = ?1"
    for item in items {
      guard let record = try record(item) else { continue }
      let master = record.master ?? record.id
      if !masters.insert(master).inserted { continue }
      let row = try database.statement(sql)
      defer { database.release(row) }
      row.bind(1, master)
      while try row.step() { found[row.int(1), default: []].append((row.int(2), row.int(0))) }
    }
    return found.sorted { $0.key < $1.key }.map { calendar, members in
      (calendar, members.sorted { ($0.position, $0.id) < ($1.position, $1.id) }.map(\.id))
    }
  }
}

/// What makes components an invitation.
private struct Invitation {
  var organizer: String
  var now: Instant

  /// The component as it is sent; nil where nobody is invited.
  func component(_ component: Component) -> Component? {
    guard component.property("ATTENDEE") != nil else { return nil }
    var item = Item(kind: .other)
    var fields: Set<ItemField> = [.alarms]
    if component.property("ORGANIZER") == nil, !organizer.isEmpty {
      item.organizer = Participant(name: nil, address: "mailto:" + organizer)
      fields.insert(.organizer)
    }
    let written = ComponentEditor.apply(fields, of: item, to: component, now: now)
    // What is one's own stays at home.
    return ComponentEditor.removing(
      ["X-KALENDS-PREVIOUS", "X-APPLE-TRAVEL-DURATION", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS"], from: written
    )
  }
}

/// Writes one calendar after another.
private struct Exporter {
  let store: CalendarStore
  var invitation: Invitation?
  private var writer = CalendarWriter()
  private static let piece = 1 << 16

  init(store: CalendarStore) { self.store = store }

  mutating func write(
    _ calendar: Int, only members: [Int]?, to write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Bool {
    writer.begin("VCALENDAR")
    try writeHeader(calendar)
    if let members {
      for zone in try usedZones(calendar, members) { writer.write(zone) }
      for id in members {
        guard let text = try store.componentText(id) else { continue }
        guard let invitation else {
          if !emit(text, write) { return false }
          continue
        }
        if let component = ComponentText.component(text).flatMap(invitation.component) {
          writer.write(component)
        }
      }
    } else if try !writeAll(calendar, write) {
      return false
    }
    writer.end("VCALENDAR")
    return flush(write)
  }

  private mutating func emit(_ text: [UInt8], _ write: ([UInt8]) -> Bool) -> Bool {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 10) ?? text.count
      writer.write(text[start..<end])
      start = end + 1
    }
    return writer.bytes.count < Self.piece || flush(write)
  }

  private mutating func flush(_ write: ([UInt8]) -> Bool) -> Bool {
    let bytes = writer.bytes
    writer.bytes = []
    return write(bytes)
  }

  /// The calendar's own properties as they came; for one made here, what RFC 5545 and RFC 7986 ask for.
  private mutating func writeHeader(_ calendar: Int) throws(StoreError) {
    let row = try store.database.statement("SELECT header, title, color FROM calendar WHERE id = ?1")
    defer { store.database.release(row) }
    guard try row.bind(1, calendar).step() else { return }
    if invitation != nil {
      for property in [
        Property(name: "VERSION", value: "2.0"), Property(name: "PRODID", value: "-//Kalends//kal//EN"),
        Property(name: "METHOD", value: "REQUEST"),
      ] {
        if let property { writer.write(property) }
      }
      return
    }
    let header = row.bytes(0)
    if header.isEmpty {
      for property in [
        Property(name: "VERSION", value: "2.0"), Property(name: "PRODID", value: "-//Kalends//kal//EN"),
        Property(name: "X-WR-CALNAME", text: row.text(1)), Property(name: "NAME", text: row.text(1)),
        row.optionalText(2).flatMap { Property(name: "X-APPLE-CALENDAR-COLOR", value: $0) },
      ] {
        if let property { writer.write(property) }
      }
      return
    }
    _ = emit(header) { _ in true }
  }

  /// Everything of a calendar, VTIMEZONEs and components in the order they came.
  private mutating func writeAll(
    _ calendar: Int, _ write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Bool {
    let row = try store.database.statement(
      """
      SELECT text, position, id FROM timezone WHERE calendar = ?1
      UNION ALL
      SELECT text, position, id FROM item JOIN item_text ON item_text.item = item.id WHERE calendar = ?1
      ORDER BY position, id
      """)
    defer { store.database.release(row) }
    row.bind(1, calendar)
    while try row.step() {
      if !emit(row.bytes(0), write) { return false }
    }
    return true
  }

  /// The VTIMEZONEs that components name in a TZID parameter, in the order of the names.
  ///
  /// The calendar's own definitions as they came; for names that it does not define and the system knows, new ones, as
  /// every TZID needs its VTIMEZONE (RFC 5545, 3.2.19).
  private func usedZones(_ calendar: Int, _ members: [Int]) throws(StoreError) -> [Component] {
    var used: Set<String> = []
    var first = 9999
    for id in members {
      guard let text = try store.componentText(id), let component = ComponentText.component(text) else {
        continue
      }
      Self.collect(component, into: &used)
      for property in [component.property("DTSTART"), component.property("DUE")] {
        if let year = property.flatMap({ Int($0.rawText.prefix(4)) }) { first = min(first, year) }
      }
    }
    if used.isEmpty { return [] }
    let definitions = try store.zoneDefinitions(of: calendar)
    var zones = try store.calendarZones(of: calendar)
    return used.sorted().compactMap { name in
      if let own = definitions.first(where: { $0.property("TZID")?.rawText == name }) { return own }
      guard let zone = zones.zone(name) else { return nil }
      return VTimeZone.component(of: zone, named: name, from: first, through: 2037)
    }
  }

  private static func collect(_ component: Component, into used: inout Set<String>) {
    for entry in component.entries {
      switch entry {
      case .property(let property): if let tzid = property.parameter("TZID") { used.insert(tzid) }
      case .component(let inner): collect(inner, into: &used)
      case .unreadable: break
      }
    }
  }
}

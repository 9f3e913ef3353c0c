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
  public func export(
    _ selection: ExportSelection, to write: ([UInt8]) -> Bool
  ) throws(StoreError) {
    try withReadTransaction { () throws(StoreError) in
      var exporter = Exporter(store: self)
      switch selection {
      case .everything:
        for calendar in try calendars() {
          if try !exporter.write(calendar.id, only: nil, to: write) { return }
        }
      case .calendar(let id): _ = try exporter.write(id, only: nil, to: write)
      case .items(let items):
        var known: Set<Int> = []
        for (calendar, members) in try families(of: items, known: &known) {
          if try !exporter.write(calendar, only: members, to: write) { return }
        }
      }
    }
  }

  /// Writes messages about these items, each with its whole family in a VCALENDAR of its own (RFC 5546, 3.2).
  ///
  /// Items that the message cannot be about are left out. False from `write` ends it. Gives how many were written.
  @discardableResult
  public func export(
    _ message: SchedulingMessage, about items: [Int], to write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Int {
    try withReadTransaction { () throws(StoreError) in
      var exporter = Exporter(store: self)
      var known: Set<Int> = []
      var count = 0
      for item in items {
        for (calendar, members) in try families(of: [item], known: &known) {
          let text = try exporter.text(of: message, about: members, in: calendar)
          if text.isEmpty { continue }
          count += 1
          if !write(text) { return count }
        }
      }
      return count
    }
  }

  /// The rows of whole families in the order of their calendars and positions; without those whose masters are known.
  private func families(of items: [Int], known masters: inout Set<Int>) throws(StoreError) -> [(
    calendar: Int, members: [Int]
  )] {
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

/// Writes one calendar after another.
private struct Exporter {
  let store: CalendarStore
  private var writer = CalendarWriter()
  private static let piece = 1 << 16

  init(store: CalendarStore) { self.store = store }

  mutating func write(
    _ calendar: Int, only members: [Int]?, to write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Bool {
    writer.begin("VCALENDAR")
    try writeHeader(calendar)
    if let members {
      var use = ZoneUse()
      for id in members { if let component = try component(id) { use.add(component) } }
      for zone in try definitions(of: use, in: calendar) { writer.write(zone) }
      for id in members {
        if let text = try store.componentText(id), !emit(text, write) { return false }
      }
    } else if try !writeAll(calendar, write) {
      return false
    }
    writer.end("VCALENDAR")
    return flush(write)
  }

  private func component(_ id: Int) throws(StoreError) -> Component? {
    try store.componentText(id).flatMap { ComponentText.component($0) }
  }

  /// One message; nothing where it cannot be about any of these.
  mutating func text(
    of message: SchedulingMessage, about members: [Int], in calendar: Int
  ) throws(StoreError) -> [UInt8] {
    var components: [Component] = []
    var use = ZoneUse()
    for id in members {
      guard let sent = try component(id).flatMap(message.component) else { continue }
      components.append(sent)
      use.add(sent)
    }
    if components.isEmpty { return [] }
    writer.begin("VCALENDAR")
    writeNew([Property(name: "METHOD", value: message.method)])
    for zone in try definitions(of: use, in: calendar) { writer.write(zone) }
    for component in components { writer.write(component) }
    writer.end("VCALENDAR")
    defer { writer.bytes = [] }
    return writer.bytes
  }

  /// What every VCALENDAR begins with, and more.
  private mutating func writeNew(_ properties: [Property?]) {
    let first = [
      Property(name: "VERSION", value: "2.0"), Property(name: "PRODID", value: "-//Kalends//kal//EN"),
    ]
    for property in first + properties {
      if let property { writer.write(property) }
    }
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
    let header = row.bytes(0)
    if header.isEmpty {
      writeNew([
        Property(name: "X-WR-CALNAME", text: row.text(1)), Property(name: "NAME", text: row.text(1)),
        row.optionalText(2).flatMap { Property(name: "X-APPLE-CALENDAR-COLOR", value: $0) },
      ])
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

  /// The VTIMEZONEs that components name, in the order of the names.
  ///
  /// The calendar's own definitions as they came; for names that it does not define and the system knows, new ones, as
  /// every TZID needs its VTIMEZONE (RFC 5545, 3.2.19).
  private func definitions(of use: ZoneUse, in calendar: Int) throws(StoreError) -> [Component] {
    if use.names.isEmpty { return [] }
    let definitions = try store.zoneDefinitions(of: calendar)
    var zones = try store.calendarZones(of: calendar)
    return use.names.sorted().compactMap { name in
      if let own = definitions.first(where: { $0.property("TZID")?.rawText == name }) { return own }
      guard let zone = zones.zone(name) else { return nil }
      return VTimeZone.component(of: zone, named: name, from: use.firstYear, through: 2037)
    }
  }
}

/// The zones that components name in a TZID parameter.
private struct ZoneUse {
  var names: Set<String> = []
  /// The year of the earliest start or due date.
  var firstYear = 9999

  mutating func add(_ component: Component) {
    collect(component)
    for property in [component.property("DTSTART"), component.property("DUE")] {
      if let year = property.flatMap({ Int($0.rawText.prefix(4)) }) { firstYear = min(firstYear, year) }
    }
  }

  private mutating func collect(_ component: Component) {
    for entry in component.entries {
      switch entry {
      case .property(let property): if let tzid = property.parameter("TZID") { names.insert(tzid) }
      case .component(let inner): collect(inner)
      case .unreadable: break
      }
    }
  }
}

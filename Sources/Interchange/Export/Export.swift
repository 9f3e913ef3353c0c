import ICalendar
import Store

/// The items that an export writes.
public enum ExportSelection: Sendable {
  /// Every calendar, one VCALENDAR each.
  case everything
  /// One calendar with everything in it, unknown components included.
  case calendar(Int)
  /// These items, each with its whole object (master and overrides), once, by calendar.
  case items([Int])
}

extension CalendarStore {
  /// Writes calendars as iCalendar text, in pieces passed to `write`; false from `write` ends the export.
  ///
  /// Components keep their text and order, with the VTIMEZONEs of their calendar; a selection of items gets
  /// only the VTIMEZONEs that it uses. Where components understand one TZID by different definitions, all but
  /// one of the definitions get new names in the output (`ZoneNaming`).
  public func export(
    _ selection: ExportSelection, to write: ([UInt8]) -> Bool
  ) throws(StoreError) {
    try withReadTransaction { () throws(StoreError) in
      var exporter = Exporter(store: self)
      for (calendar, heads) in try parts(of: selection) {
        if try !exporter.write(calendar, only: heads, to: write) { return }
      }
    }
  }

  /// Goes through the objects of a selection, once each, by calendar and in the order they came, and gives
  /// the items whose texts cannot be read.
  ///
  /// These are left out, and with a master its whole object. False from `body` ends it.
  @discardableResult
  public func objects(
    in selection: ExportSelection, _ body: (CalendarObject, ObjectZones) -> Bool
  ) throws(StoreError) -> [Int] {
    try withReadTransaction { () throws(StoreError) in
      var left: [Int] = []
      for (calendar, heads) in try parts(of: selection) {
        let all = if let heads { heads } else { try self.heads(in: calendar) }
        for head in all {
          let (object, unreadable) = try readableObject(of: head)
          left += unreadable
          guard let object else { continue }
          let (written, zones) = try written(object)
          if !body(written, zones) { return left }
        }
      }
      return left
    }
  }

  /// The calendars of a selection, each with the heads of its selected objects; nil heads stand for all
  /// objects.
  private func parts(of selection: ExportSelection) throws(StoreError) -> [(calendar: Int, heads: [Int]?)] {
    switch selection {
    case .everything: try calendars().map { ($0.id, nil) }
    case .calendar(let id): [(id, nil)]
    case .items(let items): try heads(of: items).map { ($0.calendar, $0.heads) }
    }
  }

  /// Writes messages about these items, each with its whole object in its own VCALENDAR (RFC 5546, 3.2).
  ///
  /// Items that the message cannot be about are left out. False from `write` ends the export. Returns the
  /// number of messages written.
  @discardableResult
  public func export(
    _ message: SchedulingMessage, about items: [Int], to write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Int {
    try withReadTransaction { () throws(StoreError) in
      var exporter = Exporter(store: self)
      var known: Set<Int> = []
      var count = 0
      for item in items {
        for (calendar, heads) in try heads(of: [item]) where known.insert(heads[0]).inserted {
          let text = try exporter.text(of: message, about: heads, in: calendar)
          if text.isEmpty { continue }
          count += 1
          if !write(text) { return count }
        }
      }
      return count
    }
  }
}

extension CalendarStore {
  /// The components of these items with the VTIMEZONEs that they name, as a resource of another side has them.
  ///
  /// Items whose texts cannot be read are left out.
  package func resourceParts(
    of items: [Int], in calendar: Int
  ) throws(StoreError) -> (zones: [Component], components: [Component]) {
    try withReadTransaction { () throws(StoreError) in
      try Exporter(store: self).resource(items, in: calendar)
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
    _ calendar: Int, only heads: [Int]?, to write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Bool {
    writer.begin("VCALENDAR")
    try writeHeader(calendar)
    if let heads {
      let members = try store.items(ofObjects: heads)
      var use = ZoneUse()
      for id in members {
        if let component = try component(id) { use.add(component, try held(id)) }
      }
      let naming = try naming(of: use)
      for zone in try definitions(of: use, naming, in: calendar) { writer.write(zone) }
      for id in members {
        if let text = try text(of: id, naming), !emit(text, write) { return false }
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

  /// The text of one message; empty when the message cannot be about any of these objects.
  mutating func text(
    of message: SchedulingMessage, about heads: [Int], in calendar: Int
  ) throws(StoreError) -> [UInt8] {
    var components: [Component] = []
    var use = ZoneUse()
    var held: [[Int: String]] = []
    for id in try store.items(ofObjects: heads) {
      guard let sent = try component(id).flatMap(message.component) else { continue }
      components.append(sent)
      held.append(try self.held(id))
      use.add(sent, held[held.count - 1])
    }
    if components.isEmpty { return [] }
    let naming = try naming(of: use)
    writer.begin("VCALENDAR")
    writeNew([Property(name: "METHOD", value: message.method)])
    for zone in try definitions(of: use, naming, in: calendar) { writer.write(zone) }
    for (component, held) in zip(components, held) {
      writer.write(naming.renamed(component, Array(held.keys)))
    }
    writer.end("VCALENDAR")
    defer { writer.bytes = [] }
    return writer.bytes
  }

  /// The components of items with the VTIMEZONEs that they name.
  func resource(
    _ items: [Int], in calendar: Int
  ) throws(StoreError) -> (zones: [Component], components: [Component]) {
    var components: [Component] = []
    var use = ZoneUse()
    var held: [[Int: String]] = []
    for id in items {
      guard let component = try component(id) else { continue }
      components.append(component)
      held.append(try self.held(id))
      use.add(component, held[held.count - 1])
    }
    let naming = try naming(of: use)
    return (
      try definitions(of: use, naming, in: calendar),
      zip(components, held).map { naming.renamed($0, Array($1.keys)) }
    )
  }

  /// Writes the properties that begin every VCALENDAR, then `properties`.
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

  /// Writes the calendar's own properties as imported, except a name or color changed since; for a calendar
  /// created here, the properties of RFC 5545 and RFC 7986.
  private mutating func writeHeader(_ calendar: Int) throws(StoreError) {
    guard let record = try store.calendars().first(where: { $0.id == calendar }) else { return }
    let header = CalendarHeader(try store.header(of: calendar))
    let (title, color) = (record.title, record.color)
    if header.isEmpty { return writeNew(CalendarHeader.name(title) + CalendarHeader.color(color)) }
    _ = emit(header.lines(named: title, color: color)) { _ in true }
  }

  /// Writes a whole calendar, VTIMEZONEs and components in their stored order.
  private mutating func writeAll(
    _ calendar: Int, _ write: ([UInt8]) -> Bool
  ) throws(StoreError) -> Bool {
    let list = try store.zoneList(of: calendar)
    let needed = try store.usedDefinitions(in: calendar)
    var naming = ZoneNaming()
    if !needed.isEmpty {
      for name in try plainNames(in: calendar, among: needed) { naming.keep(name) }
      // Definitions that components need take their names first.
      for number in list.map(\.definition) where needed.contains(number) { try add(number, to: &naming) }
      for number in needed.sorted() { try add(number, to: &naming) }
    }
    for zone in list where zone.isPrivate { try add(zone.definition, to: &naming) }
    let written = Set(list.compactMap { naming.name(of: $0.definition) })
    for number in naming.own where !written.contains(naming.name(of: number) ?? "") {
      if let zone = try store.itemZones.definition(number) { writer.write(naming.renamed(zone, number)) }
    }
    let defined = Set(list.map(\.name)).union(naming.own.compactMap { naming.name(of: $0) })
    for zone in try unlistedZones(in: calendar) where !defined.contains(zone.name) {
      writer.write(
        VTimeZone.component(of: zone.zone, named: zone.name, from: zone.firstYear, through: 2037))
    }
    return try store.components(in: calendar) { (text, item, definition) throws(StoreError) in
      var text = text
      if naming.renames {
        if let item { text = try self.text(text, of: item, naming) }
        if let definition, let zone = ComponentText.component(text) {
          text = ComponentText.bytes(naming.renamed(zone, definition))
        }
      }
      return emit(text, write)
    }
  }

  /// The zones of a calendar's items that no other program knows by name: zones made from a rule or an
  /// offset.
  private func unlistedZones(
    in calendar: Int
  ) throws(StoreError) -> [(name: String, zone: Zone, firstYear: Int)] {
    try store.zoneNames(in: calendar).compactMap { name, first in
      guard let zone = store.zones.zone(named: name), !store.zones.lists(zone) else { return nil }
      return (name, zone, first.date.parts.year)
    }
  }

  private func add(_ number: Int, to naming: inout ZoneNaming) throws(StoreError) {
    guard let zone = try store.itemZones.definition(number), let name = CalendarZones.name(of: zone) else {
      return
    }
    naming.add(number, name, try store.zones(calendar: 0, definitions: [number]).zone(name)) {
      store.zones.hasZone(called: $0)
    }
  }

  /// The names of definitions that some component of the calendar uses without a definition; the name has
  /// another meaning there.
  private func plainNames(in calendar: Int, among definitions: Set<Int>) throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    for number in definitions {
      if let name = try store.itemZones.definition(number).flatMap({ CalendarZones.name(of: $0) }) {
        names.insert(name)
      }
    }
    var found: Set<String> = []
    for name in names where try store.usesPlainly(name, in: calendar) { found.insert(name) }
    return found
  }

  private func text(of id: Int, _ naming: ZoneNaming) throws(StoreError) -> [UInt8]? {
    guard let text = try store.componentText(id) else { return nil }
    return naming.renames ? try self.text(text, of: id, naming) : text
  }

  /// An item's text with the zone names of the output.
  private func text(_ text: [UInt8], of id: Int, _ naming: ZoneNaming) throws(StoreError) -> [UInt8] {
    let definitions = try store.itemZones.definitions(of: id)
    guard naming.renames(definitions), let component = ComponentText.component(text) else { return text }
    return ComponentText.bytes(naming.renamed(component, definitions))
  }

  /// The names for the zones that components name.
  private func naming(of use: ZoneUse) throws(StoreError) -> ZoneNaming {
    var naming = ZoneNaming()
    for name in use.undefined { naming.keep(name) }
    for number in use.definitions.keys.sorted() { try add(number, to: &naming) }
    return naming
  }

  /// The names that an item's zone definitions define, by definition number.
  private func held(_ id: Int) throws(StoreError) -> [Int: String] {
    var result: [Int: String] = [:]
    for number in try store.itemZones.definitions(of: id) {
      result[number] = try store.itemZones.definition(number).flatMap { CalendarZones.name(of: $0) }
    }
    return result
  }

  /// The VTIMEZONEs that components name, sorted by name.
  ///
  /// The components' own definitions come unchanged; other names take the calendar's definitions, and system
  /// zones get new ones, as every TZID needs a VTIMEZONE (RFC 5545, 3.2.19).
  private func definitions(
    of use: ZoneUse, _ naming: ZoneNaming, in calendar: Int
  ) throws(StoreError) -> [Component] {
    if use.names.isEmpty { return [] }
    var found: [(name: String, zone: Component)] = []
    for number in naming.own {
      guard let zone = try store.itemZones.definition(number) else { continue }
      found.append((naming.name(of: number) ?? "", naming.renamed(zone, number)))
    }
    let taken = Set(found.map(\.name))
    let list = try store.zoneList(of: calendar)
    let zones = try store.zones(calendar: calendar, definitions: [])
    for name in use.names where !taken.contains(name) {
      let listed = list.first { $0.name == name && !$0.isPrivate }
      let own = try listed.flatMap { (own) throws(StoreError) in
        try store.itemZones.definition(own.definition)
      }
      if let own {
        found.append((name, own))
      } else if let zone = zones.zone(name) {
        found.append((name, VTimeZone.component(of: zone, named: name, from: use.firstYear, through: 2037)))
      }
    }
    return found.sorted { $0.name < $1.name }.map(\.zone)
  }
}

/// The zones that components name in a TZID parameter.
private struct ZoneUse {
  var names: Set<String> = []
  /// The names that the components' own definitions define, by definition number.
  var definitions: [Int: String] = [:]
  /// The names that some component uses without a definition.
  var undefined: Set<String> = []
  /// The year of the earliest start or due date.
  var firstYear = 9999

  mutating func add(_ component: Component, _ held: [Int: String]) {
    let names = component.zoneNames
    let own = held.filter { names.contains($0.value) }
    self.names.formUnion(names)
    definitions.merge(own) { first, _ in first }
    undefined.formUnion(names.subtracting(own.values))
    for property in [component.property("DTSTART"), component.property("DUE")] {
      if let year = property.flatMap({ Int($0.rawText.prefix(4)) }) { firstYear = min(firstYear, year) }
    }
  }
}

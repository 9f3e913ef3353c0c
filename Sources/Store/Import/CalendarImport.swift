import CivilTime
import ICalendar
import Model

/// Brings the components of one VCALENDAR into one calendar.
///
/// Single items are written as they come. Whatever belongs to a series waits until all of it has been seen, as
/// overrides may stand before their masters.
final class CalendarImport {
  /// A component as it came.
  private struct Incoming {
    var item: Item
    var component: Component
    var text: [UInt8]
    var position: Int
    var line: Int
  }

  private struct Name: Hashable {
    var uid: String
    var kind: ItemKind
  }

  private struct Waiting {
    /// The master as it came; nil when only overrides did, or when it is there already word for word.
    var master: Incoming?
    var overrides: [Incoming] = []
  }

  private let calendar: Int
  private let writer: FamilyWriter
  private var zones: CalendarZones
  private(set) var part: ImportSummary.Part
  private(set) var kinds: EntityKinds = []
  private var waiting: [Name: Waiting] = [:]
  private var order: [Name] = []
  /// Components in zones that were not yet defined when they came.
  private var undecided: [(component: Component, position: Int, line: Int)] = []
  /// Items from this number on are of this import.
  private let firstNew: Int
  /// Lines of components that stand for one that came before them in the same import.
  private var repeated: [(line: Int, name: String)] = []

  private let conflict: ImportConflict
  private let now: Instant
  /// UIDs that copies take in the place of those that are there already.
  private var copies: [Name: String] = [:]
  private var generator = SystemRandomNumberGenerator()

  init(
    _ part: ImportSummary.Part, zones: CalendarZones, writer: FamilyWriter, conflict: ImportConflict,
    now: Instant
  ) {
    self.part = part
    self.conflict = conflict
    self.now = now
    calendar = part.calendar
    self.zones = zones
    self.writer = writer
    firstNew = writer.nextItem
  }

  // MARK: Taking components

  func add(_ component: Component, line: Int, _ problems: inout ImportProblems) throws(StoreError) {
    if component.name == "VTIMEZONE" {
      zones.define(component)
      try writeZone(component)
      return
    }
    if try isKnown(component) {
      part.unchanged += 1
      return
    }
    let position = writer.takePosition()
    let (item, found) = ItemReader.read(component) { zones.zone($0) }
    let isUndecided = found.contains { problem in
      if case .unknownZone = problem.kind { true } else { false }
    }
    if isUndecided {
      undecided.append((component, position, line))
      return
    }
    for problem in found { problems.add(problem, line: line) }
    try take(item, component, position, line)
  }

  /// Whether a master or single item is there word for word, so that it need not even be read.
  ///
  /// That is the usual second import, and most of a file that was fetched anew.
  private func isKnown(_ component: Component) throws(StoreError) -> Bool {
    guard let uid = component.property("UID")?.rawText, component.property("RECURRENCE-ID") == nil else {
      return false
    }
    let kind = ItemKind(component: component.name)
    if waiting[Name(uid: uid, kind: kind)] != nil { return false }
    let members = try writer.members(uid: uid, calendar: calendar, kind: kind)
    guard let stored = members.first(where: { $0.key == 0 }) else { return false }
    if !members.allSatisfy({ $0.id == stored.id || $0.master == stored.id }) { return false }
    if try !writer.hasText(stored.id, ComponentText.bytes(component)) { return false }
    note(kind)
    return true
  }

  private func note(_ kind: ItemKind) {
    switch kind {
    case .event: kinds.insert(.events)
    case .reminder: kinds.insert(.reminders)
    case .other: break
    }
  }

  /// Writes all that waited.
  func finish(_ problems: inout ImportProblems) throws(StoreError) {
    for (component, position, line) in undecided {
      let (item, found) = ItemReader.read(component) { zones.zone($0) }
      for problem in found { problems.add(problem, line: line) }
      try take(item, component, position, line)
    }
    undecided = []
    for name in zones.differing.sorted() {
      problems.add(
        nil, .warning, "the file's VTIMEZONE \(name) differs from the system's zone, which is used")
    }
    for name in order {
      if let family = waiting[name] { try write(family, name) }
    }
    waiting = [:]
    order = []
    for (line, name) in repeated.sorted(by: { $0.line < $1.line }) {
      problems.add(line, .warning, "\(name) stands twice in what is imported; the later or newer one is kept")
    }
    repeated = []
  }

  private func writeZone(_ component: Component) throws(StoreError) {
    guard let tzid = component.property("TZID")?.rawText else { return }
    try writer.defineZone(
      tzid, ComponentText.bytes(component), calendar: calendar, position: writer.takePosition())
  }

  private func take(
    _ item: Item, _ component: Component, _ position: Int, _ line: Int
  ) throws(StoreError) {
    note(item.kind)
    var (item, component) = (item, component)
    if conflict == .copy, let uid = try copyUID(of: item) {
      component = ComponentEditor.identify(
        component, uid: uid, recurrenceID: item.recurrenceID, previousUID: nil, now: now)
      item.uid = uid
    }
    let incoming = Incoming(
      item: item, component: component, text: ComponentText.bytes(component), position: position, line: line)
    guard let uid = item.uid else {
      try takeWithoutUID(incoming)
      return
    }
    let name = Name(uid: uid, kind: item.kind)
    if item.recurrenceID != nil {
      wait(name) { $0.overrides.append(incoming) }
    } else if waiting[name] != nil {
      takeAgain(incoming, name)
    } else {
      try takeMaster(incoming, name)
    }
  }

  /// The UID of the copy of an item whose own is taken by what was there before this import; nil where it is free.
  private func copyUID(of item: Item) throws(StoreError) -> String? {
    guard let uid = item.uid else { return nil }
    let name = Name(uid: uid, kind: item.kind)
    if let known = copies[name] { return known }
    let members = try writer.members(uid: uid, calendar: calendar, kind: item.kind)
    guard members.contains(where: { $0.id < firstNew }) else { return nil }
    let copy = RandomUID.make(&generator)
    copies[name] = copy
    return copy
  }

  private func wait(_ name: Name, _ change: (inout Waiting) -> Void) {
    if waiting[name] == nil { order.append(name) }
    change(&waiting[name, default: Waiting()])
  }

  /// A master whose family is waiting: the first one, or one more with the same UID in the same file.
  private func takeAgain(_ incoming: Incoming, _ name: Name) {
    wait(name) { family in
      guard let known = family.master else {
        family.master = incoming
        return
      }
      if known.text == incoming.text {
        part.unchanged += 1
        return
      }
      part.skipped += 1
      repeated.append((incoming.line, "UID \(name.uid)"))
      if Self.isOlder(incoming.item, known.item.sequence, known.item.modified?.seconds) { return }
      // The later one stands for both, in the place of the first.
      let position = known.position
      family.master = incoming
      family.master?.position = position
    }
  }

  private func takeMaster(_ incoming: Incoming, _ name: Name) throws(StoreError) {
    let members = try writer.members(uid: name.uid, calendar: calendar, kind: name.kind)
    if members.isEmpty, incoming.item.recurrence == nil {
      try writeNew(incoming, content: nil)
      return
    }
    wait(name) { $0.master = incoming }
  }

  private func takeWithoutUID(_ incoming: Incoming) throws(StoreError) {
    let content = Self.hash(incoming.text)
    for member in try writer.members(content: content, calendar: calendar) {
      if try writer.hasText(member.id, incoming.text) {
        part.unchanged += 1
        return
      }
    }
    try writeNew(incoming, content: content)
  }

  private func writeNew(_ incoming: Incoming, content: Int?) throws(StoreError) {
    var entry = FamilyWriter.Entry(
      id: writer.takeItemNumber(), item: incoming.item, key: nil, position: incoming.position)
    entry.change = Self.change(incoming, content: content)
    if let id = incoming.item.recurrenceID {
      // An override without UID has no master to look for.
      entry.key = Self.key(of: id, in: nil)
      try writer.write(nil, [entry], calendar: calendar)
    } else {
      try writer.write(entry, [], calendar: calendar)
    }
    part.added += 1
  }

  // MARK: Families

  private func write(_ family: Waiting, _ name: Name) throws(StoreError) {
    let members = try writer.members(uid: name.uid, calendar: calendar, kind: name.kind)
    var isChanged = false
    let master = try decideMaster(family.master, members, &isChanged)
    var overrides: [FamilyWriter.Entry] = []
    for member in members where member.id != master?.id {
      guard let item = try item(of: member.id) else { continue }
      let key = item.recurrenceID.map { Self.key(of: $0, in: master?.item) }
      if OccurrenceCode.key(key) != member.key || member.master != master?.id { isChanged = true }
      overrides.append(
        FamilyWriter.Entry(id: member.id, item: item, key: key, position: member.position, before: member))
    }
    for incoming in family.overrides {
      try decideOverride(incoming, master?.item, &overrides, &isChanged)
    }
    if isChanged { try writer.write(master, overrides, calendar: calendar) }
  }

  /// The master to write or keep; nil when there is none.
  private func decideMaster(
    _ incoming: Incoming?, _ members: [StoredMember], _ isChanged: inout Bool
  ) throws(StoreError) -> FamilyWriter.Entry? {
    let stored = members.first { $0.key == 0 }
    guard let stored else {
      guard let incoming else { return nil }
      isChanged = true
      part.added += 1
      return FamilyWriter.Entry(
        id: writer.takeItemNumber(), item: incoming.item, key: nil, position: incoming.position,
        change: Self.change(incoming, content: nil))
    }
    if let incoming {
      if try writer.hasText(stored.id, incoming.text) {
        part.unchanged += 1
        return FamilyWriter.Entry(
          id: stored.id, item: incoming.item, key: nil, position: stored.position, before: stored)
      }
      let isRepeated = stored.id >= firstNew
      if isRepeated { repeated.append((incoming.line, "UID \(incoming.item.uid ?? "")")) }
      if !yields(incoming.item, to: stored.id, stored.sequence, stored.modified) {
        isChanged = true
        if isRepeated { part.skipped += 1 } else { part.updated += 1 }
        return FamilyWriter.Entry(
          id: stored.id, item: incoming.item, key: nil, position: stored.position, before: stored,
          change: Self.change(incoming, content: nil))
      }
      part.skipped += 1
    }
    guard let item = try item(of: stored.id) else { return nil }
    return FamilyWriter.Entry(id: stored.id, item: item, key: nil, position: stored.position, before: stored)
  }

  private func decideOverride(
    _ incoming: Incoming, _ master: Item?, _ overrides: inout [FamilyWriter.Entry], _ isChanged: inout Bool
  ) throws(StoreError) {
    guard let id = incoming.item.recurrenceID else { return }
    let key = Self.key(of: id, in: master)
    let known = overrides.firstIndex {
      $0.key == key && $0.item.recurrenceID?.isThisAndFuture == id.isThisAndFuture
    }
    guard let known else {
      overrides.append(
        FamilyWriter.Entry(
          id: writer.takeItemNumber(), item: incoming.item, key: key, position: incoming.position,
          change: Self.change(incoming, content: nil)))
      part.added += 1
      isChanged = true
      return
    }
    let old = overrides[known]
    let isSame: Bool
    if let change = old.change {
      isSame = change.text == incoming.text
    } else {
      isSame = try writer.hasText(old.id, incoming.text)
    }
    if !isSame, old.change != nil || old.id >= firstNew {
      repeated.append((incoming.line, "the occurrence \(key.text) of UID \(incoming.item.uid ?? "")"))
    }
    if isSame {
      part.unchanged += 1
    } else if yields(incoming.item, to: old.id, old.item.sequence, old.item.modified?.seconds) {
      part.skipped += 1
    } else {
      // A second one for the same occurrence in the same file replaces the first and is no update.
      if old.change == nil { part.updated += 1 } else { part.skipped += 1 }
      overrides[known].item = incoming.item
      overrides[known].change = Self.change(incoming, content: nil)
      isChanged = true
    }
  }

  /// An item of the store, read from its text.
  private func item(of id: Int) throws(StoreError) -> Item? {
    guard let component = ComponentText.component(try writer.text(of: id)) else { return nil }
    return ItemReader.read(component) { zones.zone($0) }.item
  }

  // MARK: Rules

  /// Whether a component leaves its place to the one that is there.
  private func yields(_ item: Item, to id: Int, _ sequence: Int, _ modified: Int?) -> Bool {
    switch conflict {
    case .skip where id < firstNew: true
    case .replace where id < firstNew: false
    case .newer, .skip, .replace, .copy: Self.isOlder(item, sequence, modified)
    }
  }

  /// Whether a component is older than what is there: a lower SEQUENCE, or the same and an older LAST-MODIFIED.
  private static func isOlder(_ item: Item, _ sequence: Int, _ modified: Int?) -> Bool {
    if item.sequence != sequence { return item.sequence < sequence }
    guard let modified, let own = item.modified?.seconds else { return false }
    return own < modified
  }

  /// The occurrence that a RECURRENCE-ID names; where the series has none such, its own time on the master's clock.
  static func key(of id: RecurrenceID, in master: Item?) -> OccurrenceKey {
    if let key = master?.slot(for: id) { return key }
    let base = master?.start ?? master?.due
    let isDate = base?.isAllDay ?? id.time.isAllDay
    var wall = id.time.wall
    if case .zoned(_, let zone) = base, case .zoned(let time, let own) = id.time, own != zone {
      wall = zone.civil(at: own.instant(of: time))
    }
    if isDate { wall = CivilDateTime(wall.date, .midnight) }
    return OccurrenceKey(wallSeconds: wall.wallSeconds, isDate: isDate)
  }

  private static func change(_ incoming: Incoming, content: Int?) -> FamilyWriter.Entry.Change {
    var written = WrittenRecurrence()
    if incoming.item.recurrence != nil { written = WrittenRecurrence(incoming.component) }
    return FamilyWriter.Entry.Change(text: incoming.text, written: written, content: content)
  }

  static func hash(_ text: [UInt8]) -> Int {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(Int64(bitPattern: value))
  }
}

extension WrittenRecurrence {
  /// The values of RDATE and EXDATE in a component, as they were written.
  init(_ component: Component) {
    for property in component.properties {
      if property.isNamed("RDATE") { dates.append(property.rawText) }
      if property.isNamed("EXDATE") { exceptions.append(property.rawText) }
    }
  }
}

extension ItemKind {
  /// The kind of the components of a name.
  init(component name: String) {
    switch name {
    case "VEVENT": self = .event
    case "VTODO": self = .reminder
    default: self = .other
    }
  }
}

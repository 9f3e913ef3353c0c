import ICalendar
import Store

/// Imports the components of one VCALENDAR into one calendar.
///
/// Single items are written as they come. Components of a series wait for a while, as overrides mostly stand
/// near their masters, before or after them. Components that come later change the series already written.
final class CalendarImport {
  /// A component as read from the file.
  private struct Incoming {
    var item: Item
    var component: Component
    var text: [UInt8]
    var position: Int
    var line: Int
    /// The zone definitions that the component uses.
    var definitions: [Int]

    /// Returns the component as an object's member with this item number.
    func member(_ id: Int, _ key: OccurrenceKey? = nil) -> CalendarObject.Member {
      CalendarObject.Member(id: id, component: component, item: item, key: key, definitions: definitions)
    }
  }

  struct Name: Hashable {
    var uid: String
    var kind: ItemKind

    /// For `NameFilter`.
    var hash: Int {
      var hasher = Hasher()
      hash(into: &hasher)
      return hasher.finalize()
    }
  }

  private struct Waiting {
    /// The master as read; nil when only overrides came, or when the master is already stored word for word.
    var master: Incoming?
    var overrides: [Incoming] = []
  }

  private let calendar: Int
  let writer: ObjectWriter
  let store: CalendarStore
  /// The meanings of TZIDs for the components that come next.
  private var zones: ImportedZones
  private(set) var part: ImportSummary.Part
  private(set) var kinds: EntityKinds = []
  private var waiting: [Name: Waiting] = [:]
  private var order: [Name] = []
  /// The number of bytes of waiting components.
  private var waitingBytes = 0
  private let room: Int
  /// The names written to a calendar that was empty when the import began; nil for other calendars.
  private let written: NameFilter?
  /// Components in zones that were not yet defined when they came.
  private let undecided: ComponentSpool
  /// The first item number of this import.
  let firstNew: Int
  /// The previously stored items that this import has met.
  private var met = NumberSet()
  /// Warnings about components that replace, or yield to, another one of the same import.
  private var repeated = ImportProblems(file: "")

  let conflict: ImportConflict
  private let now: Instant
  /// The UIDs of copies, by the name that is already stored or taken.
  var copies: [Name: Copies] = [:]
  /// Overrides that are to be copied with their masters, which have not come yet.
  private let early: ComponentSpool
  /// Whether all components have come.
  private(set) var isComplete = false
  /// The user's addresses when the calendar is published (RFC 5546, 3.2.1) and the options name no calendar;
  /// else nil.
  let publishedTo: Set<String>?

  init(
    _ part: ImportSummary.Part, zones: ImportedZones, writer: ObjectWriter, store: CalendarStore,
    conflict: ImportConflict, publishedTo: Set<String>?, now: Instant, room: Int
  ) throws(StoreError) {
    self.room = room
    self.publishedTo = publishedTo
    undecided = ComponentSpool(store)
    early = ComponentSpool(store)
    written = try writer.isEmpty(part.calendar) ? NameFilter() : nil
    self.part = part
    self.conflict = conflict
    self.now = now
    calendar = part.calendar
    self.zones = zones
    self.writer = writer
    self.store = store
    firstNew = writer.nextItem
  }

  // MARK: Taking components

  func add(_ component: Component, line: Int, _ problems: inout ImportProblems) throws(StoreError) {
    if component.name == "VTIMEZONE" {
      if let warning = try zones.define(component, position: writer.takePosition()) {
        problems.add(line, .warning, warning)
      }
      return
    }
    if try isKnown(component) {
      part.unchanged += 1
      return
    }
    let position = writer.takePosition()
    let read = zones.read(component)
    if read.isUndecided {
      try undecided.add(component, position: position, line: line)
      return
    }
    for problem in read.problems { problems.add(problem, line: line) }
    try take(read.item, read.definitions, component, position, line, &problems)
    if waitingBytes > room { try writeWaiting() }
  }

  /// Whether a master or single item is already stored word for word, so that it need not be read.
  ///
  /// That is usual in a second import, and for most of a file fetched again.
  private func isKnown(_ component: Component) throws(StoreError) -> Bool {
    guard let uid = component.uid, component.property("RECURRENCE-ID") == nil else {
      return false
    }
    let kind = ItemKind(component: component.name)
    let name = Name(uid: uid, kind: kind)
    if waiting[name] != nil { return false }
    let members = try members(name)
    guard let stored = members.first(where: { $0.stands(for: nil) }) else { return false }
    if !members.allSatisfy({ $0.id == stored.id || $0.master == stored.id }) { return false }
    if try !writer.hasText(stored.id, ComponentText.bytes(component)) { return false }
    if zones.definesOwn {
      let definitions = zones.read(component).definitions
      if try !hasZones(stored.id, definitions) { return false }
    }
    note(kind)
    met.insert(stored.id)
    copies[name]?.last = nil
    return true
  }

  /// The members stored under a name.
  func members(_ name: Name) throws(StoreError) -> [StoredMember] {
    if let written, !written.mayContain(name.hash) { return [] }
    return try writer.members(uid: name.uid, calendar: calendar, kind: name.kind)
  }

  private func note(_ kind: ItemKind) {
    switch kind {
    case .event: kinds.insert(.events)
    case .reminder: kinds.insert(.reminders)
    case .other: break
    }
  }

  /// Writes the waiting objects.
  private func writeWaiting() throws(StoreError) {
    for name in order {
      if let object = waiting[name] { try write(object, name) }
    }
    waiting = [:]
    order = []
    waitingBytes = 0
  }

  /// Writes everything left.
  func finish(_ problems: inout ImportProblems) throws(StoreError) {
    if !undecided.isEmpty { try zones.adopt() }
    try undecided.empty { (component, position, line) throws(StoreError) in
      let read = zones.read(component)
      for problem in read.problems { problems.add(problem, line: line) }
      try take(read.item, read.definitions, component, position, line, &problems)
      if waitingBytes > room { try writeWaiting() }
    }
    isComplete = true
    try early.empty { (component, position, line) throws(StoreError) in
      let read = zones.read(component)
      try take(read.item, read.definitions, component, position, line, &problems)
      if waitingBytes > room { try writeWaiting() }
    }
    for name in zones.differing.sorted() {
      problems.add(
        nil, .warning, "the file's VTIMEZONE \(name) differs from the system's zone, which is used")
    }
    try writeWaiting()
    problems.add(repeated)
    try store.list(zones.defined, in: calendar)
  }

  private func take(
    _ item: Item, _ definitions: [Int], _ component: Component, _ position: Int, _ line: Int,
    _ problems: inout ImportProblems
  ) throws(StoreError) {
    note(item.kind)
    var (item, component) = (item, component)
    if try isCopied(item, component) {
      part.unchanged += 1
      return
    }
    switch try place(of: item, component) {
    case .own:
      if let objection = try objection(toPublished: item, component) {
        problems.add(line, .warning, objection)
        part.skipped += 1
        return
      }
    case .laterOn: return try early.add(component, position: position, line: line)
    case .copy(let uid, let recurrenceID):
      if try holdsCopy(uid, item.kind) {
        part.unchanged += 1
        return
      }
      component = ComponentEditor.identify(
        component, uid: uid, recurrenceID: recurrenceID, previousUID: nil, now: now)
      item.uid = uid
      item.recurrenceID = recurrenceID
    }
    let incoming = Incoming(
      item: item, component: component, text: ComponentText.bytes(component), position: position, line: line,
      definitions: definitions)
    guard let uid = item.uid else {
      try takeWithoutUID(incoming)
      return
    }
    let name = Name(uid: uid, kind: item.kind)
    if item.recurrenceID != nil {
      wait(name, incoming) { $0.overrides.append(incoming) }
    } else if waiting[name] != nil {
      takeAgain(incoming, name)
    } else {
      try takeMaster(incoming, name)
    }
  }

  /// Whether components of a name wait to be written.
  func isWaiting(_ name: Name) -> Bool { waiting[name] != nil }

  /// Whether this import has a master or single item of the name.
  func hasMaster(_ name: Name) throws(StoreError) -> Bool {
    if waiting[name]?.master != nil { return true }
    return try members(name).contains { $0.stands(for: nil) && isRepeated($0.id) }
  }

  /// Whether another master of this import has the name.
  func isTaken(_ name: Name, by component: Component) throws(StoreError) -> Bool {
    if let master = waiting[name]?.master { return master.text != ComponentText.bytes(component) }
    return try members(name).contains { $0.stands(for: nil) && $0.id >= firstNew }
  }

  /// Warns that only one of two items with the same UID in one import is kept.
  private func noteRepetition(_ incoming: Incoming, _ other: String?, isKept: Bool) {
    let (own, other) = (Self.quoted(incoming.item.title), Self.quoted(other))
    repeated.add(
      incoming.line, .warning,
      "UID \(incoming.item.uid ?? "") stands for two items, \(other) and \(own); \(isKept ? own : other) is kept "
        + "(on conflict copy keeps both)")
  }

  private static func quoted(_ title: String?) -> String { title.map { "\"\($0)\"" } ?? "an untitled one" }

  private func wait(_ name: Name, _ incoming: Incoming, _ change: (inout Waiting) -> Void) {
    if waiting[name] == nil { order.append(name) }
    waitingBytes += incoming.text.count
    change(&waiting[name, default: Waiting()])
  }

  /// Takes a master whose object is already waiting: its first master, or another of the same UID in one
  /// file.
  private func takeAgain(_ incoming: Incoming, _ name: Name) {
    wait(name, incoming) { object in
      guard let known = object.master else {
        object.master = incoming
        return
      }
      if known.text == incoming.text, known.definitions == incoming.definitions {
        part.unchanged += 1
        return
      }
      skip(isRepeated: true)
      let isOlder = Self.isOlder(incoming.item, known.item.sequence, known.item.modified?.seconds)
      noteRepetition(incoming, known.item.title, isKept: !isOlder)
      if isOlder { return }
      // The later master replaces the first and takes its position.
      let position = known.position
      object.master = incoming
      object.master?.position = position
    }
  }

  private func takeMaster(_ incoming: Incoming, _ name: Name) throws(StoreError) {
    if incoming.item.recurrence == nil, try members(name).isEmpty {
      try writeNew(incoming, content: nil)
      return
    }
    wait(name, incoming) { $0.master = incoming }
  }

  private func takeWithoutUID(_ incoming: Incoming) throws(StoreError) {
    let content = FNV1a.number(incoming.text)
    let isNew = written.map { !$0.mayContain(content) } ?? false
    for member in isNew ? [] : try writer.members(content: content, calendar: calendar) {
      if try has(member.id, incoming) {
        part.unchanged += 1
        return
      }
    }
    try writeNew(incoming, content: content)
  }

  private func writeNew(_ incoming: Incoming, content: Int?) throws(StoreError) {
    var entry = new(incoming)
    if let id = incoming.item.recurrenceID {
      // An override without UID has no master to look up.
      entry.member.key = OccurrenceKey(of: id, in: nil)
      try writer.write(nil, [entry], calendar: calendar)
    } else {
      try writer.write(entry, [], calendar: calendar)
    }
    written?.insert(content ?? incoming.item.uid.map { Name(uid: $0, kind: incoming.item.kind).hash } ?? 0)
    part.added += 1
  }

  // MARK: Objects

  private func write(_ object: Waiting, _ name: Name) throws(StoreError) {
    let members = try members(name)
    written?.insert(name.hash)
    var isChanged = false
    let master = try decideMaster(object.master, members, &isChanged)
    var overrides = ImportedOverrides()
    for member in members where member.id != master?.id {
      guard var known = try entry(member) else { continue }
      known.member.key = known.member.item.recurrenceID.map { OccurrenceKey(of: $0, in: master?.member.item) }
      if !member.stands(for: known.member.key) || member.master != master?.id { isChanged = true }
      overrides.append(known)
    }
    for incoming in object.overrides {
      try decideOverride(incoming, master, &overrides, &isChanged)
    }
    if isChanged { try writer.write(master, overrides.entries, calendar: calendar) }
  }

  /// The master to write or keep; nil when the object has none.
  private func decideMaster(
    _ incoming: Incoming?, _ members: [StoredMember], _ isChanged: inout Bool
  ) throws(StoreError) -> ObjectWriter.Entry? {
    let stored = members.first { $0.stands(for: nil) }
    guard let stored else {
      guard let incoming else { return nil }
      isChanged = true
      part.added += 1
      return new(incoming)
    }
    if let incoming {
      let isRepeated = isRepeated(stored.id)
      met.insert(stored.id)
      if try has(stored.id, incoming) {
        part.unchanged += 1
        return ObjectWriter.Entry(
          member: incoming.member(stored.id), position: stored.position, before: stored)
      }
      let yields = yields(incoming.item, to: stored.id, isRepeated, stored.sequence, stored.modified)
      if isRepeated {
        noteRepetition(incoming, try store.readableMember(stored)?.item.title, isKept: !yields)
      }
      if !yields {
        isChanged = true
        if isRepeated { skip(isRepeated: true) } else { part.updated += 1 }
        return ObjectWriter.Entry(
          member: incoming.member(stored.id), position: stored.position, before: stored, text: incoming.text)
      }
      skip(isRepeated: isRepeated)
    }
    return try entry(stored)
  }

  private func decideOverride(
    _ incoming: Incoming, _ master: ObjectWriter.Entry?, _ overrides: inout ImportedOverrides,
    _ isChanged: inout Bool
  ) throws(StoreError) {
    guard let id = incoming.item.recurrenceID else { return }
    let key = OccurrenceKey(of: id, in: master?.member.item)
    guard let known = overrides.place(of: key, isThisAndFuture: id.isThisAndFuture) else {
      if let master, isOutdated(incoming.item, by: master) {
        skip(isRepeated: false)
        return
      }
      var added = new(incoming)
      added.member.key = key
      overrides.append(added)
      part.added += 1
      isChanged = true
      return
    }
    let old = overrides[known]
    let isSame: Bool
    if let text = old.text {
      isSame = text == incoming.text && old.member.definitions == incoming.definitions
    } else {
      isSame = try has(old.id, incoming)
    }
    let isRepeated = old.text != nil || isRepeated(old.id)
    met.insert(old.id)
    if !isSame, isRepeated {
      repeated.add(
        incoming.line, .warning,
        "the occurrence \(key.text) of UID \(incoming.item.uid ?? "") stands twice in what is imported; "
          + "the later or newer one is kept")
    }
    if isSame {
      part.unchanged += 1
    } else if yields(
      incoming.item, to: old.id, isRepeated, old.member.item.sequence, old.member.item.modified?.seconds)
    {
      skip(isRepeated: isRepeated)
    } else {
      // A second override of the same occurrence in one file replaces the first and does not count as an
      // update.
      if isRepeated { skip(isRepeated: true) } else { part.updated += 1 }
      overrides[known].member = incoming.member(old.id, key)
      overrides[known].text = incoming.text
      isChanged = true
    }
  }

  /// What is there of an item, as it is written again; nil where its text cannot be read: the import goes on
  /// without it.
  private func entry(_ stored: StoredMember) throws(StoreError) -> ObjectWriter.Entry? {
    guard let member = try store.readableMember(stored) else { return nil }
    return ObjectWriter.Entry(member: member, position: stored.position, before: stored)
  }

  /// The entry of a new component.
  private func new(_ incoming: Incoming) -> ObjectWriter.Entry {
    ObjectWriter.Entry(
      member: incoming.member(writer.takeItemNumber()), position: incoming.position, text: incoming.text)
  }

  /// Whether an item is stored word for word and has the same zone rules.
  private func has(_ id: Int, _ incoming: Incoming) throws(StoreError) -> Bool {
    if try !writer.hasText(id, incoming.text) { return false }
    return try hasZones(id, incoming.definitions)
  }

  /// Whether an item's zone definitions have the same rules as these.
  private func hasZones(_ id: Int, _ definitions: [Int]) throws(StoreError) -> Bool {
    let held = try store.itemZones.definitions(of: id)
    // A component without zone definitions does not change the stored ones.
    if definitions.isEmpty || definitions == held { return true }
    return try store.haveSameRules(held, definitions)
  }

  // MARK: Rules

  /// Counts a component that is left out: for another one of its UID in this import, for the stored one, or
  /// for a newer version.
  private func skip(isRepeated: Bool) {
    part.skipped += 1
    if isRepeated { part.repeated += 1 } else if conflict != .skip { part.older += 1 }
  }

  /// Whether an item already took a component of this import.
  private func isRepeated(_ id: Int) -> Bool { id >= firstNew || met.contains(id) }
}

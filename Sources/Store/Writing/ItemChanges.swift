import CivilTime
import ICalendar
import Model

/// A change of one component of a store, before it is made.
public enum ItemChange: Sendable {
  /// A component in the place of an item's, or a new item where `id` is nil.
  ///
  /// `definitions` are the zone definitions by which its TZIDs are understood, of what it was made from; nil for those that the
  /// item has.
  case put(id: Int?, calendar: Int, component: Component, definitions: [Int]? = nil)
  /// The item of this number goes.
  case delete(Int)
}

/// What a set of changes did.
public struct ChangeResult: Sendable, Equatable {
  /// The number of the journal's step; nil where nothing changed.
  public var step: Int?
  /// The items of the changes, in their order: those of new components are theirs now.
  public var items: [Int]
}

extension CalendarStore {
  /// Makes changes in one transaction and one step of the journal: all of them or none.
  ///
  /// Components that stand as they are count as no change. Throws `item-gone` for a number that is no longer there,
  /// `duplicate-uid` where a calendar would hold two masters of a UID, and what the store reports.
  public func apply(
    _ changes: [ItemChange], cause: String, now: Instant, policy: IndexingPolicy = .standard,
    keeping: Bool = true
  ) throws(StoreError) -> ChangeResult {
    let deriver = Deriver(policy: policy, now: now)
    return try write(keeping: keeping) { () throws(StoreError) in
      try bringUpToDate(deriver)
      return try step(cause, now: now) { (journal) throws(StoreError) in
        try make(changes, journal, deriver)
      }
    }
  }

  private func make(
    _ changes: [ItemChange], _ journal: Journal, _ deriver: Deriver
  ) throws(StoreError) -> ChangeResult {
    let writer = try FamilyWriter(database, journal: journal, deriver: deriver)
    let before = try changeSequence()
    var work = FamilyChanges(store: self, writer: writer)
    var items: [Int] = []
    for change in changes { items.append(try work.take(change)) }
    try work.write()
    try extendHorizon(writer, now: deriver.now)
    try noteZones(writer.zones)
    try writer.finish()
    return ChangeResult(step: try changeSequence() == before ? nil : journal.step, items: items)
  }
}

/// Changes of components put together by families, so that each family is derived once.
struct FamilyChanges {
  /// A component as it will be.
  private struct Member {
    var id: Int
    var calendar: Int
    var position: Int?
    var component: Component
    var item: Item
    /// The zone definitions that it is understood by.
    var definitions: [Int]
    var before: StoredMember?
    /// Whether its text or place is new.
    var isChanged: Bool
    /// A zone of it that nothing knows any more: written anew it would lose it.
    var missingZone: String?
  }

  private struct Group: Hashable {
    var calendar: Int
    var kind: ItemKind
    var uid: String?
    /// The item itself where it has no UID.
    var id: Int
  }

  private let store: CalendarStore
  private let writer: FamilyWriter
  private var members: [Int: Member] = [:]
  private var removed: [Int: StoredMember] = [:]
  /// The families that are here whole, and the names whose items are: what is stored does not change before it is written, and a
  /// series may have very many overrides.
  private var loaded: Set<Int> = []
  private var known: Set<Group> = []
  /// The zones that items were in and that nothing knows any more; nil before that is asked.
  private var unknownZones: [String]?

  init(store: CalendarStore, writer: FamilyWriter) {
    self.store = store
    self.writer = writer
  }

  // MARK: Taking changes

  /// Takes a change in and gives the number of its item.
  mutating func take(_ change: ItemChange) throws(StoreError) -> Int {
    switch change {
    case .delete(let id):
      try remove(id)
      return id
    case .put(let id, let calendar, let component, let definitions):
      if let id, try writer.member(id) == nil { throw StoreError(.itemGone, "item \(id)") }
      let number = id ?? writer.takeItemNumber()
      try put(number, calendar: calendar, position: nil, component, definitions: definitions)
      return number
    }
  }

  mutating func remove(_ id: Int) throws(StoreError) {
    guard let stored = try writer.member(id) else { throw StoreError(.itemGone, "item \(id)") }
    try load(familyOf: stored)
    if members.removeValue(forKey: id) != nil { removed[id] = stored }
  }

  /// Puts a component under a number, which may be one that is not there, as when a deletion is undone.
  mutating func put(
    _ id: Int, calendar: Int, position: Int?, _ component: Component, definitions: [Int]?
  ) throws(StoreError) {
    let stored = try writer.member(id)
    if let stored { try load(familyOf: stored) }
    let held = stored == nil ? [] : try store.itemZones.definitions(of: id)
    let (item, used) = try read(component, calendar, definitions ?? held)
    if let uid = item.uid,
      known.insert(Group(calendar: calendar, kind: item.kind, uid: uid, id: 0)).inserted
    {
      for namesake in try writer.members(uid: uid, calendar: calendar, kind: item.kind) {
        try load(familyOf: namesake)
      }
    }
    let text = ComponentText.bytes(component)
    var isChanged = stored.map { $0.calendar != calendar } ?? true
    if used != held { isChanged = true }
    if !isChanged, let stored { isChanged = try !writer.hasText(stored.id, text) }
    members[id] = Member(
      id: id, calendar: calendar, position: position, component: component, item: item, definitions: used,
      before: stored, isChanged: isChanged,
      missingZone: try missingZone(of: component, try store.zones(calendar: calendar, definitions: used)))
    removed[id] = nil
  }

  /// A zone that a component names and that was known once; a name that nothing ever knew is read as it always was.
  private mutating func missingZone(
    of component: Component, _ zones: ComponentZones
  ) throws(StoreError) -> String? {
    let unknown: [String]
    if let unknownZones { unknown = unknownZones } else { unknown = try store.unknownZones() }
    unknownZones = unknown
    if unknown.isEmpty { return nil }
    return component.zoneNames.sorted().first { name in
      zones.known(name) == nil && store.zones.spellings(of: name).contains(where: unknown.contains)
    }
  }

  private mutating func load(familyOf stored: StoredMember) throws(StoreError) {
    if !loaded.insert(stored.master ?? stored.id).inserted { return }
    for member in try writer.family(of: stored.master ?? stored.id) {
      if members[member.id] != nil || removed[member.id] != nil { continue }
      guard let component = ComponentText.component(try writer.text(of: member.id)) else {
        throw StoreError(.corrupt, store.path, detail: "the text of item \(member.id) cannot be read")
      }
      let held = try store.itemZones.definitions(of: member.id)
      let zones = try store.zones(calendar: member.calendar, definitions: held)
      members[member.id] = Member(
        id: member.id, calendar: member.calendar, position: member.position, component: component,
        item: try read(component, member.calendar, held).item, definitions: held, before: member,
        isChanged: false, missingZone: try store.record(member.id).flatMap { zones.missing(of: $0) })
    }
  }

  private func read(
    _ component: Component, _ calendar: Int, _ definitions: [Int]
  ) throws(StoreError) -> (item: Item, used: [Int]) {
    try store.zones(calendar: calendar, definitions: definitions).read(component)
  }

  // MARK: Writing

  /// Writes everything taken in, family by family.
  mutating func write() throws(StoreError) {
    var groups: [Group: [Member]] = [:]
    for member in members.values.sorted(by: { $0.id < $1.id }) {
      let group = Group(
        calendar: member.calendar, kind: member.item.kind, uid: member.item.uid,
        id: member.item.uid == nil ? member.id : 0)
      groups[group, default: []].append(member)
    }
    for member in members.values { if let before = member.before { try writer.takeOut(before) } }
    let gone = removed.values.sorted { $0.id < $1.id }
    for member in gone { try writer.takeOut(member) }
    for member in gone { try writer.remove(member) }
    for (group, members) in groups.sorted(by: { ($0.value.first?.id ?? 0) < ($1.value.first?.id ?? 0) }) {
      try write(members, group)
    }
    members = [:]
    removed = [:]
    loaded = []
    known = []
  }

  private func write(_ members: [Member], _ group: Group) throws(StoreError) {
    if let name = members.lazy.compactMap(\.missingZone).first { throw StoreError(.zoneMissing, name) }
    let masters = members.filter { $0.item.recurrenceID == nil }
    if masters.count > 1 { throw StoreError(.duplicateUID, group.uid ?? "") }
    let master = masters.first.map { entry($0, key: nil) }
    let overrides = members.filter { $0.item.recurrenceID != nil }.map { member in
      entry(member, key: member.item.recurrenceID.map { CalendarImport.key(of: $0, in: master?.item) })
    }
    try writer.write(master, overrides, calendar: group.calendar)
  }

  private func entry(_ member: Member, key: OccurrenceKey?) -> FamilyWriter.Entry {
    var entry = FamilyWriter.Entry(
      id: member.id, item: member.item, key: key,
      position: member.position ?? member.before?.position ?? writer.takePosition(), before: member.before)
    if member.isChanged {
      let text = ComponentText.bytes(member.component)
      entry.change = FamilyWriter.Entry.Change(
        text: text, written: WrittenRecurrence(member.component),
        content: member.item.uid == nil ? CalendarImport.hash(text) : nil, definitions: member.definitions)
    }
    return entry
  }
}

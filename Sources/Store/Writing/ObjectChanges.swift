import ICalendar

/// A change of one component of a store, before it is made.
enum ItemChange {
  /// A component in the place of an item's, or a new item where `id` is nil.
  ///
  /// `definitions` are the zone definitions by which its TZIDs are understood, of what it was made from;
  /// nil for those that the item has.
  case put(id: Int?, calendar: Int, component: Component, definitions: [Int]? = nil)
  /// The item of this number goes.
  case delete(Int)
}

/// What a set of changes did.
struct ChangeResult: Equatable {
  /// The number of the journal's step; nil where nothing changed.
  var step: Int?
  /// The items of the changes, in their order: those of new components are theirs now.
  var items: [Int]
}

/// What was written of objects.
public struct WrittenObjects: Sendable {
  /// The number of the journal's step; nil where nothing changed.
  public var step: Int?
  /// The objects, each member with its number.
  public var objects: [CalendarObject]
}

extension CalendarStore {
  /// Writes objects in the place of one that was read, in one transaction and one step of the journal.
  ///
  /// Members keep their numbers, those without one get one, and members of the old object that stand in no
  /// new one go. A member that stands as it did is no change. Without an old object the new ones are added,
  /// and a member with a number takes that item's place. Throws `item-gone` for a number that is no longer
  /// there, `duplicate-uid` where a calendar would hold two masters of a UID, and what the store reports.
  public func write(
    _ objects: [CalendarObject], replacing old: CalendarObject? = nil, cause: String, now: Instant,
    policy: IndexingPolicy = .standard
  ) throws(StoreError) -> WrittenObjects {
    var written = objects
    let step = try changing(cause, now, policy, keeping: true) { (work) throws(StoreError) in
      written = try work.take(objects, replacing: old)
    }
    return WrittenObjects(step: step, objects: written)
  }

  /// Makes changes in one transaction and one step of the journal: all of them or none.
  ///
  /// Components that stand as they are count as no change. Throws `item-gone` for a number that is no longer
  /// there, `duplicate-uid` where a calendar would hold two masters of a UID, and what the store reports.
  func apply(
    _ changes: [ItemChange], cause: String, now: Instant, policy: IndexingPolicy = .standard,
    keeping: Bool = true
  ) throws(StoreError) -> ChangeResult {
    var items: [Int] = []
    let step = try changing(cause, now, policy, keeping: keeping) { (work) throws(StoreError) in
      for change in changes { items.append(try work.take(change)) }
    }
    return ChangeResult(step: step, items: items)
  }

  /// Runs `body`, which says what is to change, and writes that; the step, nil where nothing changed.
  private func changing(
    _ cause: String, _ now: Instant, _ policy: IndexingPolicy, keeping: Bool,
    _ body: (inout ObjectChanges) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    let result = try writingObjects(
      cause, now: now, policy: policy, keeping: keeping
    ) { (writer) throws(StoreError) in
      let before = try changeSequence()
      var work = ObjectChanges(store: self, writer: writer)
      try body(&work)
      let objects = try work.write()
      return (step: try changeSequence() == before ? nil : openStep, objects: objects)
    }
    if keeping { try remember(result.objects) }
    return result.step
  }

  /// Runs `body`, which writes whole objects as they come, in one transaction and one step of the journal.
  ///
  /// What is derived of all objects is brought up to date with it. `crowd` is how many series are sought
  /// before further ones are indexed; `keeping` false takes everything back.
  package func writingObjects<Result>(
    _ cause: String, now: Instant, origin: JournalStep.Origin = .hand, policy: IndexingPolicy = .standard,
    crowd: Int = IndexingPolicy.crowd, keeping: Bool = true,
    _ body: (ObjectWriter) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let deriver = Deriver(policy: policy, now: now, crowd: crowd)
    return try write(keeping: keeping) { () throws(StoreError) in
      try bringUpToDate(deriver)
      return try step(cause, now: now, origin: origin) { (journal) throws(StoreError) in
        let writer = try ObjectWriter(database, journal: journal, deriver: deriver)
        let result = try body(writer)
        try extendHorizon(writer, now: now)
        try noteZones(writer.zones)
        try writer.finish()
        return result
      }
    }
  }

  /// Runs `body` with room for so many kilobytes of pages in memory, for writing that goes all over the file.
  package func withCache<Result>(
    kilobytes: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.withCache(kilobytes: kilobytes, body)
  }
}

/// Changes of components put together by objects, so that each object is derived once.
struct ObjectChanges {
  /// A component as it will be.
  private struct Pending {
    var member: CalendarObject.Member
    var calendar: Int
    var position: Int?
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
  private let writer: ObjectWriter
  private var members: [Int: Pending] = [:]
  private var removed: [Int: StoredMember] = [:]
  /// The objects that are here whole, and the names whose items are: what is stored does not change before it
  /// is written, and a series may have very many overrides.
  private var loaded: Set<Int> = []
  private var known: Set<Group> = []
  /// The zones that items were in and that nothing knows any more; nil before that is asked.
  private var unknownZones: [String]?

  init(store: CalendarStore, writer: ObjectWriter) {
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

  /// Takes in what objects are to be in the place of one that was read; they are given with their numbers.
  mutating func take(
    _ objects: [CalendarObject], replacing old: CalendarObject?
  ) throws(StoreError) -> [CalendarObject] {
    let present = Dictionary((old?.members ?? []).map { ($0.row, $0) }) { first, _ in first }
    var left = Set(present.keys)
    var result = objects
    for (place, object) in objects.enumerated() {
      for (index, member) in object.members.enumerated() {
        left.remove(member.row)
        if object.calendar == old?.calendar, let before = present[member.row],
          before.component == member.component
        {
          continue
        }
        let id = try take(
          .put(
            id: member.id, calendar: object.calendar, component: member.component,
            definitions: member.definitions))
        result[place].setNumber(id, ofMember: index)
      }
    }
    // Overrides go before the master that they belong to.
    for id in left.sorted(by: >) { try remove(id) }
    return result
  }

  mutating func remove(_ id: Int) throws(StoreError) {
    guard let stored = try writer.member(id) else { throw StoreError(.itemGone, "item \(id)") }
    try load(objectOf: stored)
    if members.removeValue(forKey: id) != nil { removed[id] = stored }
  }

  /// Puts a component under a number, which may be one that is not there, as when a deletion is undone.
  mutating func put(
    _ id: Int, calendar: Int, position: Int?, _ component: Component, definitions: [Int]?
  ) throws(StoreError) {
    let stored = try writer.member(id)
    if let stored { try load(objectOf: stored) }
    let held = stored == nil ? [] : try store.itemZones.definitions(of: id)
    let member = try store.zones(calendar: calendar, definitions: definitions ?? held).member(id, component)
    let used = member.definitions
    if let uid = member.item.uid,
      known.insert(Group(calendar: calendar, kind: member.item.kind, uid: uid, id: 0)).inserted
    {
      for namesake in try writer.members(uid: uid, calendar: calendar, kind: member.item.kind) {
        try load(objectOf: namesake)
      }
    }
    let text = ComponentText.bytes(component)
    var isChanged = stored.map { $0.calendar != calendar } ?? true
    if used != held { isChanged = true }
    if !isChanged, let stored { isChanged = try !writer.hasText(stored.id, text) }
    members[id] = Pending(
      member: member, calendar: calendar, position: position, before: stored, isChanged: isChanged,
      missingZone: try missingZone(of: component, try store.zones(calendar: calendar, definitions: used)))
    removed[id] = nil
  }

  /// A zone that a component names and that was known once; a name that nothing ever
  /// knew is read as it always was.
  private mutating func missingZone(
    of component: Component, _ zones: ComponentZones
  ) throws(StoreError) -> String? {
    let unknown = try lostZones()
    if unknown.isEmpty { return nil }
    return component.zoneNames.sorted().first { name in
      zones.known(name) == nil && store.zones.spellings(of: name).contains(where: unknown.contains)
    }
  }

  private mutating func load(objectOf stored: StoredMember) throws(StoreError) {
    let head = stored.master ?? stored.id
    if !loaded.insert(head).inserted { return }
    guard let object = try store.object(of: head) else { return }
    let rows = Dictionary(
      uniqueKeysWithValues: try store.storedMembers(ofObject: head).map { ($0.id, $0) })
    for member in object.members {
      if members[member.row] != nil || removed[member.row] != nil { continue }
      guard let row = rows[member.row] else { continue }
      members[member.row] = Pending(
        member: member, calendar: row.calendar, position: row.position, before: row, isChanged: false,
        missingZone: try missingZone(ofStored: member, in: row.calendar))
    }
  }

  /// A zone that the row of an item is in and that nothing knows any more.
  private mutating func missingZone(
    ofStored member: CalendarObject.Member, in calendar: Int
  ) throws(StoreError) -> String? {
    if try lostZones().isEmpty { return nil }
    let zones = try store.zones(calendar: calendar, definitions: member.definitions)
    return try store.record(member.row).flatMap { zones.missing(of: $0) }
  }

  /// The zones that items were in and that nothing knows any more.
  private mutating func lostZones() throws(StoreError) -> [String] {
    if let unknownZones { return unknownZones }
    let found = try store.unknownZones()
    unknownZones = found
    return found
  }

  // MARK: Writing

  /// Writes everything taken in, object by object, and gives the objects as they would be read now.
  @discardableResult
  mutating func write() throws(StoreError) -> [CalendarObject] {
    var written: [CalendarObject] = []
    var groups: [Group: [Pending]] = [:]
    for pending in members.values.sorted(by: { $0.member.row < $1.member.row }) {
      let item = pending.member.item
      let group = Group(
        calendar: pending.calendar, kind: item.kind, uid: item.uid,
        id: item.uid == nil ? pending.member.row : 0)
      groups[group, default: []].append(pending)
    }
    for member in members.values { if let before = member.before { try writer.takeOut(before) } }
    let gone = removed.values.sorted { $0.id < $1.id }
    for member in gone { try writer.takeOut(member) }
    for member in gone { try writer.remove(member) }
    for (group, members) in groups.sorted(by: {
      ($0.value.first?.member.row ?? 0) < ($1.value.first?.member.row ?? 0)
    }) {
      written.append(try write(members, group))
    }
    members = [:]
    removed = [:]
    loaded = []
    known = []
    return written
  }

  private func write(_ members: [Pending], _ group: Group) throws(StoreError) -> CalendarObject {
    if let name = members.lazy.compactMap(\.missingZone).first { throw StoreError(.zoneMissing, name) }
    let masters = members.filter { $0.member.item.recurrenceID == nil }
    if masters.count > 1 { throw StoreError(.duplicateUID, group.uid ?? "") }
    let master = masters.first.map { entry($0, key: nil) }
    let overrides = members.filter { $0.member.item.recurrenceID != nil }.map { pending in
      entry(
        pending,
        key: pending.member.item.recurrenceID.map { OccurrenceKey(of: $0, in: master?.member.item) })
    }
    try writer.write(master, overrides, calendar: group.calendar)
    return CalendarObject(
      calendar: group.calendar, master: master?.member, overrides: overrides.map(\.member).sortedByKey)
  }

  private func entry(_ pending: Pending, key: OccurrenceKey?) -> ObjectWriter.Entry {
    var entry = ObjectWriter.Entry(
      member: pending.member,
      position: pending.position ?? pending.before?.position ?? writer.takePosition(), before: pending.before)
    entry.member.key = key
    entry.member.revision = (pending.before?.revision ?? 0) + (pending.isChanged ? 1 : 0)
    if pending.isChanged { entry.text = ComponentText.bytes(pending.member.component) }
    return entry
  }
}

extension CalendarObject {
  /// Gives one of `members` its number.
  fileprivate mutating func setNumber(_ id: Int, ofMember index: Int) {
    if master != nil, index == 0 {
      master?.id = id
    } else {
      overrides[index - (master == nil ? 0 : 1)].id = id
    }
  }
}

import ICalendar

/// What was written of objects.
public struct WrittenObjects: Sendable {
  /// The number of the journal's step; nil when nothing changed.
  public var step: Int?
  /// The objects, each member with its number.
  public var objects: [CalendarObject]
}

extension CalendarStore {
  /// Writes objects in place of one that was read, in one transaction and one step of the journal.
  ///
  /// Members keep their numbers, members without one get one, and members of the old object that are in no
  /// new one are deleted. An unchanged member is no change. Without an old object the new ones are added, and
  /// a member with a number replaces that item. Throws `item-gone` for a number that does not exist,
  /// `duplicate-uid` when a calendar would contain two masters of a UID, and the store's errors.
  public func write(
    _ objects: [CalendarObject], replacing old: CalendarObject? = nil, cause: String, now: Instant,
    policy: IndexingPolicy = .standard
  ) throws(StoreError) -> WrittenObjects {
    let difference = ObjectDifference(objects, replacing: old)
    var result = WrittenObjects(step: nil, objects: objects)
    if difference.isEmpty { return result }
    let written = try writingObjects(cause, now: now, policy: policy) { (writer) throws(StoreError) in
      let before = try changeSequence()
      var work = ObjectChanges(store: self, writer: writer)
      try work.take(difference, of: &result.objects)
      let written = try work.write()
      if try changeSequence() != before { result.step = openStep }
      return written
    }
    try remember(written)
    return result
  }

  /// Runs `body`, which writes whole objects one by one, in one transaction and one step of the journal.
  ///
  /// All derived data is brought up to date with it. `crowd` is the number of lazily expanded series at which
  /// further ones are materialized; with `keeping` false everything is rolled back.
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

  /// Runs `body` with a page cache of this many kilobytes, for writes all over the file.
  package func withCache<Result>(
    kilobytes: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.withCache(kilobytes: kilobytes, body)
  }
}

/// Which members of objects are to be written in the place of an old one, and which of its own go.
private struct ObjectDifference {
  /// Members, with the places of their objects and their places in these.
  var put: [(member: CalendarObject.Member, object: Int, index: Int)] = []
  /// Overrides before the master that they belong to.
  var gone: [Int] = []

  var isEmpty: Bool { put.isEmpty && gone.isEmpty }

  init(_ objects: [CalendarObject], replacing old: CalendarObject?) {
    let present = Dictionary((old?.members ?? []).map { ($0.row, $0) }) { first, _ in first }
    var left = Set(present.keys)
    for (place, object) in objects.enumerated() {
      for (index, member) in object.members.enumerated() {
        left.remove(member.row)
        if object.calendar == old?.calendar, present[member.row]?.component == member.component { continue }
        put.append((member, place, index))
      }
    }
    gone = left.sorted(by: >)
  }
}

/// Changes of components put together by objects, so that each object is derived once.
struct ObjectChanges {
  /// A component after the change.
  private struct Pending {
    var member: CalendarObject.Member
    var calendar: Int
    var position: Int?
    var before: StoredMember?
    /// Whether the text or the calendar is new.
    var isChanged: Bool
    /// An unknown zone of the component: writing it would lose the zone.
    var missingZone: String?
  }

  private struct Group: Hashable {
    var calendar: Int
    var kind: ItemKind
    var uid: String?
    /// The item itself when it has no UID.
    var id: Int
  }

  private let store: CalendarStore
  private let writer: ObjectWriter
  private var members: [Int: Pending] = [:]
  private var removed: [Int: StoredMember] = [:]
  /// The objects loaded completely, and the names whose items are loaded: stored data does not change before
  /// the write, and a series may have very many overrides.
  private var loaded: Set<Int> = []
  private var known: Set<Group> = []
  /// The unknown zones of items; nil before they are read.
  private var unknownZones: [String]?

  init(store: CalendarStore, writer: ObjectWriter) {
    self.store = store
    self.writer = writer
  }

  // MARK: Collecting changes

  /// Takes in what objects are to be in the place of one that was read, and gives new members their numbers.
  fileprivate mutating func take(
    _ difference: ObjectDifference, of objects: inout [CalendarObject]
  ) throws(StoreError) {
    for (member, place, index) in difference.put {
      if let id = member.id, try writer.member(id) == nil { throw StoreError(.itemGone, "item \(id)") }
      var numbered = member
      numbered.id = member.id ?? writer.takeItemNumber()
      objects[place].setNumber(numbered.row, ofMember: index)
      try put(numbered, calendar: objects[place].calendar, position: nil)
    }
    for id in difference.gone { try remove(id) }
  }

  mutating func remove(_ id: Int) throws(StoreError) {
    guard let stored = try writer.member(id) else { throw StoreError(.itemGone, "item \(id)") }
    try load(objectOf: stored)
    if members.removeValue(forKey: id) != nil { removed[id] = stored }
  }

  /// Puts a component under a number, which may be one that is not there, as when a deletion is undone.
  mutating func put(_ new: CalendarObject.Member, calendar: Int, position: Int?) throws(StoreError) {
    let id = new.row
    let stored = try writer.member(id)
    if let stored { try load(objectOf: stored) }
    let held = stored == nil ? [] : try store.itemZones.definitions(of: id)
    let member = try store.zones(calendar: calendar, definitions: new.definitions).settled(new)
    let used = member.definitions
    if let uid = member.item.uid,
      known.insert(Group(calendar: calendar, kind: member.item.kind, uid: uid, id: 0)).inserted
    {
      for namesake in try writer.members(uid: uid, calendar: calendar, kind: member.item.kind) {
        try load(objectOf: namesake)
      }
    }
    let text = ComponentText.bytes(member.component)
    var isChanged = stored.map { $0.calendar != calendar } ?? true
    if used != held { isChanged = true }
    if !isChanged, let stored { isChanged = try !writer.hasText(stored.id, text) }
    members[id] = Pending(
      member: member, calendar: calendar, position: position, before: stored, isChanged: isChanged,
      missingZone: try missingZone(
        of: member.component, try store.zones(calendar: calendar, definitions: used)))
    removed[id] = nil
  }

  /// A zone of a component that was known once and no longer is; names that were never known are read as
  /// before.
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
    let stored = try store.storedMembers(ofObject: head)
    let object = try store.object(head, of: stored)
    let rows = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
    for member in object.members {
      if members[member.row] != nil || removed[member.row] != nil { continue }
      guard let row = rows[member.row] else {
        throw StoreError(.corrupt, store.path, detail: "item \(member.row) has no row")
      }
      members[member.row] = Pending(
        member: member, calendar: row.calendar, position: row.position, before: row, isChanged: false,
        missingZone: try missingZone(ofStored: member, in: row.calendar))
    }
  }

  /// An unknown zone of an item's row.
  private mutating func missingZone(
    ofStored member: CalendarObject.Member, in calendar: Int
  ) throws(StoreError) -> String? {
    if try lostZones().isEmpty { return nil }
    let zones = try store.zones(calendar: calendar, definitions: member.definitions)
    return try store.record(member.row).flatMap { zones.missing(of: $0) }
  }

  /// The unknown zones of items.
  private mutating func lostZones() throws(StoreError) -> [String] {
    if let unknownZones { return unknownZones }
    let found = try store.unknownZones()
    unknownZones = found
    return found
  }

  // MARK: Writing

  /// Writes all changes, object by object, and returns the objects as a read would now return them.
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
    // What was read is not what stands there now; a second part of the same step reads it again.
    store.invalidateOwnReads()
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
  /// Sets the number of one of `members`.
  fileprivate mutating func setNumber(_ id: Int, ofMember index: Int) {
    if master != nil, index == 0 {
      master?.id = id
    } else {
      overrides[index - (master == nil ? 0 : 1)].id = id
    }
  }
}

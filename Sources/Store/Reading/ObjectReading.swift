import ICalendar

extension CalendarStore {
  /// The object that an item belongs to; nil when there is no such item.
  ///
  /// For an override without a stored master it contains that override alone. Objects are cached until the
  /// store changes, so that a statement reads an object once.
  public func object(of item: Int) throws(StoreError) -> CalendarObject? {
    try withReadTransaction { () throws(StoreError) in
      guard let row = try database.members(StoredMember.byID, { $0.bind(1, item) }).first else { return nil }
      let head = row.master ?? row.id
      if let known = knownObjects[head] { return known }
      return try object(head, of: try storedMembers(ofObject: head))
    }
  }

  /// The object of a head's rows, which may be those of overrides alone; remembered unless files of zones
  /// could not be opened, so that a time may have been read as floating.
  func object(_ head: Int, of rows: [StoredMember]) throws(StoreError) -> CalendarObject {
    if let known = knownObjects[head] { return known }
    let refused = zones.openRefusals.count
    var object = CalendarObject(calendar: rows.first?.calendar ?? 0, master: nil)
    for row in rows { object.add(try member(row), row) }
    if zones.openRefusals.count == refused { remember(object, head) }
    return object
  }

  /// What of an object can be read, and the items whose texts cannot; no object where its head is one
  /// of them.
  package func readableObject(
    of head: Int
  ) throws(StoreError) -> (object: CalendarObject?, unreadable: [Int]) {
    let rows = try storedMembers(ofObject: head)
    var object = CalendarObject(calendar: rows.first?.calendar ?? 0, master: nil)
    var unreadable: [Int] = []
    for row in rows {
      if let member = try readableMember(row) { object.add(member, row) } else { unreadable.append(row.id) }
    }
    return (unreadable.contains(head) || rows.isEmpty ? nil : object, unreadable)
  }

  private func remember(_ object: CalendarObject, _ head: Int) {
    if knownObjects.count >= Self.mostObjects { knownObjects = [:] }
    knownObjects[head] = object
  }

  /// Caches objects just written, as a reader of the change reads them next.
  func remember(_ written: [CalendarObject]) throws(StoreError) {
    // This first invalidates reads from before the change.
    _ = try version()
    for object in written { if let master = object.master { remember(object, master.row) } }
  }

  /// The maximum number of cached objects.
  private static let mostObjects = 16

  /// One component with what it says; throws `corrupt` where its text cannot be read.
  func member(_ row: StoredMember) throws(StoreError) -> CalendarObject.Member {
    guard let member = try readableMember(row) else {
      throw StoreError(.corrupt, path, detail: "the text of item \(row.id) cannot be read")
    }
    return member
  }

  /// The same; nil where its text cannot be read, for what goes on without it.
  package func readableMember(_ row: StoredMember) throws(StoreError) -> CalendarObject.Member? {
    guard let text = try componentText(row.id), let component = ComponentText.component(text) else {
      return nil
    }
    let zones = try zones(of: row.id, in: row.calendar)
    return zones.read(component, id: row.id, revision: row.revision, key: OccurrenceCode.key(row.key))
  }

  /// The rows of an object by its head's number: the head first, then the overrides by occurrence.
  func storedMembers(ofObject head: Int) throws(StoreError) -> [StoredMember] {
    try database.members(StoredMember.byMaster) { $0.bind(1, head) }.sorted {
      ($0.id == head ? 0 : 1, $0.key, $0.id) < ($1.id == head ? 0 : 1, $1.key, $1.id)
    }
  }
}

extension Database {
  /// Rows of items, by one of the statements of `StoredMember`.
  func members(_ sql: SQL, _ bind: (Statement) -> Void) throws(StoreError) -> [StoredMember] {
    try with(sql) { (row) throws(StoreError) in
      bind(row)
      var result: [StoredMember] = []
      while try row.step() { result.append(StoredMember(row: row)) }
      return result
    }
  }

  /// The text of an item's component; nil where there is none.
  func componentText(_ item: Int) throws(StoreError) -> [UInt8]? {
    try with("SELECT text FROM item_text WHERE item = ?1") { (row) throws(StoreError) in
      try row.bind(1, item).step() ? row.bytes(0) : nil
    }
  }
}

extension CalendarObject {
  /// Takes a member in where its row says that it belongs.
  fileprivate mutating func add(_ member: Member, _ row: StoredMember) {
    if row.master == nil, row.stands(for: nil) { master = member } else { overrides.append(member) }
  }
}

extension [CalendarObject.Member] {
  /// Overrides in the order in which they are read.
  var sortedByKey: [CalendarObject.Member] {
    sorted { (OccurrenceCode.key($0.key), $0.row) < (OccurrenceCode.key($1.key), $1.row) }
  }
}

extension CalendarObject.Member {
  /// The item's number; every written item has one.
  var row: Int { id ?? 0 }
}

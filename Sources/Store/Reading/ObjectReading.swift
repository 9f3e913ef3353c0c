import ICalendar

extension CalendarStore {
  /// The object that an item belongs to; nil when there is no such item.
  ///
  /// For an override without a stored master it contains that override alone. Objects are cached until the
  /// store changes, so that a statement reads an object once.
  public func object(of item: Int) throws(StoreError) -> CalendarObject? {
    try withReadTransaction { () throws(StoreError) in
      guard let row = try storedMembers(StoredMember.byID, { $0.bind(1, item) }).first else { return nil }
      let head = row.master ?? row.id
      if let known = knownObjects[head] { return known }
      let object = try object(of: try storedMembers(ofObject: head), in: row.calendar)
      remember(object, head)
      return object
    }
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

  private func object(of rows: [StoredMember], in calendar: Int) throws(StoreError) -> CalendarObject {
    var object = CalendarObject(calendar: calendar, master: nil)
    for row in rows {
      let member = try member(row)
      if row.master == nil, row.key == 0 { object.master = member } else { object.overrides.append(member) }
    }
    return object
  }

  /// Reads one component and its item; throws `corrupt` when its text cannot be read.
  package func member(_ row: StoredMember) throws(StoreError) -> CalendarObject.Member {
    guard let text = try componentText(row.id), let component = ComponentText.component(text) else {
      throw StoreError(.corrupt, path, detail: "the text of item \(row.id) cannot be read")
    }
    let zones = try zones(of: row.id, in: row.calendar)
    return CalendarObject.Member(
      id: row.id, revision: row.revision, reading: component, zone: zones.zone,
      key: OccurrenceCode.key(row.key), definitions: zones.definitions)
  }

  /// The rows of an object by its head's number: the head first, then the overrides by occurrence.
  func storedMembers(ofObject head: Int) throws(StoreError) -> [StoredMember] {
    try storedMembers(StoredMember.byMaster) { $0.bind(1, head) }.sorted {
      ($0.id == head ? 0 : 1, $0.key, $0.id) < ($1.id == head ? 0 : 1, $1.key, $1.id)
    }
  }

  func storedMembers(_ sql: SQL, _ bind: (Statement) -> Void) throws(StoreError) -> [StoredMember] {
    try database.with(sql) { (row) throws(StoreError) in
      bind(row)
      var result: [StoredMember] = []
      while try row.step() { result.append(StoredMember(row: row)) }
      return result
    }
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

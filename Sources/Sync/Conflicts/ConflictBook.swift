import ICalendar
import Store
import SyncCore

/// A conflict that is open, with the parts in which both sides differ.
package struct OpenConflict: Sendable {
  /// One part.
  package struct Part: Sendable {
    /// Its name among those of the conflict.
    package var key: String
    /// The versions of both sides.
    package var conflict: FieldConflict
  }

  /// The number of the conflict.
  package var id: Int
  /// The row of the collection, and the object's name in its calendar.
  var collection: Int, name: ObjectName?
  /// The row of the calendar.
  package var calendar: Int
  /// The items that it is about, the head first; none when they are gone.
  package var items: [Int]
  /// The kind of item.
  package var kind: ItemKind
  /// The title as both sides had it last, or as theirs has it.
  package var title: String
  /// When it arose.
  package var made: Instant
  /// The open parts, in the order of the merge; none when the merge does not give them any more.
  package var parts: [Part]
  /// The store's version at the time of the conflict.
  package var mine: CalendarResource?
}

/// What becomes of a conflict.
package enum Resolution: Hashable, Sendable {
  /// Each part gets the version of a side, by its key; parts without a choice stay as they are, and open.
  case sides([String: MergeSide])
  /// The item stays as it is, and the store's version becomes an item of its own.
  case both
}

/// The conflicts that syncs left.
package struct ConflictBook {
  let store: CalendarStore
  let addresses: Set<String>
  let now: Instant

  package init(_ store: CalendarStore, addresses: Set<String>, now: Instant) {
    (self.store, self.addresses, self.now) = (store, addresses, now)
  }

  /// The open conflicts, oldest first.
  package func open() throws(StoreError) -> [OpenConflict] {
    let collections = Dictionary(uniqueKeysWithValues: try store.collections().map { ($0.id, $0) })
    var result: [OpenConflict] = []
    for record in try store.syncConflicts() {
      guard let collection = collections[record.collection] else { continue }
      result.append(try conflict(record, collection))
    }
    return result
  }

  /// The conflict of a number; throws `unknownConflict`.
  package func conflict(_ id: Int) throws(AccountError) -> OpenConflict {
    do throws(StoreError) {
      if let record = try store.syncConflicts(id).first,
        let collection = try store.collections().first(where: { $0.id == record.collection })
      {
        return try conflict(record, collection)
      }
    } catch {
      throw .store(error)
    }
    throw .unknownConflict(id)
  }

  private func conflict(
    _ record: SyncConflictRecord, _ collection: CollectionRecord
  ) throws(StoreError) -> OpenConflict {
    func resource(_ bytes: [UInt8]?) -> CalendarResource? {
      bytes.flatMap { try? CalendarResource(bytes: $0) }
    }
    let (base, mine, theirs) = (resource(record.base), resource(record.mine), resource(record.theirs))
    var parts: [OpenConflict.Part] = []
    if let mine, let theirs {
      let merge = ObjectMerge.merge(
        base: base, mine: mine, theirs: theirs, addresses: addresses, zones: store.zones)
      let open = Set(record.fields.split(separator: "\n").map(String.init))
      parts = zip(merge.keys, merge.conflicts).filter { open.contains($0.0) }.map {
        OpenConflict.Part(key: $0, conflict: $1)
      }
    }
    let name = record.uid.map(ObjectName.uid) ?? record.item.map(ObjectName.item)
    let items = try name.map { (name) throws(StoreError) in try store.items(of: name, in: collection.calendar)
    }
    let title = [base, theirs, mine].lazy.compactMap { $0?.components.first?.property(.summary)?.text }.first
    return OpenConflict(
      id: record.id, collection: collection.id, name: name, calendar: collection.calendar, items: items ?? [],
      kind: (theirs ?? mine)?.components.first?.kind == .vtodo ? .reminder : .event, title: title ?? "",
      made: record.made,
      parts: parts, mine: mine)
  }

  // MARK: Resolving

  /// Carries out a choice, in one step; the next sync sends what it changed.
  ///
  /// The answer is the head of the item that was changed or added; nil when nothing was. Throws
  /// `unknownConflict`, and `conflictGone` when the item is gone, which closes the conflict.
  package func resolve(
    _ id: Int, _ resolution: Resolution, newUID: () -> String
  ) throws(AccountError) -> Int? {
    let conflict = try conflict(id)
    var isGone = false
    let head: Int?
    do throws(StoreError) {
      head = try store.inOneStep(cause(conflict), now: now) { () throws(StoreError) -> Int? in
        switch resolution {
        case .both:
          let copy = conflict.mine.map { $0.withUID(newUID()) }
          let head = try copy.flatMap { (copy) throws(StoreError) in try put(copy, conflict, in: []) }
          try close(conflict)
          return head
        case .sides(let sides):
          return try choose(sides, conflict, &isGone)
        }
      }
    } catch {
      throw .store(error)
    }
    if isGone { throw .conflictGone(id) }
    return head
  }

  private func choose(
    _ sides: [String: MergeSide], _ conflict: OpenConflict, _ isGone: inout Bool
  ) throws(StoreError) -> Int? {
    let local = LocalSide(store: store, calendar: conflict.calendar)
    guard let name = conflict.name, let present = try local.resource(name, base: nil) else {
      isGone = true
      try close(conflict)
      return nil
    }
    var resource = present
    for part in conflict.parts {
      guard let side = sides[part.key] else { continue }
      resource = resource.resolving(part.conflict, with: side, zones: store.zones)
    }
    let left = conflict.parts.filter { sides[$0.key] == nil }.map(\.key)
    try store.leaveOpen(left, inConflict: conflict.id, cause: cause(conflict), now: now)
    if resource == present { return conflict.items.first }
    return try put(resource, conflict, in: conflict.items)
  }

  private func put(
    _ resource: CalendarResource, _ conflict: OpenConflict, in items: [Int]
  ) throws(StoreError) -> Int? {
    try store.writingObjects(cause(conflict), now: now) { (writer) throws(StoreError) in
      var writing = LocalWriting(store, writer, calendar: conflict.calendar)
      let head = try writing.put(resource, in: items)
      try writing.write()
      return head
    }
  }

  private func close(_ conflict: OpenConflict) throws(StoreError) {
    try store.leaveOpen([], inConflict: conflict.id, cause: cause(conflict), now: now)
  }

  private func cause(_ conflict: OpenConflict) -> String { "resolve conflict \(conflict.id)" }
}

extension CalendarResource {
  /// The resource as another item.
  fileprivate func withUID(_ uid: String) -> CalendarResource {
    var result = self
    result.components = components.map { component in
      let rest = component.entries.filter { entry in
        if case .property(let property) = entry { return property.kind != .uid }
        return true
      }
      let own = Property(name: "UID", value: uid).map { [ComponentEntry.property($0)] } ?? []
      return Component(name: component.name, entries: own + rest)
    }
    return result
  }
}

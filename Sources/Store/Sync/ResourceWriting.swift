/// What syncs know of the other side; none of it is in the journal.
extension CalendarStore {
  // MARK: States

  /// What the last sync left of an account.
  package func state(ofAccount source: Int) throws(StoreError) -> AccountState {
    try database.with("SELECT tried, succeeded, fault FROM account_state WHERE source = ?1") {
      (row) throws(StoreError) in
      var state = AccountState()
      guard try row.bind(1, source).step() else { return state }
      state.tried = row.optionalInt(0).map { Instant(seconds: $0) }
      state.succeeded = row.optionalInt(1).map { Instant(seconds: $0) }
      state.fault = row.optionalText(2)
      return state
    }
  }

  /// Stores the state of an account.
  package func set(_ state: AccountState, ofAccount source: Int) throws(StoreError) {
    try unjournaled { () throws(StoreError) in
      try database.with("REPLACE INTO account_state(source, tried, succeeded, fault) VALUES (?1, ?2, ?3, ?4)")
      {
        (row) throws(StoreError) in
        try row.bind(1, source).bind(2, state.tried?.seconds).bind(3, state.succeeded?.seconds)
          .bind(4, state.fault).run()
      }
    }
  }

  /// What the last sync left of a collection.
  package func state(ofCollection id: Int) throws(StoreError) -> CollectionState {
    try database.with(
      """
      SELECT node, seen_change, title, color, state, reason, tried, succeeded, fault, next_try, tag, modified
      FROM collection_state WHERE collection = ?1
      """
    ) { (row) throws(StoreError) in
      var state = CollectionState()
      guard try row.bind(1, id).step() else { return state }
      (state.node, state.seenChange) = (row.optionalInt(0), row.int(1))
      (state.title, state.color) = (row.optionalText(2), row.optionalText(3))
      state.condition = CollectionState.Condition(rawValue: row.int(4)) ?? .inSync
      state.reason = row.optionalText(5)
      state.tried = row.optionalInt(6).map { Instant(seconds: $0) }
      state.succeeded = row.optionalInt(7).map { Instant(seconds: $0) }
      state.fault = row.optionalText(8)
      state.nextTry = row.optionalInt(9).map { Instant(seconds: $0) }
      (state.tag, state.modified) = (row.optionalText(10), row.optionalText(11))
      return state
    }
  }

  /// Stores the state of a collection.
  package func set(_ state: CollectionState, ofCollection id: Int) throws(StoreError) {
    try unjournaled { () throws(StoreError) in
      try database.with(
        """
        REPLACE INTO collection_state(collection, node, seen_change, title, color, state, reason, tried,
          succeeded, fault, next_try, tag, modified)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """
      ) { (row) throws(StoreError) in
        try row.bind(1, id).bind(2, state.node).bind(3, state.seenChange).bind(4, state.title)
          .bind(5, state.color).bind(6, state.condition.rawValue).bind(7, state.reason)
          .bind(8, state.tried?.seconds).bind(9, state.succeeded?.seconds).bind(10, state.fault)
          .bind(11, state.nextTry?.seconds).bind(12, state.tag).bind(13, state.modified).run()
      }
    }
  }

  // MARK: Resources

  /// The resources of a collection, by name.
  package func resources(in collection: Int) throws(StoreError) -> [ResourceRecord] {
    try resources(SQL(Self.resourceColumns, "WHERE collection = ?1 ORDER BY href")) { $0.bind(1, collection) }
  }

  /// The resource of a name in a collection; nil when there is none.
  package func resource(_ href: String, in collection: Int) throws(StoreError) -> ResourceRecord? {
    try resources(SQL(Self.resourceColumns, "WHERE collection = ?1 AND href = ?2")) {
      $0.bind(1, collection).bind(2, href)
    }.first
  }

  private static let resourceColumns: StaticString = """
    SELECT id, href, uid, item, size, modified, node, tag, state, fault FROM resource\n
    """

  private func resources(_ sql: SQL, _ bind: (Statement) -> Void) throws(StoreError) -> [ResourceRecord] {
    try database.with(sql) { (row) throws(StoreError) in
      bind(row)
      var result: [ResourceRecord] = []
      while try row.step() {
        var record = ResourceRecord(
          id: row.int(0), href: row.text(1), uid: row.optionalText(2), item: row.optionalInt(3),
          stamp: ResourceStamp(
            size: row.int(4), modified: row.int(5), node: row.int(6), tag: row.optionalText(7) ?? ""))
        record.condition = ResourceRecord.Condition(rawValue: row.int(8)) ?? .inSync
        record.fault = row.optionalText(9)
        result.append(record)
      }
      return result
    }
  }

  /// The bytes that both sides had last; nil for a resource that was never in sync.
  package func base(of resource: Int) throws(StoreError) -> [UInt8]? {
    try database.with("SELECT text FROM resource_base WHERE resource = ?1") { (row) throws(StoreError) in
      try row.bind(1, resource).step() ? row.bytes(0) : nil
    }
  }

  /// Adds a resource, or writes the one of that name; the answer is its number.
  ///
  /// Nil `base` keeps the present one.
  @discardableResult
  package func put(
    _ resource: ResourceRecord, base: [UInt8]?, in collection: Int
  ) throws(StoreError) -> Int {
    try unjournaled { () throws(StoreError) in
      let id = try database.with(
        """
        INSERT INTO resource(collection, href, uid, item, size, modified, node, tag, state, fault)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (collection, href) DO UPDATE SET uid = ?3, item = ?4, size = ?5, modified = ?6, node = ?7,
          tag = ?8, state = ?9, fault = ?10
        RETURNING id
        """
      ) { (row) throws(StoreError) in
        row.bind(1, collection).bind(2, resource.href).bind(3, resource.uid).bind(4, resource.item)
          .bind(5, resource.stamp.size).bind(6, resource.stamp.modified).bind(7, resource.stamp.node)
          .bind(8, resource.stamp.tag.isEmpty ? nil : resource.stamp.tag)
          .bind(9, resource.condition.rawValue).bind(10, resource.fault)
        var id = 0
        while try row.step() { id = row.int(0) }
        return id
      }
      if let base {
        try database.with("REPLACE INTO resource_base(resource, text) VALUES (?1, ?2)") {
          (row) throws(StoreError) in try row.bind(1, id).bindBlob(2, base).run()
        }
      }
      return id
    }
  }

  /// Gives a resource another name, which must be free; its object and its base stay.
  package func rename(_ resource: Int, to href: String) throws(StoreError) {
    try unjournaled { () throws(StoreError) in
      try database.with("UPDATE resource SET href = ?2 WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, resource).bind(2, href).run()
      }
    }
  }

  /// Forgets a resource.
  package func forget(_ resource: Int) throws(StoreError) {
    try unjournaled { () throws(StoreError) in
      let deletions: [SQL] = [
        "DELETE FROM resource_base WHERE resource = ?1", "DELETE FROM resource WHERE id = ?1",
      ]
      for sql in deletions {
        try database.with(sql) { (row) throws(StoreError) in try row.bind(1, resource).run() }
      }
    }
  }

  // MARK: Intents

  /// The writes of a collection that were begun, oldest first.
  package func intents(in collection: Int) throws(StoreError) -> [SyncIntent] {
    try database.with(
      "SELECT id, href, operation, partial, text FROM intent WHERE collection = ?1 ORDER BY id"
    ) { (row) throws(StoreError) in
      row.bind(1, collection)
      var result: [SyncIntent] = []
      while try row.step() {
        result.append(
          SyncIntent(
            id: row.int(0), href: row.text(1),
            operation: SyncIntent.Operation(rawValue: row.int(2)) ?? .write,
            partial: row.optionalText(3), text: row.isNull(4) ? nil : row.bytes(4)))
      }
      return result
    }
  }

  /// Records a write that is about to begin; the answer is its number.
  package func begin(
    _ operation: SyncIntent.Operation, _ href: String, partial: String?, text: [UInt8]?, in collection: Int
  ) throws(StoreError) -> Int {
    try unjournaled { () throws(StoreError) in
      try database.with(
        "INSERT INTO intent(collection, href, operation, partial, text) VALUES (?1, ?2, ?3, ?4, ?5)"
      ) { (row) throws(StoreError) in
        row.bind(1, collection).bind(2, href).bind(3, operation.rawValue).bind(4, partial)
        if let text { row.bindBlob(5, text) } else { row.bindNull(5) }
        try row.run()
      }
      return database.lastInsertedRow
    }
  }

  /// Takes out an intent whose outcome is known.
  package func end(_ intent: Int) throws(StoreError) {
    try unjournaled { () throws(StoreError) in
      try database.with("DELETE FROM intent WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, intent).run()
      }
    }
  }

  // MARK: Conflicts

  /// The open conflicts, oldest first; or the one of a number alone.
  package func syncConflicts(_ id: Int? = nil) throws(StoreError) -> [SyncConflictRecord] {
    try database.with(
      """
      SELECT id, collection, uid, item, made, fields, base, mine, theirs FROM sync_conflict
      WHERE fields <> '' AND (?1 IS NULL OR id = ?1) ORDER BY id
      """
    ) { (row) throws(StoreError) in
      row.bind(1, id)
      var result: [SyncConflictRecord] = []
      while try row.step() {
        result.append(
          SyncConflictRecord(
            id: row.int(0), collection: row.int(1), uid: row.optionalText(2), item: row.optionalInt(3),
            made: Instant(seconds: row.int(4)), fields: row.text(5), base: row.isNull(6) ? nil : row.bytes(6),
            mine: row.isNull(7) ? nil : row.bytes(7), theirs: row.isNull(8) ? nil : row.bytes(8)))
      }
      return result
    }
  }

  /// How long a closed conflict is kept for an undo, in seconds.
  private static var closedConflictLife: Int { 90 * 86_400 }

  /// Records a conflict; the answer is its number.
  @discardableResult
  package func addConflict(_ conflict: SyncConflictRecord) throws(StoreError) -> Int {
    try unjournaled { () throws(StoreError) in
      try database.with("DELETE FROM sync_conflict WHERE fields = '' AND made < ?1") {
        (row) throws(StoreError) in
        try row.bind(1, conflict.made.seconds - Self.closedConflictLife).run()
      }
      try database.with(
        """
        INSERT INTO sync_conflict(collection, uid, item, made, fields, base, mine, theirs)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
      ) { (row) throws(StoreError) in
        row.bind(1, conflict.collection).bind(2, conflict.uid).bind(3, conflict.item)
          .bind(4, conflict.made.seconds).bind(5, conflict.fields)
        for (place, text) in [(Int32(6), conflict.base), (7, conflict.mine), (8, conflict.theirs)] {
          if let text { row.bindBlob(place, text) } else { row.bindNull(place) }
        }
        try row.run()
      }
      return database.lastInsertedRow
    }
  }

  /// Writes the keys of the fields of a conflict that are still open, a line each; with none it is closed, and
  /// its row stays for an undo.
  package func leaveOpen(
    _ fields: [String], inConflict id: Int, cause: String, now: Instant
  ) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try journal.note(
        .conflict, row: id, .updated, old: try JournalSubject.conflict.row(id, in: database))
      try database.with("UPDATE sync_conflict SET fields = ?2 WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, id).bind(2, fields.joined(separator: "\n")).run()
      }
    }
  }

  /// Runs `body` in a transaction, the caller's or its own, without an entry in the journal.
  package func unjournaled<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result { try database.write(keeping: true, body) }
}

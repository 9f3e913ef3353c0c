/// Accounts and the counterparts of calendars; every change is a step of the journal.
extension CalendarStore {
  /// All accounts, in the order of their sources.
  public func accounts() throws(StoreError) -> [AccountRecord] {
    try database.with("SELECT source, kind, address FROM account ORDER BY source") {
      (row) throws(StoreError) in
      var result: [AccountRecord] = []
      while try row.step() {
        guard let kind = AccountRecord.Kind(rawValue: row.int(1)) else { continue }
        result.append(AccountRecord(source: row.int(0), kind: kind, address: row.text(2)))
      }
      return result
    }
  }

  /// The counterparts of calendars, in order of creation; of one account, or of all.
  public func collections(of account: Int? = nil) throws(StoreError) -> [CollectionRecord] {
    try database.with(
      "SELECT id, account, calendar, name FROM collection WHERE ?1 IS NULL OR account = ?1 ORDER BY id"
    ) { (row) throws(StoreError) in
      row.bind(1, account)
      var result: [CollectionRecord] = []
      while try row.step() {
        result.append(
          CollectionRecord(id: row.int(0), account: row.int(1), calendar: row.int(2), name: row.text(3)))
      }
      return result
    }
  }

  /// Makes a source an account.
  package func addAccount(_ account: AccountRecord, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try database.with("INSERT INTO account(source, kind, address) VALUES (?1, ?2, ?3)") {
        (row) throws(StoreError) in
        try row.bind(1, account.source).bind(2, account.kind.rawValue).bind(3, account.address).run()
      }
      try journal.note(.account, row: account.source, .added, old: nil)
      invalidateOwnReads()
    }
  }

  /// Writes an account's kind and address.
  package func update(_ account: AccountRecord, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      if try accounts().contains(account) { return }
      try journal.note(
        .account, row: account.source, .updated,
        old: try JournalSubject.account.row(account.source, in: database))
      try database.with("UPDATE account SET kind = ?2, address = ?3 WHERE source = ?1") {
        (row) throws(StoreError) in
        try row.bind(1, account.source).bind(2, account.kind.rawValue).bind(3, account.address).run()
      }
      invalidateOwnReads()
    }
  }

  /// Writes a source's title.
  package func rename(
    _ source: SourceRecord, to title: String, cause: String, now: Instant
  ) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      if source.title == title { return }
      try journal.note(
        .source, row: source.id, .updated, old: try JournalSubject.source.row(source.id, in: database))
      try database.with("UPDATE source SET title = ?2 WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, source.id).bind(2, title).run()
      }
      invalidateOwnReads()
    }
  }

  /// Deletes an account with its counterparts and all that its syncs know; its source and its calendars stay.
  package func deleteAccount(_ source: Int, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      for collection in try collections(of: source) { try remove(collection, journal) }
      try journal.note(
        .account, row: source, .deleted, old: try JournalSubject.account.row(source, in: database))
      let deletions: [SQL] = [
        "DELETE FROM account WHERE source = ?1", "DELETE FROM account_state WHERE source = ?1",
      ]
      for sql in deletions {
        try database.with(sql) { (row) throws(StoreError) in try row.bind(1, source).run() }
      }
      invalidateOwnReads()
    }
  }

  /// Deletes a source without calendars.
  package func deleteSource(_ source: Int, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try journal.note(
        .source, row: source, .deleted, old: try JournalSubject.source.row(source, in: database))
      try database.with("DELETE FROM source WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, source).run()
      }
      invalidateOwnReads()
    }
  }

  /// Makes a calendar the counterpart of a collection.
  package func addCollection(
    account: Int, calendar: Int, name: String, cause: String, now: Instant
  ) throws(StoreError) -> CollectionRecord {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try database.with("INSERT INTO collection(account, calendar, name) VALUES (?1, ?2, ?3)") {
        (row) throws(StoreError) in
        try row.bind(1, account).bind(2, calendar).bind(3, name).run()
      }
      let id = database.lastInsertedRow
      try journal.note(.collection, row: id, .added, old: nil)
      return CollectionRecord(id: id, account: account, calendar: calendar, name: name)
    }
  }

  /// Writes the name of a collection, as when its folder was renamed.
  package func rename(
    _ collection: CollectionRecord, to name: String, cause: String, now: Instant
  ) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try journal.note(
        .collection, row: collection.id, .updated,
        old: try JournalSubject.collection.row(collection.id, in: database))
      try database.with("UPDATE collection SET name = ?2 WHERE id = ?1") { (row) throws(StoreError) in
        try row.bind(1, collection.id).bind(2, name).run()
      }
    }
  }

  /// Deletes a collection with all that its syncs know; its calendar stays.
  package func deleteCollection(
    _ collection: CollectionRecord, cause: String, now: Instant
  ) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in try remove(collection, journal) }
  }

  /// Forgets what syncs know of a collection, so that the next one compares both sides as for the first time.
  package func forgetSyncs(of collection: CollectionRecord) throws(StoreError) {
    try unjournaled { () throws(StoreError) in try forgetSyncs(ofCollection: collection.id) }
  }

  /// Deletes a collection; the caller holds the transaction.
  func remove(_ collection: CollectionRecord, _ journal: Journal) throws(StoreError) {
    try journal.note(
      .collection, row: collection.id, .deleted,
      old: try JournalSubject.collection.row(collection.id, in: database))
    try database.with("DELETE FROM collection WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, collection.id).run()
    }
    try forgetSyncs(ofCollection: collection.id)
  }

  /// Forgets what syncs know of a collection; the caller holds the transaction.
  func forgetSyncs(ofCollection collection: Int) throws(StoreError) {
    let deletions: [SQL] = [
      "DELETE FROM collection_state WHERE collection = ?1",
      "DELETE FROM resource_base WHERE resource IN (SELECT id FROM resource WHERE collection = ?1)",
      "DELETE FROM resource WHERE collection = ?1", "DELETE FROM intent WHERE collection = ?1",
      "DELETE FROM sync_conflict WHERE collection = ?1",
    ]
    for sql in deletions {
      try database.with(sql) { (row) throws(StoreError) in try row.bind(1, collection).run() }
    }
  }
}

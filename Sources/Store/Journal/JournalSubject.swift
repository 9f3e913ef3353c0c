/// The subject of a change in the journal; raw values are stored.
enum JournalSubject: Int, CaseIterable {
  case item = 0
  case calendar, timezone, source
  /// A row of `meta`, whose rows have no numbers: the journal records its index in `JournalSubject.settings`.
  case setting
  case view, calendarSet
  case account, collection
  /// The parts of a sync's conflict that are still open; the rest of its row never changes.
  case conflict

  /// The rows of `meta` that steps can change.
  static let settings = ["default_events", "default_reminders"]

  /// The table of the subject's rows; nil for items and settings, which are stored differently.
  private var table: (select: SQL, replace: SQL, delete: SQL, columns: Int)? {
    switch self {
    case .item, .setting: nil
    case .calendar:
      (
        """
        SELECT id, source, title, folded, color, kinds, hidden, subscribed, writable, header, immutable,
          availabilities, default_alarm FROM calendar WHERE id = ?1
        """,
        """
        REPLACE INTO calendar(id, source, title, folded, color, kinds, hidden, subscribed, writable, header,
          immutable, availabilities, default_alarm)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """, "DELETE FROM calendar WHERE id = ?1", 13
      )
    case .timezone:
      (
        "SELECT id, calendar, position, definition, is_private FROM calendar_zone WHERE id = ?1",
        "REPLACE INTO calendar_zone(id, calendar, position, definition, is_private) VALUES (?1, ?2, ?3, ?4, ?5)",
        "DELETE FROM calendar_zone WHERE id = ?1", 5
      )
    case .source:
      (
        "SELECT id, title, kind, limits, most_alarms FROM source WHERE id = ?1",
        "REPLACE INTO source(id, title, kind, limits, most_alarms) VALUES (?1, ?2, ?3, ?4, ?5)",
        "DELETE FROM source WHERE id = ?1", 5
      )
    case .view:
      (
        "SELECT id, folded, text, language FROM saved_view WHERE id = ?1",
        "REPLACE INTO saved_view(id, folded, text, language) VALUES (?1, ?2, ?3, ?4)",
        "DELETE FROM saved_view WHERE id = ?1", 4
      )
    case .calendarSet:
      (
        "SELECT id, title, folded, members FROM calendar_set WHERE id = ?1",
        "REPLACE INTO calendar_set(id, title, folded, members) VALUES (?1, ?2, ?3, ?4)",
        "DELETE FROM calendar_set WHERE id = ?1", 4
      )
    case .account:
      (
        "SELECT source, kind, address FROM account WHERE source = ?1",
        "REPLACE INTO account(source, kind, address) VALUES (?1, ?2, ?3)",
        "DELETE FROM account WHERE source = ?1", 3
      )
    case .collection:
      (
        "SELECT id, account, calendar, name FROM collection WHERE id = ?1",
        "REPLACE INTO collection(id, account, calendar, name) VALUES (?1, ?2, ?3, ?4)",
        "DELETE FROM collection WHERE id = ?1", 4
      )
    case .conflict:
      (
        "SELECT id, fields FROM sync_conflict WHERE id = ?1",
        "UPDATE sync_conflict SET fields = ?2 WHERE id = ?1", "DELETE FROM sync_conflict WHERE id = ?1", 2
      )
    }
  }

  /// The values of columns added after rows were first recorded; the last columns of the table.
  private var laterColumns: [SQLValue] {
    switch self {
    case .view: [.int(1)]
    case .item, .calendar, .timezone, .source, .setting, .calendarSet, .account, .collection, .conflict: []
    }
  }

  /// Whether a row equals a recorded one, which may lack later columns.
  func isSame(_ row: [UInt8]?, as noted: [UInt8]?) -> Bool {
    if row == noted { return true }
    guard let table, let row = row.flatMap(RowCoding.decode), let noted = noted.flatMap(RowCoding.decode),
      noted.count < table.columns
    else { return false }
    return row == noted + laterColumns.suffix(table.columns - noted.count)
  }

  /// Returns a row in the journal's form; nil when there is none.
  func row(_ id: Int, in database: Database) throws(StoreError) -> [UInt8]? {
    if self == .setting {
      return try database.with("SELECT value FROM meta WHERE key = ?1") { (row) throws(StoreError) in
        guard try row.bind(1, Self.settings[id]).step(), !row.isNull(0) else { return nil }
        return RowCoding.encode([.int(row.int(0))])
      }
    }
    guard let table else { return nil }
    return try database.with(table.select) { (row) throws(StoreError) in
      guard try row.bind(1, id).step() else { return nil }
      return RowCoding.encode((0..<table.columns).map { row.value(Int32($0)) })
    }
  }

  /// Restores an old row, or deletes the row when there was none.
  func restore(_ id: Int, _ old: [UInt8]?, in database: Database) throws(StoreError) {
    if self == .setting {
      return try database.with("REPLACE INTO meta(key, value) VALUES (?1, ?2)") { (row) throws(StoreError) in
        row.bind(1, Self.settings[id]).bindNull(2)
        if let value = old.flatMap(RowCoding.decode)?.first { row.bind(2, value) }
        try row.run()
      }
    }
    guard let table else { return }
    guard let values = old.flatMap(RowCoding.decode) else {
      return try database.with(table.delete) { (row) throws(StoreError) in try row.bind(1, id).run() }
    }
    try database.with(table.replace) { (row) throws(StoreError) in
      for (index, value) in (values + laterColumns.suffix(table.columns - values.count)).enumerated() {
        row.bind(Int32(index + 1), value)
      }
      try row.run()
    }
  }
}

/// A value of any type that SQLite stores.
enum SQLValue: Hashable {
  case null
  case int(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// Encodes rows of any table as bytes.
enum RowCoding {
  static func encode(_ values: [SQLValue]) -> [UInt8] {
    var writer = ByteWriter()
    writer.add(values.count)
    for value in values {
      switch value {
      case .null: writer.add(0)
      case .int(let number):
        writer.add(1)
        writer.add(number)
      case .real(let number):
        writer.add(2)
        writer.add(Int(bitPattern: UInt(number.bitPattern)))
      case .text(let text):
        writer.add(3)
        writer.add(text)
      case .blob(let bytes):
        writer.add(4)
        writer.add(bytes.count)
        writer.add(bytes)
      }
    }
    return writer.bytes
  }

  static func decode(_ bytes: [UInt8]) -> [SQLValue]? {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = ByteReader(buffer)
      return reader.array { (reader) -> SQLValue? in
        switch reader.int() {
        case 0: return SQLValue.null
        case 1: return reader.int().map(SQLValue.int)
        case 2: return reader.int().map { .real(Double(bitPattern: UInt64(UInt(bitPattern: $0)))) }
        case 3: return reader.text().map(SQLValue.text)
        case 4: return reader.blob().map(SQLValue.blob)
        default: return nil
        }
      }
    }
  }
}

/// The values of an item's row that are not in its component.
struct ItemIdentity {
  var id: Int
  var calendar: Int
  var position: Int
  var master: Int?
  var key: OccurrenceKey?
  var revision: Int
  /// A hash of the text of an item without UID.
  var content: Int?
}

/// Values of a component that its row shows as written.
struct WrittenRecurrence {
  /// RDATE values.
  var dates: [String] = []
  /// EXDATE values.
  var exceptions: [String] = []
}

/// The values from which an item's row is written.
struct WrittenItem {
  let item: Item
  let identity: ItemIdentity
  let written: WrittenRecurrence
  let first: DerivedRows.First?

  var start: StoredTime? { item.start.map(StoredTime.init) }
  var end: StoredTime? { item.end.map(StoredTime.init) }
  var due: StoredTime? { item.due.map(StoredTime.init) }
}

/// Writes rows of `item` and `item_text`.
final class ItemWriter {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Writes an item's row and text, new or in place of the old ones; nil `text` keeps the present text.
  func write(
    _ item: Item, _ identity: ItemIdentity, _ written: WrittenRecurrence, text: [UInt8]?,
    first: DerivedRows.First?, isNew: Bool
  ) throws(StoreError) {
    let row = try database.statement(isNew ? Self.insertion : Self.update)
    defer { database.release(row) }
    let values = WrittenItem(item: item, identity: identity, written: written, first: first)
    for column in ItemColumn.allCases { column.bind(values, to: row) }
    try row.run()
    guard let text else { return }
    try database.with("REPLACE INTO item_text(item, text) VALUES (?1, ?2)") {
      (statement) throws(StoreError) in try statement.bind(1, identity.id).bindBlob(2, text).run()
    }
  }

  /// Deletes an item's row and text.
  func remove(_ id: Int) throws(StoreError) {
    let deletions: [SQL] = ["DELETE FROM item WHERE id = ?1", "DELETE FROM item_text WHERE item = ?1"]
    for sql in deletions {
      try database.with(sql) { (statement) throws(StoreError) in try statement.bind(1, id).run() }
    }
  }

  /// The text of a search without a field.
  static func searchedText(_ item: Item) -> String {
    SearchText.joined(
      item.title, item.location, item.notes, item.url, ItemDetails.people(item), ItemDetails.categories(item))
  }

  /// Updates an item's first occurrence and its place in its object, when only these changed.
  func place(_ id: Int, master: Int?, key: OccurrenceKey?, first: DerivedRows.First?) throws(StoreError) {
    let row = try database.statement(
      """
      UPDATE item SET master = ?2, key = ?3, first_axis = ?4, first_start = ?5, first_end = ?6, first_key = ?7,
        first_item = ?8
      WHERE id = ?1
      """)
    defer { database.release(row) }
    row.bind(1, id).bind(2, master).bind(3, OccurrenceCode.key(key)).bind(4, first?.span.axis.rawValue).bind(
      5, first?.span.start
    ).bind(6, first?.span.end).bind(7, first.map { OccurrenceCode.key($0.key) }).bind(8, first?.item)
    try row.run()
  }

  private static let insertion = SQL(
    made: "INSERT INTO item(\(names: ItemColumn.allCases)) VALUES (\(values: ItemColumn.allCases))")

  /// Updates an existing item: REPLACE would make SQLite keep a statement journal.
  private static let update = SQL(
    made: "UPDATE item SET \(assignments: ItemColumn.allCases.dropFirst()) WHERE id = ?1")
}

/// The searched text of an item.
enum SearchText {
  /// Joins the parts with line breaks, so that no match spans two parts.
  static func joined(_ parts: String?...) -> String {
    var result = ""
    for case let part? in parts where !part.isEmpty {
      if !result.isEmpty { result += "\n" }
      result += part
    }
    return result
  }
}

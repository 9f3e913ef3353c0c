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

/// An item's place in its object and its first occurrence, as its row has them.
struct ItemPlace {
  let master: Int?
  let key: Int
  let firstAxis: Int?
  let firstStart: Int?
  let firstEnd: Int?
  let firstKey: Int?
  let firstItem: Int?

  init(master: Int?, key: OccurrenceKey?, first: DerivedRows.First?) {
    self.master = master
    self.key = OccurrenceCode.key(key)
    firstAxis = first?.span.axis.rawValue
    firstStart = first?.span.start
    firstEnd = first?.span.end
    firstKey = first.map { OccurrenceCode.key($0.key) }
    firstItem = first?.item
  }

  /// The columns that say it, with what they hold.
  var columns: [(column: ItemColumn, value: Int?)] {
    [
      (.master, master), (.key, key), (.firstAxis, firstAxis), (.firstStart, firstStart),
      (.firstEnd, firstEnd), (.firstKey, firstKey), (.firstItem, firstItem),
    ]
  }
}

/// What an item's row is written from.
struct WrittenItem {
  let item: Item
  let identity: ItemIdentity
  let written: WrittenRecurrence
  let place: ItemPlace

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
    let place = ItemPlace(master: identity.master, key: identity.key, first: first)
    let values = WrittenItem(item: item, identity: identity, written: written, place: place)
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
    let row = try database.statement(Self.placement)
    defer { database.release(row) }
    row.bind(ItemColumn.id.parameter, id)
    let place = ItemPlace(master: master, key: key, first: first)
    for (column, value) in place.columns { row.bind(column.parameter, value) }
    try row.run()
  }

  private static let insertion = SQL(
    made: "INSERT INTO item(\(names: ItemColumn.allCases)) VALUES (\(values: ItemColumn.allCases))")

  private static let placement: SQL = {
    let columns = ItemPlace(master: nil, key: nil, first: nil).columns.map(\.column)
    return SQL(made: "UPDATE item SET \(assignments: columns) WHERE id = ?1")
  }()

  /// For an item that is there: REPLACE would have SQLite keep a journal of each statement.
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

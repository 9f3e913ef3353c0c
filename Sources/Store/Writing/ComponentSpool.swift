import ICalendar

/// Components that cannot be read yet, stored in a table of SQLite's temporary database, so that memory does
/// not grow with their number.
///
/// The table belongs to the connection, and several spools may be in use at once: each has its own number.
package final class ComponentSpool {
  private let database: Database
  /// The number of this spool among the nonempty ones; nil while it is empty.
  private var number: Int?

  package var isEmpty: Bool { number == nil }

  /// Creates a spool that lasts as long as the store's connection.
  package init(_ store: CalendarStore) { database = store.database }

  /// Adds a component with its position in the calendar and its line in the file.
  package func add(_ component: Component, position: Int, line: Int) throws(StoreError) {
    let number = if let number { number } else { try begin() }
    try database.with("INSERT INTO temp.undecided(spool, position, line, text) VALUES (?1, ?2, ?3, ?4)") {
      (row) throws(StoreError) in
      try row.bind(1, number).bind(2, position).bind(3, line).bindBlob(4, ComponentText.bytes(component))
        .run()
    }
  }

  private func begin() throws(StoreError) -> Int {
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS undecided(
        spool INTEGER, position INTEGER, line INTEGER, text BLOB, PRIMARY KEY (spool, position));
      """)
    let number = try database.number("SELECT coalesce(max(spool), 0) + 1 FROM temp.undecided")
    self.number = number
    return number
  }

  /// Calls `body` with the stored components, in the order of positions, and empties the spool.
  package func empty(
    _ body: (_ component: Component, _ position: Int, _ line: Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let number else { return }
    try database.with(
      "SELECT position, line, text FROM temp.undecided WHERE spool = ?1 ORDER BY position"
    ) { (row) throws(StoreError) in
      row.bind(1, number)
      while try row.step() {
        if let component = ComponentText.component(row.bytes(2)) {
          try body(component, row.int(0), row.int(1))
        }
      }
    }
    try database.with("DELETE FROM temp.undecided WHERE spool = ?1") { (row) throws(StoreError) in
      try row.bind(1, number).run()
    }
    self.number = nil
  }
}

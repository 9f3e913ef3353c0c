import ICalendar

/// Components that cannot be read yet, kept in a table of SQLite's temporary database: however many
/// there are, memory does not grow.
///
/// The table is the connection's, and several spools may be in use at once: each
/// has a number of its own in it.
package final class ComponentSpool {
  private let database: Database
  /// The number of this spool among those that hold something; nil while it is empty.
  private var number: Int?

  package var isEmpty: Bool { number == nil }

  /// A spool that is gone with the store's connection.
  package init(_ store: CalendarStore) { database = store.database }

  /// Keeps a component with its place in the calendar and its line in the file.
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

  /// Gives what was kept, in the order of positions, and forgets it.
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

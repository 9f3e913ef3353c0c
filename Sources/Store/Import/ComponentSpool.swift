import ICalendar

/// Components that cannot be read yet, kept in a table of SQLite's temporary database: however many there are, memory does not grow.
final class ComponentSpool {
  private let database: Database
  private(set) var isEmpty = true

  init(_ database: Database) { self.database = database }

  /// Keeps a component with its place in the calendar and its line in the file.
  func add(_ component: Component, position: Int, line: Int) throws(StoreError) {
    if isEmpty {
      try database.execute(
        """
        CREATE TEMP TABLE IF NOT EXISTS undecided(position INTEGER PRIMARY KEY, line INTEGER, text BLOB);
        DELETE FROM temp.undecided;
        """)
      isEmpty = false
    }
    try database.with("INSERT INTO temp.undecided(position, line, text) VALUES (?1, ?2, ?3)") {
      (row) throws(StoreError) in
      try row.bind(1, position).bind(2, line).bindBlob(3, ComponentText.bytes(component)).run()
    }
  }

  /// Gives what was kept, in the order of positions, and forgets it.
  func empty(
    _ body: (_ component: Component, _ position: Int, _ line: Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isEmpty { return }
    isEmpty = true
    try database.with("SELECT position, line, text FROM temp.undecided ORDER BY position") {
      (row) throws(StoreError) in
      while try row.step() {
        if let component = ComponentText.component(row.bytes(2)) {
          try body(component, row.int(0), row.int(1))
        }
      }
    }
    try database.execute("DELETE FROM temp.undecided")
  }
}

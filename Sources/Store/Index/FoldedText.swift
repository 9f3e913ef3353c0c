/// Rebuilds the folded text: the text index with its words, and the folded names of calendars, sets and
/// views.
///
/// It uses the tables alone, so that an upgrade can run it before any read.
struct FoldedText {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Folds all texts again after a change of the folding rules; skips items when all their text is ASCII,
  /// which every folding treats alike.
  func refold() throws(StoreError) {
    if try database.number(Self.countOfOthers) > 0 { try refoldItems() }
    try refoldNames()
  }

  private static let countOfOthers: SQL = """
    SELECT EXISTS (SELECT 1 FROM item WHERE
      title GLOB '*[^\u{1}-\u{7F}]*' OR location GLOB '*[^\u{1}-\u{7F}]*' OR notes GLOB '*[^\u{1}-\u{7F}]*'
      OR url GLOB '*[^\u{1}-\u{7F}]*' OR people GLOB '*[^\u{1}-\u{7F}]*' OR categories GLOB '*[^\u{1}-\u{7F}]*')
    """

  private func refoldItems() throws(StoreError) {
    try database.execute("DELETE FROM word; INSERT INTO text_index(text_index) VALUES ('delete-all');")
    let texts = TextWriter(database)
    try database.with("SELECT id, title, location, notes, url, people, categories FROM item ORDER BY id") {
      (row) throws(StoreError) in
      while try row.step() {
        let fields = (1...6).map { row.optionalText($0) }
        try texts.add(
          row.int(0), SearchText.joined(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]))
      }
    }
    try texts.finish()
  }

  /// Folds the names of calendars, sets and views again.
  func refoldNames() throws(StoreError) {
    try refoldNames("SELECT id, title FROM calendar", "UPDATE calendar SET folded = ?2 WHERE id = ?1")
    // Of two names that are now equal, the second keeps its old form: nothing is lost, and `views` and `sets`
    // list it.
    try refoldNames(
      "SELECT id, title FROM calendar_set", "UPDATE OR IGNORE calendar_set SET folded = ?2 WHERE id = ?1")
    try refoldNames(
      "SELECT id, folded FROM saved_view", "UPDATE OR IGNORE saved_view SET folded = ?2 WHERE id = ?1")
  }

  private func refoldNames(_ read: SQL, _ write: SQL) throws(StoreError) {
    let names = try database.with(read) { (row) throws(StoreError) in
      var names: [(id: Int, name: String)] = []
      while try row.step() { names.append((row.int(0), row.text(1))) }
      return names
    }
    for (id, name) in names {
      try database.with(write) { (row) throws(StoreError) in
        try row.bind(1, id).bind(2, Folding.name(name)).run()
      }
    }
  }
}

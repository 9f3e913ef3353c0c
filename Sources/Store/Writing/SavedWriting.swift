/// A saved view in the store.
public struct SavedViewRecord: Hashable, Sendable {
  /// The view's row.
  public var id: Int
  /// The whole `save view` statement.
  public var text: String
  /// The version of the language in which the text was written.
  public var language: Int
  /// The view's name, folded as names are compared.
  public var name: String

  fileprivate init(row: Statement) {
    (id, text, language, name) = (row.int(0), row.text(1), row.int(2), row.text(3))
  }
}

/// A set of calendars in the store.
public struct CalendarSetRecord: Hashable, Sendable {
  /// The set's row.
  public var id: Int
  /// The set's name as written.
  public var title: String
  /// The rows of the set's calendars, in the order given; some may not exist.
  public var calendars: [Int]
}

extension CalendarStore {
  // MARK: Views

  /// All views, by name.
  public func savedViews() throws(StoreError) -> [SavedViewRecord] {
    try database.with("SELECT id, text, language, folded FROM saved_view ORDER BY folded") {
      (row) throws(StoreError) in
      var result: [SavedViewRecord] = []
      while try row.step() { result.append(SavedViewRecord(row: row)) }
      return result
    }
  }

  /// The view with a name, in any letter case; nil when there is none.
  public func savedView(named name: String) throws(StoreError) -> SavedViewRecord? {
    try database.with("SELECT id, text, language, folded FROM saved_view WHERE folded = ?1") {
      (row) throws(StoreError) in
      try row.bind(1, Folding.name(name)).step() ? SavedViewRecord(row: row) : nil
    }
  }

  /// Saves a view under a name, replacing a view of that name; returns whether there was one.
  ///
  /// `language` is the version of the language that the text is written in.
  public func saveView(
    named name: String, _ text: String, language: Int, cause: String, now: Instant
  ) throws(StoreError) -> Bool {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      if let known = try savedView(named: name) {
        if known.text == text, known.language == language { return true }
        try note(.view, known.id, .updated, journal)
        try database.with("UPDATE saved_view SET text = ?2, language = ?3 WHERE id = ?1") {
          (row) throws(StoreError) in
          try row.bind(1, known.id).bind(2, text).bind(3, language).run()
        }
        return true
      }
      try database.with("INSERT INTO saved_view(folded, text, language) VALUES (?1, ?2, ?3)") {
        (row) throws(StoreError) in
        try row.bind(1, Folding.name(name)).bind(2, text).bind(3, language).run()
      }
      try journal.note(.view, row: database.lastInsertedRow, .added, old: nil)
      return false
    }
  }

  /// Deletes a view.
  public func dropView(_ view: SavedViewRecord, cause: String, now: Instant) throws(StoreError) {
    try drop(.view, view.id, "DELETE FROM saved_view WHERE id = ?1", cause: cause, now: now)
  }

  /// The version of the language about which the owner was told what changed in views; 0 before the first time.
  public func reportedLanguage() throws(StoreError) -> Int {
    try database.with("SELECT value FROM meta WHERE key = 'reported_language'") { (row) throws(StoreError) in
      try row.step() ? row.int(0) : 0
    }
  }

  /// Notes that the owner was told what a version of the language changed in views; belongs to no step.
  public func noteReportedLanguage(_ language: Int) throws(StoreError) {
    try write { () throws(StoreError) in
      try database.with("REPLACE INTO meta(key, value) VALUES ('reported_language', ?1)") {
        (row) throws(StoreError) in try row.bind(1, language).run()
      }
    }
  }

  // MARK: Sets of calendars

  /// All sets of calendars, by name.
  public func calendarSets() throws(StoreError) -> [CalendarSetRecord] {
    try database.with("SELECT id, title, members FROM calendar_set ORDER BY folded") {
      (row) throws(StoreError) in
      var result: [CalendarSetRecord] = []
      while try row.step() {
        let members = row.text(2).split(separator: ",").compactMap { Int($0) }
        result.append(CalendarSetRecord(id: row.int(0), title: row.text(1), calendars: members))
      }
      return result
    }
  }

  /// Saves a set of calendars under a name, replacing a set of that name; returns whether there was one.
  public func saveCalendarSet(
    named title: String, _ calendars: [Int], cause: String, now: Instant
  ) throws(StoreError) -> Bool {
    let folded = Folding.name(title)
    let members = calendars.map(String.init).joined(separator: ",")
    return try journaled(cause, now: now) { (journal) throws(StoreError) in
      let known = try calendarSets().first { Folding.name($0.title) == folded }
      if let known {
        if known.title == title, known.calendars == calendars { return true }
        try note(.calendarSet, known.id, .updated, journal)
        try database.with("UPDATE calendar_set SET title = ?2, members = ?3 WHERE id = ?1") {
          (row) throws(StoreError) in
          try row.bind(1, known.id).bind(2, title).bind(3, members).run()
        }
        return true
      }
      try database.with("INSERT INTO calendar_set(title, folded, members) VALUES (?1, ?2, ?3)") {
        (row) throws(StoreError) in
        try row.bind(1, title).bind(2, folded).bind(3, members).run()
      }
      try journal.note(.calendarSet, row: database.lastInsertedRow, .added, old: nil)
      return false
    }
  }

  /// Deletes a set; its calendars stay.
  public func dropCalendarSet(_ set: CalendarSetRecord, cause: String, now: Instant) throws(StoreError) {
    try drop(.calendarSet, set.id, "DELETE FROM calendar_set WHERE id = ?1", cause: cause, now: now)
  }

  private func drop(
    _ subject: JournalSubject, _ id: Int, _ sql: SQL, cause: String, now: Instant
  ) throws(StoreError) {
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      try note(subject, id, .deleted, journal)
      try database.with(sql) { (row) throws(StoreError) in try row.bind(1, id).run() }
    }
  }

  private func note(
    _ subject: JournalSubject, _ row: Int, _ operation: Journal.Operation, _ journal: Journal
  ) throws(StoreError) {
    try journal.note(subject, row: row, operation, old: try subject.row(row, in: database))
  }
}

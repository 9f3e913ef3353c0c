import CivilTime
import Model

/// What an item's row says besides what its component says.
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

/// Texts of a component that rows show as they were written.
struct WrittenRecurrence {
  /// RDATE values.
  var dates: [String] = []
  /// EXDATE values.
  var exceptions: [String] = []
}

/// Writes rows of `item` and `item_text`.
final class ItemWriter {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Writes an item's row and text, new or in the place of the old ones; `text` nil keeps the text that is there.
  func write(
    _ item: Item, _ identity: ItemIdentity, _ written: WrittenRecurrence, text: [UInt8]?,
    first: DerivedRows.First?, isNew: Bool
  ) throws(StoreError) {
    let row = try database.statement(isNew ? Self.insertion : Self.update)
    defer { database.release(row) }
    var column: Int32 = 0
    func next() -> Int32 {
      column += 1
      return column
    }
    row.bind(next(), identity.id).bind(next(), identity.calendar).bind(next(), identity.position)
    row.bind(next(), item.kind.rawValue).bind(next(), identity.master)
    row.bind(next(), OccurrenceCode.key(identity.key))
    row.bind(next(), item.recurrenceID?.isThisAndFuture ?? false)
    row.bind(next(), item.recurrence != nil).bind(next(), item.isAllDay)
    row.bind(next(), first?.span.axis.rawValue).bind(next(), first?.span.start).bind(next(), first?.span.end)
    row.bind(next(), first.map { OccurrenceCode.key($0.key) }).bind(next(), first?.item)
    row.bind(next(), identity.revision).bind(next(), item.sequence)
    row.bind(next(), item.created?.seconds).bind(next(), item.modified?.seconds)
    row.bind(next(), item.completed?.seconds).bind(next(), item.isCompleted)
    row.bind(next(), identity.content).bind(next(), item.uid)
    for time in [item.start, item.end, item.due] {
      let stored = time.map { StoredTime($0) }
      row.bind(next(), stored?.form.rawValue).bind(next(), stored?.wall.wallSeconds).bind(
        next(), stored?.zone)
    }
    switch item.length {
    case .exact(let seconds): row.bind(next(), 0).bind(next(), 0).bind(next(), 0).bind(next(), seconds)
    case .nominal(let length):
      row.bind(next(), 1).bind(next(), length.months).bind(next(), length.days).bind(next(), length.seconds)
    }
    row.bind(next(), item.status.rawValue).bind(next(), item.availability.rawValue)
    row.bind(next(), item.priority).bind(next(), item.percentComplete)
    row.bind(next(), item.attendees.count).bind(next(), item.alarms.count)
    row.bind(next(), item.place?.latitude).bind(next(), item.place?.longitude).bind(
      next(), item.place?.radius)
    row.bind(next(), item.parentUID).bind(next(), item.title).bind(next(), item.location).bind(
      next(), item.url)
    row.bind(next(), Self.lines(item.ruleTexts)).bind(next(), Self.lines(written.dates))
    row.bind(next(), Self.lines(written.exceptions))
    row.bind(next(), ItemDetails.organizer(item)).bind(next(), ItemDetails.alarms(item))
    row.bind(next(), ItemDetails.categories(item)).bind(next(), ItemDetails.attachments(item))
    row.bind(next(), ItemDetails.place(item)).bind(next(), ItemDetails.people(item))
    row.bind(next(), ItemDetails.attendees(item)).bind(next(), item.notes)
    row.bind(next(), item.travel.map(\.description)).bind(next(), item.isFlagged).bind(next(), item.section)
    row.bind(next(), item.color).bind(next(), item.conference).bind(next(), item.previousUID)
    row.bind(next(), item.repeatsFromCompletion).bind(next(), item.birthdayContact)
    try row.run()
    guard let text else { return }
    try database.with("REPLACE INTO item_text(item, text) VALUES (?1, ?2)") {
      (statement) throws(StoreError) in
      try statement.bind(1, identity.id).bindBlob(2, text).run()
    }
  }

  /// Takes out an item's row and text.
  func remove(_ id: Int) throws(StoreError) {
    let deletions: [SQL] = ["DELETE FROM item WHERE id = ?1", "DELETE FROM item_text WHERE item = ?1"]
    for sql in deletions {
      try database.with(sql) { (statement) throws(StoreError) in try statement.bind(1, id).run() }
    }
  }

  private static func lines(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// The text that a search without a field looks through.
  static func searchedText(_ item: Item) -> String {
    SearchText.joined(
      item.title, item.location, item.notes, item.url, ItemDetails.people(item), ItemDetails.categories(item))
  }

  /// Notes an item's first occurrence and its place in its object, when only those changed.
  func place(
    _ id: Int, master: Int?, key: OccurrenceKey?, first: DerivedRows.First?
  ) throws(StoreError) {
    let row = try database.statement(
      """
      UPDATE item SET master = ?2, key = ?3, first_axis = ?4, first_start = ?5, first_end = ?6, first_key = ?7,
        first_item = ?8
      WHERE id = ?1
      """)
    defer { database.release(row) }
    row.bind(1, id).bind(2, master).bind(3, OccurrenceCode.key(key)).bind(4, first?.span.axis.rawValue)
      .bind(5, first?.span.start).bind(6, first?.span.end).bind(7, first.map { OccurrenceCode.key($0.key) })
      .bind(8, first?.item)
    try row.run()
  }

  private static let insertion: SQL = """
    INSERT INTO item(
      id, calendar, position, kind, master, key, is_range, is_recurring, is_all_day,
      first_axis, first_start, first_end, first_key, first_item, revision, sequence, created, modified, completed,
      is_completed, content, uid, start_form, start_wall, start_zone, end_form, end_wall, end_zone,
      due_form, due_wall, due_zone, length_form, length_months, length_days, length_seconds,
      status, availability, priority, percent, attendee_count, alarm_count, latitude, longitude, radius,
      parent_uid, title, location, url, rules, dates, exceptions, organizer, alarms, categories, attachments,
      place, people, attendees, notes, travel, flagged, section, color, conference, previous_uid,
      repeats_from_completion, contact)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
      ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, ?41, ?42, ?43,
      ?44, ?45, ?46, ?47, ?48, ?49, ?50, ?51, ?52, ?53, ?54, ?55, ?56, ?57, ?58, ?59, ?60, ?61, ?62, ?63, ?64, ?65,
      ?66, ?67)
    """

  /// For an item that is there: REPLACE would have SQLite keep a journal of each statement.
  private static let update: SQL = """
    UPDATE item SET
      calendar = ?2, position = ?3, kind = ?4, master = ?5, key = ?6, is_range = ?7, is_recurring = ?8,
      is_all_day = ?9, first_axis = ?10, first_start = ?11, first_end = ?12, first_key = ?13,
      first_item = ?14, revision = ?15, sequence = ?16, created = ?17, modified = ?18, completed = ?19,
      is_completed = ?20, content = ?21, uid = ?22, start_form = ?23, start_wall = ?24, start_zone = ?25,
      end_form = ?26, end_wall = ?27, end_zone = ?28, due_form = ?29, due_wall = ?30, due_zone = ?31,
      length_form = ?32, length_months = ?33, length_days = ?34, length_seconds = ?35, status = ?36,
      availability = ?37, priority = ?38, percent = ?39, attendee_count = ?40, alarm_count = ?41,
      latitude = ?42, longitude = ?43, radius = ?44, parent_uid = ?45, title = ?46, location = ?47,
      url = ?48, rules = ?49, dates = ?50, exceptions = ?51, organizer = ?52, alarms = ?53, categories = ?54,
      attachments = ?55, place = ?56, people = ?57, attendees = ?58, notes = ?59, travel = ?60,
      flagged = ?61, section = ?62, color = ?63, conference = ?64, previous_uid = ?65,
      repeats_from_completion = ?66, contact = ?67
    WHERE id = ?1
    """
}

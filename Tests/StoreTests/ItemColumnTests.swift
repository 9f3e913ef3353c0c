import CivilTime
import Model
import Recurrence
import TestSupport
import Testing

@testable import Store

/// The table of columns that items are written and read by.
@Suite struct ItemColumnTests {
  @Test func aColumnIsFoundByItsPlace() {
    for (place, column) in ItemColumn.allCases.enumerated() { #expect(Int(column.position) == place) }
    #expect(ItemColumn.ofRecord.last == .contact)
  }

  /// A column of the table that nobody writes would keep its default without a word.
  @Test func theTableHasAllColumnsOfTheSchema() throws {
    let store = try CalendarStore.inMemory(zones: ZoneDatabase())
    var names: Set<String> = []
    try store.database.with("SELECT name FROM pragma_table_info('item')") { (row) throws(StoreError) in
      while try row.step() { names.insert(row.text(0)) }
    }
    // The first schema's `previous` was never used.
    #expect(names.subtracting(["previous"]) == Set(ItemColumn.allCases.map(\.rawValue)))
  }

  /// Every value is another one, so that what stands in another column's place is seen.
  @Test func whatIsWrittenIsRead() throws {
    let store = try CalendarStore.inMemory(zones: ZoneDatabase())
    let calendar = try store.addCalendar(title: "Work", now: try Library.instant("20261118"))
    let item = try item()
    let identity = ItemIdentity(
      id: 71, calendar: calendar.id, position: 72, master: 73,
      key: OccurrenceKey(wallSeconds: 74, isDate: false), revision: 75, content: 76)
    let written = WrittenRecurrence(dates: ["20270101", "20270102"], exceptions: ["20270103"])
    for isNew in [true, false] {
      try ItemWriter(store.database).write(
        item, identity, written, text: nil, first: nil, isNew: isNew)
      let record = try #require(
        try store.database.with(ItemRecord.select) { (row) throws(StoreError) in
          try row.bind(1, 71).step() ? ItemRecord(row: row) : nil
        })
      #expect(record.id == 71 && record.calendar == calendar.id && record.master == 73)
      #expect(record.key == identity.key && record.revision == 75 && record.kind == .reminder)
      #expect(record.isRange && record.isRecurring && record.isFlagged && record.isCompleted)
      #expect(record.repeatsFromCompletion && !record.isAllDay)
      #expect(
        [record.title, record.location, record.notes, record.url, record.section, record.color] == [
          item.title, item.location, item.notes, item.url, item.section, item.color,
        ])
      #expect(
        [record.conference, record.parentUID, record.previousUID, record.birthdayContact, record.uid] == [
          item.conference, item.parentUID, item.previousUID, item.birthdayContact, item.uid,
        ])
      #expect(
        [record.start, record.end, record.due]
          == [item.start, item.end, item.due].map { $0.map { StoredTime($0) } })
      #expect(record.length == item.length && record.status == item.status)
      #expect(record.availability == item.availability)
      #expect(
        [record.priority, record.percentComplete, record.sequence] == [
          item.priority, item.percentComplete, item.sequence,
        ])
      #expect(
        [record.created, record.modified, record.completed] == [
          item.created, item.modified, item.completed,
        ])
      #expect(
        [record.organizer, record.attendees, record.alarms, record.categories, record.attachments] == [
          ItemDetails.organizer(item), ItemDetails.attendees(item), ItemDetails.alarms(item),
          ItemDetails.categories(item), ItemDetails.attachments(item),
        ])
      #expect(record.place == ItemDetails.place(item) && record.people == ItemDetails.people(item))
      #expect(record.attendeeCount == 1 && record.alarmCount == 2)
      #expect([record.latitude, record.longitude, record.radius] == [1, 2, 3])
      #expect(record.rules == item.ruleTexts && record.dates == written.dates)
      #expect(record.exceptions == written.exceptions && record.travel == item.travel)
      #expect(record.firstAxis == nil && record.firstStart == nil && record.firstEnd == nil)
    }
  }

  /// Of a full and an empty item every column and every part of the record is another one, so that what is
  /// forgotten in writing or in reading is seen.
  @Test func everyColumnIsWrittenAndRead() throws {
    let store = try CalendarStore.inMemory(zones: ZoneDatabase())
    let calendar = try store.addCalendar(title: "Work", now: try Library.instant("20261118"))
    let other = try store.addCalendar(title: "Home", now: try Library.instant("20261118"))
    var full = try item()
    full.previousUID = "uid"
    let span = AxisSpan(axis: .wall, start: 80, end: 81, isAllDay: false)
    let firsts = [
      DerivedRows.First(span: span, key: OccurrenceKey(wallSeconds: 82, isDate: false), item: 83), nil,
    ]
    let identities = [
      ItemIdentity(
        id: 71, calendar: calendar.id, position: 72, master: 73,
        key: OccurrenceKey(wallSeconds: 74, isDate: false), revision: 75, content: 76),
      ItemIdentity(
        id: 91, calendar: other.id, position: 92, master: nil, key: nil, revision: 95, content: nil),
    ]
    let written = [
      WrittenRecurrence(dates: ["20270101"], exceptions: ["20270103"]), WrittenRecurrence(),
    ]
    var empty = Item(kind: .event)
    // What it follows is the master of this UID.
    empty.uid = "uid"
    var columns: [[String]] = []
    var records: [[String: String]] = []
    for (place, item) in [full, empty].enumerated() {
      try ItemWriter(store.database).write(
        item, identities[place], written[place], text: nil, first: firsts[place], isNew: true)
    }
    for id in [71, 91] {
      columns.append(
        try store.database.with(SQL(made: "SELECT \(names: ItemColumn.allCases) FROM item WHERE id = ?1")) {
          (row) throws(StoreError) in
          _ = try row.bind(1, id).step()
          return ItemColumn.allCases.map { "\(row.value($0.position))" }
        })
      let record = try #require(try store.record(id))
      records.append(
        Dictionary(
          uniqueKeysWithValues: Mirror(reflecting: record).children.map { ($0.label ?? "", "\($0.value)") }))
    }
    // Both have the UID, and neither is of whole days.
    let same = ItemColumn.allCases.filter { columns[0][Int($0.position)] == columns[1][Int($0.position)] }
    #expect(same == [.uid, .isAllDay])
    #expect(records[0].filter { records[1][$0.key] == $0.value }.keys.sorted() == ["uid"])
  }

  private func item() throws -> Item {
    let start = try wall("20261120T090000")
    var item = Item(kind: .reminder)
    item.uid = "uid"
    (item.title, item.location, item.notes, item.url) = ("title", "location", "notes", "url")
    (item.section, item.color, item.conference) = ("section", "color", "conference")
    (item.parentUID, item.previousUID, item.birthdayContact) = ("parent", "previous", "contact")
    item.recurrenceID = RecurrenceID(time: .floating(start), isThisAndFuture: true)
    item.start = .zoned(start, try zone("Europe/Berlin"))
    item.end = .zoned(try #require(start.adding(seconds: 60)), try zone("Europe/London"))
    item.due = .zoned(try #require(start.adding(seconds: 120)), try zone("Asia/Tokyo"))
    item.length = .nominal(CalendarDuration(months: 4, days: 5, seconds: 6))
    (item.status, item.availability) = (.cancelled, .unavailable)
    (item.priority, item.percentComplete, item.sequence) = (7, 8, 9)
    item.created = Instant(seconds: 10)
    item.modified = Instant(seconds: 11)
    item.completed = Instant(seconds: 12)
    (item.isCompleted, item.isFlagged, item.repeatsFromCompletion) = (true, true, true)
    item.organizer = Participant(name: "O", address: "mailto:o@example.org")
    item.attendees = [Participant(name: "A", address: "mailto:a@example.org")]
    item.alarms = [
      Alarm(trigger: .absolute(Instant(seconds: 13))), .sound("Bell", trigger: .absolute(.init(seconds: 14))),
    ]
    item.categories = ["category"]
    item.attachments = [Attachment(uri: "https://example.org/", mediaType: nil, fileName: nil)]
    item.place = StructuredLocation(title: "place", latitude: 1, longitude: 2, radius: 3)
    item.travel = CalendarDuration(seconds: 15)
    item.ruleTexts = ["FREQ=DAILY"]
    item.recurrence = RecurrenceSet(
      start: .dateTime(start), rules: [try RecurrenceRule(parsing: "FREQ=DAILY")], zone: nil)
    return item
  }
}

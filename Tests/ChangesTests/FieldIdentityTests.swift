import CivilTime
import Editing
import ICalendar
import JSON
import Model
import QueryLanguage
import Recurrence
import Store
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngine
@testable import QueryEngineTests

/// Every field of an item goes out and in again, and is the same: component, store, JSON and statement.
@Suite struct FieldIdentityTests {
  private let context: QueryContext
  private let store: CalendarStore
  private let berlin: Zone

  init() throws {
    context = try exampleContext(isChecking: false)
    store = try CalendarStore.inMemory(zones: zones)
    berlin = try #require(zones.zone(named: "Europe/Berlin"))
  }

  /// Fields that rows tell and objects cannot set.
  private static let notFromJSON: Set<ItemField> = [.organizer]
  /// Fields that `edit … set` has no words for: other statements or nobody sets them.
  private static let notAssigned: Set<ItemField> = [
    .completion, .status, .percentComplete, .organizer, .extraDates, .parent,
  ]
  /// Fields that `add` has no words for, besides those; a part of another item needs one that is there.
  private static let notAdded = notAssigned.union([.exceptions, .color, .conference, .section])

  // MARK: Samples

  private func time(_ text: String) throws -> EventTime { .zoned(try wall(text), berlin) }

  private func plain(_ kind: ItemKind) throws -> Item {
    var item = Item(kind: kind)
    item.uid = "sample@example.org"
    item.title = "Sample"
    if kind == .event {
      item.start = try time("20261120T090000")
      item.length = .exact(seconds: 3_600)
    } else {
      item.due = try time("20261120T090000")
    }
    return item
  }

  /// An item in which the field is another one than in a plain one.
  private func sample(_ field: ItemField) throws -> Item {
    let isOfReminders: Bool =
      switch field {
      case .reminderStart, .due, .completion, .priority, .percentComplete, .flagged, .section, .parent,
        .repeatBase:
        true
      default: false
      }
    var item = try plain(isOfReminders ? .reminder : .event)
    switch field {
    case .title: item.title = "Budget, review; done"
    case .location: item.location = "Room 5"
    case .place:
      item.location = "Park"
      item.place = StructuredLocation(title: "Park", latitude: 52.5, longitude: -13.25, radius: 150)
    case .notes: item.notes = "Line\nTwo \\ \"quoted\""
    case .url: item.url = "https://example.org/a,b"
    case .start: item.start = try time("20261120T113000")
    case .length: item.length = .exact(seconds: 5_400)
    case .reminderStart: item.start = try time("20261119T100000")
    case .due: item.due = try time("20261122T081500")
    case .completion:
      // What is done is done whole.
      (item.isCompleted, item.completed) = (true, Instant(seconds: 1_795_000_000))
      item.percentComplete = 100
    case .status: item.status = .tentative
    case .availability: item.availability = .tentative
    case .priority: item.priority = 5
    case .percentComplete: item.percentComplete = 40
    case .alarms:
      item.alarms = [.sound("Bell", trigger: .relative(CalendarDuration(seconds: -900), toEnd: false))]
    case .categories: item.categories = ["a", "b, c"]
    case .attendees:
      item.attendees = [
        Participant(
          name: "Ann", address: "mailto:ann@example.org", status: "needs-action", role: "req-participant")
      ]
    case .organizer: item.organizer = Participant(name: "Bob", address: "mailto:bob@example.org")
    case .attachments:
      item.attachments = [Attachment(uri: "https://example.org/plan.pdf", mediaType: nil, fileName: nil)]
    case .rules: try repeats(&item, "FREQ=WEEKLY;BYDAY=FR")
    case .extraDates:
      try repeats(&item, "FREQ=WEEKLY;BYDAY=FR")
      item.extraTimes = [try time("20261125T090000")]
    case .exceptions:
      try repeats(&item, "FREQ=WEEKLY;BYDAY=FR")
      item.exceptionTimes = [try time("20261127T090000")]
    case .travel: item.travel = CalendarDuration(seconds: 1_800)
    case .color: item.color = "navy"
    case .conference: item.conference = "https://example.org/room,1"
    case .flagged: item.isFlagged = true
    case .section: item.section = "Top"
    case .parent: item.parentUID = "whole@example.org"
    case .repeatBase:
      try repeats(&item, "FREQ=DAILY;INTERVAL=3")
      item.repeatsFromCompletion = true
    }
    return item
  }

  private func repeats(_ item: inout Item, _ rule: String) throws {
    let start = try #require(item.anchor)
    item.recurrence = RecurrenceSet(
      start: .dateTime(start.wall), rules: [try RecurrenceRule(parsing: rule)], zone: start.zone)
    item.ruleTexts = [rule]
  }

  /// The item's component, with the fields in which it is not empty.
  private func component(_ item: Item) -> Component {
    let nothing = Item(kind: item.kind)
    let fields = Set(ItemField.allCases.filter { !item.agrees(with: nothing, on: $0) })
    return ComponentEditor.apply(fields, of: item, to: nil, now: context.now)
  }

  private func read(_ component: Component) -> Item {
    ItemReader.read(component) { zones.zone(named: $0) }.item
  }

  /// The fields in which two items differ; how long a reminder takes follows from its times.
  private func differences(_ a: Item, _ b: Item) -> Set<ItemField> {
    Set(ItemField.allCases.filter { !a.agrees(with: b, on: $0) && ($0 != .length || a.kind == .event) })
  }

  // MARK: Out and in

  @Test(arguments: ItemField.allCases) func aSampleHasAnotherValue(field: ItemField) throws {
    let item = try sample(field)
    #expect(!item.agrees(with: try plain(item.kind), on: field))
    var taken = try plain(item.kind)
    taken.take(field, from: item)
    #expect(taken.agrees(with: item, on: field))
  }

  @Test(arguments: ItemField.allCases) func throughAComponent(field: ItemField) throws {
    let item = try sample(field)
    let again = read(component(item))
    #expect(differences(item, again) == [])
    // Taken away again it leaves nothing behind.
    let empty = ComponentEditor.apply(
      [field], of: try plain(item.kind), to: component(item), now: context.now)
    #expect(read(empty).agrees(with: try plain(item.kind), on: field))
  }

  /// A row of the store, with the item as the store reads it.
  private func stored(_ item: Item) throws -> (row: ItemRow, item: Item) {
    let text = String(decoding: component(item).text, as: UTF8.self)
    try store.take("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(text)END:VCALENDAR\n")
    let question =
      item.kind == .reminder ? "reminders all anytime" : item.recurrence == nil ? "events anytime" : "series"
    let found = try rows(question, context, store).compactMap { row -> ItemRow? in
      switch row {
      case .event(let row), .reminder(let row), .series(let row): row
      default: nil
      }
    }
    let row = try #require(found.first)
    let target = ItemTarget(item: row.occurrence.series)
    return (row, try Workspace(store).item(target))
  }

  @Test(arguments: ItemField.allCases) func throughTheStore(field: ItemField) throws {
    let item = try sample(field)
    let (row, again) = try stored(item)
    #expect(again.agrees(with: item, on: field))
    // Its columns tell it too: the same item without it has others.
    var without = item
    without.take(field, from: try plain(item.kind))
    let other = try FieldIdentityTests().stored(without).row
    #expect(Self.columns(row.record) != Self.columns(other.record))
  }

  /// What a record has, but for its number.
  private static func columns(_ record: ItemRecord) -> [String: String] {
    let children = Mirror(reflecting: record).children
    return Dictionary(uniqueKeysWithValues: children.map { ($0.label ?? "", "\($0.value)") })
      .filter { $0.key != "id" }
  }

  @Test(arguments: ItemField.allCases) func throughJSON(field: ItemField) throws {
    let item = try sample(field)
    var json = ItemJSON(now: context.now, zone: context.zone)
    var bytes: [UInt8] = []
    json.append(try stored(item).row, type: item.kind == .event ? "event" : "reminder", to: &bytes)
    let object = try #require(try JSONValue(parsing: bytes).object)
    var again = try JSONItem(object, context: context, store: store).addition().item
    #expect(again.uid == item.uid)
    if Self.notFromJSON.contains(field) {
      #expect(!again.agrees(with: item, on: field))
      again.take(field, from: item)
    }
    #expect(differences(item, again) == [])
  }

  @Test(arguments: ItemField.allCases) func throughAnAssignment(field: ItemField) throws {
    let item = try sample(field)
    let noun: Noun = item.kind == .event ? .events : .reminders
    let names = FieldCatalog.settable([noun]).map(\.name).filter { $0.parts.contains(field) }
    #expect(names.isEmpty == Self.notAssigned.contains(field))
    // The days of an item alone and its zone say a part of when it is.
    for name in names where name != .allday && name != .zone {
      let value = try #require(ItemSyntax(context).value(name, of: item))
      let text = "edit ev:aaaaaa set \(name.rawValue) = \(value)"
      guard case .edit(let edit) = try parseStatement(text) else { continue }
      var binder = try ChangeBinder(context: context, store: store)
      let plain = field == .exceptions ? try sample(.rules) : try plain(item.kind)
      let again = try binder.edit(edit.assignments, of: plain).edit.applied(to: plain)
      #expect(again.agrees(with: item, on: field), "\(text)")
    }
  }

  @Test(arguments: ItemField.allCases) func throughAStatement(field: ItemField) throws {
    let item = try sample(field)
    let text = StatementSyntax.add(ItemSyntax(context).addition(item, to: nil)).description
    guard case .add(let add) = try parseStatement(text) else { return }
    var binder = try ChangeBinder(context: context, store: store)
    if field == .parent { return }
    let again = try binder.addition(add, rows: [], last: nil).item
    let lost = differences(item, again)
    #expect(
      lost.isSubset(of: Self.notAdded) && lost.contains(field) == Self.notAdded.contains(field), "\(text)")
  }

  // MARK: Tables

  @Test func aRowIsFoundByThePlaceOfItsField() {
    for (place, field) in FieldName.allCases.enumerated() {
      #expect(Int(unsafeBitCast(field, to: UInt8.self)) == place)
    }
    #expect(FieldName.title.parts == [.title] && FieldName.attendees.parts == [.attendees])
  }

  @Test func whatCanBeSetIsWhatTheCatalogSays() {
    let settable = Set(FieldCatalog.settable(Set(Noun.allCases)).map(\.name))
    #expect(Set(FieldName.allCases.filter { $0.row.shape != nil }) == settable)
  }

  /// Required keys are always there, in this order.
  @Test func theSchemaHasTheKeysOfTheTable() throws {
    let text = try #require(ProjectFiles.text("Grammar/json/rows.schema.json"))
    let schema = try JSONValue(parsing: Array(text.utf8))
    for (name, kind) in [("event", ItemKind.event), ("series", .event), ("reminder", .reminder)] {
      let required = schema["$defs"]?[name]?["required"]?.array?.compactMap(\.string)
      let keys = JSONKey.all.filter { $0.isWritten(of: kind) }
      #expect(required == ["type"] + keys.map(\.name.description))
    }
  }

  /// What queries may ask calendars and sources for is there, and is nothing that rows of them do not know.
  @Test func calendarsAndSourcesHaveTheirFields() throws {
    let calendar = CalendarRecord(id: 1, source: 1, title: "Work", color: "#112233", kinds: .events)
    let source = SourceRecord(id: 1, title: "Cloud", kind: .calDAV)
    for entry in FieldCatalog.queryable(.calendars) {
      #expect(
        !CalendarRow(calendar: calendar, source: source, items: 3).value(entry.name).isNull, "\(entry.name)")
    }
    for entry in FieldCatalog.queryable(.sources) {
      #expect(!SourceRow(source: source, calendars: 3).value(entry.name).isNull, "\(entry.name)")
    }
  }
}

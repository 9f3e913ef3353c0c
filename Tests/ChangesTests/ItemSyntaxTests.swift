import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngineTests

/// Items written as statements and read back: the statement that a form prints does what the form did.
@Suite struct ItemSyntaxTests {
  private static let fields: [ItemField] = [
    .title, .location, .notes, .url, .start, .length, .due, .reminderStart, .availability, .priority, .alarms,
    .categories, .rules, .travel, .repeatBase,
  ]

  /// Statements of every kind, which come back as they are.
  @Test(arguments: [
    "add event \"Dentist\" 2026-11-24 09:30 for 45m in Work alarm -15m, -1h sound Bell notes \"Line\\nTwo\"",
    "add event \"Fair\" 2026-11-24 for 3d",
    "add event \"Call\" 2026-11-24 09:30 zone America/New_York repeat every 2 weeks on tuesday until 31 december 2027",
    "add event \"Walk\" 2026-11-24 18:00 zone floating location \"Park\" at 52.52, 13.4 radius 100m free",
    "add event \"Night\" 2026-10-25 01:00 for 3h travel 30m url \"https://example.org/\"",
    "add event \"Meeting\" 2026-11-24 attendee \"Ann <ann@example.org>\", \"bob@example.org\" tag \"a\", \"b c\"",
    "add event \"Lunch\" 2026-11-20 12:00 repeat every month on the 3rd friday 10 times alarm end -5m",
    "add event \"Office\" 2026-11-20 12:00 alarm entering \"Office\" at 52.5, 13.4 radius 100m, 2026-11-20 08:00",
    "add reminder \"Buy milk\" due 2026-11-20",
    "add reminder \"Water\" due 2026-11-20 18:00 repeat every 3 days after completion priority high",
    "add reminder \"Quiet\" due 2026-11-20 18:00 alarm none start 2026-11-19",
    "add reminder \"Someday\"",
  ]) func comesBack(statement: String) throws {
    let store = try store()
    let context = try exampleContext()
    let item = try added(statement, context, store).item
    let printed = StatementSyntax.add(ItemSyntax(context).addition(item, to: nil)).description
    let again = try added(printed, context, store).item
    for field in Self.fields {
      #expect(item.agrees(with: again, on: field), "\(field) of \(statement)\nprinted as \(printed)")
    }
    #expect(item.attendees.map(\.email) == again.attendees.map(\.email))
  }

  /// Each field of each sample item, written by `edit … set` onto another item, makes the two agree on it.
  @Test func fieldsOfTheSamplesComeBack() throws {
    let store = try store()
    for path in ProjectFiles.files(below: "Samples/calendars", suffix: ".ics") {
      try store.take(ProjectFiles.text(path) ?? "", named: path)
    }
    let context = try exampleContext(isChecking: false)
    let workspace = Workspace(store)
    var checked = 0
    for row in try rows("events from -1y to +1y", context, store) + rows("reminders", context, store) {
      guard let target = row.target else { continue }
      let item = try workspace.item(target)
      let syntax = ItemSyntax(context)
      // A clock time that a clock change skips comes back as the one that is meant.
      if case .zoned(let wall, let zone)? = item.start, zone.civil(at: zone.instant(of: wall)) != wall {
        continue
      }
      for (name, field) in [
        (FieldName.title, ItemField.title), (.notes, .notes), (.url, .url), (.location, .location),
        (.alarms, .alarms), (.tags, .categories), (.priority, .priority), (.travel, .travel), (.due, .due),
        (.availability, .availability), (.start, item.kind == .event ? .start : .reminderStart),
      ] {
        let noun: Noun = item.kind == .event ? .events : .reminders
        guard FieldCatalog.settable([noun]).contains(where: { $0.name == name }),
          let value = syntax.value(name, of: item), !item.alarms.contains(where: { $0.message != nil })
        else { continue }
        // The statement's text, not the tree: quoting and all.
        let text = "edit ev:aaaaaa set \(name.rawValue) = \(value)"
        guard case .edit(let edit) = try parseStatement(text) else { continue }
        var binder = try ChangeBinder(context: context, store: store)
        let bound = try binder.edit(edit.assignments, of: item)
        #expect(bound.edit.applied(to: item).agrees(with: item, on: field), "\(text)")
        checked += 1
      }
    }
    #expect(checked > 500)
  }

  private func store() throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    _ = try store.addCalendar(title: "Work", now: try exampleContext().now)
    return store
  }

  private func added(
    _ statement: String, _ context: QueryContext, _ store: CalendarStore
  ) throws -> BoundAddition {
    var binder = try ChangeBinder(context: context, store: store)
    guard case .add(let syntax) = try parseStatement(statement) else { throw NotAnAddition() }
    return try binder.addition(syntax, rows: [], last: nil)
  }

  private struct NotAnAddition: Error {}
}

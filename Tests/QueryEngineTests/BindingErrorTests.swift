import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Runs the faults that only a store and a clock can tell.
@Suite struct BindingErrorTests {
  static let cases = GrammarCase.all(in: "Grammar/errors/binding.test")
  static let strictCases = GrammarCase.all(in: "Grammar/errors/binding-strict.test")

  static let catalog = Catalog(
    calendars: [
      (1, "Work"), (1, "Home"), (1, "Birthdays"), (1, "Family Trips"), (2, "Home"), (2, "Shopping"),
      (2, "Kalender Büro"),
    ].enumerated().map { index, entry in
      CalendarRecord(id: index + 1, source: entry.0, title: entry.1, kinds: [.events, .reminders])
    },
    sources: [
      SourceRecord(id: 1, title: "iCloud", kind: .calDAV), SourceRecord(id: 2, title: "Local", kind: .local),
    ])

  private func message(_ statement: String, strict: Bool) throws -> String? {
    guard case .query(let query) = try parseStatement(statement) else { return nil }
    var binder = Binder(try exampleContext(isStrict: strict), Self.catalog)
    do {
      _ = try binder.bind(query)
      return nil
    } catch {
      return error.diagnostic.rendered(source: statement)
    }
  }

  @Test func theFilesAreThere() { #expect(Self.cases.count >= 10 && Self.strictCases.count >= 2) }

  @Test(arguments: cases) func saysExactlyThis(item: GrammarCase) throws {
    #expect(try message(item.statement, strict: false) == item.block)
  }

  @Test(arguments: strictCases) func saysExactlyThisInStrictMode(item: GrammarCase) throws {
    #expect(try message(item.statement, strict: true) == item.block)
    #expect(try message(item.statement, strict: false) == nil)
  }

  @Test(arguments: [
    ("events where title matches /(/", "bad-pattern"),
    ("events today having count > 1", "misplaced-aggregate"),
    ("events group by day having busy", "rows-in-having"),
    ("free 0m today", "bad-value"), ("free 1h from 2026-11-01 to 2026-11-02", "range-is-past"),
    ("events today select title, count", "ungrouped-column"), ("events sort by count", "misplaced-aggregate"),
    ("sum title of events today", "not-a-number"), ("events next 0 days", "empty-range"),
    ("events 9999 + 1y", "out-of-calendar"), ("events where zone = Europe/Olso", "unknown-zone"),
    ("events where title = $x", "unbound-parameter"), ("calendars today", "range-not-allowed"),
    ("events group by week select title, count", "ungrouped-column"),
    ("events from today 10:00 to today 09:00", "reversed-range"),
  ]) func hasACode(statement: String, code: String) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    #expect(diagnostic(statement, try exampleContext(), store)?.code == code)
  }
}

import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Every field of every noun, run against a store and not only read: what has a value and
/// what has none are all there is.
@Suite struct FieldTests {
  private func store() throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    var calendars = RandomCalendar(seed: 84)
    for name in ["Work", "Home"] {
      try store.take(calendars.file(name, events: 25, reminders: 15), named: name)
    }
    return store
  }

  @Test func everyFieldAnswersEverywhere() throws {
    let store = try store()
    let context = try exampleContext()
    for noun in Noun.allCases {
      let all = question(of: noun)
      let total = try rows(all, context, store).count
      for entry in FieldCatalog.queryable(noun) {
        let name = entry.name.rawValue
        let (has, lacks) =
          entry.type == .boolean
          ? ("where \(name)", "where not \(name)") : ("where \(name) is not empty", "where \(name) is empty")
        let parts = try [has, lacks].map { try rows("\(all) \($0)", context, store).count }
        // A pair passes where both do, so that a condition and its contrary may leave some pairs out.
        if noun == .conflicts {
          #expect(parts[0] + parts[1] <= total, "\(noun.rawValue) \(name)")
        } else {
          #expect(parts[0] + parts[1] == total, "\(noun.rawValue) \(name)")
        }
        for clause in ["sort by \(name)", "select \(name)"] {
          #expect(try rows("\(all) \(clause)", context, store).count == total, "\(noun.rawValue) \(clause)")
        }
        let groups = try rows("\(all) group by \(name)", context, store)
        #expect((groups.count > 0) == (total > 0), "\(noun.rawValue) group by \(name)")
      }
    }
  }

  /// All rows of a noun, within a year where it takes a range.
  private func question(of noun: Noun) -> String {
    switch noun {
    case .calendars, .sources: noun.rawValue
    case .reminders: "reminders all from 2026-06-01 to 2026-12-31"
    default: "\(noun.rawValue) from 2026-06-01 to 2026-12-31"
    }
  }
}

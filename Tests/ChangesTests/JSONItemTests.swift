import CivilTime
import Editing
import JSON
import QueryEngine
import Store
import TestSupport
import Testing

@testable import Changes
@testable import QueryEngineTests

/// Items as JSON, where their values contradict each other or say nothing.
@Suite struct JSONItemTests {
  private func read(_ text: String) throws -> BoundAddition {
    let object = try #require(try JSONValue(parsing: Array(text.utf8)).object)
    let store = try CalendarStore.inMemory(zones: zones)
    return try JSONItem(object, context: try exampleContext(), store: store).addition()
  }

  @Test func aLastDayBeforeTheStartIsRefused() throws {
    let error = #expect(throws: JSONItemError.self) {
      try read(#"{"title":"x","start":"2026-11-20","lastDay":"2026-11-19"}"#)
    }
    #expect(error == JSONItemError("lastDay", "the last day lies before the start"))
    let days = try read(#"{"title":"x","start":"2026-11-20","lastDay":"2026-11-22"}"#).item.length
    #expect(days == .nominal(CalendarDuration(days: 3)))
  }

  @Test func anEmptyLocationIsNone() throws {
    #expect(try read(#"{"title":"x","start":"2026-11-20","location":""}"#).item.location == nil)
    #expect(try read(#"{"title":"x","start":"2026-11-20","location":"Hall"}"#).item.location == "Hall")
  }
}

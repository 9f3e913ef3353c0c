import CivilTime
import Model
import Testing

@testable import Store

@Suite("Writing inside a transaction that reads")
struct NestedWriteTests {
  @Test("What is tried there and not kept leaves nothing")
  func dryRun() throws {
    let library = try Library()
    let store = library.store
    try store.withReadTransaction { () throws(StoreError) in
      try store.inOneStep("dry", now: Library.now, keeping: false) { () throws(StoreError) in
        _ = try store.addCalendar(title: "Tried", now: Library.now)
      }
    }
    #expect(try store.calendars().isEmpty)
    #expect(try store.history().isEmpty)
  }

  @Test("What fails there leaves nothing, and what succeeds stays")
  func failure() throws {
    let library = try Library()
    let store = library.store
    let error = storeError {
      try store.withReadTransaction { () throws(StoreError) in
        try store.inOneStep("failing", now: Library.now) { () throws(StoreError) in
          _ = try store.addCalendar(title: "Half", now: Library.now)
          throw StoreError(.interrupted, "")
        }
      }
    }
    #expect(error?.code == .interrupted)
    #expect(try store.calendars().isEmpty)
    try store.withReadTransaction { () throws(StoreError) in
      _ = try store.addCalendar(title: "Kept", now: Library.now)
    }
    #expect(try store.calendars().map(\.title) == ["Kept"])
  }
}

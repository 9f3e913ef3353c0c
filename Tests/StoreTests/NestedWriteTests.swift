import CivilTime
import Model
import Testing

@testable import Store

/// Writing inside a transaction that reads.
@Suite struct NestedWriteTests {
  @Test func whatIsTriedThereAndNotKeptLeavesNothing() throws {
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

  @Test func whatFailsThereLeavesNothingAndWhatSucceedsStays() throws {
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

  @Test func aPartThatFailsFailsTheWholeEvenWhereItsErrorIsCaught() throws {
    let store = try Library().store
    let error = storeError {
      try store.inOneStep("whole", now: Library.now) { () throws(StoreError) in
        _ = try store.addCalendar(title: "Kept?", now: Library.now)
        _ = try? store.inOneStep("part", now: Library.now) { () throws(StoreError) in
          _ = try store.addCalendar(title: "Half", now: Library.now)
          throw StoreError(.itemGone, "")
        }
      }
    }
    #expect(error?.code == .itemGone)
    #expect(try store.calendars().isEmpty)
    #expect(try store.history().isEmpty)
  }

  @Test func inABatchEachWriteIsKeptOrTakenBackByItself() throws {
    let store = try Library().store
    try store.beginBatch(cause: "batch", now: Library.now)
    _ = try store.addCalendar(title: "Kept", now: Library.now)
    _ = try? store.inOneStep("part", now: Library.now) { () throws(StoreError) in
      _ = try store.addCalendar(title: "Half", now: Library.now)
      throw StoreError(.itemGone, "")
    }
    try store.inOneStep("tried", now: Library.now, keeping: false) { () throws(StoreError) in
      _ = try store.addCalendar(title: "Tried", now: Library.now)
    }
    try store.commitBatch()
    #expect(try store.calendars().map(\.title) == ["Kept"])
    #expect(try store.history().map(\.cause) == ["batch"])
  }
}

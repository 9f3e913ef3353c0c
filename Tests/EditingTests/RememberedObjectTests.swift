import CivilTime
import Model
import Testing

@testable import Editing
@testable import Store

/// What a store remembers of the objects that were written.
@Suite struct RememberedObjectTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func whatWasWrittenIsNotReadAgain() throws {
    let series = try bench.put("UID:r", "DTSTART:20261118T090000", "RRULE:FREQ=DAILY;COUNT=9")
    let edit = bench.edit([(.title, { $0.title = "New" })])
    try bench.store.inOneStep("x", now: Workbench.now) { () throws(StoreError) in
      let target = ItemTarget(item: series, key: OccurrenceKey(text: "20261120T090000"))
      let outcome = bench.outcome {
        try bench.workspace.save(edit, to: target, span: .future, cause: "x", now: Workbench.now)
      }
      #expect(outcome.map { Set(bench.store.knownObjects.keys) == [series, $0.target.item] } == true)
    }
  }

  /// What waits to be brought up to date with the next write goes on waiting.
  @Test func anEditThatChangesNothingIsNoWrite() throws {
    let item = try bench.put("UID:a", "SUMMARY:Same", "DTSTART:20261118T090000")
    try bench.store.database.execute("INSERT INTO meta(key, value) VALUES ('stale', 1)")
    let edit = bench.edit([(.title, { $0.title = "Same" })])
    let outcome = bench.outcome {
      try bench.workspace.save(edit, to: ItemTarget(item: item), span: nil, cause: "x", now: Workbench.now)
    }
    #expect(outcome?.isUnchanged == true)
    #expect(try bench.store.database.number("SELECT count(*) FROM meta WHERE key = 'stale'") == 1)
  }

  @Test func whatIsTakenBackIsForgotten() throws {
    let series = try bench.put("UID:r", "SUMMARY:Old", "DTSTART:20261118T090000", "RRULE:FREQ=DAILY;COUNT=9")
    let edit = bench.edit([(.title, { $0.title = "New" })])
    let target = ItemTarget(item: series)
    let outcome = bench.outcome {
      try bench.workspace.save(edit, to: target, span: .all, cause: "x", now: Workbench.now, keeping: false)
    }
    #expect(outcome != nil)
    #expect(try bench.workspace.item(target).title == "Old")
  }
}

import Model
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// Conflicts that a sync left, and what becomes of them.
@Suite struct ConflictTests {
  let bench: SyncBench

  init() throws {
    bench = try SyncBench()
    try bench.folder.write(text("SUMMARY:A", "LOCATION:Here", "PRIORITY:5"), to: "a.ics")
    try bench.sync()
    try bench.folder.write(text("SUMMARY:Theirs", "LOCATION:There", "PRIORITY:5"), to: "a.ics")
    try bench.put(text("SUMMARY:Mine", "LOCATION:Home", "PRIORITY:1"))
    #expect(try bench.sync().conflicts == 1)
  }

  private func text(_ lines: String...) -> String { SyncBench.text("a", lines) }

  private var book: ConflictBook { ConflictBook(bench.store, addresses: [], now: SyncBench.now) }

  private func resolve(_ resolution: Resolution) throws {
    _ = try book.resolve(1, resolution) { "fresh" }
    #expect(try bench.store.verify(now: SyncBench.now) == [])
    try bench.sync()
    #expect(try !bench.sync().isChanged)
  }

  @Test func itShowsBothSides() throws {
    let conflict = try #require(try book.open().first)
    #expect(conflict.parts.map(\.key).sorted() == ["location", "title"])
    #expect(conflict.title == "A" && conflict.items.count == 1)
    #expect(bench.file("a.ics").contains("SUMMARY:Theirs") && bench.file("a.ics").contains("PRIORITY:1"))
  }

  @Test func mineTakesThePlaceOfTheirs() throws {
    try resolve(.sides(["title": .mine, "location": .mine]))
    #expect(bench.file("a.ics").contains("SUMMARY:Mine") && bench.file("a.ics").contains("LOCATION:Home"))
    #expect(try book.open().isEmpty)
    #expect(try bench.store.resources(in: bench.collection.id).map(\.condition) == [.inSync])
  }

  @Test func theirsStays() throws {
    try resolve(.sides(["title": .theirs, "location": .theirs]))
    #expect(bench.file("a.ics").contains("SUMMARY:Theirs"))
    #expect(try book.open().isEmpty)
  }

  @Test func partsAreResolvedOneAfterAnother() throws {
    try resolve(.sides(["location": .mine]))
    #expect(bench.file("a.ics").contains("SUMMARY:Theirs") && bench.file("a.ics").contains("LOCATION:Home"))
    #expect(try book.open().first?.parts.map(\.key) == ["title"])
    try resolve(.sides(["title": .mine]))
    #expect(bench.file("a.ics").contains("SUMMARY:Mine"))
    #expect(try book.open().isEmpty)
  }

  @Test func anUndoOpensAConflictAgain() throws {
    _ = try book.resolve(1, .sides(["location": .mine])) { "fresh" }
    _ = try book.resolve(1, .both) { "fresh" }
    #expect(try book.open().isEmpty && bench.titles == ["Mine", "Theirs"])
    try bench.store.undo(.byHand, now: SyncBench.now)
    #expect(try book.open().first?.parts.map(\.key) == ["title"])
    #expect(try bench.titles == ["Theirs"])
    try bench.store.undo(.byHand, now: SyncBench.now)
    #expect(try book.open().first?.parts.map(\.key).sorted() == ["location", "title"])
    try bench.store.redo(now: SyncBench.now)
    #expect(try book.open().first?.parts.map(\.key) == ["title"])
    try resolve(.sides(["title": .mine]))
    #expect(bench.file("a.ics").contains("SUMMARY:Mine") && bench.file("a.ics").contains("LOCATION:Home"))
  }

  @Test func bothMakesTwoItems() throws {
    try resolve(.both)
    #expect(try bench.titles == ["Mine", "Theirs"])
    #expect(bench.names == ["a.ics", "fresh.ics"])
    #expect(bench.file("fresh.ics").contains("SUMMARY:Mine"))
  }

  @Test func anItemThatIsGoneClosesItsConflict() throws {
    try bench.delete("a")
    #expect(throws: AccountError.conflictGone(1)) {
      try book.resolve(1, .sides(["title": .mine])) { "fresh" }
    }
    #expect(try book.open().isEmpty)
    #expect(throws: AccountError.unknownConflict(1)) { try book.resolve(1, .both) { "fresh" } }
  }

  @Test func aLaterEditStaysBesideTheChoice() throws {
    try bench.put(text("SUMMARY:Theirs", "LOCATION:There", "PRIORITY:9"))
    try resolve(.sides(["title": .mine]))
    #expect(bench.file("a.ics").contains("SUMMARY:Mine") && bench.file("a.ics").contains("PRIORITY:9"))
  }
}

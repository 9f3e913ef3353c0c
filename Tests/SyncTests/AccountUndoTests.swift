import Model
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// What an undo takes back of accounts and links, and what it must not take from the other side.
@Suite struct AccountUndoTests {
  let bench: AccountBench

  init() throws {
    bench = try AccountBench()
    try bench.make("work", "a", "b")
  }

  private var store: CalendarStore { bench.store }

  /// Adds the account with its first sync, as the statement does.
  private func addAndSync() throws {
    let (source, step) = try bench.book.add("Home", path: bench.folder.path)
    let sync = AccountSync(
      store, source, try bench.book.account(of: source), addresses: [], now: AccountBench.now,
      clock: { Int.max / 2 })
    #expect(try sync.run(in: step).fault == nil)
  }

  private func undo() throws {
    try store.undo(.byHand, now: AccountBench.now)
    #expect(try store.verify(now: AccountBench.now) == [])
  }

  private func redo() throws {
    try store.redo(now: AccountBench.now)
    #expect(try store.verify(now: AccountBench.now) == [])
  }

  private var files: [String] { TemporaryFolder.names(in: bench.folder.path + "/work").sorted() }

  @Test func oneUndoTakesAnAccountBackWithWhatItBrought() throws {
    try addAndSync()
    #expect(try bench.calendars() == ["work: a b"])
    try undo()
    #expect(try store.accounts().isEmpty && store.collections().isEmpty)
    #expect(try !store.sources().contains { $0.title == "Home" })
    #expect(files == ["a.ics", "b.ics"])
    try redo()
    #expect(try bench.calendars() == ["work: a b"])
    #expect(try !bench.sync().isChanged)
    #expect(files == ["a.ics", "b.ics"])
  }

  /// An account with half of its items would delete them in its folder.
  @Test func anAccountThatLaterSyncsFilledIsNotTakenBackInPart() throws {
    try addAndSync()
    try bench.make("work", "c")
    try bench.sync()
    #expect(throws: StoreError.self) { try undo() }
    #expect(try bench.calendars() == ["work: a b c"])
    bench.folder.remove("work/c.ics")
    try bench.sync()
    try bench.make("more", "d")
    try bench.sync()
    do throws(StoreError) {
      _ = try store.plan(.undo, .byHand)
      Issue.record("the account has a calendar of a later sync")
    } catch {
      #expect(error.code == .settledStep)
      #expect(error.detail == "later syncs changed what it has; delete account … remove takes it back")
    }
  }

  @Test func anAccountThatComesBackDoesNotShareAFolder() throws {
    try addAndSync()
    _ = try bench.book.delete(try bench.source("Home"), .keep)
    let other = try bench.add("Second")
    try bench.sync("Second")
    let steps = try store.history(limit: 10).filter { $0.cause == "delete account Home" }
    try store.revert(.undo, .number(try #require(steps.first).id), now: AccountBench.now)
    let reason = "it is the folder of the account `Second` too"
    #expect(try bench.sync().fault?.reason == reason)
    #expect(try bench.sync("Second").fault?.reason == "it is the folder of the account `Home` too")
    _ = try bench.book.delete(other, .remove)
    #expect(try bench.sync().fault == nil)
    #expect(try bench.calendars() == ["work: a b"])
    #expect(files == ["a.ics", "b.ics"])
  }

  @Test func aFolderWhoseLinkIsUndoneIsLeftOut() throws {
    try addAndSync()
    let mine = try store.addCalendar(title: "Mine", now: AccountBench.now)
    try bench.put(["m"], into: mine)
    _ = try bench.book.link(mine, to: try bench.source("Home"), "mine")
    try undo()
    try bench.sync()
    #expect(try bench.calendars() == ["work: a b"] && bench.calendars(of: "Local") == ["Mine: m"])
    try redo()
    try bench.sync()
    #expect(try bench.calendars() == ["Mine: m", "work: a b"])
    #expect(TemporaryFolder.names(in: bench.folder.path + "/mine").contains("m.ics"))
  }

  @Test func theCalendarThatALinkReplacedComesBackWithItsFolder() throws {
    try addAndSync()
    let mine = try store.addCalendar(title: "Mine", now: AccountBench.now)
    try bench.put(["a"], into: mine)
    _ = try bench.book.link(mine, to: try bench.source("Home"), "work")
    try undo()
    #expect(try bench.calendars() == ["work: a b"] && bench.calendars(of: "Local") == ["Mine: a"])
    #expect(try !bench.sync().isChanged)
    #expect(files == ["a.ics", "b.ics"])
    try redo()
    #expect(try bench.calendars() == ["Mine: a"])
    try bench.sync()
    // The title is the folder's, as at any first sync.
    #expect(try bench.calendars() == ["work: a b"])
    #expect(files == ["a.ics", "b.ics"])
  }

  /// The files of one folder say nothing of another one, also on the way back.
  @Test func theFolderBeforeLosesNothing() throws {
    try addAndSync()
    let other = try TemporaryFolder()
    try other.makeFolder("work")
    try other.write(SyncBench.text("x", ["SUMMARY:x"]), to: "work/x.ics")
    _ = try bench.book.edit(try bench.source("Home"), name: nil, path: other.path)
    try bench.sync()
    #expect(try bench.calendars() == ["work: a b x"])
    try undo()
    try bench.sync()
    #expect(try bench.calendars() == ["work: a b x"])
    #expect(files == ["a.ics", "b.ics", "x.ics"])
  }
}

import Model
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Accounts with a folder of calendars.
@Suite struct AccountTests {
  let bench: AccountBench

  init() throws { bench = try AccountBench() }

  private func add() throws { try bench.add() }

  @Test func foldersBecomeCalendars() throws {
    try bench.make("work", "a", "b")
    try bench.make("home", "c")
    try bench.folder.write("Private life\n", to: "home/displayname")
    try bench.folder.write("#ff0000\n", to: "home/color")
    try add()
    #expect(try bench.calendars() == ["Private life:", "work:"])
    let report = try bench.sync()
    #expect(report.collections.map(\.title) == ["Private life", "work"])
    #expect(try bench.calendars() == ["Private life: c", "work: a b"])
    #expect(try bench.calendar("Private life").color == "#FF0000")
    #expect(try !bench.sync().isChanged)
  }

  @Test func aFolderThatComesLaterBecomesACalendar() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    try bench.make("more", "b")
    let report = try bench.sync()
    #expect(report.collections.map(\.isNew) == [true, false])
    #expect(try bench.calendars() == ["more: b", "work: a"])
  }

  @Test func aCalendarThatIsAddedHereBecomesAFolder() throws {
    try add()
    try bench.sync()
    let source = try bench.source("Home")
    _ = try bench.store.addCalendar(
      title: "Trips/2026", source: source.id, color: "#008080", now: AccountBench.now)
    #expect(try bench.sync(isDryRun: true).collections.count == 1)
    #expect(TemporaryFolder.names(in: bench.folder.path) == [])
    let report = try bench.sync()
    #expect(report.collections.map(\.isNew) == [true])
    #expect(TemporaryFolder.names(in: bench.folder.path) == ["Trips-2026"])
    #expect(bench.folder.text("Trips-2026/displayname") == "Trips/2026\n")
    #expect(bench.folder.text("Trips-2026/color") == "#008080\n")
    #expect(try !bench.sync().isChanged)
  }

  /// A program may end between the record of a new folder and the folder itself.
  @Test(arguments: [false, true])
  func aFolderThatWasBegunIsMadeOnce(_ isMade: Bool) throws {
    try add()
    try bench.sync()
    let source = try bench.source("Home")
    let calendar = try bench.store.addCalendar(
      title: "Trips/2026", source: source.id, color: "#008080", now: AccountBench.now)
    try bench.put(["a"], into: calendar)
    let collection = try bench.store.addCollection(
      account: source.id, calendar: calendar.id, name: "Trips-2026", cause: "sync Home", now: AccountBench.now
    )
    var state = CollectionState()
    state.title = "Trips-2026"
    try bench.store.set(state, ofCollection: collection.id)
    if isMade { try bench.folder.makeFolder("Trips-2026") }
    try bench.sync()
    #expect(TemporaryFolder.names(in: bench.folder.path) == ["Trips-2026"])
    #expect(bench.folder.text("Trips-2026/displayname") == "Trips/2026\n")
    #expect(bench.folder.text("Trips-2026/color") == "#008080\n")
    #expect(try bench.calendars() == ["Trips/2026: a"])
    #expect(try !bench.sync().isChanged)
  }

  @Test func titleAndColorGoBothWays() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    var calendar = try bench.calendar("work")
    calendar.title = "Office"
    try bench.store.update(calendar, cause: "rename", now: AccountBench.now)
    try bench.sync()
    #expect(bench.folder.text("work/displayname") == "Office\n")
    try bench.folder.write("Bureau\n", to: "work/displayname")
    try bench.folder.write("#00ff00\n", to: "work/color")
    try bench.sync()
    #expect(try bench.calendar("Bureau").color == "#00FF00")
    // Both changed it: theirs is shown.
    calendar = try bench.calendar("Bureau")
    calendar.title = "Mine"
    try bench.store.update(calendar, cause: "rename", now: AccountBench.now)
    try bench.folder.write("Theirs\n", to: "work/displayname")
    try bench.sync()
    #expect(try bench.calendars() == ["Theirs: a"])
  }

  @Test func twoFoldersOfOneTitleCanBeToldApart() throws {
    try bench.make("a", "x")
    try bench.make("b", "y")
    for name in ["a", "b"] { try bench.folder.write("Same\n", to: name + "/displayname") }
    try add()
    try bench.sync()
    #expect(try bench.calendars() == ["Same (b): y", "Same: x"])
    try bench.sync()
    #expect(try bench.calendars() == ["Same (b): y", "Same: x"])
  }

  @Test func aRenamedFolderIsTheSameCalendar() throws {
    try bench.make("work", "a", "b")
    try add()
    try bench.sync()
    let calendar = try bench.calendar("work")
    rename(bench.folder.path + "/work", bench.folder.path + "/office")
    let report = try bench.sync()
    #expect(report.collections.map(\.held) == [0])
    #expect(try bench.store.calendars().map(\.id).contains(calendar.id))
    #expect(try bench.calendars() == ["office: a b"])
  }

  @Test func aFolderThatIsGoneIsHeldUntilItIsAllowed() throws {
    try bench.make("work", "a", "b")
    try bench.make("home", "c")
    try add()
    try bench.sync()
    bench.folder.remove("work")
    let report = try bench.sync()
    #expect(report.collections.first { $0.title == "work" }?.isGone == true)
    #expect(try bench.calendars() == ["home: c", "work: a b"])
    try bench.allow()
    try bench.sync()
    #expect(try bench.calendars() == ["home: c"])
    _ = try bench.store.undo(.lastSync, now: AccountBench.now)
    #expect(try bench.calendars() == ["home: c", "work: a b"])
    // What was taken back is copied out again.
    try bench.sync()
    try bench.allow()
    try bench.sync()
    #expect(try bench.calendars().count >= 1)
  }

  @Test func aCalendarThatIsDeletedHereIsHeldUntilItIsAllowed() throws {
    try bench.make("work", "a", "b")
    try bench.make("home", "c")
    try add()
    try bench.sync()
    try bench.store.deleteCalendar(try bench.calendar("work"), cause: "delete", now: AccountBench.now)
    #expect(try bench.sync().collections.first { $0.title == "work" }?.held == 2)
    #expect(TemporaryFolder.names(in: bench.folder.path + "/work") == ["a.ics", "b.ics"])
    try bench.allow()
    #expect(try bench.sync().collections.first { $0.title == "work" }?.deletedThere == 2)
    #expect(TemporaryFolder.names(in: bench.folder.path) == ["home"])
    #expect(try !bench.sync().isChanged)
  }

  /// A deletion takes a file aside first; a program that ends there leaves it to the next one.
  @Test func aDeletionThatWasInterruptedIsGoneOnWith() throws {
    try bench.make("work", "a", "b")
    try add()
    try bench.sync()
    let collection = try #require(try bench.store.collections().first)
    try bench.store.deleteCalendar(try bench.calendar("work"), cause: "delete", now: AccountBench.now)
    try bench.sync()
    for uid in ["a", "b"] {
      let aside = ".\(uid).ics.x.kal.tmp"
      _ = try bench.store.begin(.delete, uid + ".ics", partial: aside, text: nil, in: collection.id)
      let folder = bench.folder.path + "/work"
      rename(folder + "/\(uid).ics", folder + "/" + aside)
    }
    // What another program had written before is not ours to delete.
    try bench.folder.write(SyncBench.text("b", ["SUMMARY:Changed"]), to: "work/.b.ics.x.kal.tmp")
    try bench.allow()
    try bench.sync()
    #expect(TemporaryFolder.names(in: bench.folder.path + "/work") == ["b.ics"])
    #expect(try bench.store.intents(in: collection.id).isEmpty)
  }

  @Test func whatOthersWroteInADeletedCalendarStays() throws {
    try bench.make("work", "a", "b")
    try add()
    try bench.sync()
    try bench.store.deleteCalendar(try bench.calendar("work"), cause: "delete", now: AccountBench.now)
    try bench.sync()
    try bench.folder.write(SyncBench.text("a", ["SUMMARY:Changed"]), to: "work/a.ics")
    try bench.make("work", "n")
    try bench.allow()
    try bench.sync()
    #expect(TemporaryFolder.names(in: bench.folder.path + "/work") == ["a.ics", "n.ics"])
    try bench.sync()
    #expect(try bench.calendars() == ["work: Changed n"])
  }

  @Test func anAccountWhoseFolderIsGoneLosesNothing() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    rename(bench.folder.path, bench.folder.path + "-away")
    let report = try bench.sync()
    #expect(report.fault?.code == .folderGone)
    #expect(try bench.calendars() == ["work: a"])
    #expect(try AccountLine.all(in: bench.store).last?.state.contains("gone") == true)
    rename(bench.folder.path + "-away", bench.folder.path)
    #expect(try bench.sync().fault == nil)
    #expect(try AccountLine.all(in: bench.store).last?.state == "in sync")
  }

  // MARK: Accounts

  @Test func foldersOfTwoAccountsAreApart() throws {
    try bench.make("work", "a")
    try add()
    func refusal(_ name: String, _ path: String) -> String? {
      do throws(AccountError) {
        _ = try bench.book.add(name, path: path)
        return nil
      } catch { return error.code }
    }
    let path = bench.folder.path
    #expect(refusal("home", path + "/x") == "account-exists")
    #expect(refusal("X", path) == "folder-taken")
    #expect(refusal("X", path + "/work") == "folder-inside-account")
    #expect(refusal("X", "/tmp") == "folder-around-account")
    #expect(refusal("X", path + "/none") == "no-folder")
    #expect(refusal("X", path + "/" + "work/a.ics") == "not-a-folder")
    #expect(refusal(" ", path) == "bad-value")
    symlink(path, path + "-link")
    defer { unlink(path + "-link") }
    #expect(refusal("X", path + "-link") == "folder-taken")
  }

  @Test func anAccountIsRenamedAndItsFolderMoves() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    rename(bench.folder.path, bench.folder.path + "-away")
    defer { rename(bench.folder.path + "-away", bench.folder.path) }
    _ = try bench.book.edit(try bench.source("Home"), name: "House", path: bench.folder.path + "-away")
    let report = try bench.sync("House")
    #expect(report.fault == nil && !report.isChanged)
    #expect(try bench.calendars(of: "House") == ["work: a"])
  }

  @Test(arguments: [AccountBook.Remains.keep, .remove])
  func aDeletedAccountKeepsOrRemovesItsCalendars(_ remains: AccountBook.Remains) throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    let source = try bench.source("Home")
    #expect(throws: AccountError.hasCalendars("Home", count: 1)) { try bench.book.delete(source, nil) }
    #expect(try bench.book.delete(source, remains) == 1)
    #expect(try bench.store.accounts() == [] && bench.store.collections() == [])
    #expect(try bench.calendars(of: "Local") == (remains == .keep ? ["work: a"] : []))
    #expect(TemporaryFolder.names(in: bench.folder.path + "/work") == ["a.ics"])
    _ = try bench.store.undo(.latest, now: AccountBench.now)
    #expect(try bench.calendars() == ["work: a"])
    #expect(try !bench.sync().isChanged)
  }

  @Test func theStoresOwnSourceStays() throws {
    #expect(throws: AccountError.ownSource("Local")) {
      try bench.book.delete(try bench.source("local"), .remove)
    }
  }

  // MARK: Links

  @Test func aLinkedCalendarAdoptsWhatIsEqualAndMergesTheRest() throws {
    try bench.make("work", "a", "b")
    let local = try bench.store.addCalendar(title: "Work", now: AccountBench.now)
    try bench.put(["a", "n"], into: local)
    try add()
    try bench.sync()
    let shared = try bench.book.shared(
      local, with: try bench.book.uids(in: "work", of: try bench.source("Home")))
    #expect(shared.shared == 1 && shared.all == 2)
    _ = try bench.book.link(local, to: try bench.source("Home"), "work")
    let report = try bench.sync()
    #expect(report.collections.map(\.conflicts) == [0])
    #expect(try bench.calendars() == ["Work: a b n"])
    #expect(
      TemporaryFolder.names(in: bench.folder.path + "/work") == ["a.ics", "b.ics", "displayname", "n.ics"])
    #expect(try bench.store.calendars().contains { $0.id == local.id })
    #expect(throws: AccountError.alreadyLinked(calendar: "Work", to: "Home/work")) {
      try bench.book.link(try bench.calendar("Work"), to: try bench.source("Home"), "x")
    }
    _ = try bench.book.unlink(try bench.calendar("Work"))
    #expect(try bench.calendars(of: "Local") == ["Work: a b n"])
  }

  @Test(arguments: ["../x", "a//b", ".hidden", "a/.b", "/etc"])
  func aLinkStaysInTheAccountsFolder(_ place: String) throws {
    try add()
    let local = try bench.store.addCalendar(title: "Work", now: AccountBench.now)
    #expect(throws: AccountError.badPlace(place)) {
      try bench.book.link(local, to: try bench.source("Home"), place)
    }
  }

  // MARK: What use found

  @Test func anotherFolderDeletesNothingHere() throws {
    try bench.make("work", "a", "b")
    try add()
    try bench.sync()
    let other = try TemporaryFolder()
    try other.makeFolder("work")
    try other.write(SyncBench.text("z", ["SUMMARY:z"]), to: "work/z.ics")
    _ = try bench.book.edit(try bench.source("Home"), name: nil, path: other.path)
    try bench.sync()
    #expect(try bench.calendars() == ["work: a b z"])
    #expect(TemporaryFolder.names(in: other.path + "/" + "work") == ["a.ics", "b.ics", "z.ics"])
  }

  /// Files that were fresh at the last sync have no time that counts, and ours were written by us.
  @Test func anAllowedDeletionDeletesFreshFilesToo() throws {
    try bench.make("work", "a", "b")
    try add()
    try bench.sync(clock: 0)
    try bench.store.deleteCalendar(try bench.calendar("work"), cause: "delete", now: AccountBench.now)
    try bench.sync()
    try bench.allow()
    let report = try bench.sync()
    #expect(report.collections.map(\.deletedThere) == [2] && report.collections.first?.notes == [])
    #expect(TemporaryFolder.names(in: bench.folder.path) == [])
    #expect(try bench.sync().collections.isEmpty)
  }

  @Test func whatWentWithItsFolderIsNotMadeThereAgain() throws {
    try bench.make("work", "a", "b")
    try bench.make("home", "c")
    try add()
    try bench.sync()
    bench.folder.remove("work")
    try bench.sync()
    try bench.allow()
    try bench.sync()
    #expect(TemporaryFolder.names(in: bench.folder.path) == ["home"])
    #expect(try bench.sync().collections.map(\.title) == ["home"])
  }

  @Test func theAccountsOwnFolderStays() throws {
    try bench.folder.write(SyncBench.text("a", ["SUMMARY:a"]), to: "a.ics")
    try add()
    try bench.sync()
    try bench.store.deleteCalendar(try bench.calendar("Home"), cause: "delete", now: AccountBench.now)
    try bench.sync()
    try bench.allow()
    try bench.sync()
    #expect(try bench.sync().fault == nil)
    #expect(TemporaryFolder.names(in: bench.folder.path) == [])
  }

  /// A file system gives the number of a folder that is gone to a new one.
  @Test func anotherFolderOfTheSameNumberIsAnotherCalendar() throws {
    try bench.make("one", "a")
    try add()
    try bench.sync()
    rename(bench.folder.path + "/one", bench.folder.path + "/other")
    bench.folder.remove("other/a.ics")
    try bench.make("other", "x")
    try bench.sync()
    #expect(try bench.calendars() == ["one: a", "other: x"])
  }

  @Test func anUnlinkedFolderIsLeftOut() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    _ = try bench.book.unlink(try bench.calendar("work"))
    #expect(try bench.sync().collections.isEmpty)
    #expect(try bench.calendars() == [] && bench.calendars(of: "Local") == ["work: a"])
    _ = try bench.book.link(try bench.calendar("work"), to: try bench.source("Home"), "work")
    try bench.sync()
    #expect(try bench.calendars() == ["work: a"])
  }

  @Test func aLinkedFolderIsOneThatASyncFinds() throws {
    try bench.make("group", "g")
    bench.folder.remove("group/g.ics")
    try bench.make("group/inner", "i")
    try add()
    try bench.sync()
    let local = try bench.store.addCalendar(title: "Mine", now: AccountBench.now)
    try bench.put(["m"], into: local)
    let source = try bench.source("Home")
    _ = try bench.book.link(local, to: source, "group")
    #expect(try bench.sync().collections.map(\.held) == [0, 0])
    #expect(try bench.calendars() == ["Mine: m", "inner: i"])
    for name in ["d", "d/e", "d/e/f", "d/e/f/g"] { try bench.folder.makeFolder(name) }
    let other = try bench.store.addCalendar(title: "Other", now: AccountBench.now)
    #expect(throws: AccountError.badPlace("d/e/f/g")) {
      try bench.book.link(other, to: source, "d/e/f/g")
    }
    #expect(throws: AccountError.badPlace("q/w/e/r")) { try bench.book.link(other, to: source, "q/w/e/r") }
    #expect(throws: AccountError.notAFolder(path: bench.folder.path + "/group/inner/i.ics")) {
      try bench.book.link(other, to: source, "group/inner/i.ics")
    }
    try bench.folder.write("", to: "plain")
    #expect(throws: AccountError.notAFolder(path: bench.folder.path + "/plain/x")) {
      try bench.book.link(other, to: source, "plain/x")
    }
    _ = try bench.book.link(other, to: source, "q/w/e")
    #expect(TemporaryFolder.names(in: bench.folder.path + "/q/w/e") == ["displayname"])
    _ = try bench.book.unlink(try bench.calendar("Other"))
    symlink(bench.folder.path + "/group", bench.folder.path + "/link")
    #expect(throws: AccountError.badPlace("link")) { try bench.book.link(other, to: source, "link") }
  }

  @Test(arguments: [
    ("color", "_color"), ("displayname", "_displayname"), ("x.ics", "_x.ics"), (".hidden", "_hidden"),
    ("a/b", "a-b"), (" ", "calendar"), (String(repeating: "👩‍👩‍👧‍👦", count: 60), String(repeating: "👩‍👩‍👧‍👦", count: 8)),
  ]) func aFolderHasANameOfItsOwn(title: String, name: String) {
    #expect(AccountSync.folderName(for: title, taken: []) == name)
    #expect(AccountSync.folderName(for: title, taken: [name]) == name + " 2")
  }

  @Test func accountsWithOpenConflictsStay() throws {
    try bench.make("work", "a")
    try add()
    try bench.sync()
    let calendar = try bench.calendar("work")
    try bench.folder.write(SyncBench.text("a", ["SUMMARY:Theirs"]), to: "work/a.ics")
    try bench.change("a", title: "Mine", in: calendar)
    #expect(try bench.sync().collections.map(\.conflicts) == [1])
    #expect(throws: AccountError.openConflicts("Home", count: 1)) {
      try bench.book.delete(try bench.source("Home"), .keep)
    }
  }

  @Test func twoSyncsDoNotRunAtOnce() throws {
    let path = bench.folder.path + "/store.db"
    let lock = try SyncLock(store: path)
    #expect(throws: AccountError.syncRunning) { try SyncLock(store: path) }
    #expect(throws: AccountError.syncRunning) { try SyncLock(store: path, waiting: 20) }
    withExtendedLifetime(lock) {}
  }

  @Test func aSourceOfThisStoreAloneGetsAFolder() throws {
    let source = try bench.book.add("Home")
    let calendar = try bench.store.addCalendar(title: "Trips", source: source.id, now: AccountBench.now)
    try bench.put(["a"], into: calendar)
    try bench.make("work", "b")
    _ = try bench.book.edit(source, name: nil, path: bench.folder.path)
    try bench.sync()
    #expect(try bench.calendars() == ["Trips: a", "work: b"])
    #expect(TemporaryFolder.names(in: bench.folder.path + "/Trips").contains("a.ics"))
    let own = try bench.source("Local")
    #expect(throws: AccountError.self) { try bench.book.edit(own, name: nil, path: bench.folder.path) }
  }
}

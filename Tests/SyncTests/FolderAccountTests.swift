import Platform
import Store
import Sync
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which folders below an account's folder are calendars.
@Suite struct FolderAccountTests {
  let folder: TemporaryFolder
  let account: FolderAccount

  init() throws {
    folder = try TemporaryFolder()
    account = FolderAccount(folder.path)
  }

  private func make(_ folders: String..., files: [String] = []) throws {
    for name in folders { try #require(mkdir(folder.path + "/" + name, 0o755) == 0) }
    for name in files { try folder.write("", to: name) }
  }

  private func names() throws -> [String] { try account.contents().calendars.map(\.name) }

  @Test func foldersWithItemsAreCalendars() throws {
    try make("work", "home", ".hidden", files: ["work/a.ics", "home/color", ".hidden/b.ics", "readme.txt"])
    #expect(try names() == ["home", "work"])
  }

  @Test func theFolderItselfMayBeACalendar() throws {
    try make(files: ["a.ics"])
    #expect(try names() == [""])
    #expect(account.collection("").path == folder.path)
  }

  @Test func anEmptyAccountHasNoCalendarAndAnEmptyFolderIsOne() throws {
    #expect(try names() == [])
    try make("new")
    #expect(try names() == ["new"])
  }

  @Test func foldersOfFoldersGroupThem() throws {
    try make("fast", "fast/one", "fast/two", "slow", "slow/one", files: ["fast/one/a.ics"])
    #expect(try names() == ["fast/one", "fast/two", "slow/one"])
    #expect(try account.contents().calendars.map(\.leaf) == ["one", "two", "one"])
  }

  @Test func aCalendarMayHoldFoldersToo() throws {
    try make("a", "a/b", files: ["a/x.ics", "a/b/y.ics"])
    #expect(try names() == ["a", "a/b"])
  }

  @Test func aFolderOfSeveralNamesIsOneCalendar() throws {
    try make("b", files: ["b/x.ics"])
    #expect(symlink("..", folder.path + "/b/up") == 0)
    #expect(symlink("b", folder.path + "/a") == 0)
    #expect(try names() == ["b"])
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("", to: "y.ics")
    #expect(symlink(elsewhere.path, folder.path + "/c") == 0)
    #expect(try names() == ["b", "c"])
  }

  @Test func aNewNameKeepsTheNumber() throws {
    try make("a", files: ["a/x.ics"])
    let before = try account.contents().calendars
    #expect(rename(folder.path + "/a", folder.path + "/b") == 0)
    let after = try account.contents().calendars
    #expect(after.map(\.name) == ["b"] && after.map(\.node) == before.map(\.node))
  }

  @Test func anAccountThatIsGoneIsToldApartFromAnEmptyOne() throws {
    let gone = FolderAccount(folder.path + "/none")
    #expect(throws: RemoteFault.collectionGone(gone.path)) { try gone.contents() }
    try folder.write("", to: "file")
    #expect(throws: RemoteFault.collectionGone(folder.path + "/file")) {
      try FolderAccount(folder.path + "/file").contents()
    }
  }

  @Test func newCalendarsAreNewFolders() throws {
    let made = try account.makeCollection("trips")
    #expect(try made.entries() == [])
    #expect(try names() == ["trips"])
    #expect(throws: RemoteFault.changed("trips")) { try account.makeCollection("trips") }
  }
}

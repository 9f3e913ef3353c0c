import CivilTime
import Interchange
import TestSupport
import Testing

@testable import Store

/// What becomes of a store when the system's zone rules change under it.
@Suite struct ZoneRulesTests {
  private let folder: TemporaryFolder
  private let folders: [TemporaryFolder]

  init() throws {
    folder = try TemporaryFolder()
    folders = [try TemporaryFolder(), try TemporaryFolder()]
  }

  /// A database in which `Place` keeps the clock of a real zone.
  private func zones(_ index: Int, _ release: String, likeTheClockOf name: String) throws -> ZoneDatabase {
    let path = folders[index].path
    let system = try #require(ZoneDatabase().directory)
    try write(try #require(ProjectFiles.bytes(system + "/" + name)), to: path + "/Place")
    try write(Array("# version \(release)\n# more\n".utf8), to: path + "/tzdata.zi")
    return ZoneDatabase(directory: path)
  }

  private func take(_ text: String, _ store: CalendarStore) throws {
    var pieces = [Array(text.utf8)]
    _ = try store.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
  }

  private func starts(_ store: CalendarStore) throws -> [String] {
    let found = try all(
      store.events(from: Library.instant("20261117"), to: Library.instant("20261120"), viewer: .utc))
    return found.map(\.start.description)
  }

  @Test func theNextImportFollowsThem() throws {
    let path = folder.path + "/store.sqlite"
    let old = try CalendarStore(
      path: path, access: .create, zones: zones(0, "2026a", likeTheClockOf: "Europe/Berlin"))
    try take(calendar(event("a", "DTSTART;TZID=Place:20261118T120000")), old)
    #expect(try old.changedZoneRules() == nil)
    #expect(try starts(old) == ["2026-11-18T11:00:00Z"])

    let new = try CalendarStore(
      path: path, access: .write, zones: zones(1, "2026b", likeTheClockOf: "Asia/Tokyo"))
    let change = try #require(try new.changedZoneRules())
    #expect(change.indexed == "2026a" && change.present == "2026b")
    try take(calendar(event("b", "DTSTART;TZID=Place:20261119T120000")), new)
    #expect(try new.changedZoneRules() == nil)
    #expect(try starts(new) == ["2026-11-18T03:00:00Z", "2026-11-19T03:00:00Z"])
    #expect(try new.verify() == [])
  }

  @Test func theReleaseIsReadAsSystemsKeepIt() throws {
    let path = folder.path
    #expect(ZoneDatabase(directory: path).release == nil)
    try write(Array("2025c\n".utf8), to: path + "/+VERSION")
    #expect(ZoneDatabase(directory: path).release == "2025c")
    try write(Array("# redo posix_only\n".utf8), to: path + "/tzdata.zi")
    #expect(ZoneDatabase(directory: path).release == "2025c")
  }
}

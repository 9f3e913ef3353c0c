import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Items in a zone of the system that is not there any more: they stay as they are, can be deleted, and
/// keep nobody else from anything.
@Suite struct LostZoneTests {
  private let home: TemporaryFolder
  private let rules: TemporaryFolder
  private let berlin: [UInt8]
  private var path: String { home.path + "/store.sqlite" }

  init() throws {
    home = try TemporaryFolder()
    rules = try TemporaryFolder()
    let system = try #require(ZoneDatabase().directory)
    berlin = try #require(ProjectFiles.bytes(system + "/Europe/Berlin"))
    try write(berlin, to: rules.path + "/Place")
    try write(berlin, to: rules.path + "/Elsewhere")
    try write(Array("2026a".utf8), to: rules.path + "/+VERSION")
    var pieces = [
      Array(
        calendar(
          event("a", "SUMMARY:A\nDTSTART;TZID=Place:20261118T120000"),
          event("s", "SUMMARY:S\nDTSTART;TZID=Place:20261118T130000\nRRULE:FREQ=DAILY"),
          event("e", "SUMMARY:E\nDTSTART;TZID=Elsewhere:20261118T140000")
        ).utf8)
    ]
    let store = try CalendarStore(path: path, access: .create, zones: ZoneDatabase(directory: rules.path))
    _ = try store.importCalendars(named: "x.ics", now: Library.now) { pieces.popLast() }
  }

  private func open() throws -> CalendarStore {
    try CalendarStore(path: path, access: .write, zones: ZoneDatabase(directory: rules.path))
  }

  private func lose() { unlink(rules.path + "/Place") }

  private func component(_ store: CalendarStore, _ item: Int) throws -> Component {
    let text = try #require(try store.componentText(item))
    return try #require(ComponentText.component(text))
  }

  @Test func itCanBeDeletedAndNotCopiedOrBroughtBack() throws {
    lose()
    let store = try open()
    let copy = try component(store, 1)
    let error = storeError {
      _ = try store.apply([.put(id: nil, calendar: 1, component: copy)], cause: "duplicate", now: Library.now)
    }
    #expect(error?.code == .zoneMissing && error?.subject == "Place")
    let series = try #require(try store.items(uid: "s").first)
    for item in [1, series] { _ = try store.apply([.delete(item)], cause: "delete", now: Library.now) }
    #expect(try store.record(1) == nil && store.record(series) == nil)
    // What would come back would stand at another time.
    #expect(storeError { _ = try store.undo(.latest, now: Library.now) }?.code == .zoneMissing)
    #expect(try store.record(series) == nil)
    try write(berlin, to: rules.path + "/Place")
    let again = try open()
    for _ in 0..<2 { _ = try again.undo(.latest, now: Library.now) }
    #expect(try again.verify(now: Library.now) == [])
    #expect(try again.record(1)?.start?.zone == "Place")
  }

  /// A name that nothing ever knew is read as it always was.
  @Test func aNameThatNobodyKnewIsNoLoss() throws {
    lose()
    let store = try open()
    let text = event("n", "SUMMARY:N\nDTSTART;TZID=Nowhere Time:20261118T120000")
    let new = try #require(ComponentText.component(Array(text.utf8)))
    _ = try store.apply([.put(id: nil, calendar: 1, component: new)], cause: "add", now: Library.now)
    #expect(try store.items(uid: "n").count == 1)
  }

  /// Other zones' rules change, and the items in them are placed anew; what is lost stays known as lost.
  @Test func changedRulesOfOthersForgetNothing() throws {
    lose()
    let system = try #require(ZoneDatabase().directory)
    let other = try #require(ProjectFiles.bytes(system + "/America/New_York"))
    try write(other, to: rules.path + "/Elsewhere")
    try write(Array("2026b".utf8), to: rules.path + "/+VERSION")
    do {
      let store = try open()
      store.leavesOutUnknownZones = true
      let text = event("n", "SUMMARY:N\nDTSTART:20261118T150000Z")
      let new = try #require(ComponentText.component(Array(text.utf8)))
      _ = try store.apply([.put(id: nil, calendar: 1, component: new)], cause: "add", now: Library.now)
      #expect(try store.history().contains { $0.cause == "zone rules 2026a to 2026b: Elsewhere" })
    }
    let store = try open()
    #expect(try store.unknownZones() == ["Place"])
    store.leavesOutUnknownZones = true
    let found = try all(store.events(from: nil, to: Library.now.adding(seconds: 864_000), viewer: .utc))
    #expect(try Set(found.map(\.item)) == Set([1] + store.items(uid: "e") + store.items(uid: "n")))
  }

  @Test func checkSaysWhatCannotBeCompared() throws {
    lose()
    let store = try open()
    #expect(
      try store.verify(now: Library.now) == [
        "the system does not know the time zone Place, which items are in, or its file is damaged: the index was not compared with the items"
      ])
    #expect(storeError { try store.rebuild(now: Library.now) }?.code == .zoneMissing)
  }
}

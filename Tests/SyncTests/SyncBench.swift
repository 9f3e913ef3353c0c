import CivilTime
import ICalendar
import Interchange
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

/// A store with a calendar whose counterpart is a folder.
struct SyncBench {
  let folder: TemporaryFolder
  let remote: FolderCollection
  let store: CalendarStore
  let calendar: CalendarRecord
  let collection: CollectionRecord
  static let now = Instant(seconds: 1_795_000_000)

  init(_ folder: TemporaryFolder? = nil, store path: String? = nil) throws {
    let store =
      try path.map { try CalendarStore(path: $0, access: .create, zones: zones) }
      ?? CalendarStore.inMemory(zones: zones)
    try self.init(in: store, folder)
  }

  /// The store of a program that ended, with the folder that it synced.
  init(reopening path: String, _ folder: TemporaryFolder) throws {
    self.folder = folder
    remote = FolderCollection(folder.path)
    store = try CalendarStore(path: path, access: .write, zones: zones)
    try store.closeGrowingSteps()
    collection = try #require(try store.collections().first)
    let id = collection.calendar
    calendar = try #require(try store.calendars().first { $0.id == id })
  }

  /// A further calendar of a store, with an account of its own.
  init(in store: CalendarStore, _ folder: TemporaryFolder? = nil, number: Int = 0) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.store = store
    remote = FolderCollection(self.folder.path)
    let suffix = number == 0 ? "" : " \(number)"
    let source = try store.addSource(title: "Home" + suffix, kind: .local, now: Self.now)
    try store.addAccount(
      AccountRecord(source: source.id, kind: .folder, address: self.folder.path), cause: "add account",
      now: Self.now)
    calendar = try store.addCalendar(title: "Work" + suffix, source: source.id, now: Self.now)
    collection = try store.addCollection(
      account: source.id, calendar: calendar.id, name: "", cause: "add account", now: Self.now)
  }

  /// Syncs once; the store's own rules hold afterwards, and no write is left open.
  @discardableResult
  func sync(isDryRun: Bool = false) throws -> CollectionReport {
    let report = try sync(remote, isDryRun: isDryRun)
    #expect(try store.verify(now: Self.now) == [])
    #expect(try store.intents(in: collection.id) == [])
    return report
  }

  /// Syncs once with another remote or another clock, which is far ahead unless it is given, so that files
  /// count as settled.
  func sync(
    _ remote: some RemoteCollection, clock: @escaping () -> Int = SyncBench.farClock, isDryRun: Bool = false
  ) throws -> CollectionReport {
    var step = GrowingStep("sync Home", now: Self.now, origin: .synced)
    var sync = try CollectionSync(
      store, remote, collection, account: "Home", title: "Work", addresses: ["me@example.com"], now: Self.now,
      clock: clock, isDryRun: isDryRun)
    try sync.run(&step)
    try store.close(step)
    return sync.report
  }

  /// A time at which all files count as settled.
  static func farClock() -> Int { Int.max / 2 }

  /// The time of the system, in nanoseconds since 1970.
  static func systemClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// A calendar with one event.
  static func text(_ uid: String, _ given: [String]) -> String {
    var lines = given
    if !lines.contains(where: { $0.hasPrefix("DTSTART") }) { lines.insert("DTSTART:20261118T100000Z", at: 0) }
    let item = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261118T000000Z"] + lines
    return
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"] + item + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  /// Puts a calendar's item into the store, in the place of the one with its UID.
  func put(_ text: String) throws {
    let resource = try CalendarResource(bytes: Array(text.utf8))
    let name = resource.uid.map(ObjectName.uid)
    let items = try name.map { try store.items(of: $0, in: calendar.id) } ?? []
    try change { (objects) throws(StoreError) in
      _ = try objects.put(resource.components, definitions: [], in: items)
    }
  }

  /// Deletes the object of a UID from the store.
  func delete(_ uid: String) throws {
    let items = try store.items(of: .uid(uid), in: calendar.id)
    try change { (objects) throws(StoreError) in try objects.remove(items) }
  }

  func change(_ body: (inout ObjectReplacement) throws(StoreError) -> Void) throws {
    try store.writingObjects("edit", now: Self.now) { (writer) throws(StoreError) in
      var replacement = ObjectReplacement(store, writer, calendar: calendar.id)
      try body(&replacement)
      try replacement.write()
    }
  }

  /// The titles of all items in the store, sorted.
  var titles: [String] {
    get throws {
      try store.objectNames(in: calendar.id).flatMap { try store.items(of: $0, in: calendar.id) }
        .map { try store.title(ofItem: $0) ?? "" }.sorted()
    }
  }

  /// The names of the files, sorted, hidden ones too.
  var names: [String] { TemporaryFolder.names(in: folder.path) }

  /// The content of a file; empty when there is none.
  func file(_ name: String) -> String {
    String(decoding: (try? remote.read(name).bytes) ?? [], as: UTF8.self)
  }
}

import CivilTime
import ICalendar
import Interchange
import Model
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// A store with a calendar whose counterpart is a folder.
struct SyncBench {
  let folder: TemporaryFolder
  let remote: FolderCollection
  let store: CalendarStore
  let calendar: CalendarRecord
  let collection: CollectionRecord
  static let now = Instant(seconds: 1_795_000_000)

  init(_ folder: TemporaryFolder? = nil, store path: String? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    remote = FolderCollection(self.folder.path)
    store =
      try path.map { try CalendarStore(path: $0, access: .create, zones: zones) }
      ?? CalendarStore.inMemory(zones: zones)
    let source = try store.addSource(title: "Home", kind: .local, now: Self.now)
    try store.addAccount(
      AccountRecord(source: source.id, kind: .folder, address: self.folder.path), cause: "add account",
      now: Self.now)
    calendar = try store.addCalendar(title: "Work", source: source.id, now: Self.now)
    collection = try store.addCollection(
      account: source.id, calendar: calendar.id, name: "", cause: "add account", now: Self.now)
  }

  /// Syncs once; the store's own rules hold afterwards, and no write is left open.
  @discardableResult
  func sync(isDryRun: Bool = false) throws -> CollectionReport {
    var step = GrowingStep("sync Home", now: Self.now, origin: .synced)
    var sync = try CollectionSync(
      store, remote, collection, account: "Home", title: "Work", addresses: ["me@example.com"], now: Self.now,
      clock: { Int.max / 2 }, isDryRun: isDryRun)
    try sync.run(&step)
    try store.close(step)
    #expect(try store.verify(now: Self.now) == [])
    #expect(try store.intents(in: collection.id) == [])
    return sync.report
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

  private func change(_ body: (inout ObjectReplacement) throws(StoreError) -> Void) throws {
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

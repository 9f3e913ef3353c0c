import CivilTime
import Model
import Store
import TestSupport
import Testing

@testable import Sync

/// A store with an account for a folder of calendars.
struct AccountBench {
  let folder: TemporaryFolder
  let store: CalendarStore
  static let now = SyncBench.now

  init() throws {
    folder = try TemporaryFolder()
    store = try CalendarStore.inMemory(zones: zones)
  }

  var book: AccountBook { AccountBook(store, now: Self.now) }

  /// Adds an account for the folder; its first sync is a step of its own.
  @discardableResult
  func add(_ name: String = "Home", path: String? = nil) throws -> SourceRecord {
    let (source, step) = try book.add(name, path: path ?? folder.path)
    try store.close(step)
    return source
  }

  /// Makes a folder with items, each with its UID as title.
  func make(_ name: String, _ uids: String...) throws {
    try folder.makeFolder(name)
    for uid in uids { try folder.write(SyncBench.text(uid, ["SUMMARY:" + uid]), to: "\(name)/\(uid).ics") }
  }

  func source(_ name: String) throws -> SourceRecord { try book.source(named: name) }

  @discardableResult
  func sync(
    _ name: String = "Home", isDryRun: Bool = false, clock: Int = Int.max / 2
  ) throws -> AccountReport {
    let source = try source(name)
    let sync = AccountSync(
      store, source, try book.account(of: source), addresses: [], now: Self.now, clock: { clock },
      isDryRun: isDryRun)
    let report = try sync.run()
    #expect(try store.verify(now: Self.now) == [])
    return report
  }

  /// The titles of the items of each calendar of a source, as `work: a b`.
  func calendars(of name: String = "Home") throws -> [String] {
    let source = try source(name)
    return try store.calendars().filter { $0.source == source.id }.map { calendar in
      let titles = try store.objectNames(in: calendar.id)
        .flatMap { try store.items(of: $0, in: calendar.id) }
        .map { try store.title(ofItem: $0) ?? "" }.sorted()
      return ([calendar.title + ":"] + titles).joined(separator: " ")
    }.sorted()
  }

  func calendar(_ title: String) throws -> CalendarRecord {
    try #require(try store.calendars().first { $0.title == title })
  }

  /// Puts events into a calendar, each with its UID as title.
  func put(_ uids: [String], into calendar: CalendarRecord) throws {
    try store.writingObjects("add", now: Self.now) { (writer) throws(StoreError) in
      var objects = ObjectReplacement(store, writer, calendar: calendar.id)
      for uid in uids {
        let text = SyncBench.text(uid, ["SUMMARY:" + uid])
        guard let resource = try? CalendarResource(bytes: Array(text.utf8)) else { continue }
        _ = try objects.put(resource.components, definitions: [], in: [])
      }
      try objects.write()
    }
  }

  /// Gives an event another title.
  func change(_ uid: String, title: String, in calendar: CalendarRecord) throws {
    let items = try store.items(of: .uid(uid), in: calendar.id)
    let resource = try CalendarResource(bytes: Array(SyncBench.text(uid, ["SUMMARY:" + title]).utf8))
    try store.writingObjects("edit", now: Self.now) { (writer) throws(StoreError) in
      var objects = ObjectReplacement(store, writer, calendar: calendar.id)
      _ = try objects.put(resource.components, definitions: [], in: items)
      try objects.write()
    }
  }

  /// Lets through what is held back of a calendar or of one that is gone.
  func allow() throws {
    for collection in try store.collections() {
      var state = try store.state(ofCollection: collection.id)
      guard state.condition == .held || state.condition == .gone else { continue }
      state.condition = .allowed
      try store.set(state, ofCollection: collection.id)
    }
  }
}

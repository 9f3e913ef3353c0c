import ICalendar
import Interchange
import Locking
import Model
import TestSupport
import Testing

@testable import CivilTime
@testable import Store

/// A zone's file that the system did not open once, as too many were open: what was read then is not kept.
@Suite struct RefusedZoneTests {
  private final class Refusal: Sendable {
    let isOn = Mutex(false)
  }

  @Test func whatWasReadThenIsNotWritten() throws {
    let folder = try TemporaryFolder()
    let home = try TemporaryFolder()
    let path = home.path + "/store.sqlite"
    _ = try putPlace(in: folder, store: path, rule: "RRULE:FREQ=DAILY;COUNT=3")
    for uid in ["a", "s"] { try change(uid, path, folder.path) }
  }

  /// Changes an item whose zone could not be read before.
  private func change(_ uid: String, _ path: String, _ folder: String) throws {
    let refusal = Refusal()
    let zones = ZoneDatabase(directory: folder) { path, limit in
      if path.hasSuffix("/Place"), refusal.isOn.withLock({ $0 }) { return (nil, 24) }
      return SystemFile.contents(path, limit: limit)
    }
    let store = try CalendarStore(path: path, access: .write, zones: zones)
    let item = try #require(try store.items(uid: uid).first)
    refusal.isOn.withLock { $0 = true }
    let refused = try #require(try store.object(of: item))
    #expect(refused.master?.item.start?.zone == nil)
    refusal.isOn.withLock { $0 = false }
    let object = try #require(try store.object(of: item))
    #expect(object.master?.item.start?.zone?.identifier == "Place")
    let text = String(decoding: try #require(try store.componentText(item)), as: UTF8.self)
    let changed = text.replacing("SUMMARY:", with: "LOCATION:Here\nSUMMARY:")
    let component = try #require(ComponentText.component(Array(changed.utf8)))
    try store.apply([.put(id: item, calendar: 1, component: component)], cause: "x", now: Library.now)
    #expect(try store.record(item)?.start?.zone == "Place")
    #expect(try store.verify(now: Library.now) == [])
  }
}

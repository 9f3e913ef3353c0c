import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import Editing
@testable import Store

/// A store in memory with a workspace on it, at the reference instant: Wed 18 Nov 2026, 14:30 in Berlin.
struct Workbench {
  static let now = Instant(seconds: 1_795_008_600)
  let zones = ZoneDatabase()
  let store: CalendarStore
  let workspace: Workspace

  init() throws {
    store = try CalendarStore.inMemory(zones: zones)
    workspace = Workspace(store, generator: SplitMix64(seed: 1))
    _ = try store.addCalendar(title: "Home", now: Self.now)
  }

  /// Adds a component as a file would bring it, and gives its number.
  @discardableResult
  func put(_ lines: String..., kind: String = "VEVENT", calendar: Int = 1) throws -> Int {
    let text = (["BEGIN:" + kind] + lines + ["END:" + kind]).joined(separator: "\n")
    let component = try #require(ComponentText.component(Array(text.utf8)))
    return try store.put(component, in: calendar)
  }

  func target(_ item: Int, _ key: String? = nil) throws -> ItemTarget {
    ItemTarget(item: item, key: try key.map { try #require(OccurrenceKey(text: $0)) })
  }

  func text(_ item: Int) throws -> String {
    String(decoding: try #require(try store.componentText(item)), as: UTF8.self)
  }

  func edit(_ changes: [(ItemField, (inout Item) -> Void)], kind: ItemKind = .event) -> ItemEdit {
    var edit = ItemEdit(kind)
    for (field, change) in changes { edit.set(field, change) }
    return edit
  }

  /// Start and title of every occurrence in two years, as somebody in Berlin sees them.
  func rows() throws -> [String] {
    let berlin = try #require(zones.zone(named: "Europe/Berlin"))
    let cursor = try store.events(
      from: Instant(seconds: 1_767_000_000), to: Instant(seconds: 1_830_000_000), viewer: berlin)
    var rows: [String] = []
    while let found = try cursor.next() {
      let wall = berlin.civil(at: found.start)
      let title = try store.record(found.item)?.title ?? ""
      rows.append(
        "\(wall.date) \(found.isAllDay ? "all day" : String(wall.time.description.prefix(5))) \(title)")
    }
    return rows
  }

  func outcome(_ body: () throws -> EditOutcome) -> EditOutcome? { try? body() }

  func failure(_ body: () throws -> Void) -> EditError? {
    do {
      try body()
      return nil
    } catch {
      return error as? EditError
    }
  }
}

extension CalendarStore {
  /// Adds a component as it is, and gives its number.
  @discardableResult
  func put(_ component: Component, in calendar: Int = 1, now: Instant = Workbench.now) throws -> Int {
    let member = try zones(calendar: calendar, definitions: []).read(component, id: nil)
    let written = try write([CalendarObject(calendar: calendar, master: member)], cause: "put", now: now)
    return try #require(written.objects.first?.master?.id)
  }
}

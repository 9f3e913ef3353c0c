import ICalendar
import Model

@testable import Store

/// A change of one component of a store, by the number of its item.
enum ItemChange {
  /// A component in the place of an item's, or a new item where `id` is nil.
  ///
  /// `definitions` are the zone definitions by which its TZIDs are understood; nil for those that the item has.
  case put(id: Int?, calendar: Int, component: Component, definitions: [Int]? = nil)
  /// The item of this number goes.
  case delete(Int)
}

extension CalendarStore {
  /// Makes changes in one step, all of them or none, and gives the items of what was put; without changes what
  /// the store has to do of its own accord is done.
  @discardableResult
  func apply(
    _ changes: [ItemChange], cause: String, now: Instant, policy: IndexingPolicy = .standard
  ) throws(StoreError) -> [Int] {
    if changes.isEmpty { try writingObjects(cause, now: now, policy: policy) { _ in } }
    var put: [CalendarObject] = []
    var gone = CalendarObject(calendar: 0, master: nil)
    for change in changes {
      switch change {
      case .put(let id, let calendar, let component, let given):
        var definitions = given ?? []
        if given == nil, let id { definitions = try itemZones.definitions(of: id) }
        let zones = try zones(calendar: calendar, definitions: definitions)
        put.append(CalendarObject(calendar: calendar, master: zones.read(component, id: id)))
      case .delete(let id):
        gone.overrides.append(
          CalendarObject.Member(id: id, component: Component(name: "VEVENT"), item: Item(kind: .event)))
      }
    }
    let written = try write(put, replacing: gone, cause: cause, now: now, policy: policy)
    return written.objects.compactMap { $0.master?.id }
  }
}

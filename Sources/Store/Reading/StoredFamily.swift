import ICalendar
import Model

/// A master with its overrides, a single item, or an orphan override, as a store holds them.
public struct StoredFamily: Sendable {
  /// One component.
  public struct Member: Sendable {
    /// The item's number.
    public var id: Int
    /// How often it was changed here.
    public var revision: Int
    /// The occurrence it overrides; nil for masters and single items.
    public var key: OccurrenceKey?
    /// What an export writes.
    public var component: Component
    /// The zone definitions that it is understood by.
    public var definitions: [Int] = []
  }

  /// The calendar's row.
  public var calendar: Int
  /// Master first, then overrides by the occurrence they stand for.
  public var members: [Member]
}

extension CalendarStore {
  /// The family of an item; nil when there is no such item.
  public func family(of item: Int) throws(StoreError) -> StoredFamily? {
    try withReadTransaction { () throws(StoreError) in
      guard let record = try record(item) else { return nil }
      let head = record.master ?? record.id
      var members: [StoredFamily.Member] = []
      for id in try [head] + overrides(of: head) {
        guard let record = try self.record(id), let text = try componentText(id),
          let component = ComponentText.component(text)
        else { throw StoreError(.corrupt, path, detail: "the text of item \(id) cannot be read") }
        members.append(
          StoredFamily.Member(
            id: id, revision: record.revision, key: record.key, component: component,
            definitions: try itemZones.definitions(of: id)))
      }
      return StoredFamily(calendar: record.calendar, members: members)
    }
  }
}

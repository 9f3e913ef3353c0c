/// The alarms shared by several items, so that they are evaluated once for all of them.
public struct AlarmSet: Hashable, Sendable {
  /// The kind of the items.
  public var kind: ItemKind
  /// The alarms as a JSON array.
  public var alarms: String
  /// The travel time before an event; nil for none.
  public var travel: CalendarDuration?
}

extension CalendarStore {
  /// The sets of alarms of the store's items, each once, read from a covering index.
  public func alarmSets() throws(StoreError) -> [AlarmSet] {
    try database.with("SELECT DISTINCT kind, alarms, travel FROM item WHERE alarm_count > 0") {
      (row) throws(StoreError) in
      var result: [AlarmSet] = []
      while try row.step() {
        guard let kind = ItemKind(rawValue: row.int(0)) else { continue }
        result.append(
          AlarmSet(
            kind: kind, alarms: row.text(1),
            travel: row.optionalText(2).flatMap { BasicFormat.duration($0.utf8) }))
      }
      return result
    }
  }

  /// The row numbers of items with alarms: masters, single items and overrides.
  public func alarmedItems() throws(StoreError) -> Set<Int> {
    try database.with("SELECT id FROM item WHERE alarm_count > 0") { (row) throws(StoreError) in
      var result: Set<Int> = []
      while try row.step() { result.insert(row.int(0)) }
      return result
    }
  }

  /// The row numbers of the items that share a set of alarms.
  public func items(with set: AlarmSet) throws(StoreError) -> [Int] {
    try database.with(
      "SELECT id FROM item WHERE alarm_count > 0 AND kind IS ?1 AND alarms IS ?2 AND travel IS ?3 ORDER BY id"
    ) { (row) throws(StoreError) in
      row.bind(1, set.kind.rawValue).bind(2, set.alarms).bind(3, set.travel.map(\.description))
      var result: [Int] = []
      while try row.step() { result.append(row.int(0)) }
      return result
    }
  }
}

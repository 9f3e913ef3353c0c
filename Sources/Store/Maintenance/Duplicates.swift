/// Items that look like copies of each other.
public struct DuplicateGroup: Hashable, Sendable {
  /// The values that duplicates share.
  public enum Reason: String, Sendable {
    /// The iCalendar UID, in several calendars.
    case uid
    /// Title, time and whether they repeat.
    case titleAndTime = "title-and-time"
  }

  /// The values that the items share.
  public var reason: Reason
  /// The kind of the items.
  public var kind: ItemKind
  /// The title of the first item.
  public var title: String
  /// The items' rows, the oldest first; at least two.
  public var items: [Int]
}

extension CalendarStore {
  /// Returns groups of duplicates: by UID across calendars, and by title and time.
  ///
  /// A group with the same items by UID is not listed again by title.
  public func duplicates(in calendars: Set<Int>? = nil) throws(StoreError) -> [DuplicateGroup] {
    try withReadTransaction { () throws(StoreError) in
      let byUID = try groups(
        .uid,
        """
        SELECT kind, group_concat(id), group_concat(calendar) FROM
          (SELECT id, calendar, kind, uid FROM item WHERE master IS NULL AND key = 0 AND uid IS NOT NULL ORDER BY id)
        GROUP BY kind, uid HAVING count(*) > 1
        """, calendars)
      let known = Set(byUID.map(\.items))
      let byTitle = try groups(
        .titleAndTime,
        """
        SELECT kind, group_concat(id), group_concat(calendar) FROM
          (SELECT * FROM item WHERE master IS NULL AND key = 0 AND kind < 2 AND title IS NOT NULL
            AND (start_wall IS NOT NULL OR due_wall IS NOT NULL) ORDER BY id)
        GROUP BY kind, title, start_form, start_wall, start_zone, due_form, due_wall, due_zone, first_start, length_seconds,
          length_days, rules
        HAVING count(*) > 1
        """, calendars)
      return (byUID + byTitle.filter { !known.contains($0.items) }).sorted {
        ($0.items.first ?? 0) < ($1.items.first ?? 0)
      }
    }
  }

  private func groups(
    _ reason: DuplicateGroup.Reason, _ sql: SQL, _ calendars: Set<Int>?
  ) throws(StoreError) -> [DuplicateGroup] {
    let row = try database.statement(sql)
    defer { database.release(row) }
    var result: [DuplicateGroup] = []
    while try row.step() {
      let places = row.text(2).split(separator: ",").compactMap { Int($0) }
      let items = zip(row.text(1).split(separator: ",").compactMap { Int($0) }, places).filter {
        _, calendar in
        calendars?.contains(calendar) ?? true
      }.map(\.0)
      guard items.count > 1, let kind = ItemKind(rawValue: row.int(0)), let first = try record(items[0])
      else {
        continue
      }
      result.append(DuplicateGroup(reason: reason, kind: kind, title: first.title ?? "", items: items))
    }
    return result
  }
}

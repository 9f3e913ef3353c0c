/// An item's row as writing needs it: its identity, and the columns derived from it.
package struct StoredMember {
  package let id: Int
  let calendar: Int
  let kind: ItemKind
  /// The master of an override; nil for other items.
  package let master: Int?
  let key: Int
  package let isRange: Bool
  package let position: Int
  let revision: Int
  package let sequence: Int
  package let modified: Int?
  let hasDue: Bool
  /// The first occurrence, as derived.
  let firstAxis: TimeAxis?
  let firstStart: Int?
  let firstEnd: Int?
  let completed: Int?

  /// Whether the row stands for an occurrence; with nil, for no single one.
  package func stands(for key: OccurrenceKey?) -> Bool { self.key == OccurrenceCode.key(key) }

  /// Whether it counts as an item and not as a part of its master.
  var isCounted: Bool { master == nil }
  var isUndated: Bool { kind == .reminder && master == nil && !hasDue }

  init(row: Statement) {
    id = row.int(0)
    calendar = row.int(1)
    kind = ItemKind(rawValue: row.int(2)) ?? .other
    master = row.optionalInt(3)
    key = row.int(4)
    isRange = row.bool(5)
    position = row.int(6)
    revision = row.int(7)
    sequence = row.int(8)
    modified = row.optionalInt(9)
    hasDue = !row.isNull(10)
    firstAxis = row.optionalInt(11).flatMap(TimeAxis.init(rawValue:))
    firstStart = row.optionalInt(12)
    firstEnd = row.optionalInt(13)
    completed = row.optionalInt(14)
  }

  static let byUID = SQL(columns, "WHERE uid = ?1 AND calendar = ?2 AND kind = ?3 ORDER BY id")
  static let byID = SQL(columns, "WHERE id = ?1")
  static let byMaster = SQL(columns, "WHERE id = ?1 OR master = ?1 ORDER BY id")
  static let byContent = SQL(columns, "WHERE calendar = ?1 AND content = ?2 AND uid IS NULL ORDER BY id")

  private static let columns: StaticString = """
    SELECT id, calendar, kind, master, key, is_range, position, revision, sequence, modified, due_form,
      first_axis, first_start, first_end, completed
    FROM item\n
    """
}

/// An interval of a lane, as the journal records it.
struct LaneSpan: Hashable {
  var lane: IndexLane
  var first: Int
  var last: Int
}

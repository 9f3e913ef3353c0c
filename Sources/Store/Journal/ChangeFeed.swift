/// The net change of an item or calendar since a state of the store.
public struct StoredChange: Hashable, Sendable {
  /// The subject of a change.
  public enum Subject: Hashable, Sendable {
    /// The item of this number and its kind, for a deleted item its last kind.
    case item(Int, ItemKind?)
    /// The calendar of this number.
    case calendar(Int)
  }

  /// The kind of change, relative to the state given.
  public enum Kind: String, Sendable {
    case created, updated, deleted
  }

  /// The subject of the change.
  public var subject: Subject
  /// The kind of change.
  public var kind: Kind
  /// The calendar of the item, for a deleted item its last calendar.
  public var calendar: Int
  /// The sequence number of its last change.
  public var sequence: Int
}

extension CalendarStore {
  /// The token of the present state, for `changes(since:)`: `s` and the number of the last change.
  public func state() throws(StoreError) -> String { "s" + String(try changeSequence()) }

  /// Returns the items and calendars created, updated and deleted since a state, in the order of their last
  /// changes, and the present state.
  ///
  /// Items created and deleted since are left out. Throws `bad-state` for a token that is no state of this
  /// store.
  public func changes(since state: String) throws(StoreError) -> (changes: [StoredChange], state: String) {
    try withReadTransaction { () throws(StoreError) in
      let present = try changeSequence()
      guard state.hasPrefix("s"), let since = Int(state.dropFirst()), since >= 0, since <= present else {
        throw StoreError(.badToken, state)
      }
      let row = try database.statement(
        """
        SELECT g.subject, g.item, l.calendar, l.operation, f.operation, l.seq,
          coalesce(i.kind, CASE WHEN l.operation = 2 THEN hex(substr(l.old_text, 1, 11)) = '424547494E3A56544F444F' END)
        FROM (SELECT subject, item, min(seq) AS first, max(seq) AS last FROM change
          WHERE seq > ?1 AND subject < 2 GROUP BY subject, item) g
        JOIN change f ON f.seq = g.first JOIN change l ON l.seq = g.last
        LEFT JOIN item i ON g.subject = 0 AND i.id = g.item ORDER BY l.seq
        """)
      defer { database.release(row) }
      row.bind(1, since)
      var result: [StoredChange] = []
      while try row.step() {
        let wasThere = row.int(4) != Journal.Operation.added.rawValue
        let isThere = row.int(3) != Journal.Operation.deleted.rawValue
        if !wasThere, !isThere { continue }
        let subject: StoredChange.Subject =
          row.int(0) == 0
          ? .item(row.int(1), row.optionalInt(6).flatMap(ItemKind.init(rawValue:))) : .calendar(row.int(1))
        result.append(
          StoredChange(
            subject: subject, kind: !wasThere ? .created : isThere ? .updated : .deleted,
            calendar: row.int(2), sequence: row.int(5)))
      }
      return (result, "s" + String(present))
    }
  }
}

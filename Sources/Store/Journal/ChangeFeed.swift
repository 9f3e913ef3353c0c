/// What happened to an item or calendar since some state of the store, all in one.
public struct StoredChange: Hashable, Sendable {
  /// What it is about.
  public enum Subject: Hashable, Sendable {
    /// The item of this number, and its kind, of a deleted one what it was.
    case item(Int, ItemKind?)
    /// The calendar of this number.
    case calendar(Int)
  }

  /// What happened, seen from the state asked about.
  public enum Kind: String, Sendable {
    case created, updated, deleted
  }

  /// What it is about.
  public var subject: Subject
  /// What happened.
  public var kind: Kind
  /// The calendar it is in, or was.
  public var calendar: Int
  /// The number of its last change.
  public var sequence: Int
}

extension CalendarStore {
  /// The name of the present state, for `changes(since:)`: `s` and the number of the last change.
  public func state() throws(StoreError) -> String { "s" + String(try changeSequence()) }

  /// What was created, updated and deleted since a state, in the order of the
  /// last changes, and the state now.
  ///
  /// What came and went since is left out. Throws `bad-state` for what is no state of this store.
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

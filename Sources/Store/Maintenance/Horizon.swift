import ICalendar

extension CalendarStore {
  /// Moves the materialized interval of partly materialized series along with the clock, when less than a
  /// year of it is left.
  ///
  /// Only writes do this; a read expands the rest itself. The caller holds the transaction.
  func extendHorizon(_ writer: ObjectWriter, now: Instant) throws(StoreError) {
    let limit = now.seconds + 366 * 86_400
    var due: [Int] = []
    for lane in [IndexLane.eventInstant, .eventWall] {
      let sql: SQL = """
        SELECT item FROM series INDEXED BY series_to WHERE lane = ?1 AND state = 1 AND indexed_to < ?2
        """
      due += try numbers(sql) { $0.bind(1, lane.rawValue).bind(2, limit) }
    }
    due.sort()
    for id in due { try rewrite(id, with: writer, notingIn: nil) }
  }
}

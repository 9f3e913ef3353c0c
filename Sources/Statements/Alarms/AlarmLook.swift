import Changes

/// Finds the due alarms of a store, and updates a state with the alarms that rang.
///
/// The state decides what a look does: with the file's state it claims alarms, with a program's own it only
/// reports them.
package struct AlarmLook {
  package let session: Session
  package let store: CalendarStore

  /// The lateness in seconds up to which an alarm rings as if on time.
  private static let grace = 60

  /// Returns the current time.
  package func now() throws -> Instant { try session.context().context.now }

  /// Returns the alarms due since the last look; the very first look returns none.
  ///
  /// Alarms missed while the machine slept ring late; alarms older than a day do not ring.
  package func look(_ state: inout AlarmState) throws -> [RingingAlarm] {
    let now = try now()
    guard let until = state.until else {
      state.until = now
      return []
    }
    let oldest = now.adding(seconds: -AlarmRow.memory)
    var ringing: [RingingAlarm] = []
    if until < now {
      for row in try rows(from: max(until, oldest).adding(seconds: 1), to: now)
      where state.rung[row.ring] == nil {
        state.rung[row.ring] = now
        ringing.append(RingingAlarm(row: row, lateness: lateness(row.time, now)))
      }
      state.until = now
    }
    for snooze in state.snoozed.sorted(by: { $0.until < $1.until }) where snooze.until <= now {
      state.snoozed.remove(snooze)
      // A deleted or completed item does not ring again.
      guard let row = try find(snooze.ring) else { continue }
      state.rung[snooze.ring] = now
      ringing.append(RingingAlarm(row: row, lateness: lateness(snooze.until, now)))
    }
    state.rung = state.rung.filter { max($0.key.time, $0.value) > oldest }
    return ringing
  }

  /// Returns the time of the next ring, within a day or at the end of one of the snoozes.
  package func next(_ snoozed: Set<AlarmState.Snooze>) throws -> Instant? {
    let now = try now()
    let first = try rows(from: now.adding(seconds: 1), to: now.adding(seconds: AlarmRow.memory)).first?.time
    return (snoozed.map(\.until) + [first].compactMap { $0 }).min()
  }

  /// Returns the alarms that ring as the person moves to a place; without an earlier position, none ring.
  package func move(_ state: inout AlarmState, to position: AlarmState.Position) throws -> [RingingAlarm] {
    let before = state.position
    state.position = position
    guard let before else { return [] }
    let reached = try placed().filter { row in
      guard case .proximity(let isEntering, let place?) = row.alarm.trigger else { return false }
      let radius = place.radius.flatMap { $0 > 0 ? $0 : nil } ?? Alarm.defaultRadius
      let (was, present) = (before.distance(to: place) <= radius, position.distance(to: place) <= radius)
      return was != present && present == isEntering
    }
    for row in reached {
      var ring = row.ring
      // Entering, leaving and entering again within a second counts twice.
      while state.rung[ring] != nil { ring.time = ring.time.adding(seconds: 1) }
      state.rung[ring] = row.time
    }
    return reached.map { RingingAlarm(row: $0, lateness: 0) }
  }

  private func lateness(_ time: Instant, _ now: Instant) -> Int {
    let seconds = now.seconds - time.seconds
    return seconds > Self.grace ? seconds : 0
  }

  // MARK: Rows

  /// Returns the alarm of a ring, if it still exists; an alarm at a place has no fixed time.
  package func find(_ ring: AlarmState.Ring) throws -> AlarmRow? {
    if let row = try rows(from: ring.time, to: ring.time).first(where: { $0.ring == ring }) { return row }
    return try placed().first(where: ring.isOf)
  }

  /// Returns the alarms that ring in [from, to], in visible calendars.
  package func rows(from: Instant, to: Instant) throws -> [AlarmRow] {
    let context = try session.context().context
    let query = try BoundQuery.alarms(from: from, to: to.adding(seconds: 1), in: try shown(), store: store)
    var result = try Engine(store, context).run(query)
    var rows: [AlarmRow] = []
    while let row = try result.next() { if case .alarm(let row) = row { rows.append(row) } }
    return rows
  }

  /// Returns the alarms that wait for a place, in visible calendars.
  package func placed() throws -> [AlarmRow] {
    let context = try session.context().context
    return try fences(in: try shown(), context: context, store: store)
  }

  private func shown() throws -> Set<Int>? {
    let calendars = try store.calendars()
    return calendars.contains(where: \.isHidden) ? Set(calendars.filter { !$0.isHidden }.map(\.id)) : nil
  }
}

extension AlarmState.Ring {
  /// Whether it is a ring, at any time, of an alarm that waits for a place.
  func isOf(_ row: AlarmRow) -> Bool { row.ring.id == id && row.number == number }
}

extension AlarmRow {
  /// The key that identifies its ring.
  package var ring: AlarmState.Ring {
    AlarmState.Ring(id: item.occurrenceID ?? item.id, number: number, time: time)
  }
}

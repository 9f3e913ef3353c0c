import Changes

/// Finds what has to ring in a store, against a state that says what rang before and is brought up to date.
///
/// Whose state that is decides what a look means: the file's claims, a program's own only tells.
package struct AlarmLook {
  package let session: Session
  package let store: CalendarStore

  /// An alarm that is no more seconds late than this rings as if it were in time.
  private static let grace = 60

  /// The moment that counts as now.
  package func now() throws -> Instant { try session.context().context.now }

  /// What has to ring since the last look; the first look of all only begins.
  ///
  /// What the machine slept through rings late; what is older than a day does not.
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
      // What was deleted or done meanwhile does not ring again.
      guard let row = try find(snooze.ring) else { continue }
      state.rung[snooze.ring] = now
      ringing.append(RingingAlarm(row: row, lateness: lateness(snooze.until, now)))
    }
    state.rung = state.rung.filter { max($0.key.time, $0.value) > oldest }
    return ringing
  }

  /// When something rings next, within a day; `snoozed` is what was put off.
  package func next(_ snoozed: Set<AlarmState.Snooze>) throws -> Instant? {
    let now = try now()
    let first = try rows(from: now.adding(seconds: 1), to: now.adding(seconds: AlarmRow.memory)).first?.time
    return (snoozed.map(\.until) + [first].compactMap { $0 }).min()
  }

  /// What rings as the person comes to a place; without a place before nothing is reached or left.
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
      // Who comes, goes and comes within a second has come twice.
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

  /// The alarm that rang then, where it still would; one of a place has no time of its own.
  package func find(_ ring: AlarmState.Ring) throws -> AlarmRow? {
    if let row = try rows(from: ring.time, to: ring.time).first(where: { $0.ring == ring }) { return row }
    return try placed().first(where: ring.isOf)
  }

  /// Alarms that ring in [from, to], of the calendars that are shown.
  package func rows(from: Instant, to: Instant) throws -> [AlarmRow] {
    let context = try session.context().context
    let query = try BoundQuery.alarms(from: from, to: to.adding(seconds: 1), in: try shown(), store: store)
    var result = try run(query, context: context, store: store)
    var rows: [AlarmRow] = []
    while let row = try result.next() { if case .alarm(let row) = row { rows.append(row) } }
    return rows
  }

  /// The alarms that wait for a place, of the calendars that are shown.
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
  /// Whether it is a ringing of an alarm that waits for a place, whenever that rang.
  func isOf(_ row: AlarmRow) -> Bool { row.ring.id == id && row.number == number }
}

extension AlarmRow {
  /// What its ringing is remembered by.
  package var ring: AlarmState.Ring {
    AlarmState.Ring(id: item.occurrenceID ?? item.id, number: number, time: time)
  }
}

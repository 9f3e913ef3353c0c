import CivilTime
import Model
import QueryEngine
import Store

/// An alarm that rings now.
struct RingingAlarm {
  let row: AlarmRow
  /// By how many seconds it is late; 0 for one in time.
  let lateness: Int
}

/// Finds what has to ring, each once: whoever looks first claims it in the state file.
struct AlarmWatcher {
  let session: Session
  let store: CalendarStore
  let file: AlarmStateFile

  /// An alarm that is no later than this rings as if it were in time.
  static let patience = 60
  /// How long after its time an alarm still rings, and is remembered so that it rings once.
  static let memory = 86_400

  init(_ session: Session) throws(ShellError) {
    guard let store = try session.readableStore() else {
      throw .store(StoreError(.noStore, session.storePath ?? ""))
    }
    self.session = session
    self.store = store
    let identity: String
    do throws(StoreError) {
      identity = try store.identity()
    } catch {
      throw .store(error)
    }
    guard let file = AlarmStateFile(session.paths, store: identity) else {
      throw .unwritable(path: "the state of alarms", reason: "HOME is not set")
    }
    self.file = file
  }

  // MARK: Looking

  /// What has to ring since the last look; the first look of all only begins.
  ///
  /// What the machine slept through rings late; what is older than a day does not.
  func look() throws(ShellError) -> [RingingAlarm] {
    let (context, _) = try session.context()
    let now = context.now
    return try file.update { (state) throws(ShellError) in
      guard let until = state.until else {
        state.until = now
        return []
      }
      let oldest = now.adding(seconds: -Self.memory)
      var ringing: [RingingAlarm] = []
      if until < now {
        for row in try rows(from: max(until, oldest).adding(seconds: 1), to: now, context)
        where state.rung.insert(ring(row)).inserted {
          ringing.append(RingingAlarm(row: row, lateness: lateness(row.time, now)))
        }
        state.until = now
      }
      for snooze in state.snoozed.sorted(by: { $0.until < $1.until }) where snooze.until <= now {
        state.snoozed.remove(snooze)
        // What was deleted or done meanwhile does not ring again.
        let found = try rows(from: snooze.ring.time, to: snooze.ring.time, context)
        guard let row = found.first(where: { ring($0) == snooze.ring }) else { continue }
        ringing.append(RingingAlarm(row: row, lateness: lateness(snooze.until, now)))
      }
      state.rung = state.rung.filter { $0.time > oldest }
      return ringing
    }
  }

  /// When something rings next, within a day.
  func next() throws(ShellError) -> Instant? {
    let (context, _) = try session.context()
    let first = try rows(
      from: context.now.adding(seconds: 1), to: context.now.adding(seconds: Self.memory), context
    ).first?.time
    let snoozed = try file.update { (state) throws(ShellError) in state.snoozed.map(\.until).min() }
    return [first, snoozed].compactMap { $0 }.min()
  }

  private func lateness(_ time: Instant, _ now: Instant) -> Int {
    let seconds = now.seconds - time.seconds
    return seconds > Self.patience ? seconds : 0
  }

  private func ring(_ row: AlarmRow) -> AlarmState.Ring {
    AlarmState.Ring(id: row.item.occurrenceID ?? row.item.id, number: row.number, time: row.time)
  }

  /// Alarms that ring in [from, to], of the calendars that are shown.
  private func rows(from: Instant, to: Instant, _ context: QueryContext) throws(ShellError) -> [AlarmRow] {
    do throws(QueryError) {
      let query = try BoundQuery.alarms(from: from, to: to.adding(seconds: 1), in: try shown(), store: store)
      var result = try run(query, context: context, store: store)
      var rows: [AlarmRow] = []
      while let row = try result.next() { if case .alarm(let row) = row { rows.append(row) } }
      return rows
    } catch {
      throw ShellError(error, source: "")
    }
  }

  private func shown() throws(QueryError) -> Set<Int>? {
    do throws(StoreError) {
      let calendars = try store.calendars()
      return calendars.contains(where: \.isHidden) ? Set(calendars.filter { !$0.isHidden }.map(\.id)) : nil
    } catch {
      throw .store(error)
    }
  }

  // MARK: Putting off

  /// Lets something ring again: what rang last, or what has an id; the moment and what it is.
  func snooze(_ id: String?, by seconds: Int) throws(ShellError) -> (AlarmRow, Instant) {
    let (context, _) = try session.context()
    return try file.update { (state) throws(ShellError) in
      let rung = state.rung.filter { id == nil || $0.id == id || $0.id.hasPrefix((id ?? "") + "/") }
      guard let last = rung.max(by: { ($0.time, $0.number) < ($1.time, $1.number) }),
        let row = try rows(from: last.time, to: last.time, context).first(where: { ring($0) == last })
      else { throw .nothingRang(id) }
      let until = context.now.adding(seconds: seconds)
      state.snoozed = state.snoozed.filter { $0.ring != last }
      state.snoozed.insert(AlarmState.Snooze(ring: last, until: until))
      return (row, until)
    }
  }

  // MARK: Places

  /// What rings as the person comes to a place; without a place before nothing is reached or left.
  func move(to position: AlarmState.Position) throws(ShellError) -> [RingingAlarm] {
    let (context, _) = try session.context()
    return try file.update { (state) throws(ShellError) in
      let before = state.position
      state.position = position
      guard let before else { return [] }
      let all: [AlarmRow]
      do throws(QueryError) {
        all = try fences(in: try shown(), context: context, store: store)
      } catch {
        throw ShellError(error, source: "")
      }
      return all.filter { row in
        guard case .proximity(let isEntering, let place?) = row.alarm.trigger else { return false }
        let radius = place.radius.flatMap { $0 > 0 ? $0 : nil } ?? Alarm.defaultRadius
        let (was, present) = (before.distance(to: place) <= radius, position.distance(to: place) <= radius)
        return was != present && present == isEntering
      }.map { RingingAlarm(row: $0, lateness: 0) }
    }
  }
}

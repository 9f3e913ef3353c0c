import Changes
import Platform

/// Claims due alarms, each once: the first watcher to look records it in the state file.
package struct AlarmWatcher: AlarmEar {
  package let alarms: AlarmLook
  package let file: AlarmStateFile

  package init(_ session: Session) throws {
    guard let store = try session.readableStore() else {
      throw StoreError(.noStore, session.storePath ?? "")
    }
    alarms = AlarmLook(session: session, store: store)
    let identity = try store.identity()
    guard let file = AlarmStateFile(session.paths, store: identity, until: session.stopSignal) else {
      throw FileFault.unwritable(path: "the state of alarms", reason: "HOME is not set")
    }
    self.file = file
  }

  /// Returns the alarms due since the last look of any watcher.
  package func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm] {
    try file.update(noting: &stamp) { (state) in try alarms.look(&state) }
  }

  package func snoozed() throws -> Set<AlarmState.Snooze> { try file.read().snoozed }

  /// Returns the alarms that ring as the person moves to a place.
  package func move(to position: AlarmState.Position) throws -> [RingingAlarm] {
    try file.update { (state) in try alarms.move(&state, to: position) }
  }

  /// Returns the alarms that can be snoozed, latest first: those that rang in the last day, or were due in it.
  package func recent() throws -> [AlarmRow] { try recent(try file.read()).compactMap(alarms.find) }

  private func recent(_ state: AlarmState) throws -> [AlarmState.Ring] {
    let now = try alarms.now()
    let oldest = now.adding(seconds: -AlarmRow.memory)
    var rang = state.rung.filter { $0.value > oldest }
    for row in try alarms.rows(from: oldest, to: now) where rang[row.ring] == nil {
      rang[row.ring] = row.time
    }
    return rang.sorted {
      ($0.value, $0.key.time, $0.key.number, $0.key.id) > ($1.value, $1.key.time, $1.key.number, $1.key.id)
    }.map(\.key)
  }

  /// Snoozes an alarm: the last one that rang, or the one with an id.
  ///
  /// If only programs listen, no watcher claims alarms, so the alarms due in the last day count as well.
  package func snooze(_ id: String?, until: Instant) throws -> AlarmRow {
    try file.update { (state) in
      let meant = try recent(state).filter { ring in
        id == nil || ring.id == id || ring.id.hasPrefix((id ?? "") + "/")
      }
      for ring in meant {
        guard let row = try alarms.find(ring) else { continue }
        // Recorded as rung, so that it does not ring before the snooze ends.
        state.rung[ring] = state.rung[ring] ?? ring.time
        state.snoozed = state.snoozed.filter { $0.ring != ring }
        state.snoozed.insert(AlarmState.Snooze(ring: ring, until: until))
        return row
      }
      throw ShellError.nothingRang(id)
    }
  }
}

/// Reports due alarms without claiming them, so that a watcher still rings them.
///
/// It keeps its own record of rings, and takes others' snoozes, and the rings at places that others set, from
/// the file.
package struct AlarmOnlooker: AlarmEar {
  package let alarms: AlarmLook
  package let file: AlarmStateFile
  private var state = AlarmState()
  /// The file's state when it was last read.
  private var known: AlarmState

  /// Creates an onlooker that listens from now on.
  package init(_ watcher: AlarmWatcher) throws {
    (alarms, file) = (watcher.alarms, watcher.file)
    known = try file.read()
    let now = try alarms.now()
    state.until = now
    state.snoozed = known.snoozed.filter { $0.until > now }
  }

  /// Returns the alarms due since the last look.
  package mutating func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm] {
    // Later writes of others are seen at the next look.
    stamp = file.stamp
    let present = try file.read()
    let now = try alarms.now()
    // A snooze removed at its time was claimed, and rings here too; one removed earlier, or replaced by
    // another time, does not.
    let others = Set(present.snoozed.map(\.ring))
    for gone in known.snoozed.subtracting(present.snoozed)
    where gone.until > now || others.contains(gone.ring) {
      state.snoozed.remove(gone)
    }
    state.snoozed.formUnion(present.snoozed.subtracting(known.snoozed))
    let ringing = try alarms.look(&state) + reached(in: present)
    known = present
    return ringing
  }

  /// Returns the rings at places set since the last look; the process that set a place recorded them, even if
  /// the person has left it again.
  private func reached(in present: AlarmState) throws -> [RingingAlarm] {
    let rings = present.rung.keys.filter { known.rung[$0] == nil && state.rung[$0] == nil }
    if rings.isEmpty { return [] }
    let placed = try alarms.placed()
    return rings.sorted { ($0.time, $0.id, $0.number) < ($1.time, $1.id, $1.number) }.compactMap { ring in
      placed.first { ring.isOf($0) }.map { RingingAlarm(row: $0.ringing(at: ring.time), lateness: 0) }
    }
  }

  package func snoozed() -> Set<AlarmState.Snooze> { state.snoozed }
}

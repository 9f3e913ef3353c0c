import Changes
import Platform

/// Claims what has to ring, each alarm once: whoever looks first notes it in the state file.
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

  /// What has to ring since anybody looked last.
  package func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm] {
    try file.update(noting: &stamp) { (state) in try alarms.look(&state) }
  }

  package func snoozed() throws -> Set<AlarmState.Snooze> { try file.read().snoozed }

  /// What rings as the person comes to a place.
  package func move(to position: AlarmState.Position) throws -> [RingingAlarm] {
    try file.update { (state) in try alarms.move(&state, to: position) }
  }

  /// Lets something ring again: what rang last, or what has an id.
  ///
  /// Where only programs listen nobody claims what rings, so that what was due
  /// in the last day counts as well.
  package func snooze(_ id: String?, until: Instant) throws -> AlarmRow {
    let now = try alarms.now()
    let oldest = now.adding(seconds: -AlarmRow.memory)
    return try file.update { (state) in
      var rang = state.rung.filter { $0.value > oldest }
      for row in try alarms.rows(from: oldest, to: now) where rang[row.ring] == nil {
        rang[row.ring] = row.time
      }
      let meant = rang.filter { ring, _ in
        id == nil || ring.id == id || ring.id.hasPrefix((id ?? "") + "/")
      }.sorted {
        ($0.value, $0.key.time, $0.key.number, $0.key.id) > ($1.value, $1.key.time, $1.key.number, $1.key.id)
      }
      for (ring, _) in meant {
        guard let row = try alarms.find(ring) else { continue }
        // Before it rings again it does not ring for the first time.
        state.rung[ring] = state.rung[ring] ?? ring.time
        state.snoozed = state.snoozed.filter { $0.ring != ring }
        state.snoozed.insert(AlarmState.Snooze(ring: ring, until: until))
        return row
      }
      throw ShellError.nothingRang(id)
    }
  }
}

/// Hears what rings without claiming it, so that who rings beside it still does.
///
/// It remembers what it heard itself, and takes from the file what others put off and
/// what places they told made ring.
package struct AlarmOnlooker: AlarmEar {
  package let alarms: AlarmLook
  package let file: AlarmStateFile
  private var state = AlarmState()
  /// The file's state when it was read last.
  private var known: AlarmState

  /// Listens from now on.
  package init(_ watcher: AlarmWatcher) throws {
    (alarms, file) = (watcher.alarms, watcher.file)
    known = try file.read()
    let now = try alarms.now()
    state.until = now
    state.snoozed = known.snoozed.filter { $0.until > now }
  }

  /// What rings since the last look.
  package mutating func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm] {
    // What others write from here on is seen at the next look.
    stamp = file.stamp
    let present = try file.read()
    let now = try alarms.now()
    // What goes at its time was claimed, and rings here too; what goes before, or for another time, does not.
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

  /// What rang at places that were told since the last look: whoever told them noted it, also
  /// where one came and went between.
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

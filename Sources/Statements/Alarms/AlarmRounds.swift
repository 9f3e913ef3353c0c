import Changes

/// Who looks for alarms: a watcher claims them, an onlooker hears them.
package protocol AlarmEar {
  var alarms: AlarmLook { get }
  var file: AlarmStateFile { get }
  /// What rings since the last look; `stamp` becomes that of the state file as this look knows it.
  mutating func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm]
  /// What was put off and is still to ring.
  func snoozed() throws -> Set<AlarmState.Snooze>
}

/// Looks whenever something may have to ring: at its time, after a change of the store, after something was
/// put off or a place was told, and twice a minute in any case, as clocks are set and machines sleep.
///
/// Whoever rings takes a turn about once a second.
package struct AlarmRounds<Ear: AlarmEar> {
  private var ear: Ear
  private var version: Int?
  private var stamp: AlarmStateFile.Stamp?
  private var due: Instant?
  private var turns = 0

  package init(_ ear: Ear) { self.ear = ear }

  /// What rings, where it is time to look.
  package mutating func turn() throws -> [RingingAlarm] {
    defer { turns = (turns + 1) % 30 }
    let now = try ear.alarms.now()
    let present = try ear.alarms.store.dataVersion()
    guard present != version || ear.file.stamp != stamp || turns == 0 || due.map({ $0 <= now }) ?? false
    else { return [] }
    let ringing = try ear.look(noting: &stamp)
    version = present
    due = try ear.alarms.next(try ear.snoozed())
    return ringing
  }
}

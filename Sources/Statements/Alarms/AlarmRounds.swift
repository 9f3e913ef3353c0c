import Changes

/// An observer of alarms: a watcher claims them, an onlooker only reports them.
package protocol AlarmEar {
  var alarms: AlarmLook { get }
  var file: AlarmStateFile { get }
  /// Returns the alarms due since the last look; `stamp` becomes that of the state file as seen by this look.
  mutating func look(noting stamp: inout AlarmStateFile.Stamp?) throws -> [RingingAlarm]
  /// Returns the snoozed alarms that have yet to ring.
  func snoozed() throws -> Set<AlarmState.Snooze>
}

/// Looks whenever an alarm may be due: at its time, after a change of the store, when one was snoozed
/// or the location changed, and twice a minute in any case, since clocks are set and machines sleep.
///
/// The caller takes a turn about once a second.
package struct AlarmRounds<Ear: AlarmEar> {
  private var ear: Ear
  private var version: Int?
  private var stamp: AlarmStateFile.Stamp?
  private var due: Instant?
  private var turns = 0

  package init(_ ear: Ear) { self.ear = ear }

  /// Returns the due alarms, if it is time to look.
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

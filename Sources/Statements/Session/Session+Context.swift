import Changes
import Platform
import Settings

/// The context of a statement: the clock, the zone and the settings.
extension Session {
  /// The clock, the zone and the settings, read once for a statement.
  package func context() throws -> (context: QueryContext, notes: [Note]) {
    try withZoneFiles { try presentContext() }
  }

  private func presentContext() throws -> (context: QueryContext, notes: [Note]) {
    if !zones.isAvailable { throw ShellError.noZoneData }
    var notes: [Note] = []
    let zone = try zone(&notes)
    var context = QueryContext(
      now: try now(in: zone), zone: zone, zones: zones, weekStart: settings.weekStart,
      weekend: settings.weekend,
      rangeDays: settings.rangeDays, isStrict: settings.isStrict ?? isScript, isChecking: settings.isChecking)
    context.dayParts = settings.dayParts
    context.isSouthern = settings.hemisphere == .south
    context.parameters = parameters
    context.calendarSet = settings.calendarSet
    context.seesReminders = canReadUnasked(.reminder)
    return (context, notes)
  }

  private func zone(_ notes: inout [Note]) throws -> Zone {
    if let name = settings.zoneName {
      guard let zone = zones.zone(named: name) else {
        if let path = zones.damagedFile(named: name) { throw ZoneFault.damaged(path: path) }
        let near = Spelling.suggestions(for: name, among: zones.identifiers).first
        throw SettingError.badSetting(
          "zone", value: name,
          choices: near.map { "did you mean `\($0)`?" } ?? "an IANA name such as Europe/Berlin")
      }
      return zone
    }
    if let fault = zoneFault {
      let zone = zones.systemZone() ?? .utc
      notes.append(Note("zone-unknown", "\(fault.message): times are in \(zone.identifier)"))
      return zone
    }
    if let value = environment.variable("TZ"), !value.isEmpty, let zone = zones.zone(forTZ: value) {
      return zone
    }
    if let zone = zones.systemZone() { return zone }
    notes.append(
      Note("zone-unknown", "the system names no time zone: times are in UTC (set zone = Europe/Berlin)"))
    return .utc
  }

  /// The fault of the zone named by the environment or the system; nil if the zone is known, or none is
  /// named.
  ///
  /// Questions are answered in another zone, with a note; statements that would write times are refused.
  var zoneFault: ZoneFault? {
    if settings.zoneName != nil { return nil }
    if let value = environment.variable("TZ"), !value.isEmpty {
      if zones.zone(forTZ: value) != nil { return nil }
      return zones.damagedFile(named: value).map { .damaged(path: $0) }
        ?? .unknown(variable: "TZ", name: value)
    }
    if zones.systemZone() != nil { return nil }
    return zones.damagedFile(named: "/etc/localtime").map { .damaged(path: $0) }
  }

  private func now(in zone: Zone) throws -> Instant {
    guard let text = settings.nowText else { return SystemClock.now() ?? Instant(seconds: 0) }
    let bytes = Array(text.utf8)
    if let wall = ExtendedFormat.dateTime(bytes) { return zone.instant(of: wall) }
    if let date = ExtendedFormat.date(bytes) { return zone.startOfDay(date) }
    if bytes.count > 16, let split = bytes.lastIndex(where: { $0 == 43 || $0 == 45 || $0 == 90 }), split > 10,
      let wall = ExtendedFormat.dateTime(bytes[..<split]), let offset = ExtendedFormat.offset(bytes[split...])
    {
      return Instant(seconds: wall.wallSeconds - offset.seconds)
    }
    throw SettingError.badSetting("now", value: text, choices: "a moment such as 2026-11-18T14:30")
  }
}

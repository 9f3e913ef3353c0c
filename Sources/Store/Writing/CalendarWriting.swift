import CivilTime
import ICalendar
import Model

extension CalendarStore {
  /// Makes a calendar; `source` is the row of its account, nil the local one.
  public func addCalendar(
    title: String, source: Int? = nil, color: String? = nil, kinds: EntityKinds = [.events, .reminders],
    now: Instant
  ) throws(StoreError) -> CalendarRecord {
    let owner: Int
    if let source { owner = source } else { owner = try localSource() }
    return try journaled("add calendar \(title)", now: now) { (journal) throws(StoreError) in
      try database.with(
        "INSERT INTO calendar(source, title, folded, color, kinds) VALUES (?1, ?2, ?3, ?4, ?5)"
      ) { (statement) throws(StoreError) in
        try statement.bind(1, owner).bind(2, title).bind(3, Folding.name(title)).bind(4, color)
          .bind(5, kinds.rawValue).run()
      }
      forgetOwnReads()
      let id = database.lastInsertedRow
      try journal.note(.calendar, row: id, .added, old: nil)
      return CalendarRecord(id: id, source: owner, title: title, color: color, kinds: kinds)
    }
  }

  /// Writes a calendar's own properties: everything but its number and what is in it.
  public func update(_ calendar: CalendarRecord, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (_) throws(StoreError) in
      try noteCalendar(calendar.id, .updated)
      try database.with(
        """
        UPDATE calendar SET source = ?2, title = ?3, folded = ?4, color = ?5, kinds = ?6, hidden = ?7,
          subscribed = ?8, writable = ?9, immutable = ?10, availabilities = ?11, default_alarm = ?12
        WHERE id = ?1
        """
      ) { (row) throws(StoreError) in
        try row.bind(1, calendar.id).bind(2, calendar.source).bind(3, calendar.title)
          .bind(4, Folding.name(calendar.title)).bind(5, calendar.color).bind(6, calendar.kinds.rawValue)
          .bind(7, calendar.isHidden).bind(8, calendar.isSubscribed).bind(9, calendar.isWritable)
          .bind(10, calendar.isImmutable).bind(11, calendar.availabilities.rawValue)
          .bind(12, calendar.defaultAlarm).run()
      }
      forgetOwnReads()
    }
  }

  /// Deletes a calendar with what is in it; with `only` just that kind of items, and the calendar stays for the other.
  ///
  /// The answer is how many items went.
  @discardableResult
  public func deleteCalendar(
    _ calendar: CalendarRecord, only kind: ItemKind? = nil, cause: String, now: Instant
  ) throws(StoreError) -> Int {
    let deriver = Deriver(policy: .standard, now: now)
    try bringUpToDate(deriver)
    return try journaled(cause, now: now) { (journal) throws(StoreError) in
      let count = try statistics().count(in: calendar.id, of: kind)
      let items = try numbers(
        "SELECT id FROM item WHERE calendar = ?1 AND (?2 IS NULL OR kind = ?2) ORDER BY id"
      ) { $0.bind(1, calendar.id).bind(2, kind?.rawValue) }
      let writer = try FamilyWriter(database, journal: journal, deriver: deriver)
      for id in items {
        if let member = try writer.member(id) { try writer.remove(member) }
      }
      try writer.finish()
      if let kind, calendar.kinds != (kind == .event ? .events : .reminders) {
        var rest = calendar
        rest.kinds.remove(kind == .event ? .events : .reminders)
        try update(rest, cause: cause, now: now)
        return count
      }
      for zone in try numbers("SELECT id FROM timezone WHERE calendar = ?1", { $0.bind(1, calendar.id) }) {
        try journal.note(
          .timezone, row: zone, .deleted, old: try JournalSubject.timezone.row(zone, in: database))
      }
      for (index, name) in JournalSubject.settings.enumerated() {
        if try setting(name) == calendar.id { try set(name, index, to: nil, journal) }
      }
      try noteCalendar(calendar.id, .deleted)
      let deletions: [SQL] = [
        "DELETE FROM timezone WHERE calendar = ?1", "DELETE FROM calendar WHERE id = ?1",
      ]
      for sql in deletions {
        try database.with(sql) { (row) throws(StoreError) in try row.bind(1, calendar.id).run() }
      }
      forgetOwnReads()
      return count
    }
  }

  /// Notes a calendar's row as it is, before a change of it.
  func noteCalendar(_ id: Int, _ operation: Journal.Operation) throws(StoreError) {
    try journal?.note(.calendar, row: id, operation, old: try JournalSubject.calendar.row(id, in: database))
  }

  /// Makes a source.
  public func addSource(
    title: String, kind: SourceRecord.Kind, limits: SourceRecord.Limits = [], mostAlarms: Int? = nil,
    now: Instant
  ) throws(StoreError) -> SourceRecord {
    try journaled("add source \(title)", now: now) { (journal) throws(StoreError) in
      try database.with("INSERT INTO source(title, kind, limits, most_alarms) VALUES (?1, ?2, ?3, ?4)") {
        (row) throws(StoreError) in
        try row.bind(1, title).bind(2, kind.rawValue).bind(3, limits.rawValue).bind(4, mostAlarms).run()
      }
      let id = database.lastInsertedRow
      try journal.note(.source, row: id, .added, old: nil)
      var source = SourceRecord(id: id, title: title, kind: kind)
      source.limits = limits
      source.mostAlarms = mostAlarms
      return source
    }
  }

  // MARK: Defaults

  /// The calendar that new items of a kind go to: the one chosen, else the first that is writable, not hidden and takes them.
  ///
  /// Nil where there is none.
  public func defaultCalendar(for kind: ItemKind) throws(StoreError) -> CalendarRecord? {
    let kinds: EntityKinds = kind == .reminder ? .reminders : .events
    let calendars = try calendars().filter { $0.kinds.contains(kinds) && $0.isWritable }
    let chosen = try setting(Self.defaultSetting(kind))
    return calendars.first { $0.id == chosen } ?? calendars.first { !$0.isHidden && !$0.isSubscribed }
  }

  /// Chooses the calendar for new items of a kind.
  public func setDefaultCalendar(_ calendar: Int, for kind: ItemKind, now: Instant) throws(StoreError) {
    let name = Self.defaultSetting(kind)
    try journaled("default calendar", now: now) { (journal) throws(StoreError) in
      guard let index = JournalSubject.settings.firstIndex(of: name) else { return }
      try set(name, index, to: calendar, journal)
    }
  }

  private static func defaultSetting(_ kind: ItemKind) -> String {
    kind == .reminder ? "default_reminders" : "default_events"
  }

  private func setting(_ name: String) throws(StoreError) -> Int? {
    try database.with("SELECT value FROM meta WHERE key = ?1") { (row) throws(StoreError) in
      try row.bind(1, name).step() ? row.optionalInt(0) : nil
    }
  }

  private func set(_ name: String, _ index: Int, to value: Int?, _ journal: Journal) throws(StoreError) {
    try journal.note(
      .setting, row: index, .updated, old: try JournalSubject.setting.row(index, in: database))
    try database.with("REPLACE INTO meta(key, value) VALUES (?1, ?2)") { (row) throws(StoreError) in
      try row.bind(1, name).bind(2, value).run()
    }
  }
}

extension CalendarStore {
  /// Gives a calendar the definitions of zones that another one has and it lacks, for items that move there.
  public func bringZones(of source: Int, to target: Int, now: Instant, cause: String) throws(StoreError) {
    if source == target { return }
    let own = Set(try zoneDefinitions(of: target).compactMap { $0.property("TZID")?.rawText })
    let missing = try zoneDefinitions(of: source).filter { component in
      guard let name = component.property("TZID")?.rawText else { return false }
      // A name that the system knows needs no definition to be understood.
      return !own.contains(name) && zones.zone(named: name)?.identifier != name
    }
    if missing.isEmpty { return }
    try journaled(cause, now: now) { (journal) throws(StoreError) in
      let writer = try FamilyWriter(database, journal: journal, deriver: Deriver(policy: .standard, now: now))
      for component in missing {
        guard let name = component.property("TZID")?.rawText else { continue }
        try writer.defineZone(
          name, ComponentText.bytes(component), calendar: target, position: writer.takePosition())
      }
      try writer.finish()
    }
  }
}

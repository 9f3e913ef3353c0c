extension CalendarStore {
  /// Creates a calendar; `source` is the row of its account, nil for the local one.
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
      invalidateOwnReads()
      let id = database.lastInsertedRow
      try journal.note(.calendar, row: id, .added, old: nil)
      return CalendarRecord(id: id, source: owner, title: title, color: color, kinds: kinds)
    }
  }

  /// Writes a calendar's properties: everything except its number and its items.
  public func update(_ calendar: CalendarRecord, cause: String, now: Instant) throws(StoreError) {
    try journaled(cause, now: now) { (_) throws(StoreError) in
      if try calendars().contains(calendar) { return }
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
      invalidateOwnReads()
    }
  }

  /// Stores a file's data about a calendar: further kinds of items, a color if it has none, and its
  /// properties, one per line; nil `header` keeps the present ones.
  package func describe(
    _ calendar: CalendarRecord, kinds: EntityKinds, color: String?, header: [UInt8]?, isNew: Bool
  ) throws(StoreError) {
    let known = try self.header(of: calendar.id)
    let isNews =
      !calendar.kinds.isSuperset(of: kinds) || calendar.color == nil && color != nil
      || (header ?? known) != known
    if !isNews { return }
    if !isNew { try noteCalendar(calendar.id, .updated) }
    try database.with(
      "UPDATE calendar SET kinds = kinds | ?2, color = coalesce(color, ?3), header = coalesce(?4, header) WHERE id = ?1"
    ) { (row) throws(StoreError) in
      row.bind(1, calendar.id).bind(2, kinds.rawValue).bind(3, color)
      if let header { row.bindBlob(4, header) } else { row.bindNull(4) }
      try row.run()
    }
    invalidateOwnReads()
  }

  /// Deletes a calendar and its items; with `only` just the items of that kind, and the calendar stays for
  /// the other kind.
  ///
  /// Returns the number of items deleted.
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
      let writer = try ObjectWriter(database, journal: journal, deriver: deriver)
      for id in items {
        if let member = try writer.member(id) { try writer.remove(member) }
      }
      try writer.finish()
      if let kind, calendar.kinds != EntityKinds(kind) {
        var rest = calendar
        rest.kinds.remove(EntityKinds(kind))
        try update(rest, cause: cause, now: now)
        return count
      }
      for zone in try numbers("SELECT id FROM calendar_zone WHERE calendar = ?1", { $0.bind(1, calendar.id) })
      {
        try journal.note(
          .timezone, row: zone, .deleted, old: try JournalSubject.timezone.row(zone, in: database))
      }
      for (index, name) in JournalSubject.settings.enumerated() {
        if try setting(name) == calendar.id { try set(name, index, to: nil, journal) }
      }
      // A subscription ends with its calendar; a folder waits until its deletion is allowed.
      let subscriptions = try accounts().filter { $0.kind == .subscriptions }.map(\.source)
      for collection in try collections()
      where collection.calendar == calendar.id && subscriptions.contains(collection.account) {
        try remove(collection, journal)
      }
      try noteCalendar(calendar.id, .deleted)
      let deletions: [SQL] = [
        "DELETE FROM calendar_zone WHERE calendar = ?1", "DELETE FROM calendar WHERE id = ?1",
      ]
      for sql in deletions {
        try database.with(sql) { (row) throws(StoreError) in try row.bind(1, calendar.id).run() }
      }
      invalidateOwnReads()
      return count
    }
  }

  /// Records a calendar's row in the journal, before a change of it.
  func noteCalendar(_ id: Int, _ operation: Journal.Operation) throws(StoreError) {
    try journal?.note(.calendar, row: id, operation, old: try JournalSubject.calendar.row(id, in: database))
  }

  /// Creates a source.
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

  /// The calendar for new items of a kind: the one chosen, else the one to which an item was last added by
  /// hand.
  ///
  /// Nil when neither exists: imports do not determine where new items belong.
  public func defaultCalendar(for kind: ItemKind) throws(StoreError) -> CalendarRecord? {
    let calendars = try calendars().filter { $0.isWritable && $0.takes(kind) }
    for name in [Self.defaultSetting(kind), Self.lastSetting(kind)] {
      let chosen = try setting(name)
      if let found = calendars.first(where: { $0.id == chosen }) { return found }
    }
    return nil
  }

  /// The calendars that a user may choose for new items of a kind, in order of creation.
  ///
  /// Subscriptions, birthdays and holidays are excluded: they are filled elsewhere.
  public func calendarsForNewItems(_ kind: ItemKind) throws(StoreError) -> [CalendarRecord] {
    let filled = Set(
      try sources().filter { $0.kind == .birthdays || $0.kind == .subscribed }.map(\.id))
    return try calendars().filter { calendar in
      calendar.isWritable && calendar.takes(kind) && !calendar.isSubscribed
        && !filled.contains(calendar.source)
        && !calendar.isOfHolidays
    }
  }

  /// Records that a user added an item to a calendar, or created it: the next new item goes there unless a
  /// calendar was chosen.
  ///
  /// It belongs to no step: an undo of the addition does not change where the next item goes.
  public func noteAdded(_ kind: ItemKind, to calendar: Int) throws(StoreError) {
    let name = Self.lastSetting(kind)
    if try setting(name) == calendar { return }
    try database.write { () throws(StoreError) in
      try database.with("REPLACE INTO meta(key, value) VALUES (?1, ?2)") { (row) throws(StoreError) in
        try row.bind(1, name).bind(2, calendar).run()
      }
    }
  }

  /// Chooses the calendar for new items of a kind.
  ///
  /// Returns whether this changed the choice.
  @discardableResult
  public func setDefaultCalendar(_ calendar: Int, for kind: ItemKind, now: Instant) throws(StoreError) -> Bool
  {
    let name = Self.defaultSetting(kind)
    return try journaled("default calendar", now: now) { (journal) throws(StoreError) in
      guard try setting(name) != calendar, let index = JournalSubject.settings.firstIndex(of: name) else {
        return false
      }
      try set(name, index, to: calendar, journal)
      return true
    }
  }

  private static func defaultSetting(_ kind: ItemKind) -> String {
    kind == .reminder ? "default_reminders" : "default_events"
  }

  private static func lastSetting(_ kind: ItemKind) -> String {
    kind == .reminder ? "last_reminders" : "last_events"
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

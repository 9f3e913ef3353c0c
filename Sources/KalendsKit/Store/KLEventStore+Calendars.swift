import Editing

extension KLEventStore {
  // MARK: Sources

  /// The accounts, unordered; empty without access, one virtual account where events can only be added.
  public var sources: [KLSource] {
    attempt([]) { (core) throws(KLError) in
      let canRead = try reported { () throws(EditError) in
        let canReadEvents = try core.access.canRead(.event)
        return try core.access.canRead(.reminder) || canReadEvents
      }
      if canRead { return try sourceRecords(core).map { KLSource($0, store: self) } }
      return authorizationStatus(for: .event) == .writeOnly
        ? [KLSource(SourceRecord(id: 0, title: "Calendar", kind: .local), store: self)] : []
    }
  }

  private func sourceRecords(_ core: Core) throws(KLError) -> [SourceRecord] {
    try reading { () throws(StoreError) in try core.store.sources() }
  }

  /// The account with an identifier; nil when there is none.
  public func source(withIdentifier identifier: String) -> KLSource? {
    sources.first { $0.sourceIdentifier == identifier }
  }

  func source(number: Int) -> KLSource? {
    attempt(nil) { (core) throws(KLError) in
      try sourceRecords(core).first { $0.id == number }.map { KLSource($0, store: self) }
    }
  }

  // MARK: Calendars

  /// The calendars that accept a kind of item, unordered.
  ///
  /// Empty without access; one virtual calendar where events can only be added.
  public func calendars(for type: KLEntityType) -> [KLCalendar] {
    attempt([]) { (core) throws(KLError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(type.kind) }) else {
        return authorizationStatus(for: type) == .writeOnly ? [KLCalendar.virtual(self)] : []
      }
      return try records(core).filter { $0.kinds.contains(type.kinds) }.map { KLCalendar($0, store: self) }
    }
  }

  private func records(_ core: Core) throws(KLError) -> [CalendarRecord] {
    try reading { () throws(StoreError) in try core.store.calendars() }
  }

  /// The calendar with an identifier; nil when it does not exist or cannot be read.
  public func calendar(withIdentifier identifier: String) -> KLCalendar? {
    let all = calendars(for: .event) + calendars(for: .reminder)
    return all.first { $0.calendarIdentifier == identifier }
  }

  func record(calendar: Int) -> CalendarRecord? {
    attempt(nil) { (core) throws(KLError) in try records(core).first { $0.id == calendar } }
  }

  /// The user's choice of calendar for new events, else the one last added to; nil when neither is known.
  public var defaultCalendarForNewEvents: KLCalendar? { defaultCalendar(.event) }

  /// The user's choice of list for new reminders, else the one last added to; nil when neither is known.
  public func defaultCalendarForNewReminders() -> KLCalendar? { defaultCalendar(.reminder) }

  private func defaultCalendar(_ type: KLEntityType) -> KLCalendar? {
    attempt(nil) { (core) throws(KLError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(type.kind) }) else {
        return authorizationStatus(for: type) == .writeOnly ? KLCalendar.virtual(self) : nil
      }
      let found = try reading { () throws(StoreError) in try core.store.defaultCalendar(for: type.kind) }
      return found.map { KLCalendar($0, store: self) }
    }
  }

  /// Adds or changes a calendar, at once or with the next commit.
  ///
  /// Throws 14 without a source, 15 for a changed one, 16, 17, 24, 25 when the calendar or its account
  /// forbids it, 29 without access.
  public func saveCalendar(_ calendar: KLCalendar, commit: Bool) throws(KLError) {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.save(core, now: now)
    }
  }

  /// Deletes a calendar and its items; without access to one of its kinds, only the items of the other kind.
  ///
  /// Without effect on a calendar never saved. Throws 16, 17 and 29.
  public func removeCalendar(_ calendar: KLCalendar, commit: Bool) throws(KLError) {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.remove(core, now: now)
    }
  }

  private func change(
    _ calendar: KLCalendar, commit: Bool, _ body: (Core, Instant) throws(EditError) -> Void
  ) throws(KLError) {
    try locked { (core) throws(KLError) in
      try calendar.check(for: self)
      let before = calendar.state
      try reported { () throws(EditError) in
        try core.workspace.perform(commit: commit, cause: "save", now: now) { () throws(EditError) in
          try body(core, now)
        }
      }
      calendar.note(before, batch: core.workspace.openBatch)
    }
  }

  func state(ofBatch number: Int) -> BatchState {
    alone { opened?.workspace.state(ofBatch: number) ?? .kept }
  }
}

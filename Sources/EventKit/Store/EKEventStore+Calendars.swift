import Editing

extension EKEventStore {
  // MARK: Sources

  /// The accounts, unordered; empty without access, one virtual account where events can only be added.
  public var sources: [EKSource] {
    attempt([]) { (core) throws(EKError) in
      let canRead = try reported { () throws(EditError) in
        let canReadEvents = try core.access.canRead(.event)
        return try core.access.canRead(.reminder) || canReadEvents
      }
      if canRead { return try sourceRecords(core).map { EKSource($0, store: self) } }
      return status(for: .event) == .writeOnly
        ? [EKSource(SourceRecord(id: 0, title: "Calendar", kind: .local), store: self)] : []
    }
  }

  private func sourceRecords(_ core: Core) throws(EKError) -> [SourceRecord] {
    let all = try reading { () throws(StoreError) in try core.store.sources() }
    return onlySources.map { only in all.filter { only.contains($0.id) } } ?? all
  }

  /// The accounts that other people gave the person access to; there are none, as no account of Kalends has a delegate.
  public var delegateSources: [EKSource] { sources.filter(\.isDelegate) }

  /// The account with an identifier; nil when there is none.
  public func source(withIdentifier identifier: String) -> EKSource? {
    sources.first { $0.sourceIdentifier == identifier }
  }

  func source(number: Int) -> EKSource? {
    attempt(nil) { (core) throws(EKError) in
      try sourceRecords(core).first { $0.id == number }.map { EKSource($0, store: self) }
    }
  }

  // MARK: Calendars

  /// The calendars that accept a kind of item, unordered.
  ///
  /// Empty without access; one virtual calendar where events can only be added.
  public func calendars(for entityType: EKEntityType) -> [EKCalendar] {
    attempt([]) { (core) throws(EKError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(entityType.kind) }) else {
        return status(for: entityType) == .writeOnly ? [EKCalendar.virtual(self)] : []
      }
      return try records(core).filter { $0.kinds.contains(entityType.kinds) }.map {
        EKCalendar($0, store: self)
      }
    }
  }

  /// The calendars for events, unordered.
  @available(*, deprecated, renamed: "calendars(for:)")
  public var calendars: [EKCalendar] { calendars(for: .event) }

  private func records(_ core: Core) throws(EKError) -> [CalendarRecord] {
    let all = try reading { () throws(StoreError) in try core.store.calendars() }
    return onlySources.map { only in all.filter { only.contains($0.source) } } ?? all
  }

  /// The calendars that a store restricted to some sources sees; nil when it sees all.
  var visibleCalendars: Set<Int>? {
    guard onlySources != nil else { return nil }
    return attempt([]) { (core) throws(EKError) in Set(try records(core).map(\.id)) }
  }

  /// The calendar with an identifier; nil when it does not exist or cannot be read.
  public func calendar(withIdentifier identifier: String) -> EKCalendar? {
    let all = calendars(for: .event) + calendars(for: .reminder)
    return all.first { $0.calendarIdentifier == identifier }
  }

  func record(calendar: Int) -> CalendarRecord? {
    attempt(nil) { (core) throws(EKError) in try records(core).first { $0.id == calendar } }
  }

  /// The calendars with these row numbers, whatever the program may read.
  package func calendars(numbered numbers: Set<Int>) -> Set<EKCalendar> {
    Set(numbers.compactMap { record(calendar: $0) }.map { EKCalendar($0, store: self) })
  }

  /// The user's choice of calendar for new events, else the one last added to; nil when neither is known.
  public var defaultCalendarForNewEvents: EKCalendar? { defaultCalendar(.event) }

  /// The user's choice of list for new reminders, else the one last added to; nil when neither is known.
  public func defaultCalendarForNewReminders() -> EKCalendar? { defaultCalendar(.reminder) }

  private func defaultCalendar(_ type: EKEntityType) -> EKCalendar? {
    attempt(nil) { (core) throws(EKError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(type.kind) }) else {
        return status(for: type) == .writeOnly ? EKCalendar.virtual(self) : nil
      }
      let found = try reading { () throws(StoreError) in try core.store.defaultCalendar(for: type.kind) }
      return found.map { EKCalendar($0, store: self) }
    }
  }

  /// Adds or changes a calendar, at once or with the next commit.
  ///
  /// Throws 14 without a source, 15 for a changed one, 16, 17, 24, 25 when the calendar or its account
  /// forbids it, 29 without access.
  public func saveCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.save(core, now: now)
    }
  }

  /// Deletes a calendar and its items; without access to one of its kinds, only the items of the other kind.
  ///
  /// Without effect on a calendar never saved. Throws 16, 17 and 29.
  public func removeCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    try change(calendar, commit: commit) { (core, now) throws(EditError) in
      try calendar.remove(core, now: now)
    }
  }

  private func change(
    _ calendar: EKCalendar, commit: Bool, _ body: (Core, Instant) throws(EditError) -> Void
  ) throws(EKError) {
    try locked { (core) throws(EKError) in
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

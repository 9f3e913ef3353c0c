import Editing

extension EKEventStore {
  // MARK: Sources

  var visibleSources: [EKSource] {
    attempt([]) { (core) throws(EKError) in
      let canRead = try reported { () throws(EditError) in
        let canReadEvents = try core.access.canRead(.event)
        return try core.access.canRead(.reminder) || canReadEvents
      }
      if canRead { return try sourceRecords(core).map { EKSource($0, store: self) } }
      return status(for: .event) == .writeOnly ? [.virtual(self)] : []
    }
  }

  private func sourceRecords(_ core: Core) throws(EKError) -> [SourceRecord] {
    let all = try reading { () throws(StoreError) in try core.store.sources() }
    return onlySources.map { only in all.filter { only.contains($0.id) } } ?? all
  }

  func source(number: Int) -> EKSource? {
    if number == EKSource.virtualNumber { return .virtual(self) }
    return attempt(nil) { (core) throws(EKError) in
      try sourceRecords(core).first { $0.id == number }.map { EKSource($0, store: self) }
    }
  }

  // MARK: Calendars

  func accepting(_ entityType: EKEntityType) -> [EKCalendar] {
    attempt([]) { (core) throws(EKError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(entityType.kind) }) else {
        return status(for: entityType) == .writeOnly ? [EKCalendar.virtual(self)] : []
      }
      return try records(core).filter { $0.kinds.contains(entityType.kinds) }.map {
        EKCalendar($0, store: self)
      }
    }
  }

  private func records(_ core: Core) throws(EKError) -> [CalendarRecord] {
    let all = try reading { () throws(StoreError) in try core.store.calendars() }
    return onlySources.map { only in all.filter { only.contains($0.source) } } ?? all
  }

  /// The calendars that a store restricted to some sources sees; nil when it sees all.
  var visibleCalendars: Set<Int>? {
    guard onlySources != nil else { return nil }
    return attempt([]) { (core) throws(EKError) in Set(try records(core).map(\.id)) }
  }

  func record(calendar: Int) -> CalendarRecord? {
    attempt(nil) { (core) throws(EKError) in try records(core).first { $0.id == calendar } }
  }

  /// The calendars with these row numbers, whatever the program may read.
  package func calendars(numbered numbers: Set<Int>) -> Set<EKCalendar> {
    Set(numbers.compactMap { record(calendar: $0) }.map { EKCalendar($0, store: self) })
  }

  func defaultCalendar(_ type: EKEntityType) -> EKCalendar? {
    attempt(nil) { (core) throws(EKError) in
      guard try reported({ () throws(EditError) in try core.access.canRead(type.kind) }) else {
        return status(for: type) == .writeOnly ? EKCalendar.virtual(self) : nil
      }
      let found = try reading { () throws(StoreError) in try core.store.defaultCalendar(for: type.kind) }
      return found.flatMap { onlySources?.contains($0.source) == false ? nil : EKCalendar($0, store: self) }
    }
  }

  func change(
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

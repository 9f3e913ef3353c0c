/// Makes rows of occurrences: reads records and adds calendars, sources and times.
struct RowReader {
  let store: CalendarStore
  let catalog: Catalog
  let context: QueryContext
  /// Whether occurrences stand for completions, so that their times are completion times.
  let isCompletion: Bool
  /// Whether rows stand for series, so that they have the master's record.
  let isSeries: Bool

  /// The row of an occurrence.
  func row(_ occurrence: Occurrence) throws(QueryError) -> ItemRow {
    let item = isSeries ? occurrence.series : occurrence.item
    let record = try self.record(item)
    let master = record.master == nil ? nil : try self.record(occurrence.series)
    guard let calendar = catalog.calendar(record.calendar), let source = catalog.source(calendar.source)
    else { throw damaged("item \(record.id) is in a calendar that is not there") }
    func row(
      start: ItemTime?, end: ItemTime?, original: ItemTime?, due: ItemTime?, completed: Instant?
    ) -> ItemRow {
      ItemRow(
        occurrence: occurrence, record: record, master: master, calendar: calendar, source: source,
        start: start, end: end, originalStart: original, due: due, completed: completed)
    }
    guard record.kind == .reminder else {
      let start = occurrence.startTime
      return row(
        start: start, end: occurrence.endTime, original: originalStart(occurrence, master ?? record) ?? start,
        due: nil, completed: nil)
    }
    let start = reminderStart(occurrence, record)
    let completed =
      isCompletion ? Instant(seconds: occurrence.axisStart) : record.isCompleted ? record.completed : nil
    return row(
      start: start, end: nil, original: originalStart(occurrence, master ?? record) ?? start,
      due: due(occurrence, record), completed: completed)
  }

  /// The travel time to an event in seconds; only its record is read.
  func travel(of passing: PassingRow) throws(QueryError) -> Int {
    if let row = passing.row { return row.record.travel?.nominalSeconds ?? 0 }
    return try record(passing.occurrence.item).travel?.nominalSeconds ?? 0
  }

  private func record(_ item: Int) throws(QueryError) -> ItemRecord {
    do throws(StoreError) {
      if let record = try store.record(item) { return record }
    } catch {
      throw .store(error)
    }
    throw damaged("item \(item) is not there")
  }

  private func damaged(_ detail: String) -> QueryError {
    .store(StoreError(.corrupt, store.path, detail: detail))
  }

  /// When a reminder is due: a repeating reminder at the occurrence, any other at its own due time.
  private func due(_ occurrence: Occurrence, _ record: ItemRecord) -> ItemTime? {
    guard let due = record.due else { return nil }
    let isAllDay = due.form == .date
    if record.isRecurring, !isCompletion, !occurrence.isUndated {
      return ItemTime(axis: occurrence.axis, seconds: occurrence.axisStart, isAllDay: isAllDay)
    }
    guard let axis = record.firstAxis, let seconds = record.firstStart else { return nil }
    return ItemTime(axis: axis, seconds: seconds, isAllDay: isAllDay)
  }

  /// The start of a reminder; of a repeating reminder, the wall time of the occurrence's key.
  private func reminderStart(_ occurrence: Occurrence, _ record: ItemRecord) -> ItemTime? {
    guard var start = record.start else { return nil }
    if record.isRecurring, let key = occurrence.key { start.wall = CivilDateTime(clamping: key.wallSeconds) }
    return time(start, of: record)
  }

  private func time(_ stored: StoredTime, of record: ItemRecord) -> ItemTime {
    switch stored.form {
    case .date, .floating:
      return ItemTime(axis: .wall, seconds: stored.wall.wallSeconds, isAllDay: stored.form == .date)
    case .zoned:
      let zone = stored.zone.flatMap { store.zone(named: $0, of: record.id) } ?? context.zone
      return ItemTime(axis: .instant, seconds: zone.instant(of: stored.wall).seconds, isAllDay: false)
    }
  }

  /// The original start of an occurrence with an override; nil for all others.
  private func originalStart(_ occurrence: Occurrence, _ master: ItemRecord) -> ItemTime? {
    guard occurrence.isDetached, let key = occurrence.key else { return nil }
    let wall = CivilDateTime(clamping: key.wallSeconds)
    if key.isDate { return ItemTime(axis: .wall, seconds: key.wallSeconds, isAllDay: true) }
    guard let name = (master.start ?? master.due)?.zone else {
      return ItemTime(axis: .wall, seconds: key.wallSeconds, isAllDay: false)
    }
    let zone = store.zone(named: name, of: master.id) ?? context.zone
    let instant = zone.instant(of: wall, key.isSecondOfFold ? .later : .compatible)
    return ItemTime(axis: .instant, seconds: instant.seconds, isAllDay: false)
  }
}

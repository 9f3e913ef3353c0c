/// A row as conditions see it.
enum Subject {
  /// An event of which only the occurrence is read.
  case bare(Occurrence)
  case item(ItemRow)
  case alarm(AlarmRow)
  case calendar(CalendarRow)
  case source(SourceRow)
}

extension ItemPredicate {
  /// Whether a row passes: the truth that every plan must agree with.
  ///
  /// Days of agendas, groups and selected values never pass.
  public func matches(_ row: ResultRow, _ context: QueryContext) -> Bool {
    switch row {
    case .event(let row), .reminder(let row), .series(let row):
      verdict(.item(row), context) ?? false
    case .alarm(let row): verdict(.alarm(row), context) ?? false
    case .calendar(let row): verdict(.calendar(row), context) ?? false
    case .source(let row): verdict(.source(row), context) ?? false
    case .block, .conflict, .day, .group, .selected: false
    }
  }

  /// Whether a subject passes; nil if the test needs more than the subject holds.
  func verdict(_ subject: Subject, _ context: QueryContext) -> Bool? {
    decided { part in
      switch subject {
      case .bare(let occurrence): part.holds(occurrence, context)
      case .item(let row): part.holds(row, context)
      case .alarm(let row): part.holds(row, context)
      case .calendar(let row): part.holds(row)
      case .source(let row): part.holds(row)
      }
    }
  }

  /// The verdict of the condition from its leaves, each of which may be undecided.
  func decided(_ holds: (ItemPredicate) -> Bool?) -> Bool? {
    switch self {
    case .all: return true
    case .none: return false
    case .and(let parts):
      var result: Bool? = true
      for part in parts {
        switch part.decided(holds) {
        case false?: return false
        case nil: result = nil
        case true?: break
        }
      }
      return result
    case .or(let parts):
      var result: Bool? = false
      for part in parts {
        switch part.decided(holds) {
        case true?: return true
        case nil: result = nil
        case false?: break
        }
      }
      return result
    case .not(let part): return part.decided(holds).map { !$0 }
    default: return holds(self)
    }
  }

  /// Whether the occurrences that an item's record applies to pass; nil if the record alone does not decide.
  func verdict(of record: ItemRecord) -> Bool? {
    decided { part in
      switch part {
      case .text(let field, let test): record.texts(field).map { $0.contains(where: test.passes) }
      case .pattern(let field, let pattern): record.texts(field).map { $0.contains(where: pattern.isFound) }
      case .anyText(let test): test.passes(record.searchedText)
      case .calendar(let names): names.contains { $0.id == record.calendar }
      case .identity(let reference): reference.key == nil ? reference.item == record.id : nil
      default: part.holds(record)
      }
    }
  }

  /// Whether a condition on the item's own fields holds; nil for any other condition.
  private func holds(_ record: ItemRecord) -> Bool? {
    switch self {
    case .status(let status): record.status == status
    case .availability(let availability): record.availability == availability
    case .busy: record.availability != .free && record.status != .cancelled
    case .free: record.availability == .free
    case .tentative: record.status == .tentative || record.availability == .tentative
    case .flagged: record.isFlagged
    default: nil
    }
  }

  /// Whether a record alone may rule out all of its occurrences.
  var isAboutRecords: Bool {
    switch self {
    case .text(let field, _), .pattern(let field, _): field.isColumn
    case .anyText, .status, .availability, .busy, .free, .tentative, .flagged: true
    case .and(let parts): parts.contains(where: \.isAboutRecords)
    case .or(let parts): parts.allSatisfy(\.isAboutRecords)
    case .not(let part): part.isAboutRecords
    default: false
    }
  }

  // MARK: Events with only their occurrence

  private func holds(_ occurrence: Occurrence, _ context: QueryContext) -> Bool? {
    switch self {
    case .time(let relation, let range): return Self.relates(occurrence, relation, range)
    case .date(.start, let range): return !occurrence.isUndated && range.contains(occurrence.start)
    case .date(.end, let range): return Self.ends(occurrence, in: range)
    case .part(.start, let test): return test.holds(occurrence.startTime, context)
    case .part(.end, let test): return test.holds(occurrence.endTime, context)
    case .overlap(let range, let comparison, let length):
      return comparison.holds(Self.overlap(occurrence, range), length.nominalSeconds)
    case .number(.duration, let comparison, .duration(let length)):
      return Self.lasts(occurrence, comparison, length, context)
    case .calendar(let names): return names.contains { $0.id == occurrence.calendar }
    case .identity(let reference):
      return reference.item == occurrence.series
        && (reference.key == nil || reference.key == occurrence.key)
    case .allDay: return occurrence.isAllDay
    case .recurring: return occurrence.isRecurring
    case .detached: return occurrence.isDetached
    default: return nil
    }
  }

  /// Whether an event's own time has a relation to a range; see `TimeBounds` for the last second.
  static func relates(_ occurrence: Occurrence, _ relation: RangeRelation, _ range: TimeRange) -> Bool {
    if occurrence.isUndated { return false }
    let start = occurrence.start
    let last = occurrence.lastMoment
    switch relation {
    case .overlapping:
      if let to = range.to, start >= to { return false }
      return range.from.map { last >= $0 } ?? true
    case .starting: return range.contains(start)
    case .ending: return range.contains(last)
    case .within:
      if let from = range.from, start < from { return false }
      return range.to.map { last < $0 } ?? true
    }
  }

  /// Whether the end lies in a range; if the range has edges of days, the last second decides there.
  private static func ends(_ occurrence: Occurrence, in range: TimeRange) -> Bool {
    if occurrence.isUndated { return false }
    let last = occurrence.lastMoment
    if let from = range.from, (range.fromIsDay ? last : occurrence.end) < from { return false }
    if let to = range.to, (range.toIsDay ? last : occurrence.end) >= to { return false }
    return true
  }

  /// The seconds of an event that lie inside a range.
  static func overlap(_ occurrence: Occurrence, _ range: TimeRange) -> Int {
    if occurrence.isUndated { return 0 }
    let start = range.from.map { max($0, occurrence.start) } ?? occurrence.start
    let end = range.to.map { min($0, occurrence.end) } ?? occurrence.end
    return max(0, end.seconds - start.seconds)
  }

  private static func lasts(
    _ occurrence: Occurrence, _ comparison: ComparisonOperator, _ length: CalendarDuration,
    _ context: QueryContext
  ) -> Bool {
    guard !occurrence.isUndated else { return comparison == .notEqual }
    var wanted = length.nominalSeconds
    if length.months != 0 {
      let start = occurrence.startTime?.civil(in: context.zone)
      if let start, let end = start.adding(length) { wanted = end.wallSeconds - start.wallSeconds }
    }
    return comparison.holds(occurrence.axisEnd - occurrence.axisStart, wanted)
  }

  // MARK: Items

  private func holds(_ row: ItemRow, _ context: QueryContext) -> Bool? {
    let record = row.record
    switch self {
    case .date(let field, let range): return Self.lies(row, field, in: range, context)
    case .part(let field, let test): return test.holds(row.time(field), context)
    case .text(let field, let test): return row.texts(field).contains(where: test.passes)
    case .pattern(let field, let pattern): return row.texts(field).contains(where: pattern.isFound)
    case .anyText(let test): return test.passes(record.searchedText)
    case .isEmpty(let field): return row.value(field, nil, context, overlap: nil).isEmptyValue
    case .number(.duration, _, _), .time, .overlap, .identity, .calendar, .detached:
      return holds(row.occurrence, context)
    case .allDay: return (row.due ?? row.start)?.isAllDay ?? false
    case .recurring: return row.occurrence.isRecurring || row.seriesRecord.isRecurring
    case .number(let field, let comparison, let operand):
      return row.number(field).map { comparison.holds($0, operand.value) } ?? (comparison == .notEqual)
    case .importance(let comparison, let wanted):
      return comparison.holds(Value.importance(ofPriority: record.priority), wanted)
    case .priorityBand(let comparison, let band):
      return comparison.holds(PriorityBand(priority: record.priority), band)
    case .source(let names): return names.contains { $0.id == row.source.id }
    case .status, .availability, .busy, .free, .tentative, .flagged: return holds(record)
    case .zone(let name): return row.zoneName == name
    case .completed: return row.isCompleted
    case .undated: return row.due == nil
    case .overdue(let now): return row.isOverdue(now: now, zone: context.zone)
    case .writable, .subscribed, .hidden, .calendarKind, .sourceKind, .due: return false
    case .all, .none, .and, .or, .not: return nil
    }
  }

  private static func lies(
    _ row: ItemRow, _ field: DateField, in range: TimeRange, _ context: QueryContext
  ) -> Bool {
    switch field {
    case .end where row.record.kind == .event: return ends(row.occurrence, in: range)
    case .created: return row.record.created.map(range.contains) ?? false
    case .modified: return row.record.modified.map(range.contains) ?? false
    case .completed: return row.completed.map(range.contains) ?? false
    case .start, .end, .due, .occurrence, .time:
      return row.time(field).map { range.contains($0.instant(in: context.zone)) } ?? false
    }
  }

  /// An alarm takes the fields that it does not have from its item.
  private func holds(_ row: AlarmRow, _ context: QueryContext) -> Bool? {
    switch self {
    case .date(.time, let range): return range.contains(row.time)
    case .part(.time, let test): return test.holds(row.itemTime, context)
    case .number(.offset, let comparison, let operand):
      return row.distance.map { comparison.holds(Double($0.nominalSeconds), operand.value) }
        ?? (comparison == .notEqual)
    case .isEmpty(.offset): return row.offset == nil
    case .isEmpty(.time): return false
    case .due(let now): return row.isDue(now: now)
    default: return holds(row.item, context)
    }
  }

  // MARK: Calendars and sources

  private func holds(_ row: CalendarRow) -> Bool {
    switch self {
    case .text(let field, let test): return row.texts(field).contains(where: test.passes)
    case .pattern(let field, let pattern): return row.texts(field).contains(where: pattern.isFound)
    case .anyText(let test): return test.passes(row.calendar.title)
    case .identity(let reference): return reference.item == row.calendar.id
    case .isEmpty(let field): return row.value(field).isEmptyValue
    case .number(.items, let comparison, let operand):
      return comparison.holds(Double(row.items), operand.value)
    case .calendar(let names): return names.contains { $0.id == row.calendar.id }
    case .source(let names): return names.contains { $0.id == row.source.id }
    case .calendarKind(let kinds): return row.calendar.kinds == kinds
    case .writable: return row.calendar.isWritable
    case .subscribed: return row.calendar.isSubscribed
    case .hidden: return row.calendar.isHidden
    default: return false
    }
  }

  private func holds(_ row: SourceRow) -> Bool {
    switch self {
    case .text(let field, let test): return row.texts(field).contains(where: test.passes)
    case .pattern(let field, let pattern): return row.texts(field).contains(where: pattern.isFound)
    case .anyText(let test): return test.passes(row.source.title)
    case .identity(let reference): return reference.item == row.source.id
    case .isEmpty(let field): return row.value(field).isEmptyValue
    case .number(.calendars, let comparison, let operand):
      return comparison.holds(Double(row.calendars), operand.value)
    case .source(let names): return names.contains { $0.id == row.source.id }
    case .sourceKind(let kind): return row.source.kind == kind
    default: return false
    }
  }
}

extension PartTest {
  /// Whether a part of a time passes; a missing time has no parts, and whole days have no clock time.
  ///
  /// A missing part fails each test but `!=`, which is the negation of `=` everywhere.
  func holds(_ time: ItemTime?, _ context: QueryContext) -> Bool {
    guard let time else { return isInequality }
    let local = time.civil(in: context.zone)
    let date = local.date
    switch self {
    case .date(let comparison, let range, _):
      let day = context.zone.startOfDay(date)
      let (from, to) = (range.from ?? day, range.to ?? day)
      switch comparison {
      case .equal: return range.contains(day)
      case .notEqual: return !range.contains(day)
      case .less: return day < from
      case .lessOrEqual: return day < to
      case .greater: return day >= to
      case .greaterOrEqual: return day >= from
      }
    case .time(let comparison, let second):
      return time.isAllDay ? isInequality : comparison.holds(local.time.secondOfDay, second)
    case .weekday(let comparison, let weekday):
      let start = context.weekStart
      return comparison.holds(start.days(until: date.weekday), start.days(until: weekday))
    case .day(let comparison, let day): return comparison.holds(date.day, day)
    case .week(let comparison, let week): return comparison.holds(date.isoWeek.week, week)
    case .month(let comparison, let month): return comparison.holds(date.month, month)
    case .year(let comparison, let year): return comparison.holds(date.year, year)
    case .hour(let comparison, let hour):
      return time.isAllDay ? isInequality : comparison.holds(local.time.hour, hour)
    }
  }

  /// Whether it is a test by `!=`.
  private var isInequality: Bool {
    switch self {
    case .date(let comparison, _, _), .time(let comparison, _), .weekday(let comparison, _),
      .day(let comparison, _), .week(let comparison, _), .month(let comparison, _), .year(let comparison, _),
      .hour(let comparison, _):
      comparison == .notEqual
    }
  }
}

extension NumberOperand {
  var value: Double {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    case .duration(let duration): Double(duration.nominalSeconds)
    }
  }
}

extension Occurrence {
  /// The start on its axis; nil without a time.
  var startTime: ItemTime? {
    isUndated ? nil : ItemTime(axis: axis, seconds: axisStart, isAllDay: isAllDay)
  }

  /// The end on its axis; nil without a time.
  var endTime: ItemTime? {
    isUndated ? nil : ItemTime(axis: axis, seconds: axisEnd, isAllDay: isAllDay)
  }

  /// Its last second; for a point, the point.
  var lastMoment: Instant { end > start ? end.adding(seconds: -1) : start }
}

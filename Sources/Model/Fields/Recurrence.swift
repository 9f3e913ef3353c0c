import ICalendar

extension FieldRow {
  /// RRULE and EXRULE.
  ///
  /// `ItemReader.readRecurrence` reads all recurrence properties together.
  static let rules = FieldRow(
    .series,
    take: { item, other in
      item.recurrence = other.recurrence
      item.ruleTexts = other.ruleTexts
    }, agrees: { $0.recurrence?.rules ?? [] == $1.recurrence?.rules ?? [] },
    write: { editor in
      func set(_ kind: PropertyKind, _ rules: [RecurrenceRule]?) {
        editor.set(kind, (rules ?? []).map { Property(kind, value: $0.description) })
      }
      set(.rrule, editor.item.recurrence?.rules)
      set(.exrule, editor.item.recurrence?.exceptionRules)
    })

  /// RDATE or EXDATE, with a line for each value; a value alone on its line keeps the line, with its period.
  static func dates(_ path: Path<[EventTime]>, _ kind: PropertyKind) -> FieldRow {
    FieldRow(path, .series) { editor in
      let known = editor.existing(kind) { property in
        let periods = property.periods
        return periods.count == 1 ? periods[0]?.start : nil
      }
      editor.set(
        kind,
        editor.item[keyPath: path].map { time in
          let value = DateValue(time)
          return known[value] ?? Property(kind, date: value)
        })
    }
  }
}

extension ItemReader {
  /// Reads RRULE, EXRULE, RDATE and EXDATE into a recurrence set on the wall clock of the start's zone.
  mutating func readRecurrence() {
    // RFC 5545 has no rules inside an override; exporters that repeat the master's rules there do not mean
    // them.
    if item.recurrenceID != nil { return }
    var rules: [RecurrenceRule] = []
    var exclusions: [RecurrenceRule] = []
    var dates: [ExtraDate] = []
    var exceptions: [ExceptionValue] = []
    let base = item.start ?? item.due
    for property in component.properties {
      switch property.kind {
      case .rrule: readRule(property, into: &rules)
      case .exrule: readRule(property, into: &exclusions)
      case .rdate: if let base { dates += extraDates(property, base: base) }
      case .exdate:
        guard let base else { continue }
        let listed = times(property)
        item.exceptionTimes += listed
        exceptions += listed.map { exception($0, base: base) }
      default: break
      }
    }
    if rules.isEmpty, dates.isEmpty { return }
    guard let base else {
      problems.append(ItemProblem(.repeatsWithoutStart, property: "RRULE"))
      return
    }
    let start: RecurrenceStart
    switch base {
    case .date(let date): start = .date(date)
    case .floating(let time), .zoned(let time, _): start = .dateTime(time)
    }
    let set = RecurrenceSet(
      start: start, rules: rules, exceptionRules: exclusions, dates: dates, exceptions: exceptions,
      zone: base.zone, includesStart: true)
    for warning in set.warnings { problems.append(ItemProblem(.rule(warning), property: "RRULE")) }
    item.recurrence = set
  }

  private mutating func readRule(_ property: Property, into rules: inout [RecurrenceRule]) {
    item.ruleTexts.append(property.rawText)
    do throws(RecurrenceRuleError) { rules.append(try RecurrenceRule(parsing: property.rawText)) } catch {
      problems.append(ItemProblem(.rejectedRule(error), property: property.name))
    }
  }

  private mutating func extraDates(_ property: Property, base: EventTime) -> [ExtraDate] {
    var result: [ExtraDate] = []
    for period in property.periods {
      guard let period else {
        unreadable(property)
        continue
      }
      let start = time(period.start, property.name)
      item.extraTimes.append(start)
      var end: PeriodEnd?
      if let value = period.end {
        // An end in another zone is an instant: its distance from the start counts.
        let seconds = time(value, property.name).axisSeconds - start.axisSeconds
        end = .length(CalendarDuration(seconds: max(0, seconds)))
      } else if let duration = period.duration {
        end = .length(duration)
      }
      result.append(ExtraDate(extraStart(start, base: base), end: end))
    }
    return result
  }

  /// A listed time on the wall clock of the series.
  private func extraStart(_ time: EventTime, base: EventTime) -> RecurrenceStart {
    switch (time, base) {
    case (.date(let date), _): .date(date)
    case (_, .date): .date(time.wall.date)
    case (.zoned(let wall, let own), .zoned(_, let zone)):
      .dateTime(own == zone ? wall : zone.civil(at: own.instant(of: wall)))
    case (_, .floating), (.floating, _): .dateTime(time.wall)
    }
  }

  private func exception(_ time: EventTime, base: EventTime) -> ExceptionValue {
    switch (time, base) {
    case (.date(let date), _): .wholeDay(date)
    case (_, .date): .wholeDay(time.wall.date)
    case (.zoned(let wall, let own), .zoned(_, let zone)):
      own == zone ? .dateTime(wall) : .instant(own.instant(of: wall))
    case (_, .floating), (.floating, _): .dateTime(time.wall)
    }
  }
}

extension Item {
  /// The expansion of this master or single item; nil when it does not repeat.
  public func series(overridden: [OccurrenceKey] = [], ranges: [RangeOverride] = []) -> Series? {
    guard let recurrence, let base = start ?? due else { return nil }
    let form: Series.Form
    switch base {
    case .date: form = .date
    case .floating: form = .floating
    case .zoned(_, let zone): form = .zoned(zone)
    }
    return Series(
      set: recurrence.compiled(), form: form, length: length, overridden: overridden, ranges: ranges)
  }
  /// The slot of this series that an override's RECURRENCE-ID names: by wall time, before that by instant if
  /// the value is in another zone, then by date.
  ///
  /// Nil when the series has no such occurrence: the override then stands by itself.
  public func slot(for id: RecurrenceID) -> OccurrenceKey? {
    guard let recurrence, let base = start ?? due else { return nil }
    let isDate = base.isAllDay
    var candidates: [CivilDateTime] = [isDate ? CivilDateTime(id.time.wall.date, .midnight) : id.time.wall]
    if case .zoned(let wall, let own) = id.time, case .zoned(_, let zone) = base, own != zone {
      // A value in another zone, UTC above all, means its instant; its bare wall time would name another
      // slot.
      candidates = [zone.civil(at: own.instant(of: wall)), wall]
    }
    for candidate in candidates where recurrence.hasSlot(at: candidate) {
      return OccurrenceKey(wallSeconds: candidate.wallSeconds, isDate: isDate)
    }
    let day = CivilDateTime(candidates[0].date, .midnight)
    let ofDay = recurrence.occurrences(from: day, to: day.adding(seconds: 86_400)).prefix(2).map(\.start)
    guard ofDay.count == 1, let only = ofDay.first, id.time.isAllDay || isDate else { return nil }
    return OccurrenceKey(wallSeconds: only.wallSeconds, isDate: isDate)
  }
}

extension RecurrenceSet {
  /// Whether the rules or dates give an occurrence at that wall time, exceptions aside being applied.
  func hasSlot(at wall: CivilDateTime) -> Bool {
    for _ in occurrences(from: wall, to: wall.adding(seconds: 1)) { return true }
    return false
  }
}

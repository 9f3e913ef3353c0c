import ICalendar

extension FieldRow {
  /// The start of an event.
  ///
  /// `ItemReader.readTimes` reads all times together.
  static let start = FieldRow(
    .time,
    take: { item, other in
      // An end in the start's zone follows the start into another zone.
      let zone = item.end?.zone == item.start?.zone ? nil : item.end?.zone
      item.start = other.start
      item.end = nil
      item.setEnd(zone: zone)
    }, agrees: { $0.start == $1.start }, write: { $0.writeTimes() })

  static let length = FieldRow(
    .time,
    take: { item, other in
      item.length = other.length
      item.end = other.end
    }, agrees: { $0.length == $1.length }, write: { $0.writeTimes() })

  static let reminderStart = FieldRow(\.start, .time) { $0.set(.dtstart, $0.item.start) }

  static let due = FieldRow(\.due, .time) { editor in
    editor.set(.duration, [])
    editor.set(.due, editor.item.due)
  }

  /// The completion of a reminder: its STATUS, COMPLETED and percentage.
  static let completion = FieldRow(
    take: { item, other in
      item.isCompleted = other.isCompleted
      item.completed = other.isCompleted ? other.completed : nil
    }, agrees: { $0.isCompleted == $1.isCompleted && $0.completed == $1.completed },
    from: [.completed, .status],
    read: { property, reader in
      if property.kind == .completed {
        reader.take(property, \.completed, reader.instant(property))
        reader.item.isCompleted = true
      } else if reader.item.kind == .reminder {
        let known = reader.item.isCompleted
        let isDone: Bool? =
          switch property.rawText.uppercased() {
          case "COMPLETED": true
          // A COMPLETED beside it says more.
          case "NEEDS-ACTION", "IN-PROCESS", "CANCELLED", "CANCELED": known
          default: nil
          }
        reader.take(property, of: .completion, \.isCompleted, isDone)
      }
    },
    write: { editor in
      let isDone = editor.item.isCompleted
      editor.set(.status, value: isDone ? "COMPLETED" : "NEEDS-ACTION")
      editor.set(.completed, isDone ? editor.item.completed : nil)
      editor.set(.percentComplete, value: isDone ? "100" : nil)
    })
}

extension ComponentEditor {
  fileprivate mutating func writeTimes() {
    set(.dtstart, item.start)
    guard item.kind == .event, let start = item.start else { return }
    if case .nominal(let duration) = item.length, !start.isAllDay {
      set(.dtend, [])
      set(.duration, value: BasicFormat.text(duration))
      return
    }
    let end = item.end ?? start.adding(item.length)
    if item.end == nil, end.zone != start.zone, case .exact(let seconds) = item.length {
      // The zone cannot express the second of two equal local times; a duration can.
      set(.dtend, [])
      set(.duration, value: BasicFormat.text(CalendarDuration(seconds: seconds)))
      return
    }
    set(.duration, [])
    set(.dtend, end)
  }
}

extension ItemReader {
  /// The times in a property, each in its own zone; an unreadable value is reported and left out.
  mutating func times(_ property: Property) -> [EventTime] {
    var result: [EventTime] = []
    for value in property.dateValues {
      if let value { result.append(time(value, property.name)) } else { unreadable(property) }
    }
    return result
  }

  /// The length that a property says; what cannot be read is noted.
  mutating func length(_ property: Property) -> CalendarDuration? {
    let length = BasicFormat.duration(Array(property.rawText.trimmingBlanks.utf8))
    if length == nil { unreadable(property) }
    return length
  }

  mutating func unreadable(_ property: Property) {
    problems.append(ItemProblem(.unreadable(property.rawText), property: property.name))
  }

  mutating func time(_ value: DateValue, _ property: String) -> EventTime {
    switch value {
    case .date(let date): return .date(date)
    case .floating(let time): return .floating(time)
    case .utc(let time): return .zoned(time, .utc)
    case .zoned(let time, let tzid):
      if let zone = zone(tzid) { return .zoned(time, zone) }
      problems.append(ItemProblem(.unknownZone(tzid), property: property))
      return .floating(time)
    }
  }

  /// The time of the first property of a kind that says one.
  private mutating func firstTime(_ kind: PropertyKind) -> (time: EventTime, property: Property)? {
    guard let first = component.property(kind) else { return nil }
    if let time = times(first).first { return (time, first) }
    for property in component.properties.filter({ $0.kind == kind }).dropFirst() {
      if let time = times(property).first { return (time, property) }
    }
    return nil
  }

  /// Reads DTSTART, DTEND, DURATION, DUE and RECURRENCE-ID.
  mutating func readTimes() {
    item.start = firstTime(.dtstart)?.time
    if let (time, property) = firstTime(.recurrenceID) {
      item.recurrenceID = RecurrenceID(
        time: time, isThisAndFuture: property.parameter("RANGE")?.uppercased() == "THISANDFUTURE")
    }
    if item.kind == .reminder { item.due = firstTime(.due)?.time }
    if item.kind == .event { item.end = firstTime(.dtend)?.time }
    var duration: CalendarDuration?
    if component.property(.duration) != nil {
      for property in component.properties where duration == nil && property.kind == .duration {
        duration = length(property)
      }
    }
    if item.kind == .event, item.start == nil, item.recurrenceID == nil {
      problems.append(ItemProblem(.noStart, property: "DTSTART"))
    }
    readLength(duration)
    if item.isCompleted, item.completed == nil { item.completed = item.modified }
  }

  private mutating func readLength(_ duration: CalendarDuration?) {
    guard let start = item.start else { return }
    let end = item.kind == .event ? item.end : item.due
    if let end {
      let name = item.kind == .event ? "DTEND" : "DUE"
      if let reading = Self.reading(end, after: start) {
        problems.append(ItemProblem(.unlikeStart(reading), property: name))
        // The end is the start plus the length wherever it is needed; as written it would have two readings.
        item.end = nil
      }
      if duration != nil { problems.append(ItemProblem(.unlikeStart(.withoutDuration), property: name)) }
      item.length = EventLength.between(start, end)
      if item.kind == .event, let seconds = EventLength.lostInGap(start, end) {
        // The start moves forward past the end: the length is the difference on the clock, and the end moves
        // too.
        item.length = .exact(seconds: seconds)
        item.end = start.adding(item.length)
      }
    } else if let duration {
      // Hours and minutes alone are elapsed time; days follow the wall clock.
      let isElapsed = duration.months == 0 && duration.days == 0 && !start.isAllDay
      item.length = isElapsed ? .exact(seconds: duration.seconds) : .nominal(duration)
      if start.isAllDay, item.kind == .event, duration.seconds > 0 {
        // RFC 5545, 3.8.2.5: a date lasts days or weeks, and a part of a day counts as a whole day.
        let days = (duration.seconds + 86_399) / 86_400
        item.length = .nominal(CalendarDuration(months: duration.months, days: duration.days + days))
        problems.append(ItemProblem(.unlikeStart(.wholeDays), property: "DURATION"))
      }
      if item.kind == .reminder { item.due = start.adding(item.length) }
    } else if start.isAllDay, item.kind == .event {
      // RFC 5545, 3.6.1: a date without an end lasts one day.
      item.length = .nominal(CalendarDuration(days: 1))
    }
    if item.length.isNegative {
      problems.append(ItemProblem(.endsBeforeStart, property: end == nil ? "DURATION" : "DTEND"))
      item.length = .zero
      item.end = nil
    }
    // RFC 5545, 3.8.2.2 requires an end after the start; exporters write a one-day event with both on that
    // day.
    if item.kind == .event, start.isAllDay, item.length == .nominal(.zero) {
      item.length = .nominal(CalendarDuration(days: 1))
    }
  }
}

extension ItemReader {
  /// The reading of an end whose kind differs from the start's; nil for an end of the same kind.
  private static func reading(_ end: EventTime, after start: EventTime) -> ItemProblem.EndReading? {
    switch (start, end) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): nil
    case (.floating, .date), (.zoned, .date): .dayBegins
    case (.date, .floating), (.date, .zoned): .dayOfTime
    case (.zoned, .floating): .zoneOfStart
    case (.floating, .zoned): .clockAlone
    }
  }
}

extension EventLength {
  /// The difference on the clock of two times in a zone, when the start is in a gap and so moves to or past
  /// the end; nil for all other times.
  static func lostInGap(_ start: EventTime, _ end: EventTime) -> Int? {
    guard case .zoned(let first, let zone) = start, case .zoned(let last, zone) = end,
      end.axisSeconds <= start.axisSeconds, last.wallSeconds > first.wallSeconds
    else { return nil }
    return last.wallSeconds - first.wallSeconds
  }
  /// The length between two times: whole days for dates, wall seconds for floating times, elapsed seconds
  /// for zoned times.
  ///
  /// If the kinds differ, the end is read as the start's kind.
  static func between(_ start: EventTime, _ end: EventTime) -> EventLength {
    switch (start, end) {
    case (.date(let first), _):
      return .nominal(CalendarDuration(days: end.wall.date.dayNumber - first.dayNumber))
    case (.floating(let first), _): return .exact(seconds: end.wall.wallSeconds - first.wallSeconds)
    case (.zoned(_, let zone), .date), (.zoned(_, let zone), .floating):
      return .exact(seconds: zone.instant(of: end.wall).seconds - start.axisSeconds)
    case (.zoned(let first, let zone), .zoned(let last, let endZone)):
      let seconds = end.axisSeconds - start.axisSeconds
      if seconds < 0, zone == endZone, let meant = secondsAcrossClockChange(first, last, zone) {
        return .exact(seconds: meant)
      }
      return .exact(seconds: seconds)
    }
  }
  /// The seconds between two times on one clock that a clock change puts in the wrong order; nil without
  /// such a change.
  ///
  /// Writers mean the second of two equal times when the first is before the start, and the difference on
  /// the clock when the clock skips the start.
  private static func secondsAcrossClockChange(_ first: CivilDateTime, _ last: CivilDateTime, _ zone: Zone)
    -> Int?
  {
    let start = zone.instant(of: first)
    if case .fold(_, let second) = zone.resolve(last), second >= start {
      return second.seconds - start.seconds
    }
    if case .gap = zone.resolve(first), last >= first { return last.wallSeconds - first.wallSeconds }
    return nil
  }

  var isNegative: Bool {
    switch self {
    case .exact(let seconds): seconds < 0
    case .nominal(let duration): duration.months < 0 || duration.days < 0 || duration.seconds < 0
    }
  }
}

extension EventTime {
  /// The time plus a length, of the same kind; clamped to the end of year 9999.
  ///
  /// The result is in UTC when the zone cannot express it: see `init(_:in:)`.
  public func adding(_ length: EventLength) -> EventTime {
    switch (self, length) {
    case (.zoned(let wall, let zone), .exact(let seconds)):
      return EventTime(zone.instant(of: wall).adding(seconds: seconds), in: zone)
    case (.zoned(let wall, let zone), .nominal(let duration)):
      guard let end = zone.instant(zone.instant(of: wall), adding: duration) else { return with(wall: .max) }
      return EventTime(end, in: zone)
    case (_, .exact(let seconds)): return with(wall: wall.adding(seconds: seconds) ?? .max)
    case (_, .nominal(let duration)): return with(wall: wall.adding(duration) ?? .max)
    }
  }
}

extension Item {
  /// Sets the end again to the start plus the length, in the end's own zone.
  public mutating func refitEnd() { take(.start, from: self) }

  /// Sets an end in another zone than the start's, a length after the start.
  fileprivate mutating func setEnd(zone: Zone?) {
    guard kind == .event, let zone, case .zoned(_, let own) = start, own != zone,
      let last = start?.adding(length)
    else { return }
    end = EventTime(last.instant(in: own), in: zone)
  }

  /// The end of an event, or the due date of a reminder; nil without a start and a due date.
  public var effectiveEnd: EventTime? { kind == .reminder ? due : end ?? start?.adding(length) }

  /// The time that a series counts from: the start, or the due date of a reminder without a start.
  public var anchor: EventTime? { start ?? due }
}

extension EventTime {
  /// The time of an occurrence's key in the kind and zone of this time.
  public func at(_ key: OccurrenceKey) -> EventTime { with(wall: CivilDateTime(clamping: key.wallSeconds)) }
  /// The time as the clock of `zone` shows it, in wall seconds; floating times and days stay as they are.
  public func wallSeconds(in zone: Zone?) -> Int {
    if case .zoned(let wall, let own) = self, let zone, own != zone {
      return zone.civil(at: own.instant(of: wall)).wallSeconds
    }
    return wall.wallSeconds
  }
}

extension DateValue {
  /// Creates the value that a file has for a time.
  public init(_ time: EventTime) {
    switch time {
    case .date(let date): self = .date(date)
    case .floating(let wall): self = .floating(wall)
    case .zoned(let wall, let zone): self = zone == .utc ? .utc(wall) : .zoned(wall, tzid: zone.identifier)
    }
  }
}

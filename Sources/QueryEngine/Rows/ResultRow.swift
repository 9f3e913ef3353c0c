/// One row of an answer.
public enum ResultRow: Sendable {
  case event(ItemRow)
  case reminder(ItemRow)
  /// A series: its master's record, seen at its first occurrence.
  case series(ItemRow)
  case alarm(AlarmRow)
  /// An interval that is busy or free.
  case block(TimeBlock)
  /// Two items that take the same time.
  case conflict(ConflictRow)
  case calendar(CalendarRow)
  case source(SourceRow)
  /// One day of an agenda or a page and its items in order; nil for the items without a date.
  case day(CivilDate?, [ItemRow])
  /// A group's keys and aggregates, in the order of the result's columns.
  case group([Value])
  /// The values of `select`, in the order of the result's columns.
  case selected([Value])
}

/// An item at one of its occurrences, with all data that an answer shows.
public struct ItemRow: Sendable {
  /// The occurrence.
  public let occurrence: Occurrence
  /// The record in effect: the override's for a detached occurrence, else the master's or single item's.
  public let record: ItemRecord
  /// The master's record if `record` is an override's; nil otherwise.
  public let master: ItemRecord?
  /// The calendar it is in.
  public let calendar: CalendarRecord
  /// The account of the calendar.
  public let source: SourceRecord
  /// The start; of a reminder, the time when work on it can begin.
  ///
  /// Nil without such a time.
  public let start: ItemTime?
  /// The end (whole days: the day after the last); nil for reminders and items without a time.
  public let end: ItemTime?
  /// The start before the occurrence was moved; `start` if it was not moved.
  public let originalStart: ItemTime?
  /// The due time of a reminder; nil for undated reminders and events.
  public let due: ItemTime?
  /// When a reminder, or this occurrence of it, was completed.
  public let completed: Instant?
  /// The fields with a searched text; nil without a search.
  public var match: SearchMatch?
  /// The place of the row in its series, in the answer to a search that shows each series once.
  public var place: SeriesPlace?

  /// The record that holds the recurrence rules.
  public var seriesRecord: ItemRecord { master ?? record }

  /// The short permanent id of the item, as `ev:7kq2m9`; occurrences share their series' id.
  public var id: String {
    PublicID.text(record.kind.prefix, occurrence.series)
  }

  /// The id of this one occurrence, as `ev:7kq2m9/20261118T091500`; nil for items that do not repeat.
  public var occurrenceID: String? { occurrence.key.map { id + "/" + $0.text } }

  /// Whether a reminder is open and its due time has passed; a due day passes when it ends.
  public func isOverdue(now: Instant, zone: Zone) -> Bool {
    guard record.kind == .reminder, !isCompleted, record.status != .cancelled, let due else { return false }
    return due.deadline(in: zone) <= now
  }

  /// Whether a reminder is completed.
  public var isCompleted: Bool { completed != nil || record.isCompleted }
}

extension ItemTime {
  /// The first moment at which a reminder with this due time is overdue.
  func deadline(in viewer: Zone) -> Instant {
    guard isAllDay, let next = CivilDateTime(clamping: seconds).date.adding(days: 1) else {
      return instant(in: viewer).adding(seconds: 1)
    }
    return viewer.startOfDay(next)
  }
}

/// A calendar as a row.
public struct CalendarRow: Sendable {
  /// The calendar.
  public let calendar: CalendarRecord
  /// Its account.
  public let source: SourceRecord
  /// How many events and reminders it holds, a series counted once.
  public let items: Int

  /// The id, as `cal:wrk1`.
  public var id: String { PublicID.text(.calendar, calendar.id) }
}

/// A source as a row.
public struct SourceRow: Sendable {
  /// The source.
  public let source: SourceRecord
  /// How many calendars it holds.
  public let calendars: Int

  /// The id, as `src:2m9x4a`.
  public var id: String { PublicID.text(.source, source.id) }
}

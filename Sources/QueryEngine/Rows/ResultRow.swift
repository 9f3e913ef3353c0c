/// One row of an answer.
public enum ResultRow: Sendable {
  case event(ItemRow)
  case reminder(ItemRow)
  /// A series: its master's record, seen at its first occurrence.
  case series(ItemRow)
  case alarm(AlarmRow)
  /// Time that is taken or free.
  case block(TimeBlock)
  /// Two items that take the same time.
  case conflict(ConflictRow)
  case calendar(CalendarRow)
  case source(SourceRow)
  /// One day of an agenda or a page and what happens on it, in order; nil for what has no date.
  case day(CivilDate?, [ItemRow])
  /// A group's keys and aggregates, in the order of the result's columns.
  case group([Value])
  /// The values of `select`, in the order of the result's columns.
  case selected([Value])
}

/// An item at one of its occurrences, with everything an answer shows of it.
public struct ItemRow: Sendable {
  /// When and which.
  public let occurrence: Occurrence
  /// The fields that apply: the override's of a detached occurrence, else the master's or single item's.
  public let record: ItemRecord
  /// The master's record where `record` is an override's; nil otherwise.
  public let master: ItemRecord?
  /// The calendar it is in.
  public let calendar: CalendarRecord
  /// The account of the calendar.
  public let source: SourceRecord
  /// When it begins; of a reminder when work on it can start.
  ///
  /// Nil where it has no such time.
  public let start: ItemTime?
  /// When it ends (whole days: the day after the last); nil for reminders and items without time.
  public let end: ItemTime?
  /// When the occurrence would start had it not been moved; its start where it was not.
  public let originalStart: ItemTime?
  /// When a reminder should be done; nil for undated ones and events.
  public let due: ItemTime?
  /// When a reminder, or this occurrence of it, was completed.
  public let completed: Instant?
  /// Where a searched text was found; nil where none was searched for.
  public var match: SearchMatch?
  /// Which of a series the row is, in the answer to a search that shows each once.
  public var place: SeriesPlace?

  /// The record that holds the recurrence rules.
  public var seriesRecord: ItemRecord { master ?? record }

  /// The short permanent id of the item, as `ev:7kq2m9`; occurrences share their series' id.
  public var id: String {
    PublicID.text(record.kind.prefix, occurrence.series)
  }

  /// The id of this one occurrence, as `ev:7kq2m9/20261118T091500`; nil for items that do not repeat.
  public var occurrenceID: String? { occurrence.key.map { id + "/" + $0.text } }

  /// Whether a reminder is still to be done and its due time has passed; a day passes when it ends.
  public func isOverdue(now: Instant, zone: Zone) -> Bool {
    guard record.kind == .reminder, !isCompleted, record.status != .cancelled, let due else { return false }
    return due.deadline(in: zone) <= now
  }

  /// Whether a reminder is done.
  public var isCompleted: Bool { completed != nil || record.isCompleted }
}

extension ItemTime {
  /// The first moment at which something due then is overdue.
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

import ICalendar
import Store

/// The result of an import of birthdays.
public struct BirthdaySummary: Sendable, Equatable {
  /// The calendar of the birthdays.
  public var calendar: CalendarRecord
  /// Whether the import created the calendar.
  public var isNew: Bool
  /// The number of events that were new, changed, and unchanged.
  public var added = 0, updated = 0, unchanged = 0
}

extension CalendarStore {
  /// Writes generated events to the birthday calendar, which is read-only; creates the calendar and its
  /// source when missing.
  ///
  /// Events are matched by UID; stored events not among `events` stay.
  public func importBirthdays(
    _ events: [Component], cause: String, now: Instant
  ) throws(StoreError) -> BirthdaySummary {
    try inOneStep(cause, now: now, origin: .imported) { () throws(StoreError) in
      let known = try birthdayCalendar()
      let calendar: CalendarRecord
      if let known { calendar = known } else { calendar = try makeBirthdayCalendar(cause, now) }
      var summary = BirthdaySummary(calendar: calendar, isNew: known == nil)
      var changed: [CalendarObject] = []
      for event in events {
        let uid = event.property("UID")?.text ?? ""
        var present: Int?
        for id in try items(uid: uid) where try record(id)?.calendar == calendar.id { present = id }
        if let present, try componentText(present) == ComponentText.bytes(event) {
          summary.unchanged += 1
          continue
        }
        if present == nil { summary.added += 1 } else { summary.updated += 1 }
        let member = try zones(calendar: calendar.id, definitions: []).read(event, id: present)
        changed.append(CalendarObject(calendar: calendar.id, master: member))
      }
      if !changed.isEmpty { _ = try write(changed, cause: cause, now: now) }
      return summary
    }
  }

  private func birthdayCalendar() throws(StoreError) -> CalendarRecord? {
    let sources = Set(try sources().filter { $0.kind == .birthdays }.map(\.id))
    return try calendars().first { sources.contains($0.source) }
  }

  private func makeBirthdayCalendar(_ cause: String, _ now: Instant) throws(StoreError) -> CalendarRecord {
    let source = try addSource(title: "Birthdays", kind: .birthdays, limits: .noCalendarChanges, now: now)
    var calendar = try addCalendar(title: "Birthdays", source: source.id, kinds: .events, now: now)
    calendar.isWritable = false
    calendar.isImmutable = true
    try update(calendar, cause: cause, now: now)
    return calendar
  }
}

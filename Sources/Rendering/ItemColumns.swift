import Changes

/// The flat columns of csv, tsv and line output, for each kind of row.
enum ItemColumns {
  static let event = [
    "id", "occurrenceId", "title", "start", "end", "lastDay", "allDay", "timeZone", "duration", "calendar",
    "source",
    "location", "notes", "url", "status", "availability", "recurrence", "uid",
  ]
  static let reminder = [
    "id", "occurrenceId", "title", "due", "dueAllDay", "start", "completed", "completedAt", "overdue",
    "priority",
    "calendar", "source", "location", "notes", "url", "recurrence", "uid",
  ]
  static let alarm = [
    "id", "occurrenceId", "number", "time", "offset", "action", "title", "start", "due", "calendar", "source",
  ]
  static let calendar = [
    "id", "title", "source", "color", "events", "reminders", "hidden", "subscribed", "writable", "items",
  ]
  static let source = ["id", "title", "kind", "calendars"]

  /// Returns the names of the columns of an answer.
  static func names(_ context: RenderContext) -> [String] {
    if !context.columns.isEmpty { return context.columns.map(\.name) }
    if context.page != nil { return ["date", "type"] + event + ["due", "completed"] }
    // The columns from before agendas had reminders keep their places.
    if context.isAgenda { return event + ["type", "due"] }
    switch context.noun {
    case .reminders: return reminder
    case .calendars: return calendar
    case .sources: return source
    case .alarms: return alarm
    case .busy: return BlockText.blockColumns
    case .conflicts: return BlockText.conflictColumns
    case .events, .series: return event
    }
  }

  /// Writes the values of a row in these columns; a day of an agenda gives a row for each of its items.
  static func write(
    _ row: ResultRow, _ context: RenderContext, to output: OutputBuffer, _ write: ([String]) -> Void
  ) {
    switch row {
    case .event(let item), .series(let item), .reminder(let item): write(values(item, context))
    case .day(let day, let items):
      for item in items where !output.isStopped { write(values(item, of: day, context)) }
    case .alarm(let row): write(values(row, context))
    case .block(let block): write(BlockText.values(block, context.zone))
    case .conflict(let row): write(BlockText.values(row, context.zone))
    case .calendar(let row): write(values(row))
    case .source(let row): write([row.id, row.source.title, row.source.kind.name, String(row.calendars)])
    case .group(let values), .selected(let values): write(values.map(ValueText.plain))
    }
  }

  private static func values(_ item: ItemRow, of day: CivilDate?, _ context: RenderContext) -> [String] {
    let type = item.record.kind == .reminder ? "reminder" : "event"
    if context.isAgenda { return values(item, context) + [type, text(item.due, context.zone)] }
    guard context.page != nil else { return values(item, context) }
    return [day?.description ?? "", type]
      + values(item, context) + [text(item.due, context.zone), flag(item.isCompleted)]
  }

  private static func values(_ row: AlarmRow, _ context: RenderContext) -> [String] {
    let zone = context.zone
    return [
      row.item.id, row.item.occurrenceID ?? "", String(row.number), ExtendedFormat.text(row.time, in: zone),
      row.offset?.description ?? "", row.alarm.action.rawValue, row.item.record.title ?? "",
      text(row.item.start, zone), text(row.item.due, zone), row.item.calendar.title, row.item.source.title,
    ]
  }

  private static func values(_ row: CalendarRow) -> [String] {
    let calendar = row.calendar
    return [
      row.id, calendar.title, row.source.title, calendar.color ?? "", flag(calendar.kinds.contains(.events)),
      flag(calendar.kinds.contains(.reminders)), flag(calendar.isHidden), flag(calendar.isSubscribed),
      flag(calendar.isWritable), String(row.items),
    ]
  }

  private static func values(_ row: ItemRow, _ context: RenderContext) -> [String] {
    let record = row.record
    let zone = context.zone
    let rule =
      RecurrencePhrase.text(
        rules: row.seriesRecord.rules, zone: zone, afterCompletion: row.seriesRecord.repeatsFromCompletion)
      ?? ""
    if context.noun == .reminders {
      return [
        row.id, row.occurrenceID ?? "", record.title ?? "", text(row.due, zone),
        flag(row.due?.isAllDay ?? false),
        text(record.start == nil ? nil : row.start, zone), flag(row.isCompleted),
        row.completed.map { ExtendedFormat.text($0, in: zone) } ?? "",
        flag(row.isOverdue(now: context.now, zone: zone)), PriorityBand(priority: record.priority).name,
        row.calendar.title, row.source.title, record.location ?? "", record.notes ?? "", record.url ?? "",
        rule,
        row.seriesRecord.uid ?? "",
      ]
    }
    var lastDay = ""
    if let start = row.start, let end = row.end {
      lastDay = start.lastDay(until: end, in: zone).description
    }
    return [
      row.id, row.occurrenceID ?? "", record.title ?? "", text(row.start, zone), text(row.end, zone), lastDay,
      flag(row.start?.isAllDay ?? false), record.start?.zone ?? "", row.duration?.description ?? "",
      row.calendar.title,
      row.source.title,
      record.location ?? "", record.notes ?? "", record.url ?? "", record.status.name,
      record.availability.name, rule,
      row.seriesRecord.uid ?? "",
    ]
  }

  private static func flag(_ value: Bool) -> String { value ? "true" : "false" }

  private static func text(_ time: ItemTime?, _ zone: Zone) -> String {
    time.map { ValueText.plain($0.value(in: zone)) } ?? ""
  }
}

import Changes

/// A line of a table, kept until the widths of the columns are known.
enum TableLine {
  case day(CivilDate)
  case cells([TableCell], RGBColor?)
}

/// The columns of a table, and the cells of its rows.
struct TableLayout {
  private let context: RenderContext
  let columns: [TableColumn]
  /// The column in the calendar's color, and its replacement if it is left out.
  private let colored: Int?
  private let coloredInstead: Int?

  init(_ context: RenderContext) {
    self.context = context
    columns = Self.columns(context)
    func place(_ names: String...) -> Int? {
      guard context.columns.isEmpty else { return nil }
      return names.lazy.compactMap { name in columns.firstIndex { $0.name == name } }.first
    }
    let columns = columns
    switch context.noun {
    case .events, .series, .alarms: colored = place("calendar")
    case .reminders: colored = place("list")
    case .calendars: colored = place("title")
    case .sources, .busy, .conflicts: colored = nil
    }
    coloredInstead = colored == nil ? nil : place("title")
  }

  private static func columns(_ context: RenderContext) -> [TableColumn] {
    let number = context.numbersRows ? [TableColumn.fixed("#", usual: 4, isNumber: true)] : []
    let day = context.isByDay ? [] : [TableColumn.fixed("day", usual: 15, short: 6)]
    let title = TableColumn.text("title", least: 12, usual: 60)
    func calendar(_ name: String = "calendar", leaves: Int) -> TableColumn {
      .text(name, least: 8, usual: 24, leaves: leaves)
    }
    switch context.noun {
    case _ where !context.columns.isEmpty:
      // Selected columns stay while a few letters of each are visible, the first columns the longest.
      return context.columns.enumerated().map { index, column in
        .text(column.name, least: 6, usual: 40, leaves: index == 0 ? nil : context.columns.count - index)
      }
    case .alarms:
      return number + day
        + [
          .fixed("rings", usual: 5), title, .fixed("for", usual: 21, short: 12, leaves: 2),
          .text("alarm", least: 8, usual: 30, leaves: 3), calendar(leaves: 1),
        ]
    case .busy:
      return day + [
        .fixed("start", usual: 5), .fixed("end", usual: 5), .fixed("length", usual: 10, leaves: 1),
      ]
    case .conflicts:
      return number + day
        + [
          .fixed("start", usual: 5), .fixed("end", usual: 5, leaves: 1), .text("title", least: 8, usual: 40),
          .text("and", least: 8, usual: 40),
        ]
    case .events:
      return number + day
        + [
          .fixed("start", usual: 8), .fixed("end", usual: 8, leaves: 3), title, calendar(leaves: 2),
          .text("where", least: 8, usual: 40, leaves: 1),
        ]
    case .series:
      return number
        + [
          .fixed("since", usual: 21, short: 12, leaves: 2), .text("repeats", least: 12, usual: 40), title,
          calendar(leaves: 1),
        ]
    case .reminders:
      return number
        + [
          .fixed("", usual: 1), .fixed(context.isCompletions ? "completed" : "due", usual: 21, short: 12),
          title,
          calendar("list", leaves: 1), .fixed("priority", usual: 8, leaves: 2),
        ]
    case .calendars:
      return [
        title, .text("source", least: 6, usual: 24, leaves: 1), .fixed("holds", usual: 17, leaves: 3),
        .fixed("items", usual: 5, leaves: 5), .fixed("color", usual: 7, leaves: 2),
        .text("state", least: 6, usual: 20, leaves: 4), .fixed("id", usual: 10),
      ]
    case .sources:
      return [
        title, .fixed("kind", usual: 8, leaves: 1), .fixed("calendars", usual: 9, leaves: 2),
        .fixed("id", usual: 10),
      ]
    }
  }

  func cells(_ values: [Value]) -> [TableCell] {
    values.map { value in
      if case .null = value {
        TableCell(context.null)
      } else {
        TableCell(SafeText.line(ValueText.plain(value)))
      }
    }
  }

  func cells(_ row: CalendarRow) -> [TableCell] {
    let calendar = row.calendar
    let holds: [(EntityKinds, String)] = [(.events, "events"), (.reminders, "reminders")]
    let states = [
      (calendar.isHidden, "hidden"), (calendar.isSubscribed, "subscribed"),
      (!calendar.isWritable, "read-only"),
    ]
    return [
      SafeText.line(calendar.title), SafeText.line(row.source.title),
      holds.filter { calendar.kinds.contains($0.0) }.map(\.1).joined(separator: ", "), String(row.items),
      calendar.color.map(SafeText.line) ?? context.null,
      states.filter(\.0).map(\.1).joined(separator: ", "), row.id,
    ].map { TableCell($0) }
  }

  func cells(_ row: SourceRow) -> [TableCell] {
    [SafeText.line(row.source.title), row.source.kind.name, String(row.calendars), row.id].map {
      TableCell($0)
    }
  }

  func cells(_ item: ItemRow, number: Int, day: CivilDate?) -> [TableCell] {
    let lead = lead(number)
    let marked = TableCell(item.shownTitle, tail: mark(item))
    let calendar = TableCell(SafeText.line(item.calendar.title))
    switch context.noun {
    case .reminders:
      let band = PriorityBand(priority: item.record.priority)
      return lead + [
        TableCell(item.stateMark(now: context.now, zone: context.zone)),
        context.isCompletions ? cell(item.completed) : cell(item.due), marked, calendar,
        TableCell(band == .none ? "" : band.name),
      ]
    case .series:
      let rule =
        RecurrencePhrase.text(
          rules: item.seriesRecord.rules, zone: context.zone,
          afterCompletion: item.seriesRecord.repeatsFromCompletion) ?? "on given dates"
      return lead + [
        cell(item.start), TableCell(rule), TableCell(item.shownTitle, tail: item.match?.mark ?? ""), calendar,
      ]
    case .events where item.record.kind == .reminder:
      let state = item.stateMark(now: context.now, zone: context.zone)
      let due = item.due.flatMap { $0.isAllDay ? nil : $0.civil(in: context.zone).time.description }
      return lead + [
        TableCell(due ?? "due"), TableCell(due == nil ? "" : "due"),
        TableCell(state + " " + item.shownTitle, tail: mark(item)), calendar,
        TableCell(SafeText.line(item.record.location ?? "")),
      ]
    case .events, .calendars, .sources, .alarms, .busy, .conflicts:
      let (start, end) = times(item, day: day)
      let place = SafeText.line(item.record.location ?? "")
      let date =
        context.isByDay ? [] : [item.start.map { cell(day: $0.civil(in: context.zone).date) } ?? "–"]
      return lead + date + [TableCell(start), TableCell(end), marked, calendar, TableCell(place)]
    }
  }

  private func lead(_ number: Int) -> [TableCell] { context.numbersRows ? [TableCell(String(number))] : [] }

  func cells(_ block: TimeBlock) -> [TableCell] {
    times(block) + [TableCell(ValueText.length(block.duration))]
  }

  func cells(_ row: ConflictRow, number: Int) -> [TableCell] {
    lead(number) + times(row.block) + row.items.map { TableCell(BlockText.title($0)) }
  }

  private func times(_ block: TimeBlock) -> [TableCell] {
    let day = context.zone.civil(at: block.start).date
    let long = BlockText.times(block, context.zone)
    let short = BlockText.times(block, context.zone, today: today())
    return (context.isByDay ? [] : [cell(day: day)]) + zip(long, short).map { TableCell($0, short: $1) }
  }

  func cells(_ row: AlarmRow, number: Int) -> [TableCell] {
    let wall = context.zone.civil(at: row.time)
    let time = row.item.record.kind == .reminder ? row.item.due ?? row.item.start : row.item.start
    return lead(number)
      + (context.isByDay ? [] : [cell(day: wall.date)]) + [
        TableCell(wall.time.description), TableCell(row.item.shownTitle + mark(row.item)), cell(time),
        TableCell(SafeText.line(AlarmText.words(row))), TableCell(SafeText.line(row.item.calendar.title)),
      ]
  }

  private func mark(_ item: ItemRow) -> String {
    item.titleMark(tellsCancelled: context.noun != .reminders) + (item.place?.mark ?? "")
      + (item.match?.mark ?? "")
  }

  private func times(_ item: ItemRow, day: CivilDate?) -> (String, String) {
    guard let start = item.start else { return ("–", "") }
    let end = item.end ?? start
    let lastDay = start.lastDay(until: end, in: context.zone)
    let from = start.civil(in: context.zone)
    let until = end.civil(in: context.zone)
    let shown = day ?? from.date
    if start.isAllDay {
      return ("all day", lastDay > shown ? "→ " + short(lastDay) : "")
    }
    let zone = context.zone
    let (first, last) = (start.instant(in: zone), end.instant(in: zone))
    let begins =
      from.date < shown
      ? "← " + short(from.date) : from.time.description + DateText.offset(ofSecond: first, in: zone)
    // An event without length has one time.
    if first == last, from.date >= shown { return (begins, "") }
    let offset = DateText.offset(from: first, to: last, in: zone)
    return (begins, lastDay > shown ? "→ " + short(lastDay) : endOfDay(until) + offset)
  }

  private func endOfDay(_ until: CivilDateTime) -> String {
    until.time == .midnight ? "24:00" : until.time.description
  }

  private func short(_ date: CivilDate) -> String {
    String(date.day) + " " + DateText.months[date.month - 1]
  }

  /// Fits the columns to the line by the known rows of the answer: all of them, or the first.
  func fit(_ lines: [TableLine], isWhole: Bool) -> TableFit {
    let rows = lines.compactMap { line in if case .cells(let cells, _) = line { cells } else { nil } }
    return TableFit(columns, rows, width: context.isTerminal ? context.width : nil, isWhole: isWhole)
  }

  func head(_ fit: TableFit) -> String { ANSIStyle.dim.apply(to: fit.head, context.colors) }

  func line(_ cells: [TableCell], _ fit: TableFit, _ color: RGBColor?) -> String {
    guard let color, context.colors != .none else { return fit.line(cells) { _, text in text } }
    let place = colored.map { fit.shown.contains($0) } ?? false ? colored : coloredInstead
    return fit.line(cells) { index, text in
      index == place ? ANSIStyle(foreground: color).apply(to: text, context.colors) : text
    }
  }

  /// Returns the selected columns without room; none if the table chose its columns itself.
  func missing(_ fit: TableFit) -> [String] {
    context.columns.isEmpty ? [] : columns.indices.filter { !fit.shown.contains($0) }.map { columns[$0].name }
  }

  // MARK: Dates

  private func today() -> CivilDate { context.zone.civil(at: context.now).date }

  private func cell(day: CivilDate) -> TableCell {
    TableCell(DateText.day(day), short: TimeText.shortDay(day, today: today()))
  }

  private func cell(_ time: ItemTime?) -> TableCell {
    guard let time else { return "–" }
    return TableCell(
      TimeText.time(time, in: context.zone), short: TimeText.shortTime(time, in: context.zone, today: today())
    )
  }

  private func cell(_ instant: Instant?) -> TableCell {
    guard let instant else { return "–" }
    let civil = context.zone.civil(at: instant)
    return TableCell(
      TimeText.moment(instant, in: context.zone),
      short: TimeText.shortDay(civil.date, today: today()) + " " + civil.time.description)
  }
}

import CivilTime
import Model
import QueryEngine
import QueryLanguage

/// A line of a table that waits for the widths of its columns.
enum TableLine {
  case day(CivilDate)
  case cells([String], RGBColor?)
}

/// The columns of a table and how they are fitted to the terminal.
struct TableLayout {
  private let context: RenderContext
  private let names: [String]
  /// The column whose text carries the calendar's colour.
  private let colored: Int?

  init(_ context: RenderContext) {
    self.context = context
    let number = context.numbersRows ? ["#"] : []
    switch context.noun {
    case _ where !context.columns.isEmpty: (names, colored) = (context.columns.map(\.name), nil)
    case .alarms:
      let times = context.isByDay ? ["rings"] : ["day", "rings"]
      names = number + times + ["title", "for", "alarm", "calendar"]
      colored = number.count + times.count + 3
    case .busy, .conflicts:
      let times = context.isByDay ? ["start", "end"] : ["day", "start", "end"]
      let rest = context.noun == .busy ? ["length"] : ["title", "and"]
      (names, colored) = ((context.noun == .busy ? [] : number) + times + rest, nil)
    case .events:
      let times = context.isByDay ? ["start", "end"] : ["day", "start", "end"]
      names = number + times + ["title", "calendar", "where"]
      colored = number.count + times.count + 1
    case .series:
      names = number + ["since", "repeats", "title", "calendar"]
      colored = number.count + 3
    case .reminders:
      names = number + ["", context.isCompletions ? "completed" : "due", "title", "list", "priority"]
      colored = number.count + 3
    case .calendars:
      (names, colored) = (["title", "source", "holds", "items", "color", "state", "id"], nil)
    case .sources: (names, colored) = (["title", "kind", "calendars", "id"], nil)
    }
  }

  func cells(_ values: [Value]) -> [String] {
    values.map { value in
      if case .null = value { context.null } else { SafeText.line(ValueText.plain(value)) }
    }
  }

  func cells(_ row: CalendarRow) -> [String] {
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
    ]
  }

  func cells(_ row: SourceRow) -> [String] {
    [SafeText.line(row.source.title), row.source.kind.name, String(row.calendars), row.id]
  }

  func cells(_ item: ItemRow, number: Int, day: CivilDate?) -> [String] {
    let lead = context.numbersRows ? [String(number)] : []
    let title = item.shownTitle
    let calendar = SafeText.line(item.calendar.title)
    switch context.noun {
    case .reminders:
      let time =
        context.isCompletions
        ? item.completed.map { TimeText.moment($0, in: context.zone) }
        : item.due.map { TimeText.time($0, in: context.zone) }
      let band = PriorityBand(priority: item.record.priority)
      return lead + [
        item.stateMark(now: context.now, zone: context.zone), time ?? "–", title + mark(item), calendar,
        band == .none ? "" : band.name,
      ]
    case .series:
      let since = item.start.map { TimeText.time($0, in: context.zone) } ?? "–"
      let rule =
        RecurrencePhrase.text(
          rules: item.seriesRecord.rules, zone: context.zone,
          afterCompletion: item.seriesRecord.repeatsFromCompletion) ?? "on given dates"
      return lead + [since, rule, title + (item.match?.mark ?? ""), calendar]
    case .events where item.record.kind == .reminder:
      let mark = item.stateMark(now: context.now, zone: context.zone)
      let due = item.due.flatMap { $0.isAllDay ? nil : $0.civil(in: context.zone).time.description }
      return lead + [
        due ?? "due", due == nil ? "" : "due", mark + " " + title + self.mark(item), calendar,
        SafeText.line(item.record.location ?? ""),
      ]
    case .events, .calendars, .sources, .alarms, .busy, .conflicts:
      let (start, end) = times(item, day: day)
      let place = SafeText.line(item.record.location ?? "")
      let date =
        context.isByDay ? [] : [item.start.map { TimeText.day($0.civil(in: context.zone).date) } ?? "–"]
      return lead + date + [start, end, title + mark(item), calendar, place]
    }
  }

  func cells(_ block: TimeBlock) -> [String] {
    times(block) + [ValueText.length(block.duration)]
  }

  func cells(_ row: ConflictRow, number: Int) -> [String] {
    (context.numbersRows ? [String(number)] : []) + times(row.block) + row.items.map(BlockText.title)
  }

  private func times(_ block: TimeBlock) -> [String] {
    let day = context.zone.civil(at: block.start).date
    return (context.isByDay ? [] : [TimeText.day(day)]) + BlockText.times(block, context.zone)
  }

  func cells(_ row: AlarmRow, number: Int) -> [String] {
    let wall = context.zone.civil(at: row.time)
    let time = row.item.record.kind == .reminder ? row.item.due ?? row.item.start : row.item.start
    return (context.numbersRows ? [String(number)] : [])
      + (context.isByDay ? [] : [TimeText.day(wall.date)]) + [
        wall.time.description, row.item.shownTitle + mark(row.item),
        time.map { TimeText.time($0, in: context.zone) } ?? "–",
        SafeText.line(AlarmText.words(row)),
        SafeText.line(row.item.calendar.title),
      ]
  }

  private func mark(_ item: ItemRow) -> String {
    item.titleMark(tellsCancelled: context.noun != .reminders) + (item.place?.mark ?? "")
      + (item.match?.mark ?? "")
  }

  private func times(_ item: ItemRow, day: CivilDate?) -> (String, String) {
    guard let start = item.start else { return ("–", "") }
    let end = item.end ?? start
    let lastDay = ItemJSON.lastDay(start, end, context.zone)
    let from = start.civil(in: context.zone)
    let until = end.civil(in: context.zone)
    let shown = day ?? from.date
    if start.isAllDay {
      return ("all day", lastDay > shown ? "→ " + short(lastDay) : "")
    }
    let begins = from.date < shown ? "← " + short(from.date) : from.time.description
    let zone = context.zone
    let offset = ItemSentences.offset(from: start.instant(in: zone), to: end.instant(in: zone), in: zone)
    let ends = lastDay > shown ? "→ " + short(lastDay) : endOfDay(until) + offset
    return (begins, ends)
  }

  private func endOfDay(_ until: CivilDateTime) -> String {
    until.time == .midnight ? "24:00" : until.time.description
  }

  private func short(_ date: CivilDate) -> String {
    String(date.day) + " " + TimeText.months[date.month - 1]
  }

  /// Each column as wide as its widest cell, the wide ones narrowed until the line fits.
  func widths(of lines: [TableLine]) -> [Int] {
    var widths = names.map { CellWidth.of($0) }
    for case .cells(let cells, _) in lines {
      for (index, cell) in cells.enumerated() where index < widths.count {
        widths[index] = max(widths[index], CellWidth.of(cell))
      }
    }
    guard context.isTerminal else { return widths }
    let gaps = 2 * max(0, widths.count - 1)
    while widths.reduce(gaps, +) > context.width,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 8
    {
      widths[widest] -= 1
    }
    return widths
  }

  func head(_ widths: [Int]) -> String {
    ANSIStyle.dim.apply(to: joined(names, widths), context.colors)
  }

  func line(_ cells: [String], _ widths: [Int], _ color: RGBColor?) -> String {
    joined(cells, widths, color: color)
  }

  private func joined(_ cells: [String], _ widths: [Int], color: RGBColor? = nil) -> String {
    var parts: [String] = []
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let isNumber = names.first == "#" && index == 0
      var part = CellText.fit(cell, to: width, isNumber ? .right : .left)
      if let color, index == colored { part = ANSIStyle(foreground: color).apply(to: part, context.colors) }
      parts.append(part)
    }
    return Self.trimmed(parts.joined(separator: "  "))
  }

  private static func trimmed(_ text: String) -> String {
    var end = text.endIndex
    while end > text.startIndex, text[text.index(before: end)] == " " { end = text.index(before: end) }
    return String(text[..<end])
  }
}

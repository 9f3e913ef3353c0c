import CivilTime
import Model
import QueryEngine
import QueryLanguage

/// A table for people: events grouped by day, times first; columns fitted to the terminal.
///
/// A first batch of rows is held back to find the widths of its columns; later batches have widths of their own,
/// so memory does not grow with the answer.
struct TableRenderer: Renderer {
  private static let batch = 200
  private let context: RenderContext
  private var layout: TableLayout
  private var pending: [TableLine] = []
  private var count = 0
  private var day: CivilDate?
  private var hasHead = false

  init(_ context: RenderContext) {
    self.context = context
    layout = TableLayout(context)
  }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    switch row {
    case .day(let day, let items):
      self.day = nil
      add(day: day)
      for item in items { add(item) }
    case .event(let item):
      if let start = item.start { add(day: shownDay(start)) }
      add(item)
    case .series(let item), .reminder(let item): add(item)
    case .calendar, .source, .group, .selected:
      for values in ItemColumns.rows(row, context) {
        count += 1
        pending.append(.cells(layout.cells(values), nil))
      }
    }
    if pending.count >= Self.batch { flush(to: output) }
  }

  /// The day an event is listed under: that of its start, but not before the window's first.
  private func shownDay(_ start: ItemTime) -> CivilDate {
    let own = start.civil(in: context.zone).date
    guard let first = context.range?.start.map({ context.zone.civil(at: $0).date }) else { return own }
    return max(own, first)
  }

  private mutating func add(day: CivilDate) {
    if self.day == day { return }
    self.day = day
    pending.append(.day(day))
  }

  private mutating func add(_ item: ItemRow) {
    count += 1
    let color = item.calendar.color.flatMap { RGBColor($0) }
    pending.append(.cells(layout.cells(item, number: count, day: day), color))
  }

  mutating func end(to output: OutputBuffer) {
    flush(to: output)
    output.appendLine(ANSIStyle.dim.apply(to: footer, context.colors))
  }

  private var footer: String {
    let word: String
    switch context.noun {
    case _ where !context.columns.isEmpty: word = count == 1 ? "row" : "rows"
    case .events: word = count == 1 ? "event" : "events"
    case .reminders: word = count == 1 ? "reminder" : "reminders"
    case .calendars: word = count == 1 ? "calendar" : "calendars"
    case .sources: word = count == 1 ? "source" : "sources"
    case .series: word = "series"
    case .alarms, .busy, .conflicts: word = count == 1 ? "row" : "rows"
    }
    return "\(count) \(word)"
  }

  private mutating func flush(to output: OutputBuffer) {
    let widths = layout.widths(of: pending)
    for line in pending {
      switch line {
      case .day(let day):
        if hasHead { output.append("\n") }
        var head = ANSIStyle.bold.apply(to: TimeText.day(day), context.colors)
        if !hasHead, let range = context.range {
          let note = "(" + range.text(in: context.zone) + ", " + context.zone.identifier + ")"
          let gap = max(2, context.width - CellWidth.of(TimeText.day(day)) - CellWidth.of(note))
          head += String(repeating: " ", count: gap) + ANSIStyle.dim.apply(to: note, context.colors)
        }
        output.appendLine(head)
        if !hasHead { output.appendLine(layout.head(widths)) }
        hasHead = true
      case .cells(let cells, let color):
        if !hasHead {
          output.appendLine(layout.head(widths))
          hasHead = true
        }
        output.appendLine(layout.line(cells, widths, color))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}

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
    case .events, .alarms, .busy, .conflicts:
      names = number + ["start", "end", "title", "calendar", "where"]
      colored = number.count + 3
    case .series:
      names = number + ["since", "repeats", "title", "calendar"]
      colored = number.count + 3
    case .reminders:
      names = number + ["", "due", "title", "list", "priority"]
      colored = number.count + 3
    case .calendars: (names, colored) = (ItemColumns.calendar, nil)
    case .sources: (names, colored) = (ItemColumns.source, nil)
    }
  }

  func cells(_ values: [String]) -> [String] { values.map(SafeText.line) }

  func cells(_ item: ItemRow, number: Int, day: CivilDate?) -> [String] {
    let lead = context.numbersRows ? [String(number)] : []
    let title = SafeText.line(item.record.title ?? "(no title)")
    let calendar = SafeText.line(item.calendar.title)
    switch context.noun {
    case .reminders:
      let state = item.isCompleted ? "✓" : item.isOverdue(now: context.now, zone: context.zone) ? "!" : "○"
      let due = item.due.map { TimeText.time($0, in: context.zone) } ?? "–"
      let band = PriorityBand(priority: item.record.priority)
      return lead + [
        state, due, title + mark(item), calendar, band == .none ? "" : band.name,
      ]
    case .series:
      let since = item.start.map { TimeText.time($0, in: context.zone) } ?? "–"
      let rule = RecurrencePhrase.text(rules: item.seriesRecord.rules, zone: context.zone) ?? "on given dates"
      return lead + [since, rule, title, calendar]
    case .events, .calendars, .sources, .alarms, .busy, .conflicts:
      let (start, end) = times(item, day: day)
      let place = SafeText.line(item.record.location ?? "")
      return lead + [start, end, title + mark(item), calendar, place]
    }
  }

  private func mark(_ item: ItemRow) -> String {
    var result = item.occurrence.isRecurring ? " ↻" : ""
    if item.record.status == .cancelled { result += " (cancelled)" }
    return result
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
    let ends = lastDay > shown ? "→ " + short(lastDay) : endOfDay(until)
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
      let isNumber = context.numbersRows && index == 0
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

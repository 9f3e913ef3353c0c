import Changes

/// A table for people: events grouped by day, times first; columns fitted to the terminal.
///
/// The first rows are held back to find the widths of the columns, which later rows keep: columns stay in
/// place, and memory does not grow with the answer.
struct TableRenderer: Renderer {
  /// The number of rows that decide the widths.
  private static let first = 200
  private let context: RenderContext
  private let layout: TableLayout
  /// The fit of the columns; nil while rows are held back.
  private var fit: TableFit?
  private var pending: [TableLine] = []
  /// The number of rows; an item over several days of an agenda counts once.
  private var count = 0
  /// The number of reminders among the events of an agenda.
  private var reminders = 0
  /// Whether a row stands for its whole series.
  private var hasPlaces = false
  /// The remarks below the rows, by their number.
  private let remarks: (Int) -> [String]
  private var number = 0
  private var day: CivilDate?
  private var hasHead = false
  private var hasRange = false

  init(_ context: RenderContext, remarks: @escaping (Int) -> [String] = { _ in [] }) {
    self.context = context
    self.remarks = remarks
    layout = TableLayout(context)
  }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    switch row {
    case .day(let day, let items):
      self.day = nil
      if let day { add(day: day) }
      for item in items where !output.isStopped {
        add(item, isCounted: item.start.map { shownDay($0) == day } ?? true)
        flushFirst(to: output)
      }
    case .event(let item):
      if context.isByDay, let start = item.start { add(day: shownDay(start)) }
      add(item)
    case .series(let item), .reminder(let item): add(item)
    case .alarm(let row):
      if context.isByDay { add(day: context.zone.civil(at: row.time).date) }
      add(layout.cells(row, number: number + 1), of: row.item)
    case .block(let block):
      if context.isByDay { add(day: context.zone.civil(at: block.start).date) }
      add(layout.cells(block))
    case .conflict(let row):
      if context.isByDay { add(day: context.zone.civil(at: row.block.start).date) }
      add(layout.cells(row, number: number + 1))
      // Both items have numbers; the second has the next one.
      number += row.items.count
    case .calendar(let row): add(layout.cells(row), color: row.calendar.shownColor)
    case .source(let row): add(layout.cells(row))
    case .group(let values), .selected(let values): add(layout.cells(values))
    }
    flushFirst(to: output)
  }

  /// Returns the day an event is listed under: the day of its start, but not before the window's first.
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

  private mutating func add(_ item: ItemRow, isCounted: Bool = true) {
    add(layout.cells(item, number: number + 1, day: day), of: item, isCounted: isCounted)
  }

  private mutating func add(_ cells: [TableCell], of item: ItemRow, isCounted: Bool = true) {
    if context.noun == .events, item.record.kind == .reminder {
      reminders += 1
    } else if isCounted {
      count += 1
    }
    number += 1
    if item.place != nil { hasPlaces = true }
    pending.append(.cells(cells, item.calendar.shownColor))
  }

  private mutating func add(_ cells: [TableCell], color: RGBColor? = nil) {
    count += 1
    pending.append(.cells(cells, color))
  }

  mutating func end(to output: OutputBuffer) {
    flush(to: output, isWhole: true)
    let missing = fit.map { layout.missing($0) } ?? []
    if !missing.isEmpty {
      let text =
        "no room for " + missing.map { SafeText.line($0) }.joined(separator: ", ") + ": as line shows all"
      writeLast(text, to: output)
    }
    for line in footer { writeLast(line, to: output) }
  }

  /// Writes a line after the rows; on a terminal it is wrapped between words.
  private func writeLast(_ text: String, to output: OutputBuffer) {
    let isLong = context.isTerminal && CellWidth.of(text) > context.width
    for line in isLong ? CellText.wrap(text, to: context.width) : [text] {
      output.appendLine(styled: ANSIStyle.dim.apply(to: line, context.colors))
    }
  }

  /// The lines below the rows: their number, their range, and remarks.
  private var footer: [String] {
    // If no day at the top has the range, the last line has it.
    let first = total + (hasRange ? "" : rangeNote(below: nil).map { "  " + $0 } ?? "")
    var lines = [first]
    for text in context.notes.compactMap(footnote) + remarks(count + reminders) {
      let remark = "(" + SafeText.line(text) + ")"
      let last = lines[lines.count - 1]
      if context.isTerminal, CellWidth.of(last) + 2 + CellWidth.of(remark) > context.width {
        lines.append(remark)
      } else {
        lines[lines.count - 1] = last + "  " + remark
      }
    }
    return lines
  }

  /// Returns the text of a note below the rows; nil for notes shown elsewhere.
  private func footnote(_ note: Note) -> String? {
    guard note.kind == .footnote else { return nil }
    if !context.columns.isEmpty { return note.text }
    // The total calls reminders open, and an answer without series needs no remark on them.
    return note == .openReminders || note == .nextOccurrences && !hasPlaces ? nil : note.text
  }

  private var total: String {
    let isOpen = context.notes.contains(.openReminders)
    let word: String
    switch context.noun {
    case _ where !context.columns.isEmpty: word = count == 1 ? "row" : "rows"
    case .events: word = count == 1 ? "event" : "events"
    case .reminders: word = (isOpen ? "open " : "") + (count == 1 ? "reminder" : "reminders")
    case .calendars: word = count == 1 ? "calendar" : "calendars"
    case .sources: word = count == 1 ? "source" : "sources"
    case .series: word = "series"
    case .alarms: word = count == 1 ? "alarm" : "alarms"
    case .busy where context.isFree: word = count == 1 ? "slot" : "slots"
    case .busy: word = count == 1 ? "block" : "blocks"
    case .conflicts: word = count == 1 ? "conflict" : "conflicts"
    }
    var total = "\(count) \(word)"
    if reminders > 0 { total += ", \(reminders) reminder" + (reminders == 1 ? "" : "s") }
    // An item over several days appears on each of them.
    if context.noun == .events, number > count + reminders { total += ", in \(number) rows" }
    return total
  }

  private var rangeNote: String? {
    guard let range = context.range, context.noun != .reminders, context.columns.isEmpty,
      !(context.noun == .series && range.isAnytime)
    else { return nil }
    return TimeText.range(range, in: context.zone)
  }

  /// Returns the range and the zone in brackets; a range equal to the day above is left out.
  private func rangeNote(below day: CivilDate?) -> String? {
    guard let note = rangeNote else { return nil }
    let range = day.map { DateText.day($0) } == note ? "" : note + ", "
    return "(" + range + context.zone.identifier + ")"
  }

  /// Writes the held-back rows once they suffice to decide the widths, and each later row.
  private mutating func flushFirst(to output: OutputBuffer) {
    if fit != nil || pending.count >= Self.first { flush(to: output, isWhole: false) }
  }

  private mutating func flush(to output: OutputBuffer, isWhole: Bool) {
    let fit = fit ?? layout.fit(pending, isWhole: isWhole)
    self.fit = fit
    for line in pending {
      switch line {
      case .day(let day):
        if hasHead { output.append("\n") }
        writeHead(of: day, to: output)
        if !hasHead { output.appendLine(styled: layout.head(fit)) }
        hasHead = true
      case .cells(let cells, let color):
        if !hasHead {
          output.appendLine(styled: layout.head(fit))
          hasHead = true
        }
        output.appendLine(styled: layout.line(cells, fit, color))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the day, and after the first day the range, or below it if the line is too short for both.
  private mutating func writeHead(of day: CivilDate, to output: OutputBuffer) {
    let name = DateText.day(day)
    let head = ANSIStyle.bold.apply(to: name, context.colors)
    guard !hasRange, let note = rangeNote(below: day) else { return output.appendLine(styled: head) }
    hasRange = true
    func dim(_ text: String) -> String { ANSIStyle.dim.apply(to: text, context.colors) }
    if !context.isTerminal || CellWidth.of(name) + 2 + CellWidth.of(note) <= context.width {
      return output.appendLine(styled: head + "  " + dim(note))
    }
    output.appendLine(styled: head)
    for line in CellText.wrap(note, to: context.width) { output.appendLine(styled: dim(line)) }
  }
}

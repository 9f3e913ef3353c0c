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
  /// How many rows there were; what lasts over several days of an agenda is one of them.
  private var count = 0
  /// How many reminders there were among the events of an agenda.
  private var reminders = 0
  /// Whether a row stands for its whole series.
  private var hasPlaces = false
  /// What is to be said below the rows, given how many there were.
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
      for item in items where output.isWanted {
        add(item, isCounted: item.start.map { shownDay($0) == day } ?? true)
        if pending.count >= Self.batch { flush(to: output) }
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
      // Both can be named by number: the second as the one after.
      number += row.items.count
    case .calendar(let row): add(layout.cells(row))
    case .source(let row): add(layout.cells(row))
    case .group(let values), .selected(let values): add(layout.cells(values))
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

  private mutating func add(_ item: ItemRow, isCounted: Bool = true) {
    add(layout.cells(item, number: number + 1, day: day), of: item, isCounted: isCounted)
  }

  private mutating func add(_ cells: [String], of item: ItemRow, isCounted: Bool = true) {
    if context.noun == .events, item.record.kind == .reminder {
      reminders += 1
    } else if isCounted {
      count += 1
    }
    number += 1
    if item.place != nil { hasPlaces = true }
    pending.append(.cells(cells, item.calendar.color.flatMap { RGBColor($0) }))
  }

  private mutating func add(_ cells: [String]) {
    count += 1
    pending.append(.cells(cells, nil))
  }

  mutating func end(to output: OutputBuffer) {
    flush(to: output)
    for line in footer { output.appendLine(styled: ANSIStyle.dim.apply(to: line, context.colors)) }
  }

  /// How many rows there were, of which range, and what else is to be known of them.
  private var footer: [String] {
    // Where no day stands at the top to tell the range, the last line does.
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

  /// A note as it stands below the rows; nil for those that stand elsewhere.
  private func footnote(_ note: Note) -> String? {
    guard note.isFootnote else { return nil }
    if !context.columns.isEmpty { return note.text }
    // The rows of reminders are called open, and an answer without series needs no word on them.
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
    // What lasts over several days stands on each of them.
    if context.noun == .events, number > count + reminders { total += ", in \(number) rows" }
    return total
  }

  private var rangeNote: String? {
    guard let range = context.range, context.noun != .reminders, context.columns.isEmpty,
      !(context.noun == .series && range.isAnytime)
    else { return nil }
    return TimeText.range(range, in: context.zone)
  }

  /// The range and the zone in brackets; a range that is the one day above is not said again.
  private func rangeNote(below day: CivilDate?) -> String? {
    guard let note = rangeNote else { return nil }
    let range = day.map { TimeText.day($0) } == note ? "" : note + ", "
    return "(" + range + context.zone.identifier + ")"
  }

  private mutating func flush(to output: OutputBuffer) {
    let widths = layout.widths(of: pending)
    for line in pending {
      switch line {
      case .day(let day):
        if hasHead { output.append("\n") }
        var head = ANSIStyle.bold.apply(to: TimeText.day(day), context.colors)
        if !hasRange, let note = rangeNote(below: day) {
          head += "  " + ANSIStyle.dim.apply(to: note, context.colors)
          hasRange = true
        }
        output.appendLine(styled: head)
        if !hasHead { output.appendLine(styled: layout.head(widths)) }
        hasHead = true
      case .cells(let cells, let color):
        if !hasHead {
          output.appendLine(styled: layout.head(widths))
          hasHead = true
        }
        output.appendLine(styled: layout.line(cells, widths, color))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}

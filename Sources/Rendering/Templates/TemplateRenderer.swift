import Changes

/// A line from a template for each row; a day of an agenda has a line for each of its items.
package struct TemplateRenderer: Renderer {
  private let template: RowTemplate
  private let render: RenderContext
  private let context: QueryContext
  private var times: TimeLayout
  private var line = ""

  package init(_ template: RowTemplate, _ render: RenderContext, _ context: QueryContext) {
    (self.template, self.render, self.context) = (template, render, context)
    times = TimeLayout(render.zone)
  }

  package mutating func begin(to output: OutputBuffer) {}

  package mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    guard case .day(let day, let items) = row else { return write(row, day: nil, to: output) }
    for item in items where !output.isStopped {
      write(item.record.kind == .reminder ? .reminder(item) : .event(item), day: .some(day), to: output)
    }
  }

  package mutating func end(to output: OutputBuffer) {}

  /// Writes a line; `day` is the day of the page that the row stands on, itself nil for items without a date.
  private mutating func write(_ row: ResultRow, day: CivilDate??, to output: OutputBuffer) {
    line.removeAll(keepingCapacity: true)
    for part in template.parts {
      switch part {
      case .text(let text): line += text
      case .field(let source, let field):
        var text = text(source, row, day, field.pattern)
        if text.isEmpty { text = field.fallback }
        if let width = field.width {
          text = CellText.fit(text, to: width.cells, width.isRight ? .right : .left)
        }
        line += text
      }
    }
    line += "\n"
    output.append(line)
  }

  /// The text of a value; line ends in it do not break the line.
  private mutating func text(
    _ source: RowTemplate.Source, _ row: ResultRow, _ day: CivilDate??, _ pattern: TimePattern?
  ) -> String {
    switch source {
    case .field(let field, let part): return text(field, part, row, pattern)
    case .other(let field, let part):
      guard case .conflict(let conflict) = row else { return "" }
      return text(field, part, .event(conflict.second), pattern)
    case .column(let index):
      switch row {
      case .group(let values), .selected(let values):
        return index < values.count ? text(values[index], pattern) : ""
      default: return ""
      }
    case .word(.type): return row.typeName
    case .word(.day):
      let date = day ?? row.time?.civil(in: render.zone).date
      return date.map { text(day: $0, pattern) } ?? ""
    case .word(.lastDay):
      guard let item = row.item, let start = item.start, let end = item.end else { return "" }
      return text(day: start.lastDay(until: end, in: render.zone), pattern)
    case .word(.in):
      guard let start = row.time?.instant(in: render.zone) else { return "" }
      return TemplateWord.distance(start.seconds - render.now.seconds)
    }
  }

  private mutating func text(
    _ field: FieldName, _ part: DatePart?, _ row: ResultRow, _ pattern: TimePattern?
  ) -> String {
    switch field {
    case .id: return row.rowID
    case .repeat:
      guard let record = row.item?.seriesRecord else { return "" }
      return RecurrencePhrase.text(
        rules: record.rules, zone: render.zone, afterCompletion: record.repeatsFromCompletion) ?? ""
    default: return text(row.value(field, part, context, in: render.range), pattern)
    }
  }

  private mutating func text(day: CivilDate, _ pattern: TimePattern?) -> String {
    pattern == nil ? DateText.day(day) : text(.date(day), pattern)
  }

  private mutating func text(_ value: Value, _ pattern: TimePattern?) -> String {
    times.text(value, pattern) ?? SafeText.line(ValueText.plain(value))
  }
}

extension ResultRow {
  /// The item of the row, of a conflict the first; nil for rows of other things.
  fileprivate var item: ItemRow? {
    switch self {
    case .event(let item), .reminder(let item), .series(let item): item
    case .alarm(let row): row.item
    case .conflict(let row): row.first
    case .block, .calendar, .source, .day, .group, .selected: nil
    }
  }

  /// The id as `ids` writes it, of an occurrence if it is one; empty for rows without.
  fileprivate var rowID: String {
    switch self {
    case .series(let item): item.id
    case .calendar(let row): row.id
    case .source(let row): row.id
    case .event, .reminder, .alarm, .conflict, .block, .day, .group, .selected: item.map(BlockText.id) ?? ""
    }
  }
}

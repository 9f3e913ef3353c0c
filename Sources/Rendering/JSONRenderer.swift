import Changes
import JSON

/// JSON: one valid array with a row on each line, or a row on each line and nothing else (`jsonl`).
package struct JSONRenderer: Renderer {
  private let context: RenderContext
  private let isLines: Bool
  private let hasEnvelope: Bool
  private var items: ItemJSON
  private var buffer: [UInt8] = []
  private var isFirst = true

  package init(_ context: RenderContext, isLines: Bool = false, hasEnvelope: Bool = false) {
    self.context = context
    self.isLines = isLines
    self.hasEnvelope = hasEnvelope
    items = ItemJSON(now: context.now, zone: context.zone)
  }

  package mutating func begin(to output: OutputBuffer) {
    if isLines { return }
    if hasEnvelope {
      let notes = context.notes.map { JSONObjectText().adding("code", $0.code).adding("text", $0.text) }
      let meta = JSONObjectText().adding("version", 1).adding("range") { appendRange(to: &$0) }
        .adding("zone", context.zone.identifier).adding("notes", notes)
      output.append("{\"meta\":\(meta.text),\"rows\":")
    }
    output.append("[")
  }

  /// Returns the object of a single row; beyond `most` bytes it stays incomplete.
  ///
  /// Throws `interrupted`.
  package mutating func object(
    _ row: ResultRow, most: Int, until signal: StopSignal
  ) throws(QueryError) -> [UInt8] {
    buffer.removeAll(keepingCapacity: true)
    var isStopped = false
    append(row) { written in
      isStopped = signal.isSet
      return written.count <= most && !isStopped
    }
    if isStopped { throw .store(StoreError(.interrupted, "")) }
    return buffer
  }

  /// Appends the range of the answer: its two ends, each `null` if open, or `null`.
  package func appendRange(to bytes: inout [UInt8]) {
    guard let range = context.range, range.start != nil || range.end != nil else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    var times = TimeWriter(zone: context.zone)
    bytes.append(UInt8(ascii: "["))
    if let start = range.start {
      times.append(start, to: &bytes)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
    bytes.append(UInt8(ascii: ","))
    if let end = range.end { times.append(end, to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    buffer.removeAll(keepingCapacity: true)
    if !isLines { buffer.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
    isFirst = false
    append(row) { written in
      output.append(bytes: written)
      written.removeAll(keepingCapacity: true)
      return !output.isStopped
    }
    if isLines { buffer.append(10) }
    output.append(bytes: buffer)
  }

  /// Appends a row; after each item of a day, `goesOn` decides whether to continue.
  private mutating func append(_ row: ResultRow, _ goesOn: (inout [UInt8]) -> Bool) {
    switch row {
    case .event(let item): items.append(item, type: "event", to: &buffer)
    case .series(let item): items.append(item, type: "series", to: &buffer)
    case .reminder(let item): items.append(item, type: "reminder", to: &buffer)
    case .alarm(let row): items.append(row, to: &buffer)
    case .block(let block): items.append(block, to: &buffer)
    case .conflict(let row): items.append(row, to: &buffer)
    case .calendar(let row): append(calendar: row)
    case .source(let row): append(source: row)
    case .day(let day, let rows):
      buffer.append(contentsOf: "{\"type\":\"day\",\"date\":".utf8)
      if let day {
        TimeWriter.append(day: day, to: &buffer)
      } else {
        buffer.append(contentsOf: "null".utf8)
      }
      buffer.append(contentsOf: ",\"items\":[".utf8)
      for (index, item) in rows.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        items.append(item, type: item.record.kind == .reminder ? "reminder" : "event", to: &buffer)
        if !goesOn(&buffer) { return }
      }
      buffer.append(contentsOf: "]}".utf8)
    case .group(let values), .selected(let values):
      buffer.append(UInt8(ascii: "{"))
      for (index, (column, value)) in zip(context.columns, values).enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        JSONText.append(column.name, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        ValueText.appendJSON(value, to: &buffer)
        if case .duration(let duration) = value { appendMinutes(column.name, duration) }
      }
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a duration as a number of minutes, which programs can add.
  private mutating func appendMinutes(_ name: String, _ duration: CalendarDuration) {
    buffer.append(UInt8(ascii: ","))
    JSONText.append(name + "Minutes", to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    JSONText.append((duration.months * 30 + duration.days) * 1440 + duration.seconds / 60, to: &buffer)
  }

  private mutating func append(calendar row: CalendarRow) {
    let calendar = row.calendar
    let source = JSONObjectText().adding("id", PublicID.text(.source, row.source.id))
      .adding("title", row.source.title)
    let kinds = [(EntityKinds.events, "events"), (.reminders, "reminders")]
    buffer +=
      JSONObjectText().adding("type", "calendar").adding("id", row.id).adding("title", calendar.title)
      .adding("source", source).adding("color", calendar.color)
      .adding("kinds", kinds.filter { calendar.kinds.contains($0.0) }.map(\.1))
      .adding("hidden", isTrue: calendar.isHidden).adding("subscribed", isTrue: calendar.isSubscribed)
      .adding("writable", isTrue: calendar.isWritable).adding("items", row.items).bytes
  }

  private mutating func append(source row: SourceRow) {
    buffer +=
      JSONObjectText().adding("type", "source").adding("id", row.id).adding("title", row.source.title)
      .adding("kind", row.source.kind.name).adding("calendars", row.calendars).bytes
  }

  package mutating func end(to output: OutputBuffer) {
    if isLines { return }
    output.append(isFirst ? "]" : "\n]")
    if hasEnvelope { output.append("}") }
    output.append("\n")
  }
}

import Changes
import Settings

/// A line with placeholders for an event's fields: `{start} {title} in {in}`; `{{` is a brace.
package struct LineTemplate: Equatable {
  /// The fields that can stand between braces.
  package enum Field: String, CaseIterable {
    case title, start, end, day, `in`, calendar, location, url, id
  }

  package enum Part: Equatable {
    case text(String)
    case field(Field)
  }

  package let parts: [Part]
  /// The template as it was written.
  package let text: String

  /// The line shown without a template.
  package static let standard = LineTemplate(
    parts: [
      .field(.start), .text("  "), .field(.title), .text("  ("), .field(.in), .text(")"),
    ], text: "{start}  {title}  ({in})")

  private init(parts: [Part], text: String) { (self.parts, self.text) = (parts, text) }

  /// Reads a template; throws `bad-option` for an unknown field.
  package init(_ text: String) throws {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}"), let field = Field(rawValue: String(rest[..<end])) else {
        throw SettingError.badOptionValue(
          "format", value: text, choices: Field.allCases.map { "{\($0.rawValue)}" })
      }
      parts.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    self.text = text
  }

  /// Returns the line for an event; line ends in values do not break it.
  package func line(_ row: ItemRow, _ context: RenderContext) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): SafeText.line(value(field, row, context))
      }
    }.joined()
  }

  private func value(_ field: Field, _ row: ItemRow, _ context: RenderContext) -> String {
    func clock(_ time: ItemTime?) -> String {
      time.map { String($0.civil(in: context.zone).time.description.prefix(5)) } ?? ""
    }
    switch field {
    case .title: return row.record.title ?? "(no title)"
    case .start: return clock(row.start)
    case .end: return clock(row.end)
    case .day: return row.start.map { DateText.day($0.civil(in: context.zone).date) } ?? ""
    case .in:
      guard let start = row.start?.instant(in: context.zone) else { return "" }
      return Self.distance(start.seconds - context.now.seconds)
    case .calendar: return row.calendar.title
    case .location: return row.record.location ?? ""
    case .url: return row.record.url ?? ""
    case .id: return row.occurrenceID ?? row.id
    }
  }

  /// Returns `now`, `in 25 min`, `in 3 h 10 min` or `in 2 d`: short enough for a bar.
  package static func distance(_ seconds: Int) -> String {
    let minutes = (seconds + 59) / 60
    switch minutes {
    case ...0: return "now"
    case ..<60: return "in \(minutes) min"
    case ..<1_440:
      let rest = minutes % 60
      return "in \(minutes / 60) h" + (rest == 0 ? "" : " \(rest) min")
    default: return "in \(minutes / 1_440) d"
    }
  }
}

/// A line from a template for each event.
package struct TemplateRenderer: Renderer {
  private let template: LineTemplate
  private let context: RenderContext

  package init(_ template: LineTemplate, _ context: RenderContext) {
    (self.template, self.context) = (template, context)
  }

  package mutating func begin(to output: OutputBuffer) {}

  package mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    if case .event(let item) = row { output.appendLine(template.line(item, context)) }
  }

  package mutating func end(to output: OutputBuffer) {}
}

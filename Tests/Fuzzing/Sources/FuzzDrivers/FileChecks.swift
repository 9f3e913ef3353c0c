import CivilTime
import Foundation
import ICalendar
import Recurrence
import VCard

/// What must hold of files, whatever is in them.
enum FileChecks {
  // MARK: Calendars

  /// What a calendar stream yields.
  private struct Reading {
    var headers: [[UInt8]] = []
    var components: [Component] = []
    var problems: [String] = []

    init(_ bytes: [UInt8], chunk: Int) {
      var rest = bytes[...]
      var stream = CalendarStream {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(chunk) }
        return Array(rest.prefix(chunk))
      }
      while let part = stream.next() {
        switch part {
        case .property(let property): headers.append(Array(property.line))
        case .component(let component, _): components.append(component)
        case .begin, .end: break
        }
      }
      problems = stream.problems.map { "\($0.line):\($0.code)" }
    }

    var written: [UInt8] {
      var writer = CalendarWriter()
      writer.begin("VCALENDAR")
      for header in headers { writer.write(header[...]) }
      for component in components { writer.write(component) }
      writer.end("VCALENDAR")
      return writer.bytes
    }
  }

  /// A file reads the same in any pieces, and what was read reads the same when it is written.
  static func calendar(_ bytes: [UInt8]) throws {
    let whole = Reading(bytes, chunk: max(1, bytes.count))
    let pieces = Reading(bytes, chunk: 1 + bytes.count % 61)
    try FuzzFault.unless(
      pieces.components == whole.components && pieces.headers == whole.headers
        && pieces.problems == whole.problems,
      "read otherwise in pieces")
    let again = Reading(whole.written, chunk: 4_096)
    try FuzzFault.unless(again.components == whole.components, "read otherwise after it was written")
    for component in whole.components {
      try FuzzFault.unless(
        ComponentText.component(ComponentText.bytes(component)) == component,
        "a component's text is read otherwise")
      try values(component)
    }
  }

  private static func values(_ component: Component) throws {
    for entry in component.entries {
      switch entry {
      case .component(let inner): try values(inner)
      case .unreadable(let line):
        try FuzzFault.unless(Property(line: line) == nil, "an unreadable line is read")
      case .property(let property):
        var notes: [ValueNote] = []
        _ = (property.text, property.texts, property.fields, property.parameters, property.valueType)
        _ = (property.dateValues(noting: &notes), property.periods(noting: &notes))
        _ = (property.duration(noting: &notes), property.integer, property.boolean, property.geo)
        _ = (property.utcOffset, property.isBinary)
        try FuzzFault.unless(
          Property(line: property.line) == property, "a property is read otherwise from its line")
      }
    }
  }

  // MARK: Rules

  /// A rule that is read is read the same from what it is written as, and its occurrences come in order.
  static func rule(_ bytes: [UInt8]) throws {
    let rule: RecurrenceRule
    do throws(RecurrenceRuleError) {
      rule = try RecurrenceRule(parsing: bytes)
    } catch {
      return
    }
    let again = try? RecurrenceRule(parsing: rule.description)
    try FuzzFault.unless(again == rule, "written as \(rule), which reads otherwise")
    guard let start = ExtendedFormat.dateTime("2026-11-18T09:30".utf8),
      let end = ExtendedFormat.dateTime("2031-01-01T00:00".utf8)
    else { throw FuzzFault("no start") }
    var last: CivilDateTime?
    var count = 0
    for occurrence in rule.occurrences(start: .dateTime(start), from: start, to: end) {
      let wall = occurrence.start
      if let last { try FuzzFault.unless(last < wall, "occurrences out of order") }
      try FuzzFault.unless(wall >= start && wall < end, "an occurrence outside the range")
      last = wall
      count += 1
      if count == 200 { break }
    }
  }

  // MARK: Cards

  /// Birthdays of cards are read or said not to be; reading them twice is the same.
  static func card(_ bytes: [UInt8]) throws {
    let first = CardReader.birthdays(in: bytes)
    let second = CardReader.birthdays(in: bytes)
    try FuzzFault.unless(
      first.birthdays.count == second.birthdays.count && first.problems == second.problems,
      "read otherwise again")
  }

  // MARK: Zones

  /// A zone file is a zone whose clock can be read at any time, or none.
  static func zone(folder: String) throws -> ([UInt8]) throws -> Void {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return { bytes in
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/Fuzzed"))
      guard let zone = ZoneDatabase(directory: folder).zone(named: "Fuzzed") else { return }
      for seconds in [Int.min / 4_000_000, -4_000_000_000, 0, 1_795_000_000, 4_000_000_000, 200_000_000_000] {
        let instant = Instant(seconds: seconds)
        let wall = zone.civil(at: instant)
        _ = zone.instant(of: wall)
      }
    }
  }
}

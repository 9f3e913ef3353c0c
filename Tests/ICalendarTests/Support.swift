import ICalendar
import TestSupport

extension Reading {
  /// Everything that was read, as text, to compare two readings.
  var summary: [String] {
    headers + components.map { String(decoding: $0.text, as: UTF8.self) } + codes
  }

  /// The reading as an export writes it.
  var written: [UInt8] {
    var writer = CalendarWriter()
    writer.begin("VCALENDAR")
    for header in headers { writer.write(Array(header.utf8)[...]) }
    for component in components { writer.write(component) }
    writer.end("VCALENDAR")
    return writer.bytes
  }
}

/// Our own calendars as exporters write them, which are the seeds of mutated ones.
enum SampleCalendars {
  static let all: [[UInt8]] = ProjectFiles.files(below: "Samples/calendars", suffix: ".ics").compactMap {
    ProjectFiles.bytes(ProjectFiles.root + "/" + $0)
  }
}

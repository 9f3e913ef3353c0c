import ICalendar
import TestSupport

/// A seeded generator of random numbers (SplitMix64), so that a failing case can be run again.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

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

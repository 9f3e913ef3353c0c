import CivilTime

/// The shapes of calendar that can be made.
public enum CalendarShape: String, CaseIterable, Sendable {
  /// The mix of a large calendar server: half of the items repeat, up to 30 years
  /// old, in 30 zones, with long ones.
  case load
  /// What terminal calendars were measured with: nine tenths single, a tenth series, the years 2022 to 2027.
  case peers
  /// Tasks: dated, undated, done, overdue and repeating.
  case reminders
}

/// A calendar of any size that depends on nothing but its seed.
public struct GeneratedCalendar: Sendable {
  /// What it is made of.
  public let shape: CalendarShape
  /// The number of items; overrides of single occurrences come on top.
  public let items: Int
  /// Where the numbers begin.
  public let seed: UInt64
  /// The day that counts as today.
  public let today: CivilDate

  /// Describes a calendar; nothing is made yet.
  public init(shape: CalendarShape, items: Int, seed: UInt64, today: CivilDate) {
    self.shape = shape
    self.items = max(0, items)
    self.seed = seed
    self.today = today
  }

  /// Makes the calendar as iCalendar text, in pieces of about a megabyte.
  public func write(to sink: @escaping ([UInt8]) throws -> Void) throws {
    var writer = CalendarWriter(sink)
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//Kalends//Load generator 1//EN")
    writer.line("X-WR-CALNAME", name)
    switch shape {
    case .load: try writeLoad(&writer)
    case .peers: try writePeers(&writer)
    case .reminders: try writeReminders(&writer)
    }
    writer.line("END:VCALENDAR")
    try writer.flush()
  }

  /// The calendar's own name.
  public var name: String {
    switch shape {
    case .load: return "Load"
    case .peers: return "Peers"
    case .reminders: return "Tasks"
    }
  }

  // MARK: What the shapes share

  /// A share of the items, in ten-thousandths.
  func share(_ tenThousandths: Int, of count: Int) -> Int {
    (count * tenThousandths + 5_000) / 10_000
  }

  /// The lines that open an item.
  func open(_ kind: String, _ number: Int, _ writer: inout CalendarWriter) {
    writer.line("BEGIN", kind)
    writer.line("UID", identity(number))
    writer.line("DTSTAMP:20261101T000000Z")
  }

  func identity(_ number: Int) -> String {
    shape.rawValue + "-" + String(seed) + "-" + String(number) + "@example.org"
  }

  func alarm(_ trigger: String, _ writer: inout CalendarWriter) {
    writer.line("BEGIN:VALARM")
    writer.line("ACTION:DISPLAY")
    writer.line("DESCRIPTION:Reminder")
    writer.line("TRIGGER", trigger)
    writer.line("END:VALARM")
  }

  /// One occurrence of a series at another time: an hour later the same day, or the day after.
  func override(
    _ number: Int, of original: CivilDateTime, form: TimeForm, title: String, _ writer: inout CalendarWriter
  ) {
    let move = form == .allDay ? CalendarDuration(days: 1) : CalendarDuration(seconds: 3600)
    guard let start = original.adding(move) else { return }
    open("VEVENT", number, &writer)
    writer.line(form.name("RECURRENCE-ID"), form.text(original))
    writer.line(form.name("DTSTART"), form.text(start))
    writer.line("DURATION", form == .allDay ? "P1D" : "PT1H")
    writer.line("SUMMARY", title + " (moved)")
    writer.line("END:VEVENT")
  }
}

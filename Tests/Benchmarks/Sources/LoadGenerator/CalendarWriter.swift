import CivilTime

/// Collects the lines of a calendar file as bytes and hands them on in large pieces.
///
/// Every text is ASCII without characters to escape, and every line is short enough to need no folding.
struct CalendarWriter {
  private var bytes: [UInt8] = []
  private let sink: ([UInt8]) throws -> Void

  init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    bytes.reserveCapacity(1 << 20)
  }

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(13)
    bytes.append(10)
  }

  /// A line of a name with its parameters and a value that follows the colon.
  mutating func line(_ name: String, _ value: String) {
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: ":"))
    line(value)
  }

  /// Writes what has been collected, when there is enough of it.
  mutating func endItem() throws {
    if bytes.count > 900_000 { try flush() }
  }

  mutating func flush() throws {
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// How the start and end of an item are written.
enum TimeForm: Equatable {
  case allDay
  case floating
  case utc
  case zoned(String)

  /// A property name with the parameters this form needs.
  func name(_ property: String) -> String {
    switch self {
    case .allDay: return property + ";VALUE=DATE"
    case .floating, .utc: return property
    case .zoned(let zone): return property + ";TZID=" + zone
    }
  }

  /// A wall time as a value of this form.
  func text(_ time: CivilDateTime) -> String {
    switch self {
    case .allDay: return BasicFormat.text(time.date)
    case .floating, .zoned: return BasicFormat.text(time)
    case .utc: return BasicFormat.text(time) + "Z"
    }
  }
}

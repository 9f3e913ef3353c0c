/// A part of a file that could not be read, or was read leniently.
public struct CalendarProblem: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: Hashable, Sendable {
    /// Lines outside any calendar.
    case textOutsideCalendar(lines: Int)
    /// A line without a name followed by a colon, or BEGIN or END without a name.
    case notProperty
    /// A line longer than the limit.
    case lineTooLong
    /// A component that exceeds the limit for nesting or size.
    case nestedTooDeep(component: String)
    /// A component without an END, which another line closes.
    case missingEnd(component: String)
    /// An END without a matching BEGIN.
    case strayEnd(component: String)
    /// A component without an END, because the file ends or because a BEGIN or END is misspelled.
    case truncated(component: String)
    /// A component outside any VCALENDAR; it is read all the same.
    case componentOutsideCalendar(component: String)
    /// NUL bytes or other control characters.
    case controlCharacters
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// The file is UTF-16, which RFC 5545 does not allow.
    case utf16
    /// The file contains no calendar and no component.
    case notCalendar
  }

  /// The line where the problem starts, from 1.
  public var line: Int
  /// The kind of problem.
  public var kind: Kind

  /// Creates a problem at a line.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }

  /// Whether something was left out because of the problem.
  public var isError: Bool {
    switch kind {
    case .controlCharacters, .invalidUTF8, .componentOutsideCalendar, .missingEnd, .strayEnd: false
    case .textOutsideCalendar, .notProperty, .lineTooLong, .nestedTooDeep, .truncated, .utf16, .notCalendar:
      true
    }
  }

  /// The stable code, in kebab case.
  public var code: String {
    switch kind {
    case .textOutsideCalendar: "text-outside-calendar"
    case .notProperty: "not-a-property"
    case .lineTooLong: "line-too-long"
    case .nestedTooDeep: "nested-too-deep"
    case .missingEnd: "missing-end"
    case .strayEnd: "stray-end"
    case .truncated: "truncated"
    case .componentOutsideCalendar: "component-outside-calendar"
    case .controlCharacters: "control-characters"
    case .invalidUTF8: "invalid-utf8"
    case .utf16: "utf16"
    case .notCalendar: "not-a-calendar"
    }
  }

  /// A description of the problem for people.
  public var message: String {
    switch kind {
    case .textOutsideCalendar(let lines):
      lines == 1
        ? "a line outside any calendar was left out" : "\(lines) lines outside any calendar were left out"
    case .notProperty: "the line is no property (it has no name and colon); it was kept, but says nothing"
    case .lineTooLong: "the line is longer than 16 MiB and was left out"
    case .nestedTooDeep(let component):
      "a \(component) that nests deeper than 64 levels or is larger than 64 MiB was left out"
    case .missingEnd(let component): "END:\(component) is missing; it was taken to end here"
    case .strayEnd(let component): "END:\(component) ends nothing and was left out"
    case .truncated(let component): "this \(component) has no END and was left out"
    case .componentOutsideCalendar(let component): "\(component) stands outside any VCALENDAR"
    case .controlCharacters: "the line has control characters in it"
    case .invalidUTF8: "the line is not valid UTF-8; unreadable bytes show as \u{fffd}"
    case .utf16: "the file is UTF-16; iCalendar is UTF-8 (convert it: iconv -f UTF-16 -t UTF-8)"
    case .notCalendar: "the file holds no calendar (no BEGIN:VCALENDAR)"
    }
  }
}

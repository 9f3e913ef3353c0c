/// Something in a file that could not be read, or was read leniently.
public struct CalendarProblem: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    case textOutsideCalendar(lines: Int)
    case notProperty
    case lineTooLong
    case nestedTooDeep(component: String)
    case missingEnd(component: String)
    case strayEnd(component: String)
    case truncated(component: String)
    case componentOutsideCalendar(component: String)
    case controlCharacters
    case invalidUTF8
    case utf16
    case notCalendar
  }

  /// The number of the line it starts on, from 1.
  public var line: Int
  /// What is wrong.
  public var kind: Kind

  /// A problem at a line.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }

  /// Whether something was left out because of it.
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

  /// What is wrong, for people.
  public var message: String {
    switch kind {
    case .textOutsideCalendar(let lines):
      lines == 1
        ? "a line outside any calendar was left out" : "\(lines) lines outside any calendar were left out"
    case .notProperty: "the line is no property (it has no name and colon); it was kept, but says nothing"
    case .lineTooLong: "the line is longer than 16 MiB and was left out"
    case .nestedTooDeep(let component):
      "components are nested deeper than 64 levels; the whole \(component) was left out"
    case .missingEnd(let component): "END:\(component) is missing; it was taken to end here"
    case .strayEnd(let component): "END:\(component) ends nothing and was left out"
    case .truncated(let component): "the file ends inside this \(component), which was left out"
    case .componentOutsideCalendar(let component): "\(component) stands outside any VCALENDAR"
    case .controlCharacters: "the line has control characters in it"
    case .invalidUTF8: "the line is not valid UTF-8; unreadable bytes show as \u{fffd}"
    case .utf16: "the file is UTF-16; iCalendar is UTF-8 (convert it: iconv -f UTF-16 -t UTF-8)"
    case .notCalendar: "the file holds no calendar (no BEGIN:VCALENDAR)"
    }
  }
}

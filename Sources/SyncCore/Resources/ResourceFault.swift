import ICalendar

/// The reason why a file or an answer is not a calendar object resource.
///
/// Such a resource stays where it is and counts as unread: it is never taken for a deletion.
public enum ResourceFault: Error, Hashable, Sendable {
  /// There is no VCALENDAR, as in an empty file or a page of HTML.
  case notCalendar
  /// An END is missing: the writer has not finished, or the file is damaged.
  case truncated
  /// There are no components but VTIMEZONEs.
  case empty
  /// There are items of more than one UID, or several without one.
  case severalItems
  /// There are two masters of one kind.
  case repeatedItem
  /// A line or a component exceeds the limits.
  case tooLarge
  /// The text is UTF-16.
  case wrongEncoding

  /// The fault that a problem of the text amounts to; nil for a problem that leaves it readable.
  init?(_ problem: CalendarProblem) {
    switch problem.kind {
    case .notCalendar: self = .notCalendar
    case .truncated, .missingEnd: self = .truncated
    case .nestedTooDeep, .lineTooLong: self = .tooLarge
    case .utf16: self = .wrongEncoding
    case .textOutsideCalendar, .notProperty, .strayEnd, .componentOutsideCalendar, .controlCharacters,
      .invalidUTF8:
      return nil
    }
  }

  /// The stable code, in kebab case.
  public var code: String {
    switch self {
    case .notCalendar: "not-a-calendar"
    case .truncated: "truncated"
    case .empty: "no-item"
    case .severalItems: "several-items"
    case .repeatedItem: "repeated-item"
    case .tooLarge: "too-large"
    case .wrongEncoding: "wrong-encoding"
    }
  }

  /// The fault in one sentence.
  public var message: String {
    switch self {
    case .notCalendar: "it contains no calendar"
    case .truncated: "it ends too early or lacks an END line"
    case .empty: "it contains no event and no to-do"
    case .severalItems: "it contains items of more than one UID"
    case .repeatedItem: "it contains the same item twice"
    case .tooLarge: "a line or a component in it is too large"
    case .wrongEncoding: "it is UTF-16; iCalendar is UTF-8"
    }
  }

  /// One way out, for the owner of the file.
  public var hint: String {
    switch self {
    case .notCalendar, .truncated: "write it again, or move it away"
    case .empty: "delete it, or put an item into it"
    case .severalItems: "split it into one file for each UID; `import` reads such files"
    case .repeatedItem: "delete one of the two"
    case .tooLarge: "make the item smaller"
    case .wrongEncoding: "convert it: iconv -f UTF-16 -t UTF-8"
    }
  }
}

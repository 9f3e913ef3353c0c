import ICalendar

/// What somebody wants with the items that they send (RFC 5546, 1.4).
public enum SchedulingMethod: String, CaseIterable, Sendable {
  /// Items for everybody, which nobody answers.
  case publish = "PUBLISH"
  /// An invitation, or a new version of one.
  case request = "REQUEST"
  /// An attendee's answer.
  case reply = "REPLY"
  /// One more occurrence of what is known.
  case add = "ADD"
  /// The end of a meeting, or of some of its occurrences.
  case cancel = "CANCEL"
  /// An attendee asks for the present version.
  case refresh = "REFRESH"
  /// An attendee proposes something else.
  case counter = "COUNTER"
  /// The organizer declines what was proposed.
  case declineCounter = "DECLINECOUNTER"

  /// The method that a METHOD property names, in any case; nil for other words.
  public init?(_ property: Property) {
    self.init(rawValue: property.rawText.filter { !$0.isWhitespace }.uppercased())
  }

  /// Whether it changes what is known instead of bringing items of its own.
  var isMessage: Bool { self != .publish }
}

/// A VCALENDAR that is a message between organizer and attendees: it was read and not imported.
public struct CalendarMessage: Sendable, Equatable {
  /// What is wanted.
  public var method: SchedulingMethod
  /// Its components with the lines they begin at, VTIMEZONEs among them.
  public var components: [Part] = []

  /// The parameter of an ATTENDEE that keeps when the last answer was sent: answers are
  /// ordered by it (RFC 5546, 2.1.5).
  public static let repliedParameter = "X-KALENDS-REPLIED"

  /// A component and where it stands.
  public struct Part: Sendable, Equatable {
    /// The component.
    public var component: Component
    /// The line of the file that it begins at, from 1.
    public var line: Int

    /// A component at a line.
    public init(_ component: Component, line: Int) {
      self.component = component
      self.line = line
    }
  }

  /// A message of its method and components.
  public init(method: SchedulingMethod, components: [Part] = []) {
    self.method = method
    self.components = components
  }
}

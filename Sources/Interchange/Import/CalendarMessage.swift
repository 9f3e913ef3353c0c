import ICalendar

/// The method of a scheduling message (RFC 5546, 1.4).
public enum SchedulingMethod: String, CaseIterable, Sendable {
  /// Publishes items for everyone; nobody replies.
  case publish = "PUBLISH"
  /// Invites people, or sends a new version of an invitation.
  case request = "REQUEST"
  /// An attendee's reply.
  case reply = "REPLY"
  /// Adds an occurrence to a known item.
  case add = "ADD"
  /// Cancels a meeting, or some of its occurrences.
  case cancel = "CANCEL"
  /// An attendee asks for the current version.
  case refresh = "REFRESH"
  /// An attendee proposes a change.
  case counter = "COUNTER"
  /// The organizer declines a proposed change.
  case declineCounter = "DECLINECOUNTER"

  /// The method that a METHOD property names, in upper or lower case; nil for other words.
  public init?(_ property: Property) {
    self.init(rawValue: property.rawText.filter { !$0.isWhitespace }.uppercased())
  }

  /// The method of the first VCALENDAR in bytes; nil if that has none.
  package static func declared(in bytes: [UInt8]) -> SchedulingMethod? {
    var rest: [UInt8]? = bytes
    var stream = CalendarStream {
      defer { rest = nil }
      return rest
    }
    while let next = stream.next() {
      switch next {
      case .property(let property) where property.isNamed("METHOD"): return SchedulingMethod(property)
      case .component, .end: return nil
      case .begin, .property: continue
      }
    }
    return nil
  }

  /// Whether the method changes known items instead of bringing new ones.
  var isMessage: Bool { self != .publish }
}

/// A VCALENDAR that is a message between organizer and attendees; it is read and not imported.
public struct CalendarMessage: Sendable, Equatable {
  /// The method of the message.
  public var method: SchedulingMethod
  /// The components with their line numbers, VTIMEZONEs included.
  public var components: [Part] = []

  /// The ATTENDEE parameter that stores when the attendee's last reply was sent; replies are ordered by it
  /// (RFC 5546, 2.1.5).
  public static let repliedParameter = "X-KALENDS-REPLIED"

  /// A component and its place in the file.
  public struct Part: Sendable, Equatable {
    /// The component.
    public var component: Component
    /// The line of the file at which the component begins, from 1.
    public var line: Int

    /// Creates a part from a component and its line.
    public init(_ component: Component, line: Int) {
      self.component = component
      self.line = line
    }
  }

  /// Creates a message from its method and components.
  public init(method: SchedulingMethod, components: [Part] = []) {
    self.method = method
    self.components = components
  }
}

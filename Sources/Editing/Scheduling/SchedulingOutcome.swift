import Interchange

/// The outcome of one component of a message between organizer and attendees (RFC 5546).
public struct SchedulingOutcome: Sendable {
  /// The effect of a message.
  public enum Effect: Hashable, Sendable {
    /// A new meeting was added to a calendar.
    case added
    /// A known item took the message's version.
    case updated
    /// An attendee's reply, PARTSTAT in lower case, was stored.
    case answered(status: String)
    /// An attendee delegates to another person.
    case delegated(to: String)
    /// The meeting or its occurrence now has the status cancelled.
    case canceled
    /// The series got one more occurrence.
    case occurrenceAdded
    /// The message contains nothing new.
    case unchanged
    /// The message asks for something that only the user can do.
    case reported
    /// The message was not applied.
    case refused(Refusal)
  }

  /// The reason why a message was not applied.
  public enum Refusal: Hashable, Sendable {
    /// The message concerns an earlier version, by SEQUENCE.
    case earlierVersion(sequence: Int, present: Int)
    /// A later message about the same version was applied before, by DTSTAMP.
    case earlierMessage
    /// No calendar has an item of this UID.
    case unknownItem
    /// The series has no occurrence at that time.
    case noOccurrence
    /// The replying person is not an attendee.
    case notInvited
    /// The replying person claims to be a delegate, but the attendee has not delegated to them.
    case notDelegated(by: String)
    /// The message has another organizer than the meeting; nil when the meeting has none.
    case otherOrganizer(present: Participant?)
    /// The reply is addressed to another person, who organizes the meeting.
    case organizedBy(Participant)
    /// The message removes other attendees, and not the user.
    case aboutOthers
    /// The reply names no attendee, or several, where one is expected.
    case notOneAnswer(count: Int)
    /// The calendar of the item is read-only.
    case readOnlyCalendar(String)
    /// The component has no UID.
    case noUID
    /// The added occurrence is a whole day and the series is not, or vice versa.
    case otherKindOfTime
    /// Components of this name cannot be scheduled.
    case unsupported(component: String)
    /// The component does not say when the meeting is.
    case noStart
    /// The component names no organizer, and the meeting has one.
    case noOrganizer(present: Participant)
    /// Another component of the message concerns the same item or occurrence, and is newer.
    case repeated
    /// The component adds a rule or further dates, where only one date can be added.
    case ruleAdded
    /// The SEQUENCE is not a valid version number.
    case badSequence
  }

  /// The method of the message.
  public var method: SchedulingMethod
  /// The line of the file where the component begins.
  public var line: Int
  /// The component's UID.
  public var uid: String?
  /// The effect of the component.
  public var effect: Effect
  /// The sender: the attendee who replies, proposes or asks, else the organizer.
  public var sender: Participant?
  /// The item or occurrence after the message; when nothing matches, the message's version of it.
  public var item: Item
  /// The item or occurrence before the message; nil when there was none.
  public var before: Item?
  /// The proposal of a COUNTER message.
  public var proposal: Item?
  /// Whether the component concerns a whole series.
  public var isSeries = false
  /// Whether the component concerns an occurrence and all later ones (RANGE=THISANDFUTURE).
  public var reachesLater = false
  /// The number of detached occurrences that no longer fitted and were dropped.
  public var dropped = 0
  /// COMMENT: the sender's remark.
  public var comment: String?
  /// The item or occurrence in the store; nil when nothing matches.
  public var target: ItemTarget?
  /// The name of the item's calendar.
  public var calendar: String?

  /// Whether the message changed something.
  public var isChange: Bool {
    switch effect {
    case .added, .updated, .answered, .delegated, .canceled, .occurrenceAdded: true
    case .unchanged, .reported, .refused: false
    }
  }
}

extension SchedulingOutcome.Effect {
  /// The stable word, in kebab case.
  public var code: String {
    switch self {
    case .added: "added"
    case .updated: "updated"
    case .answered: "answered"
    case .delegated: "delegated"
    case .canceled: "canceled"
    case .occurrenceAdded: "occurrence-added"
    case .unchanged: "unchanged"
    case .reported: "reported"
    case .refused: "refused"
    }
  }
}

extension SchedulingOutcome.Refusal {
  /// The stable word, in kebab case.
  public var code: String {
    switch self {
    case .earlierVersion: "earlier-version"
    case .earlierMessage: "earlier-message"
    case .unknownItem: "unknown-item"
    case .noOccurrence: "no-occurrence"
    case .notInvited: "not-an-attendee"
    case .notDelegated: "not-delegated"
    case .otherOrganizer: "other-organizer"
    case .organizedBy: "organized-by-other"
    case .aboutOthers: "about-others"
    case .notOneAnswer: "not-one-answer"
    case .readOnlyCalendar: "calendar-read-only"
    case .noUID: "no-uid"
    case .otherKindOfTime: "other-kind-of-time"
    case .unsupported: "unsupported-component"
    case .noStart: "no-start"
    case .noOrganizer: "no-organizer"
    case .repeated: "repeated"
    case .ruleAdded: "rule-added"
    case .badSequence: "bad-sequence"
    }
  }
}

/// The result of the import of one file, messages included.
public struct ImportOutcome: Sendable {
  /// The result of the import itself.
  public var summary: ImportSummary
  /// The outcomes of messages.
  public var messages: [SchedulingOutcome] = []
  /// The step of the journal; nil when nothing changed, and for a dry run.
  public var step: Int?
}

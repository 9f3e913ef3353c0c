import Interchange

/// What became of one component of a message between organizer and attendees (RFC 5546).
public struct SchedulingOutcome: Sendable {
  /// What the message did.
  public enum Effect: Hashable, Sendable {
    /// A meeting that was not known is in a calendar now.
    case added
    /// What was known is as the message has it now.
    case updated
    /// An attendee's answer, PARTSTAT in lower case, was noted.
    case answered(status: String)
    /// An attendee sends somebody else.
    case delegated(to: String)
    /// The meeting or its occurrence has the status cancelled now.
    case canceled
    /// A series has one more occurrence.
    case occurrenceAdded
    /// All that the message says was known.
    case unchanged
    /// The message asks for something that only its reader can do.
    case reported
    /// The message was not applied.
    case refused(Refusal)
  }

  /// Why a message was not applied.
  public enum Refusal: Hashable, Sendable {
    /// It is about an earlier version, by SEQUENCE.
    case earlierVersion(sequence: Int, present: Int)
    /// A later message about the same version came before it, by DTSTAMP.
    case earlierMessage
    /// No calendar has an item of this UID.
    case unknownItem
    /// The series has no occurrence at that time.
    case noOccurrence
    /// Whoever answers is not among the attendees.
    case notInvited
    /// Whoever answers says that an attendee sends them, who has not said so.
    case notDelegated(by: String)
    /// The message is of another organizer than the meeting; nil where that has none.
    case otherOrganizer(present: Participant?)
    /// The answer is for somebody else, who organizes the meeting.
    case organizedBy(Participant)
    /// The message takes others off the list and not the reader.
    case aboutOthers
    /// The answer names nobody, or several people, of whom one is meant.
    case notOneAnswer(count: Int)
    /// The calendar that has it is read-only.
    case readOnlyCalendar(String)
    /// The component has no UID.
    case noUID
    /// The further occurrence is a whole day and the series is not, or the other way round.
    case otherKindOfTime
    /// Components of this name are not scheduled here.
    case unsupported(component: String)
    /// It says not when the meeting is.
    case noStart
    /// It names no organizer, and the meeting has one.
    case noOrganizer(present: Participant)
    /// Another component of the same message is about the same, and newer.
    case repeated
    /// It adds a rule or further dates of its own, where one date can be added.
    case ruleAdded
    /// Its SEQUENCE is no number of a version.
    case badSequence
  }

  /// What the message wants.
  public var method: SchedulingMethod
  /// The line of the file where the component begins.
  public var line: Int
  /// The component's UID.
  public var uid: String?
  /// What it did.
  public var effect: Effect
  /// Whose message it is: who answers, of the others the organizer.
  public var sender: Participant?
  /// The item or occurrence as it is now; where nothing fits, as the message has it.
  public var item: Item
  /// The item or occurrence before; nil where there was none.
  public var before: Item?
  /// What the message proposes (COUNTER).
  public var proposal: Item?
  /// Whether it is about a series as a whole.
  public var isSeries = false
  /// Whether it is about an occurrence and all later ones (RANGE=THISANDFUTURE).
  public var reachesLater = false
  /// Detached occurrences that no longer fitted and were dropped.
  public var dropped = 0
  /// COMMENT: what the sender says to it.
  public var comment: String?
  /// What is there now; nil where nothing fits.
  public var target: ItemTarget?
  /// The name of its calendar.
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

/// What an import of one file did, messages included.
public struct ImportOutcome: Sendable {
  /// What was imported.
  public var summary: ImportSummary
  /// What became of messages.
  public var messages: [SchedulingOutcome] = []
  /// The step of the journal; nil where nothing changed, and of a dry run.
  public var step: Int?
}

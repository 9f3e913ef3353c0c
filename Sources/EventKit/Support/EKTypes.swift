/// The occurrences of a series that a save or removal reaches.
public enum EKSpan: Int, Sendable {
  /// The one occurrence.
  case thisEvent = 0
  /// The occurrence and all later ones; on the first occurrence, all.
  case futureEvents = 1
}

/// The kinds of item for which a program requests access.
public enum EKEntityType: UInt, Sendable {
  /// Events.
  case event = 0
  /// Reminders.
  case reminder = 1
}

/// A set of kinds of item.
public struct EKEntityMask: OptionSet, Hashable, Sendable {
  /// The bits: 1 events, 2 reminders.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Events.
  public static var event: EKEntityMask { EKEntityMask(rawValue: 1) }
  /// Reminders.
  public static var reminder: EKEntityMask { EKEntityMask(rawValue: 2) }
}

/// A program's access to a kind of item.
public enum EKAuthorizationStatus: Int, Sendable {
  /// The owner was not asked yet, or has not decided.
  case notDetermined = 0
  /// Forbidden by policy, which the person cannot change.
  case restricted = 1
  /// The owner refused.
  case denied = 2
  /// Items can be read and changed.
  case fullAccess = 3
  /// Events can be added; every read is empty.
  case writeOnly = 4

  /// The name that full access had before there was another kind.
  @available(*, deprecated, renamed: "fullAccess")
  public static var authorized: EKAuthorizationStatus { .fullAccess }
}

/// The day of a week, numbered from Sunday.
public enum EKWeekday: Int, Sendable {
  /// Sunday.
  case sunday = 1
  /// Monday.
  case monday = 2
  /// Tuesday.
  case tuesday = 3
  /// Wednesday.
  case wednesday = 4
  /// Thursday.
  case thursday = 5
  /// Friday.
  case friday = 6
  /// Saturday.
  case saturday = 7
}

/// The unit in which a rule repeats.
public enum EKRecurrenceFrequency: Int, Sendable {
  /// Every so many days.
  case daily = 0
  /// Every so many weeks.
  case weekly = 1
  /// Every so many months.
  case monthly = 2
  /// Every so many years.
  case yearly = 3
}

/// The availability during an event.
public enum EKEventAvailability: Int, Sendable {
  /// The calendar has no availabilities.
  case notSupported = -1
  /// The person is busy.
  case busy = 0
  /// The person is free.
  case free = 1
  /// The event may not take place.
  case tentative = 2
  /// The person cannot be reached.
  case unavailable = 3
}

/// The status of an event, which only its organizer's calendar changes.
public enum EKEventStatus: Int, Sendable {
  /// Nothing is known.
  case none = 0
  /// The event takes place.
  case confirmed = 1
  /// The event may take place.
  case tentative = 2
  /// The event does not take place.
  case canceled = 3
}

/// The named values of a reminder's priority: 1 to 4 count as high, 6 to 9 as low.
public enum EKReminderPriority: UInt, Sendable {
  /// No priority.
  case none = 0
  /// High.
  case high = 1
  /// Medium.
  case medium = 5
  /// Low.
  case low = 9
}

/// The action of an alarm, which follows from its sound, address or URL.
public enum EKAlarmType: Int, Sendable {
  /// Shows a message.
  case display = 0
  /// Plays a sound.
  case audio = 1
  /// Opens a URL.
  case procedure = 2
  /// Sends a mail.
  case email = 3
}

/// Whether an alarm goes off when a person reaches or leaves its place.
public enum EKAlarmProximity: Int, Sendable {
  /// The alarm has a time, and no place counts.
  case none = 0
  /// When the place is reached.
  case enter = 1
  /// When the place is left.
  case leave = 2
}

/// The type of an account.
public enum EKSourceType: Int, Sendable {
  /// On this machine alone, or in a folder of files.
  case local = 0
  /// A Microsoft Exchange server.
  case exchange = 1
  /// A CalDAV server, iCloud's too.
  case calDAV = 2
  /// The service that iCloud replaced.
  case mobileMe = 3
  /// Calendars read from addresses.
  case subscribed = 4
  /// The birthdays of contacts.
  case birthdays = 5
}

/// The type of a calendar, from its account and subscription.
public enum EKCalendarType: Int, Sendable {
  /// On this machine alone, or in a folder of files.
  case local = 0
  /// On a CalDAV server.
  case calDAV = 1
  /// On a Microsoft Exchange server.
  case exchange = 2
  /// Read from an address.
  case subscription = 3
  /// The birthdays of contacts.
  case birthday = 4
}

/// The availabilities that a calendar supports.
public struct EKCalendarEventAvailabilityMask: OptionSet, Hashable, Sendable {
  /// The bits: 1 busy, 2 free, 4 tentative, 8 unavailable.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Busy.
  public static var busy: EKCalendarEventAvailabilityMask { .init(rawValue: 1) }
  /// Free.
  public static var free: EKCalendarEventAvailabilityMask { .init(rawValue: 2) }
  /// Tentative.
  public static var tentative: EKCalendarEventAvailabilityMask { .init(rawValue: 4) }
  /// Unavailable.
  public static var unavailable: EKCalendarEventAvailabilityMask { .init(rawValue: 8) }
}

/// A participant's reply to an invitation.
public enum EKParticipantStatus: Int, Sendable {
  /// The calendar does not contain the reply.
  case unknown = 0
  /// The participant has not replied.
  case pending = 1
  /// The participant comes.
  case accepted = 2
  /// The participant does not come.
  case declined = 3
  /// The participant may come.
  case tentative = 4
  /// The participant sends somebody else.
  case delegated = 5
  /// The participant has done what was asked.
  case completed = 6
  /// The participant is at it.
  case inProcess = 7
}

/// The role of a participant.
public enum EKParticipantRole: Int, Sendable {
  /// The calendar does not contain the role.
  case unknown = 0
  /// The participant is needed.
  case required = 1
  /// The participant may come.
  case optional = 2
  /// The participant leads the event.
  case chair = 3
  /// The participant is told for information.
  case nonParticipant = 4
}

/// The type of a participant.
public enum EKParticipantType: Int, Sendable {
  /// The calendar does not contain the type.
  case unknown = 0
  /// A person.
  case person = 1
  /// A room.
  case room = 2
  /// A thing that is needed, such as a projector.
  case resource = 3
  /// Several people.
  case group = 4
}

/// How far an invitation has come to a participant.
///
/// No property has this type, at Apple's either.
public enum EKParticipantScheduleStatus: Int, Sendable {
  /// Nothing was sent.
  case none = 0
  /// It is about to be sent.
  case pending = 1
  /// It was sent.
  case sent = 2
  /// It arrived.
  case delivered = 3
  /// The server does not know the address.
  case recipientNotRecognized = 4
  /// The sender may not invite the participant.
  case noPrivileges = 5
  /// Delivery failed for now.
  case deliveryFailed = 6
  /// It cannot be delivered.
  case cannotDeliver = 7
  /// The recipient may not be invited.
  case recipientNotAllowed = 8
}

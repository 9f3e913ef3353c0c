import Editing

// What Apple's enumerations stand for in the modules beneath. A test goes through every case of each.

extension EKSpan {
  var span: EditSpan {
    switch self {
    case .thisEvent: .this
    case .futureEvents: .future
    }
  }
}

extension EKEntityType {
  package var kind: ItemKind { self == .reminder ? .reminder : .event }
  var kinds: EntityKinds { EntityKinds(kind) }
}

extension EKEntityMask {
  package var kinds: EntityKinds { EntityKinds(rawValue: Int(truncatingIfNeeded: rawValue)) }

  init(_ kinds: EntityKinds) { self.init(rawValue: UInt(kinds.rawValue)) }
}

extension EKAuthorizationStatus {
  /// The nearest status: Apple has no level at which everything can be read and nothing written.
  init(_ level: AccessLevel) {
    switch level {
    case .undetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .full, .readOnly: self = .fullAccess
    case .writeOnly: self = .writeOnly
    }
  }
}

extension EKWeekday {
  var weekday: Weekday {
    switch self {
    case .sunday: .sunday
    case .monday: .monday
    case .tuesday: .tuesday
    case .wednesday: .wednesday
    case .thursday: .thursday
    case .friday: .friday
    case .saturday: .saturday
    }
  }

  init(_ weekday: Weekday) {
    switch weekday {
    case .sunday: self = .sunday
    case .monday: self = .monday
    case .tuesday: self = .tuesday
    case .wednesday: self = .wednesday
    case .thursday: self = .thursday
    case .friday: self = .friday
    case .saturday: self = .saturday
    }
  }
}

extension EKRecurrenceFrequency {
  var frequency: Frequency {
    switch self {
    case .daily: .daily
    case .weekly: .weekly
    case .monthly: .monthly
    case .yearly: .yearly
    }
  }

  /// The nearest frequency: rules of other programs may repeat within a day.
  init(_ frequency: Frequency) {
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: self = .daily
    case .weekly: self = .weekly
    case .monthly: self = .monthly
    case .yearly: self = .yearly
    }
  }
}

extension EKEventAvailability {
  init(_ value: Availability) {
    switch value {
    case .busy: self = .busy
    case .free: self = .free
    case .tentative: self = .tentative
    case .unavailable: self = .unavailable
    }
  }

  /// Nil for `notSupported`, which no event can be given.
  var value: Availability? {
    switch self {
    case .notSupported: nil
    case .busy: .busy
    case .free: .free
    case .tentative: .tentative
    case .unavailable: .unavailable
    }
  }
}

extension EKEventStatus {
  init(_ value: EventStatus) {
    switch value {
    case .none: self = .none
    case .confirmed: self = .confirmed
    case .tentative: self = .tentative
    case .cancelled: self = .canceled
    }
  }
}

extension EKAlarmType {
  init(_ action: Alarm.Action) {
    switch action {
    case .display: self = .display
    case .audio: self = .audio
    case .procedure: self = .procedure
    case .email: self = .email
    }
  }
}

extension EKSourceType {
  init(_ kind: SourceRecord.Kind) {
    switch kind {
    case .local: self = .local
    case .exchange: self = .exchange
    case .calDAV: self = .calDAV
    case .mobileMe: self = .mobileMe
    case .subscribed: self = .subscribed
    case .birthdays: self = .birthdays
    }
  }
}

extension EKCalendarType {
  init(_ source: SourceRecord.Kind, isSubscribed: Bool) {
    switch source {
    case .local: self = isSubscribed ? .subscription : .local
    case .exchange: self = .exchange
    case .calDAV, .mobileMe: self = .calDAV
    case .subscribed: self = .subscription
    case .birthdays: self = .birthday
    }
  }
}

// The words of RFC 5545 (3.2.12, 3.2.16 and 3.2.3), in lower case.

extension EKParticipantStatus {
  init(word: String?) {
    switch word {
    case "needs-action": self = .pending
    case "accepted": self = .accepted
    case "declined": self = .declined
    case "tentative": self = .tentative
    case "delegated": self = .delegated
    case "completed": self = .completed
    case "in-process": self = .inProcess
    default: self = .unknown
    }
  }
}

extension EKParticipantRole {
  init(word: String?) {
    switch word {
    case "req-participant": self = .required
    case "opt-participant": self = .optional
    case "chair": self = .chair
    case "non-participant": self = .nonParticipant
    default: self = .unknown
    }
  }
}

extension EKParticipantType {
  init(word: String?) {
    switch word {
    case "individual": self = .person
    case "room": self = .room
    case "resource": self = .resource
    case "group": self = .group
    default: self = .unknown
    }
  }
}

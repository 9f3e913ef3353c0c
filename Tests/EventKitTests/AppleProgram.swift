import EventKit

// What programs for Apple's framework write, with Apple's names alone. The tests compile it in Swift 6 mode, and
// `AppleProgramTests` in Swift 5 mode as well.

/// Errors, as programs catch them.
enum CaughtErrors {
  static func byCode(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "saved"
    } catch EKError.calendarReadOnly {
      return "read-only"
    } catch EKError.noCalendar, EKError.noStartDate {
      return "incomplete"
    } catch let error as EKError where error.code == .datesInverted {
      return "reversed"
    } catch {
      return "other: \(error.localizedDescription)"
    }
  }

  static func asNSError(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "saved"
    } catch let error as NSError {
      guard error.domain == EKErrorDomain else { return error.domain }
      return "\(error.code) \(error.code == EKError.noCalendar.rawValue)"
    }
  }

  static func code(of error: any Error) -> EKError.Code? {
    guard (error as NSError).domain == EKError.errorDomain else { return nil }
    return EKError.Code(rawValue: (error as NSError).code)
  }
}

/// A store for the tests of a program, which answers without a calendar.
class MockEventStore: EKEventStore, @unchecked Sendable {
  nonisolated(unsafe) var isGranted = true
  nonisolated(unsafe) var fetched: [EKEvent] = []
  nonisolated(unsafe) var savedTitles: [String] = []

  override class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
    .fullAccess
  }

  override func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    completion(isGranted, nil)
  }

  override func events(matching predicate: NSPredicate) -> [EKEvent] { fetched }

  override var defaultCalendarForNewEvents: EKCalendar? { nil }

  override func calendars(for entityType: EKEntityType) -> [EKCalendar] { [] }

  override func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
    if !isGranted { throw EKError(.eventStoreNotAuthorized) }
    savedTitles.append(event.title)
  }
}

/// An account and a person for the tests of a program.
class MockSource: EKSource {
  override var title: String { "Mock" }
  override var sourceType: EKSourceType { .calDAV }
}

class MockParticipant: EKParticipant {
  override var name: String? { "Ann" }
  override var participantStatus: EKParticipantStatus { .accepted }
}

/// What such tests begin with.
struct Mocks {
  let store = MockEventStore()
  let source = MockSource()
  let person = MockParticipant()
}

/// Every enumeration in a `switch` as programs write it, which names the cases that it needs.
enum Switches {
  static func access(_ status: EKAuthorizationStatus) -> String {
    switch status {
    case .notDetermined: return "ask"
    case .restricted, .denied: return "no"
    case .fullAccess: return "all"
    case .writeOnly: return "add"
    @unknown default: return "?"
    }
  }

  static func person(
    _ status: EKParticipantStatus, _ role: EKParticipantRole, _ type: EKParticipantType
  ) -> String {
    let reply: String
    switch status {
    case .unknown, .pending: reply = "open"
    case .accepted, .completed, .inProcess: reply = "yes"
    case .declined, .delegated: reply = "no"
    case .tentative: reply = "maybe"
    @unknown default: reply = "?"
    }
    let part: String
    switch role {
    case .required, .chair: part = "needed"
    case .optional, .nonParticipant, .unknown: part = "welcome"
    @unknown default: part = "?"
    }
    switch type {
    case .person, .group, .unknown: return reply + " " + part
    case .room, .resource: return "thing"
    @unknown default: return "?"
    }
  }

  static func delivery(_ status: EKParticipantScheduleStatus) -> Bool {
    switch status {
    case .none, .pending: return false
    case .sent, .delivered: return true
    case .recipientNotRecognized, .noPrivileges, .deliveryFailed, .cannotDeliver, .recipientNotAllowed:
      return false
    @unknown default: return false
    }
  }

  static func time(
    _ availability: EKEventAvailability, _ status: EKEventStatus, _ span: EKSpan, _ entity: EKEntityType
  ) -> String {
    let use: String
    switch availability {
    case .notSupported, .busy, .unavailable: use = "busy"
    case .free, .tentative: use = "free"
    @unknown default: use = "?"
    }
    let mark: String
    switch status {
    case .none, .confirmed: mark = ""
    case .tentative: mark = "?"
    case .canceled: mark = "x"
    @unknown default: mark = "?"
    }
    let reach: String
    switch span {
    case .thisEvent: reach = "one"
    case .futureEvents: reach = "all"
    @unknown default: reach = "?"
    }
    switch entity {
    case .event: return use + mark + reach
    case .reminder: return "todo"
    @unknown default: return "?"
    }
  }

  static func place(_ source: EKSourceType, _ calendar: EKCalendarType) -> String {
    let account: String
    switch source {
    case .local, .birthdays: account = "here"
    case .exchange, .calDAV, .mobileMe, .subscribed: account = "there"
    @unknown default: account = "?"
    }
    switch calendar {
    case .local, .calDAV, .exchange: return account + " own"
    case .subscription, .birthday: return account + " made"
    @unknown default: return "?"
    }
  }

  static func alarm(_ type: EKAlarmType, _ proximity: EKAlarmProximity, _ priority: EKReminderPriority)
    -> String
  {
    let action: String
    switch type {
    case .display, .audio: action = "ring"
    case .procedure, .email: action = "act"
    @unknown default: action = "?"
    }
    let place: String
    switch proximity {
    case .none: place = ""
    case .enter: place = " in"
    case .leave: place = " out"
    @unknown default: place = "?"
    }
    switch priority {
    case .none, .low: return action + place
    case .medium, .high: return action + place + "!"
    @unknown default: return "?"
    }
  }

  static func rule(_ frequency: EKRecurrenceFrequency, _ day: EKWeekday) -> String {
    let unit: String
    switch frequency {
    case .daily: unit = "d"
    case .weekly: unit = "w"
    case .monthly: unit = "m"
    case .yearly: unit = "y"
    @unknown default: unit = "?"
    }
    switch day {
    case .saturday, .sunday: return unit + " weekend"
    case .monday, .tuesday, .wednesday, .thursday, .friday: return unit
    }
  }
}

/// Fetching, as programs write it.
final class CalendarModel: @unchecked Sendable {
  let store: EKEventStore
  var chosen: Set<EKCalendar> = []

  init(store: EKEventStore) { self.store = store }

  func titles(from start: Date, to end: Date) -> [String] {
    let calendars = chosen.isEmpty ? nil : Array(chosen)
    let predicate = store.predicateForEvents(withStart: start, end: end, calendars: calendars)
    let events = store.events(matching: predicate).sorted {
      $0.compareStartDate(with: $1) == .orderedAscending
    }
    return events.map { $0.title }
  }

  func first(from start: Date, to end: Date) -> String? {
    let predicate = store.predicateForEvents(withStart: start, end: end, calendars: nil)
    var found: EKEvent?
    store.enumerateEvents(matching: predicate) { event, stop in
      found = event
      stop.pointee = true
    }
    return found?.title
  }

  func askWithHandler(_ done: @escaping @Sendable (Bool, String) -> Void) {
    store.requestFullAccessToEvents { granted, error in
      DispatchQueue.global().async { done(granted, error?.localizedDescription ?? "no error") }
    }
  }

  func ask() async -> Bool {
    do {
      let events = try await store.requestFullAccessToEvents()
      let reminders = try await store.requestFullAccessToReminders()
      return events && reminders
    } catch {
      return false
    }
  }

  func openReminders() async -> [String] {
    let predicate = store.predicateForIncompleteReminders(
      withDueDateStarting: nil, ending: nil, calendars: nil)
    return await withCheckedContinuation { continuation in
      store.fetchReminders(matching: predicate) { reminders in
        continuation.resume(returning: (reminders ?? []).map { $0.title ?? "" })
      }
    }
  }
}

/// A program of earlier systems.
protocol EarlierProgram {
  func facts(of event: EKEvent, in store: EKEventStore) -> [String]
  func ask(_ store: EKEventStore) async throws -> Bool
}

struct EarlierNames: EarlierProgram {
  @available(*, deprecated)
  func facts(of event: EKEvent, in store: EKEventStore) -> [String] {
    DATE_COMPONENTS_DO_NOT_USE()
    DATETIME_COMPONENTS_DO_NOT_USE()
    EK_LOSE_FRACTIONAL_SECONDS_DO_NOT_USE()
    let fresh = EKCalendar(eventStore: store)
    let calendars = store.calendars.map(\.title) + store.sources.flatMap { $0.calendars.map(\.title) }
    return calendars + [
      "\(event.birthdayPersonID)", event.birthdayPersonUniqueID ?? "none", event.uuid,
      "\(fresh.allowedEntityTypes == .event)",
    ]
  }

  @available(*, deprecated)
  func ask(_ store: EKEventStore) async throws -> Bool {
    let handler: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    let kept: EKEventStoreRequestAccessCompletionHandler = handler
    kept(true, nil)
    store.requestAccess(to: .reminder, completion: handler)
    return try await store.requestAccess(to: .event)
  }
}

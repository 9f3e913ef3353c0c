import CivilTime
import Foundation
import Interchange
import Testing

@testable import EventKit
@testable import KalendsExtensions
@testable import Store

/// 18 November 2026, 14:30 in Berlin.
let noon = date("2026-11-18T13:30:00Z")
let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

func date(_ text: String) -> Date { ISO8601DateFormatter().date(from: text) ?? .distantPast }

/// A store of a test's own, in a folder that goes with it.
final class Fixture {
  let folder: URL
  let path: String
  let store: EKEventStore
  let work: EKCalendar
  let list: EKCalendar

  init(compatibility: Bool = false, zone: TimeZone = berlin) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kalends-kit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("store.sqlite").path
    store = try EKEventStore(
      path: path, compatibility: compatibility, clock: { noon }, zone: zone, changeInterval: 0.01)
    work = EKCalendar(for: .event, eventStore: store)
    list = EKCalendar(for: .reminder, eventStore: store)
    for (calendar, title) in [(work, "Work"), (list, "Tasks")] {
      calendar.title = title
      calendar.source = store.sources.first { $0.sourceType == .local }
      try store.saveCalendar(calendar, commit: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Another store object on the same file.
  func other(
    client: String? = nil, reason: String = "", zone: TimeZone = berlin, timeout: TimeInterval = 0,
    queue: DispatchQueue = .global(), kinds: EKEntityMask = [.event, .reminder]
  ) throws -> EKEventStore {
    try EKEventStore(
      path: path, client: client, reason: reason, kinds: kinds, clock: { noon }, zone: zone,
      requestTimeout: timeout, changeInterval: 0.01, callbackQueue: queue)
  }

  /// What a program that has no store object learns of its access.
  func status(_ type: EKEntityType, client: String = "app") -> EKAuthorizationStatus {
    var options = StoreOptions(path: path)
    options.client = client
    return EKEventStore.status(for: type, options: options)
  }

  /// A new event of an hour, tomorrow at ten.
  func event(_ title: String = "Review", at start: String = "2026-11-19T09:00:00Z", hours: Double = 1)
    -> EKEvent
  {
    let event = EKEvent(eventStore: store)
    event.title = title
    event.startDate = date(start)
    event.endDate = date(start).addingTimeInterval(hours * 3600)
    event.calendar = work
    return event
  }

  /// A saved weekly series of five.
  func series() throws -> EKEvent {
    let event = event("Weekly")
    event.addRecurrenceRule(
      EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 5)))
    try store.save(event, span: .thisEvent)
    return event
  }

  func reminder(_ title: String = "Milk") -> EKReminder {
    let reminder = EKReminder(eventStore: store)
    reminder.title = title
    reminder.calendar = list
    return reminder
  }

  /// Everything within a year, sorted.
  func events(_ store: EKEventStore? = nil) throws -> [EKEvent] {
    let store = store ?? self.store
    let predicate = store.predicateForEvents(
      withStart: noon.addingTimeInterval(-200 * 86_400), end: noon.addingTimeInterval(200 * 86_400),
      calendars: nil)
    return store.events(matching: predicate).sorted { $0.compareStartDate(with: $1) == .orderedAscending }
  }

  /// The same file through the store's own classes, to set up what programs cannot.
  func raw() throws -> CalendarStore {
    try CalendarStore(path: path, access: .write, zones: ZoneDatabase())
  }

  /// Brings components of another program's into a calendar.
  func importing(_ components: String, into calendar: String = "Work") throws {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(components)END:VCALENDAR\r\n"
    var rest: [UInt8]? = Array(text.utf8)
    _ = try raw().importCalendars(
      named: "in.ics", options: ImportOptions(into: .title(calendar)), now: Instant(seconds: 1_795_012_200)
    ) {
      defer { rest = nil }
      return rest
    }
  }

  func calendar(_ title: String, in store: EKEventStore? = nil) throws -> EKCalendar {
    let store = store ?? self.store
    let all = store.calendars(for: .event) + store.calendars(for: .reminder)
    return try #require(all.first { $0.title == title })
  }
}

/// The code that `body` throws; nil where it throws nothing.
func code(_ body: () throws -> Void) -> EKError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? EKError)?.code
  }
}

/// The reason of the error that `body` throws; nil where it throws nothing.
func reason(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? EKError)?.reason
  }
}

func components(
  _ year: Int, _ month: Int, _ day: Int, _ hour: Int? = nil, _ minute: Int? = nil, zone: TimeZone? = nil
) -> DateComponents {
  var result = DateComponents()
  (result.year, result.month, result.day, result.hour, result.minute) = (year, month, day, hour, minute)
  result.timeZone = zone
  return result
}

/// A value that several threads may change.
final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value

  init(_ value: Value) { held = value }

  var value: Value { lock.withLock { held } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&held) } }
}

/// All codes of errors; `last` is none.
let allCodes = (0..<EKError.Code.last.rawValue).compactMap(EKError.Code.init(rawValue:))

extension AccessStatus {
  /// What Apple's status says of it.
  var appleStatus: EKAuthorizationStatus {
    switch self {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .full, .readOnly: .fullAccess
    case .writeOnly: .writeOnly
    }
  }
}

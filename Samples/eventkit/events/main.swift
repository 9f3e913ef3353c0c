import EventKit
import Foundation

// Adds, fetches, updates and deletes events.

enum EventError: Error {
  case notFound
}

final class EventManager {
  private let store = EKEventStore()

  func requestAccess() async throws -> Bool {
    try await store.requestFullAccessToEvents()
  }

  /// The events from the beginning of today on for a year, the earliest first.
  func fetchYear() -> [EKEvent] {
    let calendar = Calendar.current
    let start = calendar.startOfDay(for: Date())
    guard let end = calendar.date(byAdding: .year, value: 1, to: start) else { return [] }
    let calendars = store.calendars(for: .event)
    let predicate = store.predicateForEvents(withStart: start, end: end, calendars: calendars)
    return store.events(matching: predicate).sorted { $0.compareStartDate(with: $1) == .orderedAscending }
  }

  func addEvent(title: String, start: Date, end: Date, isAllDay: Bool = false) throws -> String {
    let event = EKEvent(eventStore: store)
    event.title = title
    event.startDate = start
    event.endDate = end
    event.isAllDay = isAllDay
    event.calendar = store.defaultCalendarForNewEvents
    try store.save(event, span: .thisEvent)
    return event.eventIdentifier
  }

  func updateEvent(withIdentifier identifier: String, title: String, location: String) throws {
    guard let event = store.event(withIdentifier: identifier) else { throw EventError.notFound }
    event.title = title
    event.location = location
    event.notes = "Moved to a larger room."
    try store.save(event, span: .thisEvent, commit: true)
  }

  func deleteEvent(withIdentifier identifier: String) throws {
    guard let event = store.event(withIdentifier: identifier) else { throw EventError.notFound }
    try store.remove(event, span: .thisEvent)
  }
}

/// A moment of a day to come.
func date(inDays days: Int, hour: Int) -> Date {
  let calendar = Calendar.current
  let day = calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: Date())) ?? Date()
  return calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day) ?? day
}

func printEvents(_ events: [EKEvent]) {
  let time = DateFormatter()
  time.dateFormat = "HH:mm"
  for event in events {
    let range =
      event.isAllDay
      ? "all day" : "\(time.string(from: event.startDate)) to \(time.string(from: event.endDate))"
    let place = event.location.map { " in \($0)" } ?? ""
    print("  \(range): \(event.title ?? "Untitled")\(place), \(event.calendar.title)")
  }
}

let manager = EventManager()
guard try await manager.requestAccess() else {
  print("There is no access to the calendars.")
  exit(1)
}
let review = try manager.addEvent(
  title: "Review", start: date(inDays: 1, hour: 10), end: date(inDays: 1, hour: 11))
let lunch = try manager.addEvent(
  title: "Lunch", start: date(inDays: 2, hour: 12), end: date(inDays: 2, hour: 13))
_ = try manager.addEvent(
  title: "Holiday", start: date(inDays: 30, hour: 0), end: date(inDays: 32, hour: 0), isAllDay: true)
print("The year")
printEvents(manager.fetchYear())

try manager.updateEvent(withIdentifier: review, title: "Design review", location: "Room 4")
try manager.deleteEvent(withIdentifier: lunch)
print("After an update and a deletion")
printEvents(manager.fetchYear())

do {
  try manager.deleteEvent(withIdentifier: lunch)
} catch EventError.notFound {
  print("The lunch is gone.")
}

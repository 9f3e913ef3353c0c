import EventKit
import Foundation

// Lists the accounts and their calendars, then makes a calendar, renames it and deletes it again.

final class CalendarManager {
  private let store = EKEventStore()

  func requestAccess() async throws -> Bool {
    try await store.requestFullAccessToEvents()
  }

  func printCalendars() {
    let normal = store.defaultCalendarForNewEvents
    for source in store.sources.sorted(by: { $0.title < $1.title }) {
      for calendar in source.calendars(for: .event).sorted(by: { $0.title < $1.title }) {
        let mark = calendar == normal ? " (default)" : ""
        print("  \(source.title): \(calendar.title)\(mark)")
      }
    }
  }

  func makeCalendar(named title: String) throws -> EKCalendar {
    let calendar = EKCalendar(for: .event, eventStore: store)
    calendar.title = title
    calendar.cgColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    calendar.source = store.defaultCalendarForNewEvents?.source
    try store.saveCalendar(calendar, commit: true)
    return calendar
  }

  func rename(_ calendar: EKCalendar, to title: String) throws {
    calendar.title = title
    try store.saveCalendar(calendar, commit: true)
  }

  func delete(_ calendar: EKCalendar) throws {
    try store.removeCalendar(calendar, commit: true)
  }

  func calendar(withIdentifier identifier: String) -> EKCalendar? {
    store.calendar(withIdentifier: identifier)
  }
}

let manager = CalendarManager()
guard try await manager.requestAccess() else {
  print("There is no access to the calendars.")
  exit(1)
}
print("Calendars")
manager.printCalendars()

let travel = try manager.makeCalendar(named: "Travel")
print("With a calendar for travel, which takes \(travel.allowsContentModifications ? "events" : "nothing")")
manager.printCalendars()

try manager.rename(travel, to: "Trips")
print("It is called \(manager.calendar(withIdentifier: travel.calendarIdentifier)?.title ?? "nothing")")

let identifier = travel.calendarIdentifier
try manager.delete(travel)
print("Deleted: \(manager.calendar(withIdentifier: identifier) == nil)")

import EventKit
import Foundation

/// An event as a view edits it, apart from the stored one.
struct EventModel: Identifiable {
  /// The stored event's identifier; a random one until it is saved.
  var id = UUID().uuidString
  var title = "Untitled"
  var start: Date
  var end: Date
  var isAllDay = true
  var calendar: EKCalendar?

  /// All of today.
  init() {
    let calendar = Calendar.current
    start = calendar.startOfDay(for: Date())
    end = calendar.date(bySettingHour: 23, minute: 59, second: 59, of: start) ?? start
  }

  init(_ event: EKEvent) {
    id = event.eventIdentifier
    title = event.title
    start = event.startDate
    end = event.endDate
    isAllDay = event.isAllDay
    calendar = event.calendar
  }
}

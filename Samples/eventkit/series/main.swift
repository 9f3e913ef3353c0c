import EventKit
import Foundation

// Events that repeat by simple and by complex rules, and changes of one occurrence or of all that follow.

final class SeriesManager {
  private let store = EKEventStore()
  private let days: DateFormatter

  init() {
    days = DateFormatter()
    days.locale = Locale(identifier: "en_US_POSIX")
    days.dateFormat = "EEE yyyy-MM-dd HH:mm"
  }

  func requestAccess() async throws -> Bool {
    try await store.requestFullAccessToEvents()
  }

  func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0) -> Date {
    let parts = DateComponents(year: year, month: month, day: day, hour: hour)
    return Calendar.current.date(from: parts) ?? Date()
  }

  func add(_ title: String, at start: Date, repeating rule: EKRecurrenceRule) throws {
    let event = EKEvent(eventStore: store)
    event.title = title
    event.startDate = start
    event.endDate = start.addingTimeInterval(1800)
    event.calendar = store.defaultCalendarForNewEvents
    event.addRecurrenceRule(rule)
    try store.save(event, span: .futureEvents)
  }

  /// The occurrences in 2027 of the events whose title begins so.
  func occurrences(_ title: String) -> [EKEvent] {
    let predicate = store.predicateForEvents(
      withStart: date(2027, 1, 1), end: date(2028, 1, 1), calendars: nil)
    return store.events(matching: predicate).filter { $0.title.hasPrefix(title) }
      .sorted { $0.compareStartDate(with: $1) == .orderedAscending }
  }

  func show(_ title: String, first count: Int = 4) {
    let all = occurrences(title)
    print("\(title): \(all.count) in 2027")
    for event in all.prefix(count) {
      let mark = event.isDetached ? " (changed)" : ""
      print("  \(days.string(from: event.startDate)) \(event.title ?? "")\(mark)")
    }
  }

  func save(_ event: EKEvent, span: EKSpan) throws { try store.save(event, span: span) }

  func remove(_ event: EKEvent, span: EKSpan) throws { try store.remove(event, span: span) }
}

let manager = SeriesManager()
guard try await manager.requestAccess() else {
  print("There is no access to the calendars.")
  exit(1)
}

// Simple rules have a frequency, an interval and an end.
try manager.add(
  "Standup", at: manager.date(2027, 3, 1, 9),
  repeating: EKRecurrenceRule(
    recurrenceWith: .daily, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 10)))
try manager.add(
  "Planning", at: manager.date(2027, 3, 1, 14),
  repeating: EKRecurrenceRule(
    recurrenceWith: .weekly, interval: 2, end: EKRecurrenceEnd(end: manager.date(2027, 6, 1))))
manager.show("Standup")
manager.show("Planning")

// Complex rules choose days: the first and the last Friday of each month, and the last workday of each quarter.
try manager.add(
  "Retrospective", at: manager.date(2027, 1, 1, 15),
  repeating: EKRecurrenceRule(
    recurrenceWith: .monthly, interval: 1,
    daysOfTheWeek: [
      EKRecurrenceDayOfWeek(.friday, weekNumber: 1), EKRecurrenceDayOfWeek(.friday, weekNumber: -1),
    ],
    daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil,
    end: nil))
let workdays: [EKWeekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
try manager.add(
  "Invoices", at: manager.date(2027, 3, 31, 16),
  repeating: EKRecurrenceRule(
    recurrenceWith: .monthly, interval: 3, daysOfTheWeek: workdays.map { EKRecurrenceDayOfWeek($0) },
    daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: [-1],
    end: nil))
manager.show("Retrospective")
manager.show("Invoices")

// One occurrence is changed: it stays a part of its series.
let third = manager.occurrences("Standup")[2]
third.title = "Standup with guests"
third.startDate = third.startDate.addingTimeInterval(3600)
third.endDate = third.endDate.addingTimeInterval(3600)
try manager.save(third, span: .thisEvent)
print("After a change of the third")
manager.show("Standup")

// This occurrence and all that follow are changed: a series of its own begins here.
let fifth = manager.occurrences("Standup")[4]
fifth.title = "Standup by phone"
try manager.save(fifth, span: .futureEvents)
print("After a change of the fifth and all that follow")
manager.show("Standup", first: 6)

// One is removed, then all from some day on.
try manager.remove(manager.occurrences("Standup")[0], span: .thisEvent)
try manager.remove(manager.occurrences("Standup by phone")[3], span: .futureEvents)
print("After two removals")
manager.show("Standup", first: 10)

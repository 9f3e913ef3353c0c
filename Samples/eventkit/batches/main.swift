import EventKit
import Foundation

// Many events in one commit, a commit that fails, and an enumeration that stops.

let store = EKEventStore()
guard try await store.requestFullAccessToEvents() else {
  print("There is no access to the calendars.")
  exit(1)
}
let morning = Calendar.current.date(from: DateComponents(year: 2027, month: 5, day: 3, hour: 8)) ?? Date()

/// A predicate belongs to the store that made it.
func week(of store: EKEventStore) -> NSPredicate {
  store.predicateForEvents(withStart: morning, end: morning.addingTimeInterval(7 * 86_400), calendars: nil)
}

func count(in store: EKEventStore) -> Int { store.events(matching: week(of: store)).count }

// Nothing is written before the commit, and then all of it.
for number in 0..<100 {
  let event = EKEvent(eventStore: store)
  event.title = "Appointment \(number + 1)"
  event.startDate = morning.addingTimeInterval(Double(number) * 1800)
  event.endDate = event.startDate.addingTimeInterval(1800)
  event.calendar = store.defaultCalendarForNewEvents
  try store.save(event, span: .thisEvent, commit: false)
}
print("Another store sees \(count(in: EKEventStore())) events.")
try store.commit()
print("Committed: \(count(in: store)) events.")

// An enumeration visits one event after another until it is told to stop.
var visited = 0
store.enumerateEvents(matching: week(of: store)) { event, stop in
  visited += 1
  if event.title == "Appointment 20" { stop.pointee = true }
}
print("Visited \(visited < 100 ? "some" : "all"), and stopped.")

// A commit writes everything or nothing.
let good = EKEvent(eventStore: store)
good.title = "Good"
good.startDate = morning
good.endDate = morning.addingTimeInterval(60)
good.calendar = store.defaultCalendarForNewEvents
try store.save(good, span: .thisEvent, commit: false)
let bad = EKEvent(eventStore: store)
bad.title = "Without a start"
bad.calendar = store.defaultCalendarForNewEvents
do {
  try store.save(bad, span: .thisEvent, commit: true)
} catch EKError.noStartDate {
  print("One has no start, so nothing was saved.")
}
store.reset()
print("There are \(count(in: store)) events.")

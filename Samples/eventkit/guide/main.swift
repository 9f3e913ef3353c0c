import EventKit
import Foundation

// The first program of most introductions: one event with two alarms, and the three outcomes of a request.

let store = EKEventStore()
let done = DispatchSemaphore(value: 0)

store.requestFullAccessToEvents { granted, error in
  defer { done.signal() }
  if let error {
    print("The request failed: \(error.localizedDescription)")
    return
  }
  guard granted else {
    print("The person refused access.")
    return
  }
  let event = EKEvent(eventStore: store)
  event.title = "Summer party"
  event.location = "In the garden"
  event.startDate = Calendar.current.date(byAdding: .day, value: 20, to: Date())
  event.endDate = event.startDate
  event.isAllDay = true
  event.addAlarm(EKAlarm(relativeOffset: -24 * 60 * 60))
  event.addAlarm(EKAlarm(relativeOffset: -15 * 60))
  event.calendar = store.defaultCalendarForNewEvents
  do {
    try store.save(event, span: .thisEvent)
    print("Saved \(event.title ?? "") with \(event.alarms?.count ?? 0) alarms.")
  } catch {
    print("Not saved: \(error.localizedDescription)")
  }
}
done.wait()

import EventKit

let store = EKEventStore()
guard try await store.requestFullAccessToEvents() else { exit(1) }

let event = EKEvent(eventStore: store)
event.title = "Review"
event.startDate = Date(timeIntervalSinceNow: 3600)
event.endDate = Date(timeIntervalSinceNow: 7200)
event.calendar = store.defaultCalendarForNewEvents
event.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: nil))
try store.save(event, span: .thisEvent)

let month = store.predicateForEvents(
  withStart: .now, end: Date(timeIntervalSinceNow: 30 * 86_400), calendars: nil)
print(store.events(matching: month).map { $0.title ?? "Untitled" })

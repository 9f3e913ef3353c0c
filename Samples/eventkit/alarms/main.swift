import CoreLocation
import EventKit
import Foundation

// Alarms before an event and at a moment, and one that goes off where a person arrives.

let store = EKEventStore()
async let mayEvents = store.requestFullAccessToEvents()
async let mayReminders = store.requestFullAccessToReminders()
guard try await mayEvents, try await mayReminders else {
  print("There is no access to events and reminders.")
  exit(1)
}

func describe(_ alarm: EKAlarm) -> String {
  switch alarm.proximity {
  case .enter: return "when I reach \(alarm.structuredLocation?.title ?? "a place")"
  case .leave: return "when I leave \(alarm.structuredLocation?.title ?? "a place")"
  case .none: break
  }
  if let date = alarm.absoluteDate { return "at \(ISO8601DateFormatter().string(from: date))" }
  return "\(Int(-alarm.relativeOffset / 60)) minutes before"
}

let flight = EKEvent(eventStore: store)
flight.title = "Flight"
flight.startDate = ISO8601DateFormatter().date(from: "2027-08-02T06:30:00Z")
flight.endDate = ISO8601DateFormatter().date(from: "2027-08-02T09:00:00Z")
flight.calendar = store.defaultCalendarForNewEvents
flight.addAlarm(EKAlarm(relativeOffset: -2 * 3600))
if let evening = ISO8601DateFormatter().date(from: "2027-08-01T18:00:00Z") {
  flight.addAlarm(EKAlarm(absoluteDate: evening))
}
try store.save(flight, span: .thisEvent)

// An alarm has a time before the start or a moment of its own: setting one clears the other.
let saved = store.event(withIdentifier: flight.eventIdentifier)
for alarm in saved?.alarms ?? [] { print("Flight:", describe(alarm)) }
if let alarm = saved?.alarms?.last, let saved {
  alarm.relativeOffset = -15 * 60
  try store.save(saved, span: .thisEvent)
}
for alarm in store.event(withIdentifier: flight.eventIdentifier)?.alarms ?? [] {
  print("Then:", describe(alarm))
}

// A geofence: a place with its coordinates and the meters around it, and which way it is crossed.
let shop = EKStructuredLocation(title: "Corner shop")
shop.geoLocation = CLLocation(latitude: 41.1496, longitude: -8.6110)
shop.radius = 150
let arrival = EKAlarm()
arrival.structuredLocation = shop
arrival.proximity = .enter
let milk = EKReminder(eventStore: store)
milk.title = "Milk"
milk.calendar = store.defaultCalendarForNewReminders()
milk.addAlarm(arrival)
try store.save(milk, commit: true)

let found = store.calendarItem(withIdentifier: milk.calendarItemIdentifier)
for alarm in found?.alarms ?? [] {
  let place = alarm.structuredLocation
  let coordinate = place?.geoLocation?.coordinate
  print("Milk:", describe(alarm), coordinate?.latitude ?? 0, coordinate?.longitude ?? 0, place?.radius ?? 0)
}

import EventKit
import Foundation

/// The only part of the program that talks to the store.
@MainActor
final class EventManager {
  private let store = EKEventStore()

  var status: EKAuthorizationStatus { EKEventStore.authorizationStatus(for: .event) }

  func requestAccess() async -> Bool {
    do {
      return try await store.requestFullAccessToEvents()
    } catch {
      print("The request failed: \(error.localizedDescription)")
      return false
    }
  }

  var calendars: [EKCalendar] { store.calendars(for: .event) }

  /// The events of the days from today on; nil calendars are all.
  func fetchEvents(days: Int, calendars: [EKCalendar]? = nil) -> [EventModel] {
    let start = Calendar.current.startOfDay(for: Date())
    guard let end = Calendar.current.date(byAdding: .day, value: days, to: start) else { return [] }
    let predicate = store.predicateForEvents(withStart: start, end: end, calendars: calendars)
    return store.events(matching: predicate).map(EventModel.init).sorted { $0.start < $1.start }
  }

  /// Saves a model as an event, and returns the identifier that it has from then on.
  func create(_ model: EventModel) throws -> String {
    let event = EKEvent(eventStore: store)
    fill(event, from: model)
    try store.save(event, span: .thisEvent)
    return event.eventIdentifier
  }

  /// Saves a changed model; false when its event is gone.
  func update(_ model: EventModel) throws -> Bool {
    guard let event = store.event(withIdentifier: model.id) else { return false }
    fill(event, from: model)
    try store.save(event, span: .thisEvent)
    return true
  }

  func delete(_ model: EventModel) throws {
    guard let event = store.event(withIdentifier: model.id) else { return }
    try store.remove(event, span: .thisEvent)
  }

  private func fill(_ event: EKEvent, from model: EventModel) {
    let calendar = Calendar.current
    event.title = model.title
    event.isAllDay = model.isAllDay
    event.startDate = model.isAllDay ? calendar.startOfDay(for: model.start) : model.start
    event.endDate =
      model.isAllDay
      ? calendar.date(bySettingHour: 23, minute: 59, second: 59, of: model.end) ?? model.end : model.end
    event.calendar = model.calendar ?? store.defaultCalendarForNewEvents
  }
}

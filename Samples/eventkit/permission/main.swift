import EventKit
import Foundation

// Asks for access when something is first saved, not at the start, and goes on with the save once it is granted.

final class Planner {
  private let store = EKEventStore()

  var statusText: String {
    switch EKEventStore.authorizationStatus(for: .event) {
    case .notDetermined: "not asked yet"
    case .restricted: "forbidden by policy"
    case .denied: "denied"
    case .fullAccess: "full access"
    case .writeOnly: "only adding"
    @unknown default: "unknown"
    }
  }

  /// Saves the event that a person has just planned.
  func plan(_ title: String) async {
    do {
      switch EKEventStore.authorizationStatus(for: .event) {
      case .fullAccess, .writeOnly:
        try save(title)
      case .notDetermined:
        if try await store.requestWriteOnlyAccessToEvents() {
          try save(title)
        } else {
          tellHowToAllow()
        }
      case .denied, .restricted:
        tellHowToAllow()
      @unknown default:
        tellHowToAllow()
      }
    } catch {
      print("Not saved: \(error.localizedDescription)")
    }
  }

  private func save(_ title: String) throws {
    let event = EKEvent(eventStore: store)
    event.title = title
    event.startDate = Date(timeIntervalSinceNow: 3600)
    event.endDate = Date(timeIntervalSinceNow: 7200)
    event.calendar = store.defaultCalendarForNewEvents
    try store.save(event, span: .thisEvent)
    print("Saved: \(title)")
  }

  private func tellHowToAllow() {
    print("Not saved. Allow access to the calendar in the settings, then try again.")
  }
}

let planner = Planner()
print("Access:", planner.statusText)
await planner.plan("Dinner")
await planner.plan("Breakfast")
print("Access:", planner.statusText)

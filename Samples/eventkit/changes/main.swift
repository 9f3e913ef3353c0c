import EventKit
import Foundation

// One store is observed while another one changes the calendar: what is shown is fetched again, what is edited is refreshed.

@MainActor
final class Agenda {
  private let store = EKEventStore()
  private var observer: (any NSObjectProtocol)?
  private(set) var titles: [String] = []
  private var edited: EKEvent?

  func open() async throws -> Bool {
    guard try await store.requestFullAccessToEvents() else { return false }
    observer = NotificationCenter.default.addObserver(
      forName: .EKEventStoreChanged, object: store, queue: .main
    ) { [weak self] _ in
      Task { @MainActor in self?.storeChanged() }
    }
    fetch()
    return true
  }

  func close() {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  private func fetch() {
    let start = Calendar.current.startOfDay(for: Date())
    let predicate = store.predicateForEvents(
      withStart: start, end: start.addingTimeInterval(7 * 86_400), calendars: nil)
    titles = store.events(matching: predicate).compactMap(\.title).sorted()
  }

  func edit(_ title: String) {
    let start = Calendar.current.startOfDay(for: Date())
    let predicate = store.predicateForEvents(
      withStart: start, end: start.addingTimeInterval(7 * 86_400), calendars: nil)
    edited = store.events(matching: predicate).first { $0.title == title }
    edited?.notes = "Typed and not saved."
  }

  private func storeChanged() {
    fetch()
    if let edited {
      // False means that somebody deleted it: then there is nothing left to edit.
      if !edited.refresh() { self.edited = nil }
    }
  }

  var editedText: String {
    edited.map { "\($0.title ?? ""), notes: \($0.notes ?? "")" } ?? "nothing"
  }
}

/// Waits until something holds, for at most a minute.
@MainActor
func wait(until condition: () -> Bool) async throws {
  for _ in 0..<3000 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  print("Nothing happened.")
}

let agenda = Agenda()
guard try await agenda.open() else {
  print("There is no access to the calendars.")
  exit(1)
}
print("At first:", agenda.titles)

// The other store may as well be in another program.
let other = EKEventStore()
let event = EKEvent(eventStore: other)
event.title = "Lunch"
event.startDate = Date(timeIntervalSinceNow: 86_400)
event.endDate = event.startDate.addingTimeInterval(3600)
event.calendar = other.defaultCalendarForNewEvents
try other.save(event, span: .thisEvent)
try await wait { agenda.titles == ["Lunch"] }
print("Told of an event:", agenda.titles)

agenda.edit("Lunch")
event.title = "Long lunch"
try other.save(event, span: .thisEvent)
try await wait { agenda.editedText.hasPrefix("Long") }
print("The edited event has the title from there and the notes from here:", agenda.editedText)

try other.remove(event, span: .thisEvent)
try await wait { agenda.editedText == "nothing" }
print("After its removal there is left to edit:", agenda.editedText)
agenda.close()

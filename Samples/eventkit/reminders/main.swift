import EventKit
import Foundation

// Reminders: add, fetch by the three predicates, complete, cancel a fetch.

final class ReminderManager {
  private let store = EKEventStore()

  func requestAccess() async throws -> Bool {
    try await store.requestFullAccessToReminders()
  }

  func add(_ title: String, due: DateComponents? = nil, priority: EKReminderPriority = .none) throws {
    let reminder = EKReminder(eventStore: store)
    reminder.title = title
    reminder.dueDateComponents = due
    reminder.priority = Int(priority.rawValue)
    reminder.calendar = store.defaultCalendarForNewReminders()
    try store.save(reminder, commit: true)
  }

  /// Completes the open reminders with a title, and returns how many there were.
  func complete(_ title: String) async throws -> Int {
    let store = store
    let result = await withCheckedContinuation { continuation in
      store.fetchReminders(matching: open(dueBefore: nil)) { reminders in
        continuation.resume(
          returning: Result {
            let found = (reminders ?? []).filter { $0.title == title }
            for reminder in found {
              reminder.isCompleted = true
              try store.save(reminder, commit: false)
            }
            try store.commit()
            return found.count
          })
      }
    }
    return try result.get()
  }

  func titles(matching predicate: NSPredicate) async -> [String] {
    await withCheckedContinuation { continuation in
      store.fetchReminders(matching: predicate) { reminders in
        continuation.resume(returning: (reminders ?? []).compactMap(\.title).sorted())
      }
    }
  }

  var all: NSPredicate { store.predicateForReminders(in: nil) }

  func open(dueBefore end: Date?) -> NSPredicate {
    store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: end, calendars: nil)
  }

  var completed: NSPredicate {
    store.predicateForCompletedReminders(withCompletionDateStarting: nil, ending: nil, calendars: nil)
  }

  /// Begins a fetch and gives it up, as when a view goes away before it has its rows: the completion is not called.
  func fetchAndCancel() {
    let request = store.fetchReminders(matching: all) { _ in }
    store.cancelFetchRequest(request)
  }
}

let manager = ReminderManager()
guard try await manager.requestAccess() else {
  print("There is no access to the reminders.")
  exit(1)
}
try manager.add("Rent", due: DateComponents(year: 2027, month: 6, day: 1), priority: .high)
try manager.add("Dentist", due: DateComponents(year: 2027, month: 9, day: 14, hour: 10))
try manager.add("Read a book")
try manager.add("Milk")
print("Completed:", try await manager.complete("Milk"))

let july = Calendar.current.date(from: DateComponents(year: 2027, month: 7, day: 1))
print("All:", await manager.titles(matching: manager.all))
print("Open:", await manager.titles(matching: manager.open(dueBefore: nil)))
print("Due before July:", await manager.titles(matching: manager.open(dueBefore: july)))
print("Done:", await manager.titles(matching: manager.completed))
manager.fetchAndCancel()

import EventKit
import Foundation
import KalendsExtensions
import Testing

/// The ways in which programs hear of a change.
@Suite struct MessageTests {
  /// Waits until a value is there, at most some seconds.
  private func waits(until isThere: () -> Bool) async throws -> Bool {
    for _ in 0..<500 {
      if isThere() { return true }
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    return false
  }

  /// Row 69.
  @Test func anObserverHasTheStoreAsTheObject() async throws {
    let fixture = try Fixture()
    let seen = Box(false)
    let token = NotificationCenter.default.addObserver(
      forName: .EKEventStoreChanged, object: fixture.store, queue: nil
    ) { notification in
      if notification.object is EKEventStore { seen.change { $0 = true } }
    }
    try fixture.store.save(fixture.event(), span: .thisEvent)
    #expect(try await waits { seen.value })
    NotificationCenter.default.removeObserver(token)
  }

  /// Row 69.
  @Test func aMessageComesOnTheMainActor() async throws {
    let fixture = try Fixture()
    let seen = Box(0)
    let token = NotificationCenter.default.addObserver(of: fixture.store, for: .changed) { _ in
      seen.change { $0 += 1 }
    }
    try fixture.store.save(fixture.event(), span: .thisEvent)
    #expect(try await waits { seen.value > 0 })
    NotificationCenter.default.removeObserver(token)
  }

  @MainActor @Test func aMessageAndANotificationAreMadeOfEachOther() {
    let message = EKEventStore.EventStoreChanged()
    let notification = EKEventStore.EventStoreChanged.makeNotification(message)
    #expect(notification.name == .EKEventStoreChanged)
    #expect(EKEventStore.EventStoreChanged.name.rawValue == "EKEventStoreChangedNotification")
    #expect(EKEventStore.EventStoreChanged.makeMessage(notification) != nil)
    #expect(EKEventStore.EventStoreChanged.makeMessage(Notification(name: .NSCalendarDayChanged)) == nil)
  }

  /// Row 69.
  @Test func notificationsComeOneAfterAnotherUntilTheTaskIsCanceled() async throws {
    let fixture = try Fixture()
    let seen = Box(0)
    let (store, center) = (fixture.store, NotificationCenter.default)
    let task = Task {
      for await notification in center.notifications(named: .EKEventStoreChanged, object: store)
      where notification.object as? EKEventStore === store {
        seen.change { $0 += 1 }
      }
      return true
    }
    for count in 1...2 {
      // The loop may begin after the first save.
      var isSeen = false
      for number in 0..<100 where !isSeen {
        try store.save(fixture.event("\(count) \(number)"), span: .thisEvent)
        try await Task.sleep(nanoseconds: 50_000_000)
        isSeen = seen.value >= count
      }
      #expect(isSeen)
    }
    task.cancel()
    #expect(await task.value)
  }
}

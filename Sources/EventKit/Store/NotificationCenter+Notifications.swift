import Foundation

// Foundation has this on Apple's systems and not on Linux, and programs wait for `EKEventStoreChanged` with it.
extension NotificationCenter {
  /// Returns the notifications of a name, and of one object where one is given, as they are posted.
  ///
  ///     for await _ in NotificationCenter.default.notifications(named: .EKEventStoreChanged) {
  ///       await model.fetchAgain()
  ///     }
  public func notifications(
    named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// The notifications of a center, one after another.
  ///
  /// Each iterator observes for itself from when it is made, and keeps the latest eight that nobody waited for.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    /// A notification.
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: (any AnyObject & Sendable)?

    fileprivate init(
      center: NotificationCenter, name: Notification.Name, object: (any AnyObject & Sendable)?
    ) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator { Iterator(Observation(center, name, object)) }

    /// Returns one notification after another; it observes while it is held.
    public struct Iterator: AsyncIteratorProtocol {
      private let observation: Observation
      private var arrivals: AsyncStream<Arrival>.Iterator

      fileprivate init(_ observation: Observation) {
        self.observation = observation
        arrivals = observation.arrivals.makeAsyncIterator()
      }

      /// The next notification; nil when the task is canceled.
      public mutating func next() async -> Notification? { await arrivals.next()?.notification }
    }
  }
}

/// A notification on its way to the one who waits for it.
private struct Arrival: @unchecked Sendable {
  let notification: Notification
}

/// An observer of a center, which is removed when nobody holds it.
private final class Observation {
  let arrivals: AsyncStream<Arrival>
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(_ center: NotificationCenter, _ name: Notification.Name, _ object: (any AnyObject & Sendable)?) {
    self.center = center
    let (arrivals, continuation) = AsyncStream.makeStream(
      of: Arrival.self, bufferingPolicy: .bufferingNewest(8))
    self.arrivals = arrivals
    token = center.addObserver(forName: name, object: object, queue: nil) {
      continuation.yield(Arrival(notification: $0))
    }
  }

  deinit { center.removeObserver(token) }
}

import Foundation

extension EKEventStore {
  /// The message that something of a store changed, for observers on the main actor.
  ///
  ///     let token = NotificationCenter.default.addObserver(of: store, for: .changed) { _ in
  ///       model.fetchAgain()
  ///     }
  public struct EventStoreChanged: NotificationCenter.MainActorMessage {
    /// The store that changed is the subject of the message.
    public typealias Subject = EKEventStore

    /// The name of the notification that says the same.
    public static var name: Notification.Name { .EKEventStoreChanged }

    /// The message of a notification; nil for one of another name.
    @MainActor public static func makeMessage(_ notification: Notification) -> EKEventStore.EventStoreChanged?
    {
      notification.name == name ? EKEventStore.EventStoreChanged() : nil
    }

    /// The notification of a message.
    @MainActor public static func makeNotification(_ message: EKEventStore.EventStoreChanged) -> Notification
    {
      Notification(name: name)
    }

    /// Creates the message.
    public init() {}
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> {
  /// The message that something of a store changed.
  public static var changed: NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> {
    .init()
  }
}

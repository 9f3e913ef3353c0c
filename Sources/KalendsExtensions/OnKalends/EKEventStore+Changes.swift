import Editing
import EventKit
import Foundation

/// A change of a store: everything fetched before may be stale.
public struct StoreChange: Hashable, Sendable {
  /// The name of the store's state after the change.
  public let state: String
}

extension EKEventStore {
  /// Reports changes: own saves, saves of other stores and other processes, and changes of access.
  ///
  /// Changes close together, and changes without a waiting reader, come as one. After a change, fetch
  /// displayed items again and `refresh` edited ones.
  ///
  ///     for await _ in store.changes { show(store.events(matching: predicate)) }
  public var changes: AsyncStream<StoreChange> {
    let nanoseconds = UInt64(min(max(0.001, options.changeInterval), 1e9) * 1e9)
    let (path, zones) = (options.path, zones)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Created here, so that it sees every change from now on.
      guard let path, let watch = try? ChangeWatch(path: path, zones: zones) else {
        continuation.finish()
        return
      }
      // The one task below uses it.
      nonisolated(unsafe) var own = watch
      let task = Task.detached {
        while !Task.isCancelled {
          if own.hasChanged() { continuation.yield(StoreChange(state: own.state() ?? "")) }
          try? await Task.sleep(nanoseconds: nanoseconds)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

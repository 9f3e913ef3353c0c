import Editing
import Foundation

/// A change of a store: everything fetched before may be stale.
public struct KLStoreChange: Hashable, Sendable {
  /// The name of the store's state after the change.
  public let state: String
}

extension KLEventStore {
  /// Reports changes: own saves, saves of other stores and other processes, and changes of access.
  ///
  /// Changes close together, and changes without a waiting reader, come as one. After a change, fetch
  /// displayed items again and `refresh` edited ones.
  public var changes: AsyncStream<KLStoreChange> {
    let (path, zones) = watched
    let nanoseconds = UInt64(min(max(0.001, changeInterval), 1e9) * 1e9)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Created here, so that it sees every change from now on.
      guard let watch = try? ChangeWatch(path: path, zones: zones) else {
        continuation.finish()
        return
      }
      let box = WatchBox(watch)
      let task = Task.detached {
        while !Task.isCancelled {
          if box.watch.hasChanged() { continuation.yield(KLStoreChange(state: box.watch.state() ?? "")) }
          try? await Task.sleep(nanoseconds: nanoseconds)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Carries a watch into the one task that uses it.
private final class WatchBox: @unchecked Sendable {
  var watch: ChangeWatch

  init(_ watch: ChangeWatch) { self.watch = watch }
}

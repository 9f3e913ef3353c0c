import Editing
import Foundation

/// That something in a store changed: everything fetched before may be stale.
public struct KLStoreChange: Hashable, Sendable {
  /// The name of the store's state after the change.
  public let state: String
}

extension KLEventStore {
  /// Tells of changes: own saves, those of other stores and other processes, and those of access.
  ///
  /// Changes close together, and those that nobody waited for, come as one. Fetch again what is
  /// shown; `refresh` what is edited.
  public var changes: AsyncStream<KLStoreChange> {
    let (path, zones) = watched
    let nanoseconds = UInt64(min(max(0.001, changeInterval), 1e9) * 1e9)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Made here, so that what happens right after this is seen.
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

/// A watch on its way into the one task that uses it.
private final class WatchBox: @unchecked Sendable {
  var watch: ChangeWatch

  init(_ watch: ChangeWatch) { self.watch = watch }
}

/// Notices that a store's file was changed, by whomever: a connection of its own asks now and then.
///
/// Own saves, other stores in the process, other processes and changes of access are all seen; what happens
/// between two looks is one change.
public struct ChangeWatch {
  private let store: CalendarStore
  private var seen: Int

  /// A watch that knows the present state; throws what opening the file throws, which `stopSignal` ends.
  public init(path: String, zones: ZoneDatabase, stopSignal: StopSignal = StopSignal()) throws(StoreError) {
    store = try CalendarStore(path: path, access: .read, zones: zones, stopSignal: stopSignal)
    seen = try store.dataVersion()
    // From here on it takes no time worth ending.
    store.stopSignal = StopSignal()
  }

  /// Whether something changed since the last question; a file that cannot be
  /// looked at now has not changed yet.
  public mutating func hasChanged() -> Bool {
    guard let version = try? store.dataVersion(), version != seen else { return false }
    seen = version
    return true
  }

  /// The name of the present state, for asking what changed since.
  public func state() -> String? { try? store.state() }
}

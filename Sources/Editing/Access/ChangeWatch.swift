/// Detects changes of a store's file by polling on a separate connection.
///
/// It sees own saves, other stores in the process, other processes and changes of access; all changes between
/// two polls count as one.
public struct ChangeWatch {
  private let store: CalendarStore
  private var seen: Int

  /// Creates a watch at the present state; throws the errors of opening the file, which `stopSignal` ends.
  public init(path: String, zones: ZoneDatabase, stopSignal: StopSignal = StopSignal()) throws(StoreError) {
    store = try CalendarStore(path: path, access: .read, zones: zones, stopSignal: stopSignal)
    seen = try store.dataVersion()
    // From here on no operation takes long enough to need the signal.
    store.stopSignal = StopSignal()
  }

  /// Whether the store changed since the last call; a file that cannot be read now counts as unchanged.
  public mutating func hasChanged() -> Bool {
    guard let version = try? store.dataVersion(), version != seen else { return false }
    seen = version
    return true
  }

  /// The name of the present state, for queries of later changes.
  public func state() -> String? { try? store.state() }
}

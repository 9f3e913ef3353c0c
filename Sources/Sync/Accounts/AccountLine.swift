import Store

/// An account as a list shows it.
package struct AccountLine: Sendable {
  package let source: SourceRecord
  /// `local`, `folder`, `subscriptions`, or the kind of the source.
  package let kind: String
  /// The number of its calendars.
  package let calendars: Int
  /// What its last sync left, in words.
  package let state: String
  /// Whether the state tells of a fault, with names of files or servers.
  package let hasFault: Bool
  /// The last sync that went well; nil before the first.
  package let synced: Instant?
  /// The state of an account whose last sync left nothing to do.
  package static let inSync = "in sync"
  /// The path of its folder; nil where there is none.
  package let place: String?

  /// All accounts of a store, in order of creation.
  package static func all(in store: CalendarStore) throws(StoreError) -> [AccountLine] {
    let accounts = Dictionary(uniqueKeysWithValues: try store.accounts().map { ($0.source, $0) })
    let calendars = try store.calendars()
    return try store.sources().map { (source) throws(StoreError) in
      let count = calendars.count { $0.source == source.id }
      guard let account = accounts[source.id] else {
        return AccountLine(
          source: source, kind: source.kind.name, calendars: count, state: "", hasFault: false, synced: nil,
          place: nil)
      }
      let state = try store.state(ofAccount: source.id)
      let (words, hasFault) = try words(of: account, state, in: store)
      return AccountLine(
        source: source, kind: account.kind.name, calendars: count,
        state: words, hasFault: hasFault, synced: state.succeeded,
        place: account.address.isEmpty ? nil : account.address)
    }
  }

  private static func words(
    of account: AccountRecord, _ state: AccountState, in store: CalendarStore
  ) throws(StoreError) -> (String, Bool) {
    if let fault = state.fault { return (fault, true) }
    var (held, allowed, waiting, faults) = (0, 0, 0, [String]())
    for collection in try store.collections(of: account.source) {
      let state = try store.state(ofCollection: collection.id)
      if state.condition == .held || state.condition == .gone { held += 1 }
      if state.condition == .allowed { allowed += 1 }
      if let fault = state.fault { faults.append(fault) }
      waiting += try store.resources(in: collection.id).count { $0.condition == .waiting }
    }
    var words = faults
    if held > 0 { words.append("held back: \(held) calendar\(held == 1 ? "" : "s")") }
    if allowed > 0 { words.append("allowed: the next sync deletes") }
    if waiting > 0 { words.append("\(waiting) waiting") }
    if words.isEmpty { return (state.succeeded == nil ? "not synced yet" : inSync, false) }
    return (words.joined(separator: "; "), !faults.isEmpty)
  }
}

import Editing

/// The state of an object before a save that waits for its commit, to restore when the batch is rolled back.
struct UnsettledSave<State> {
  private var saved: (batch: Int, before: State)?

  /// Keeps the state before the first save in an open batch; a save outside a batch needs no state.
  mutating func note(_ before: State, batch: Int?) {
    guard let batch else {
      saved = nil
      return
    }
    if saved?.batch != batch { saved = (batch, before) }
  }

  /// The state to restore, returned once, when the batch was rolled back.
  mutating func rolledBack(in store: EKEventStore) -> State? {
    guard let saved else { return nil }
    switch store.state(ofBatch: saved.batch) {
    case .open: return nil
    case .kept:
      self.saved = nil
      return nil
    case .rolledBack:
      self.saved = nil
      return saved.before
    }
  }
}

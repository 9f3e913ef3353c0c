import Editing

/// What an object was before a save that waits for its commit, to go back to where the batch is taken back.
struct UnsettledSave<State> {
  private var saved: (batch: Int, before: State)?

  /// Remembers the state before the first save in an open batch; a save outside of one is settled at once.
  mutating func note(_ before: State, batch: Int?) {
    guard let batch else {
      saved = nil
      return
    }
    if saved?.batch != batch { saved = (batch, before) }
  }

  /// What to go back to, told once, where the batch was taken back since.
  mutating func takenBack(in store: KLEventStore) -> State? {
    guard let saved else { return nil }
    switch store.state(ofBatch: saved.batch) {
    case .open: return nil
    case .kept:
      self.saved = nil
      return nil
    case .takenBack:
      self.saved = nil
      return saved.before
    }
  }
}

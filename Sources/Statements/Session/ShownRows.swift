import Changes

/// The rows shown to a person, who names them by number.
extension Session {
  /// Updates the revisions of rows whose items this session changed, so that they can be named again.
  func refreshShown(_ items: Set<Int>, now: Instant) {
    refreshShown(
      rows: shownRows.indices.filter { shownRows[$0].map { items.contains($0.item) } ?? false }, now: now)
  }

  /// Updates the revisions of rows from the store.
  func refreshShown(rows: [Int], now: Instant) {
    for index in rows {
      if let revision = presentRevision(ofRow: index, now: now) { shownRevisions[index] = revision }
    }
  }

  /// Returns the rows that nobody has changed since they were shown, among the first 500.
  func freshRows(now: Instant) -> [Int] {
    shownRows.indices.prefix(500).filter { presentRevision(ofRow: $0, now: now) == shownRevisions[$0] }
  }

  private func presentRevision(ofRow index: Int, now: Instant) -> Int? {
    guard isInteractive, let target = shownRows[index], let workspace = try? workspace(),
      let object = try? workspace.object(of: target)
    else { return nil }
    return workspace.revision(of: target, in: object)
  }
}

import Changes

/// The rows that a person sees, who names them by their numbers.
extension Session {
  /// What this session changed itself is known to it: rows of these items can be named again.
  func refreshShown(_ items: Set<Int>, now: Instant) {
    refreshShown(
      rows: shownRows.indices.filter { shownRows[$0].map { items.contains($0.item) } ?? false }, now: now)
  }

  /// The rows are as the store has them now.
  func refreshShown(rows: [Int], now: Instant) {
    for index in rows {
      if let revision = presentRevision(ofRow: index, now: now) { shownRevisions[index] = revision }
    }
  }

  /// The rows that nobody changed since they were shown, of the first few hundred.
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

import Changes
import Rendering

/// What the person at the prompt should hear of what others do with the store: that it
/// changed, and who asks for access.
package final class StoreNotices {
  private let session: Session
  private var version: Int?
  private weak var store: CalendarStore?
  private var reported: Set<String> = []

  package init(_ session: Session) { self.session = session }

  /// What happened since the last question; nil for nothing.
  package func next() -> String? {
    guard let store = session.openedStore, let present = try? store.dataVersion() else { return nil }
    // Another connection counts from elsewhere.
    let isFirst = version == nil || self.store !== store
    if present == version, !isFirst { return nil }
    (version, self.store) = (present, store)
    if let request = request(store) { return request }
    return isFirst ? nil : "note:  the store was changed elsewhere"
  }

  /// Who waits for an answer and was not told of yet; only the owner is told.
  private func request(_ store: CalendarStore) -> String? {
    guard session.client == nil, let rows = try? store.clientAccess() else { return nil }
    let waiting = rows.filter { $0.requested != nil }
    reported.formIntersection(waiting.map { $0.client + "/" + Permission.plural($0.kind) })
    let new = waiting.filter { reported.insert($0.client + "/" + Permission.plural($0.kind)).inserted }
    if new.isEmpty { return nil }
    return new.map { row in
      let client = SafeText.line(row.client)
      let kind = Permission.plural(row.kind)
      let wanted = row.wantedLevel ?? .full
      let aim = wanted == .full ? "access to" : "\(wanted.name) access to"
      let others =
        wanted == .full ? row.kind == .event ? " (or read-only, write-only)" : " (or read-only)" : ""
      return "note:  \(client) asks for \(aim) \(kind): \(SafeText.line(row.reason ?? ""))\n"
        + "       access grant \(client) \(kind) \(wanted.name)\(others), or access deny \(client) \(kind)"
    }.joined(separator: "\n")
  }
}

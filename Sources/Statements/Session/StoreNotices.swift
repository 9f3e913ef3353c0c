import Changes
import Rendering

/// News of the store for the person at the prompt: changes by others, and requests for access.
package final class StoreNotices {
  private let session: Session
  private var version: Int?
  private weak var store: CalendarStore?
  private var reported: Set<String> = []

  package init(_ session: Session) { self.session = session }

  /// Returns the news since the last question; nil if there is none.
  package func next() -> String? {
    guard let store = session.openedStore, let present = try? store.dataVersion() else { return nil }
    // Data versions of two connections cannot be compared.
    let isFirst = version == nil || self.store !== store
    if present == version, !isFirst { return nil }
    (version, self.store) = (present, store)
    if let request = request(store) { return request }
    return isFirst ? nil : "note:  the store was changed elsewhere"
  }

  /// Returns the requests for access that were not reported yet; only the owner gets them.
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

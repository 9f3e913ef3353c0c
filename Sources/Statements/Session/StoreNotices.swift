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
    let news = isFirst ? views(store) : nil
    if news != nil { version = try? store.dataVersion() }
    let others = request(store) ?? (isFirst ? nil : "note:  the store was changed elsewhere")
    return news.map { news in others.map { news + "\n" + $0 } ?? news } ?? others
  }

  /// Returns what the present version of the language changed in views; the owner is told once in each store.
  private func views(_ store: CalendarStore) -> String? {
    guard session.client == nil, let known = try? store.reportedLanguage(), known < LanguageVersion.present,
      let lines = try? session.newsOfViews(), !lines.isEmpty
    else { return nil }
    // Where nothing can be written they are told again the next time.
    try? session.storeForRequests().noteReportedLanguage(LanguageVersion.present)
    return "note:  " + lines.joined(separator: "\n       ") + "\n       (`check` lists them again)"
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

import Editing
import Foundation
import Platform
import Sync

extension EKEventStore {
  func beginSync() {
    guard beginRefresh() else { return }
    options.callbackQueue.async { [self] in
      defer { endRefresh() }
      do throws(EKError) {
        for report in try refreshedSources() {
          for line in report.trouble {
            self.report(EKError(.internalFailure, "sync-incomplete", "\(report.title): \(line)"))
          }
        }
      } catch {
        report(error)
      }
    }
  }

  /// Syncs on a connection of its own, so that the store can be used meanwhile.
  private func refreshedSources() throws(EKError) -> [AccountReport] {
    let isAllowed = try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        let readsEvents = try core.access.level(.event).canRead
        return try readsEvents ? true : core.access.level(.reminder).canRead
      }
    }
    guard isAllowed, let path = options.path else { return [] }
    let now = now
    let store = try reading { () throws(StoreError) in
      try CalendarStore(path: path, access: .write, zones: zones)
    }
    do throws(AccountError) {
      let accounts = try AccountBook(store, now: now).all().filter { $0.account != nil }
      if accounts.isEmpty { return [] }
      let lock: SyncLock
      do throws(AccountError) {
        lock = try SyncLock(store: path)
      } catch {
        if case .syncRunning = error { return [] }
        throw error
      }
      defer { withExtendedLifetime(lock) {} }
      let round = SyncRound(
        store, addresses: Set(personsAddresses), now: now, clock: { SystemClock.nanoseconds })
      return try round.run(
        accounts.map { SyncTarget(source: $0.source) },
        by: HelperTransport(variables: ProcessEnvironment.current().variables))
    } catch {
      throw EKError(.internalFailure, error.code, error.message, hint: error.hint)
    }
  }
}

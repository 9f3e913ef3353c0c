import Store

/// What one sync is about.
package struct SyncTarget: Sendable {
  package var source: SourceRecord
  /// The row of the calendar to sync alone; nil for the whole account.
  package var calendar: Int?
  /// The counterpart of the calendar, which may be gone; nil for the whole account.
  package var collection: CollectionRecord?
  /// Whether it was named, so that addresses are asked before they are due.
  package var isNamed = false
  /// The step that added the account, which its first sync goes on with.
  package var step: GrowingStep?

  package init(
    source: SourceRecord, calendar: Int? = nil, collection: CollectionRecord? = nil, isNamed: Bool = false,
    step: GrowingStep? = nil
  ) {
    (self.source, self.calendar, self.collection) = (source, calendar, collection)
    (self.isNamed, self.step) = (isNamed, step)
  }
}

/// Syncs of accounts of one store, one after another.
///
/// Who runs it holds the store's `SyncLock`.
package struct SyncRound {
  private let store: CalendarStore
  private let addresses: Set<String>
  private let now: Instant
  private let clock: () -> Int
  private let isDryRun: Bool

  /// Creates a round; `addresses` are the person's, and `clock` counts nanoseconds.
  package init(
    _ store: CalendarStore, addresses: Set<String>, now: Instant, clock: @escaping () -> Int,
    isDryRun: Bool = false
  ) {
    (self.store, self.addresses, self.now, self.clock) = (store, addresses, now, clock)
    self.isDryRun = isDryRun
  }

  /// Syncs the accounts, folders first, as they do not wait for addresses; `progress` is told what is about to be done.
  ///
  /// What fails of an account is in its report, and the others go on. Throws the errors of the store.
  package func run(
    _ targets: [SyncTarget], by web: some WebTransport, progress: @escaping (String) -> Void = { _ in }
  ) throws(AccountError) -> [AccountReport] {
    let book = AccountBook(store, now: now)
    var accounts: [(target: SyncTarget, account: AccountRecord)] = []
    for target in targets { accounts.append((target, try book.account(of: target.source))) }
    let folders = accounts.filter { $0.account.kind == .folder }
    let others = accounts.filter { $0.account.kind != .folder }
    var reports: [AccountReport] = []
    do throws(StoreError) {
      try store.closeGrowingSteps()
      for (target, account) in folders + others {
        reports.append(try report(target, account, by: web, progress))
      }
    } catch {
      throw .store(error)
    }
    return reports
  }

  private func report(
    _ target: SyncTarget, _ account: AccountRecord, by web: some WebTransport,
    _ progress: @escaping (String) -> Void
  ) throws(StoreError) -> AccountReport {
    if account.kind == .subscriptions {
      let sync = SubscriptionSync(
        store, target.source, now: now, only: target.calendar, asksAll: target.isNamed, isDryRun: isDryRun
      ) { title in
        progress("asking for \(title)")
      }
      return try sync.run(by: web)
    }
    let sync = AccountSync(
      store, target.source, account, addresses: addresses, now: now, clock: clock, only: target.calendar,
      isDryRun: isDryRun
    ) { title in
      progress("syncing \(target.source.title)/\(title)")
    }
    return try sync.run(in: target.step)
  }
}

import Store

/// What a sync of an account did.
package struct AccountReport: Equatable, Sendable {
  /// The title of the account.
  package var title: String
  /// What was done with each calendar, in order of their names.
  package var collections: [CollectionReport] = []
  /// Why nothing could be done with the account.
  package var fault: RemoteFault?
  /// When subscriptions that were not asked are due, by title.
  package var notDue: [String: Instant] = [:]

  package init(title: String) { self.title = title }

  /// Whether anything was changed on either side.
  package var isChanged: Bool { collections.contains(where: \.isChanged) }

  /// What is wrong or held back, in a line each.
  package var trouble: [String] {
    var lines: [String] = []
    if let fault { lines.append(fault.sentence) }
    for collection in collections {
      if let fault = collection.fault { lines.append("\(collection.title): \(fault.sentence)") }
      if collection.held > 0 { lines.append("\(collection.title): held \(collection.held)") }
      if collection.rejected > 0 { lines.append("\(collection.title): rejected \(collection.rejected)") }
    }
    return lines
  }
}

/// The sync of all calendars of an account with its folder.
///
/// Calendars that are new on one side are made on the other, titles and colors go both ways, and what is gone
/// on one side is held until it is allowed to go on the other.
package struct AccountSync {
  let store: CalendarStore
  let source: SourceRecord
  let account: AccountRecord
  let addresses: Set<String>
  let now: Instant
  let clock: () -> Int
  let isDryRun: Bool
  /// The calendar to sync alone; nil for all.
  let only: Int?
  /// Is told the title of each calendar before its sync.
  let progress: (String) -> Void

  package init(
    _ store: CalendarStore, _ source: SourceRecord, _ account: AccountRecord, addresses: Set<String>,
    now: Instant, clock: @escaping () -> Int, only: Int? = nil, isDryRun: Bool = false,
    progress: @escaping (String) -> Void = { _ in }
  ) {
    (self.store, self.source, self.account, self.addresses) = (store, source, account, addresses)
    (self.now, self.clock, self.only, self.isDryRun) = (now, clock, only, isDryRun)
    self.progress = progress
  }

  /// The cause of its step.
  var cause: String { "sync \(source.title)" }

  /// Syncs; what the other side refuses is in the report, and the other calendars go on.
  ///
  /// `first` is the step that added the account: it gets what the first sync brings. It is closed in any case.
  package func run(in first: GrowingStep? = nil) throws(StoreError) -> AccountReport {
    var report = AccountReport(title: source.title)
    var step = first ?? GrowingStep(cause, now: now, origin: .synced)
    do throws(StoreError) {
      let folder = FolderAccount(account.address)
      if let contents = try contents(of: folder, &report) { try sync(folder, contents, &report, &step) }
      if !isDryRun { try note(report) }
    } catch {
      // What was taken in before an interruption is a step like any other.
      try? store.finishing(step)
      throw error
    }
    try store.close(step)
    return report
  }

  /// What the account's folder has; nil, with the reason in the report, when it cannot be synced.
  private func contents(
    of folder: FolderAccount, _ report: inout AccountReport
  ) throws(StoreError) -> FolderAccount.Contents? {
    do throws(AccountError) {
      if let reason = try AccountBook(store, now: now).overlap(of: account) {
        report.fault = .failed(account.address, reason: reason)
        return nil
      }
    } catch {
      if case .store(let error) = error { throw error }
    }
    do throws(RemoteFault) { return try folder.contents() } catch { report.fault = error }
    return nil
  }

  /// Notes whether the account could be reached; an account that goes on as before is not written.
  private func note(_ report: AccountReport) throws(StoreError) {
    var state = try store.state(ofAccount: account.source)
    let isNews = state.succeeded == nil || state.fault != report.fault?.sentence || report.isChanged
    if !isNews { return }
    (state.tried, state.fault) = (now, report.fault?.sentence)
    if report.fault == nil { state.succeeded = now }
    try store.set(state, ofAccount: account.source)
  }
}

// MARK: Which calendars there are

extension AccountSync {
  /// A calendar with its counterpart, both there.
  struct Pair {
    var calendar: CalendarRecord
    var collection: CollectionRecord
    var found: FolderAccount.Found
    /// Whether one of them was made now.
    var isNew = false
  }

  private func sync(
    _ folder: FolderAccount, _ contents: FolderAccount.Contents, _ report: inout AccountReport,
    _ step: inout GrowingStep
  ) throws(StoreError) {
    let found = contents.calendars
    var unreadable = contents.unreadable
    let calendars = Dictionary(
      uniqueKeysWithValues: try store.calendars().filter { $0.source == source.id }.map { ($0.id, $0) })
    var pairs: [Pair] = []
    var gone: [CollectionRecord] = []
    var left = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
    for collection in try store.collections(of: account.source) {
      guard let one = left.removeValue(forKey: collection.name) else {
        if let (place, fault) = contents.fault(of: collection.name) {
          // It may be there: nothing is known of it.
          unreadable[place] = nil
          let calendar = calendars[collection.calendar]
          try fail(calendar?.title ?? collection.name, collection, fault, &report)
        } else {
          gone.append(collection)
        }
        continue
      }
      if collection.isLeftOut { continue }
      guard let calendar = calendars[collection.calendar] else {
        try deletedHere(collection, folder, &report, &step)
        continue
      }
      pairs.append(Pair(calendar: calendar, collection: collection, found: one))
    }
    for collection in gone {
      guard let calendar = calendars[collection.calendar] else {
        // Gone on both sides.
        if !isDryRun { try inStep(&step) { () throws(StoreError) in try forget(collection) } }
        continue
      }
      if let place = try newPlace(of: collection, folder, Array(left.values)) {
        left[place.name] = nil
        var moved = collection
        moved.name = place.name
        if !isDryRun {
          let cause = cause
          try inStep(&step) { () throws(StoreError) in
            try store.rename(collection, to: place.name, cause: cause, now: now)
          }
        }
        pairs.append(Pair(calendar: calendar, collection: moved, found: place))
      } else if try isToBeMade(collection) {
        if only != nil && only != calendar.id || isDryRun { continue }
        if let pair = try makeFolder(of: collection, calendar, folder, &report) { pairs.append(pair) }
      } else {
        try goneThere(collection, calendar, &report, &step)
      }
    }
    for (place, fault) in unreadable.sorted(by: { $0.key < $1.key }) where only == nil {
      try fail(FolderAccount.Found(name: place, node: 0).leaf, nil, fault, &report)
    }
    var counterpart = Counterpart(store, account, of: source, now: now)
    for one in left.values.sorted(by: { $0.name < $1.name }) where only == nil {
      if isDryRun {
        var collection = CollectionReport(account: source.title, title: one.leaf, calendar: 0)
        collection.takenIn = (try? folder.collection(one.name).entries().count) ?? 0
        report.collections.append(collection)
        continue
      }
      let (cause, before) = (cause, counterpart)
      let (made, after) = try inStep(&step) { () throws(StoreError) in
        var counterpart = before
        let made = try counterpart.make(one, cause: cause)
        return (made, counterpart)
      }
      counterpart = after
      pairs.append(Pair(calendar: made.calendar, collection: made.collection, found: one, isNew: true))
    }
    let linked = Set(try store.collections().map(\.calendar))
    // One that went with its folder is not made there again.
    let present = Set(try store.calendars().map(\.id))
    for calendar in calendars.values.sorted(by: { $0.id < $1.id })
    where !linked.contains(calendar.id) && present.contains(calendar.id) {
      if only != nil, only != calendar.id { continue }
      if let pair = try copyOut(calendar, folder, &report, &step) { pairs.append(pair) }
    }
    for pair in pairs.sorted(by: { $0.found.name < $1.found.name }) {
      if only != nil, only != pair.calendar.id { continue }
      try sync(pair, folder, &report, &step)
    }
  }

  /// Reports a folder that cannot be read or made.
  func fail(
    _ title: String, _ collection: CollectionRecord?, _ fault: RemoteFault, _ report: inout AccountReport
  ) throws(StoreError) {
    if let only, collection?.calendar != only { return }
    if collection?.isLeftOut == true { return }
    var result = CollectionReport(
      account: source.title, title: title, calendar: max(collection?.calendar ?? 0, 0))
    result.fault = fault
    report.collections.append(result)
    guard let collection, !isDryRun else { return }
    var state = try store.state(ofCollection: collection.id)
    if state.fault == fault.sentence { return }
    state.fault = fault.sentence
    try store.set(state, ofCollection: collection.id)
  }

  private func sync(
    _ pair: Pair, _ folder: FolderAccount, _ report: inout AccountReport, _ step: inout GrowingStep
  ) throws(StoreError) {
    let remote = folder.collection(pair.found.name)
    var notes: [SyncNote] = []
    let title = try mergeProperties(pair, remote, &notes, &step)
    progress(title)
    var sync = try CollectionSync(
      store, remote, pair.collection, account: source.title, title: title, addresses: addresses, now: now,
      clock: clock, isDryRun: isDryRun)
    try sync.run(&step)
    var result = sync.report
    result.notes = notes + result.notes
    result.isNew = pair.isNew
    report.collections.append(result)
    if isDryRun { return }
    var state = try store.state(ofCollection: pair.collection.id)
    if state.fault != result.fault?.sentence {
      state.fault = result.fault?.sentence
      try store.set(state, ofCollection: pair.collection.id)
    }
  }

  func inStep<Result>(
    _ step: inout GrowingStep, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result { try store.inStep(&step, body) }
}

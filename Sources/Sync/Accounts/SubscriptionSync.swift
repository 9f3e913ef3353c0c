import Store
import Transport

/// The sync of the calendars of an account that are read from addresses.
package struct SubscriptionSync {
  let store: CalendarStore
  let source: SourceRecord
  let now: Instant
  let isDryRun: Bool
  /// The calendar to sync alone; nil for all.
  let only: Int?
  /// Whether feeds are asked before they are due.
  let asksAll: Bool
  /// Is told the title of each calendar before its sync.
  let progress: (String) -> Void

  package init(
    _ store: CalendarStore, _ source: SourceRecord, now: Instant, only: Int? = nil, asksAll: Bool = false,
    isDryRun: Bool = false, progress: @escaping (String) -> Void = { _ in }
  ) {
    (self.store, self.source, self.now, self.only) = (store, source, now, only)
    (self.asksAll, self.isDryRun, self.progress) = (asksAll, isDryRun, progress)
  }

  private var cause: String { "sync \(source.title)" }

  /// Asks the addresses that are due, and takes in what is new; what fails is in the report, and the others go
  /// on.
  package func run(by transport: some WebTransport) throws(StoreError) -> AccountReport {
    var report = AccountReport(title: source.title)
    var step = GrowingStep(cause, now: now, origin: .synced)
    do throws(StoreError) {
      let calendars = Dictionary(uniqueKeysWithValues: try store.calendars().map { ($0.id, $0) })
      for collection in try store.collections(of: source.id) {
        guard let calendar = calendars[collection.calendar] else {
          try forget(collection, &step)
          continue
        }
        if let only, only != calendar.id { continue }
        if let due = try waits(collection) {
          report.notDue[calendar.title] = due
          continue
        }
        progress(calendar.title)
        report.collections.append(try sync(calendar, collection, by: transport, &step))
      }
      if !isDryRun { try note(report) }
    } catch {
      try store.finishing(step)
      throw error
    }
    try store.close(step)
    return report
  }

  /// The requests that a sync would send.
  package func requests() throws(StoreError) -> [WebRequest] {
    let calendars = Set(try store.calendars().map(\.id))
    var result: [WebRequest] = []
    for collection in try store.collections(of: source.id) where calendars.contains(collection.calendar) {
      if try waits(collection) != nil { continue }
      if let request = try feed(of: collection, title: "").request() { result.append(request) }
    }
    return result
  }

  /// The time before which an address is not asked; nil when it is asked now.
  private func waits(_ collection: CollectionRecord) throws(StoreError) -> Instant? {
    let state = try store.state(ofCollection: collection.id)
    guard !asksAll, state.condition != .allowed, let due = state.nextTry, due > now else { return nil }
    // An undo changed the copy.
    return try store.isTouched(collection.calendar, since: state.seenChange, besides: nil) ? nil : due
  }

  private func feed(of collection: CollectionRecord, title: String) -> FeedSync {
    FeedSync(
      store, collection, account: source.title, title: title, addresses: [], now: now, isDryRun: isDryRun)
  }

  private func sync(
    _ calendar: CalendarRecord, _ collection: CollectionRecord, by transport: some WebTransport,
    _ step: inout GrowingStep
  ) throws(StoreError) -> CollectionReport {
    let found = try feed(of: collection, title: calendar.title).run(by: transport, &step)
    var result =
      found.sync ?? CollectionReport(account: source.title, title: calendar.title, calendar: calendar.id)
    if let fault = found.fault {
      result.fault = .failed(collection.name, reason: fault.message + (fault.hint.map { "; \($0)" } ?? ""))
    }
    if let place = found.movedTo, !isDryRun, let moved = try? FeedAddress(place),
      try !store.collections(of: source.id).contains(where: { $0.name == moved.url })
    {
      let cause = cause
      try store.inStep(&step) { () throws(StoreError) in
        try store.rename(collection, to: moved.url, cause: cause, now: now)
      }
      result.notes.append(SyncNote(href: collection.name, kind: .moved(to: moved.url)))
    }
    return result
  }

  /// Forgets a calendar that was deleted here: nothing is deleted at its address.
  private func forget(_ collection: CollectionRecord, _ step: inout GrowingStep) throws(StoreError) {
    if isDryRun { return }
    let cause = cause
    try store.inStep(&step) { () throws(StoreError) in
      try store.deleteCollection(collection, cause: cause, now: now)
    }
  }

  private func note(_ report: AccountReport) throws(StoreError) {
    var state = try store.state(ofAccount: source.id)
    if report.collections.isEmpty && state.succeeded != nil { return }
    (state.tried, state.fault) = (now, nil)
    if report.collections.allSatisfy({ $0.fault == nil }) { state.succeeded = now }
    try store.set(state, ofAccount: source.id)
  }
}

extension CalendarStore {
  /// Closes a growing step after an interruption, whose signal is still set.
  package func finishing(_ step: GrowingStep) throws(StoreError) {
    let signal = stopSignal
    stopSignal = StopSignal()
    defer { stopSignal = signal }
    try close(step)
  }
}

extension AccountBook {
  /// Adds a calendar that is read from an address, and takes in what is there now.
  ///
  /// One that cannot be read is not added. Throws `feed`.
  package func subscribe(
    to address: String, title: String, color: String?, by transport: some WebTransport
  ) throws(AccountError) -> CalendarRecord {
    let place: FeedAddress
    do throws(FeedFault) {
      place = try FeedAddress(address)
    } catch {
      throw .feed(error)
    }
    let (sources, collections, calendars) = try stored { () throws(StoreError) in
      (try store.sources(), try store.collections(), try store.calendars())
    }
    if let known = collections.first(where: { $0.name == place.url }),
      let calendar = calendars.first(where: { $0.id == known.calendar })
    {
      throw .alreadySubscribed(calendar: calendar.title)
    }
    let known = sources.first { $0.kind == .subscribed }
    if calendars.contains(where: {
      $0.source == known?.id && Folding.name($0.title) == Folding.name(title)
    }) {
      throw .store(StoreError(.calendarExists, title))
    }
    let once = RememberedAnswer(transport)
    let content: FeedContent?
    do throws(FeedFault) {
      content = try Feed(place).fetch(since: CollectionState(), by: once).content
    } catch {
      throw .feed(error)
    }
    let cause = "add calendar \(title)"
    // One undo takes the calendar back with what it brought.
    var step = GrowingStep(cause, now: now, origin: .hand)
    let (calendar, source, collection) = try inStep(&step) { () throws(StoreError) in
      let source: SourceRecord
      if let known {
        source = known
      } else {
        source = try store.addSource(title: "Subscriptions", kind: .subscribed, now: now)
      }
      if try !store.accounts().contains(where: { $0.source == source.id }) {
        let account = AccountRecord(source: source.id, kind: .subscriptions, address: "")
        try store.addAccount(account, cause: cause, now: now)
      }
      // One that was deleted here, and is not forgotten yet.
      for gone in collections where gone.account == source.id && gone.name == place.url {
        try store.deleteCollection(gone, cause: cause, now: now)
      }
      var calendar = try store.addCalendar(
        title: title, source: source.id, color: color ?? content?.color.flatMap { RGBColor($0)?.hex },
        now: now)
      (calendar.isSubscribed, calendar.isWritable) = (true, false)
      try store.update(calendar, cause: cause, now: now)
      let collection = try store.addCollection(
        account: source.id, calendar: calendar.id, name: place.url, cause: cause, now: now)
      return (calendar, source, collection)
    }
    let first = step
    return try stored { () throws(StoreError) in
      var step = first
      let feed = FeedSync(
        store, collection, account: source.title, title: calendar.title, addresses: [], now: now)
      do throws(StoreError) {
        _ = try feed.run(by: once, &step)
      } catch {
        try store.finishing(step)
        throw error
      }
      try store.close(step)
      var state = try store.state(ofAccount: source.id)
      (state.tried, state.succeeded) = (now, now)
      try store.set(state, ofAccount: source.id)
      return calendar
    }
  }
}

/// Gives the first answer of a transport again, so that a calendar that is looked at before it is added is
/// fetched once.
private final class RememberedAnswer<Base: WebTransport>: WebTransport {
  private let base: Base
  private var known: (url: String, answer: WebAnswer)?

  init(_ base: Base) { self.base = base }

  func answer(_ request: WebRequest) throws(TransportFault) -> WebAnswer {
    if let known, known.url == request.url { return known.answer }
    let answer = try base.answer(request)
    known = (request.url, answer)
    return answer
  }
}

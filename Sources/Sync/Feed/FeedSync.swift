import ICalendar
import Store
import SyncCore
import Transport

/// What a look at a published calendar brought.
package struct FeedReport: Sendable {
  /// What was taken in; nil when the feed is as it was, or when there is none.
  package var sync: CollectionReport?
  /// Why there is no feed; the calendar keeps what it has.
  package var fault: FeedFault?
  /// The address to which the publisher moved the calendar for good; the caller decides what becomes of it.
  package var movedTo: String?
  /// The title, the color and the description of the feed; nil where it has none, or was not read.
  package var title: String?, color: String?, description: String?

  /// Whether the server said that nothing is new.
  package var isUnchanged: Bool { fault == nil && sync == nil }
}

/// The sync of one calendar with the feed at its address.
package struct FeedSync {
  private let store: CalendarStore
  private let collection: CollectionRecord
  private let account: String
  private let title: String
  private let addresses: Set<String>
  private let now: Instant
  private let isDryRun: Bool

  package init(
    _ store: CalendarStore, _ collection: CollectionRecord, account: String, title: String,
    addresses: Set<String>, now: Instant, isDryRun: Bool = false
  ) {
    (self.store, self.collection, self.account, self.title) = (store, collection, account, title)
    (self.addresses, self.now, self.isDryRun) = (addresses, now, isDryRun)
  }

  /// Asks for the feed and takes in what is new.
  ///
  /// The validators are stored last, behind the content that they belong to, so that a sync that is
  /// interrupted asks for everything again. So does one that holds deletions back. A fault is in the report,
  /// and in the state of the collection with the time of the next try; nothing else changes.
  package func run(
    by transport: some WebTransport, _ step: inout GrowingStep
  ) throws(StoreError) -> FeedReport {
    let before = try state()
    var report = FeedReport()
    let answer: Feed.Answer
    do throws(FeedFault) {
      answer = try Feed(FeedAddress(collection.name)).fetch(since: before, by: transport)
    } catch {
      report.fault = error
      if !error.isInterrupted { try note(error, before) }
      return report
    }
    report.movedTo = answer.movedTo
    var interval = FeedSchedule.interval(of: before)
    if let content = answer.content {
      (report.title, report.color) = (content.title, content.color)
      report.description = content.description
      interval = content.interval
      report.sync = try take(content, &step)
    }
    if isDryRun { return report }
    var state = try store.state(ofCollection: collection.id)
    let isWhole = report.sync.map { $0.fault == nil && $0.held == 0 } ?? true
    (state.tag, state.modified) = isWhole ? (answer.tag, answer.modified) : (nil, nil)
    (state.tried, state.succeeded, state.fault) = (now, now, nil)
    state.nextTry = FeedSchedule.next(after: interval, now)
    try store.set(state, ofCollection: collection.id)
    return report
  }

  /// The request that a sync would send; nil when the address is none.
  package func request() throws(StoreError) -> WebRequest? {
    guard let address = try? FeedAddress(collection.name) else { return nil }
    return Feed(address).request(since: try state())
  }

  /// What the last sync left.
  private func state() throws(StoreError) -> CollectionState {
    var state = try store.state(ofCollection: collection.id)
    if try store.isTouched(collection.calendar, since: state.seenChange, besides: nil) {
      // An undo changed the copy: the whole of it is asked for.
      (state.tag, state.modified) = (nil, nil)
    }
    return state
  }

  private func take(
    _ content: FeedContent, _ step: inout GrowingStep
  ) throws(StoreError) -> CollectionReport {
    let records = try store.resources(in: collection.id)
    let known = Set(records.compactMap(\.uid))
    let remote = FeedCollection(
      content, zones: store.zones, known: known, missing: try missing(records, known, content.uids))
    var sync = try CollectionSync(
      store, remote, collection, account: account, title: title, addresses: addresses, now: now,
      // Resources have no times that could be too fresh to trust.
      clock: { Int.max }, isDryRun: isDryRun)
    try sync.run(&step)
    return sync.report
  }

  /// The items that a feed no longer has, by UID, with what they say; empty where it has no new ones.
  private func missing(
    _ records: [ResourceRecord], _ known: Set<String>, _ uids: Set<String>
  ) throws(StoreError) -> [String: Int] {
    if uids.isSubset(of: known) { return [:] }
    var result: [String: Int] = [:]
    for record in records {
      guard let uid = record.uid, !uids.contains(uid), let bytes = try store.base(of: record.id),
        let resource = try? CalendarResource(bytes: bytes)
      else { continue }
      result[uid] = resource.contentIdentity
    }
    return result
  }

  private func note(_ fault: FeedFault, _ before: CollectionState) throws(StoreError) {
    if isDryRun { return }
    var state = before
    (state.tried, state.fault) = (now, fault.message)
    state.nextTry = FeedSchedule.next(after: fault, before, now)
    try store.set(state, ofCollection: collection.id)
  }
}

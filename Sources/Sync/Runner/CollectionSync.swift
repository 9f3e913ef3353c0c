import ICalendar
import Store
import SyncCore

/// The sync of one calendar with its counterpart.
///
/// Whatever interrupts it, the next sync goes on from what both sides have: a transaction takes in content
/// together with the record of it, and a write to the other side is recorded before it begins.
package struct CollectionSync<Remote: RemoteCollection> {
  let store: CalendarStore
  let remote: Remote
  let collection: CollectionRecord
  let addresses: Set<String>
  let now: Instant
  let local: LocalSide
  /// The time of the system, in nanoseconds since 1970.
  let clock: () -> Int
  /// Whether nothing is written, on either side.
  let isDryRun: Bool
  package internal(set) var report: CollectionReport
  var state: CollectionState
  /// The state of each resource when it was last looked at.
  var stamps: [String: ResourceStamp] = [:]
  /// The last change of the store when the objects were looked at.
  var seen = 0
  /// Whether another look is needed, as something changed meanwhile.
  var isOutdated = false
  /// Whether something that was to be sent met a change of the other side: it must be looked at again.
  var hasUnsent = false
  /// Names that something else than a resource has on the other side.
  var takenNames: Set<String> = []

  /// The number of objects that one transaction takes in: the indexes are written at its end, all over the
  /// file.
  static var chunk: Int { 2_500 }
  /// The page cache in kilobytes while very many objects are taken in.
  static var cache: Int { 32 << 10 }
  /// The number of writes that are recorded together before they begin.
  static var batch: Int { 64 }
  /// How often a sync looks again when something changes meanwhile.
  static var rounds: Int { 3 }

  package init(
    _ store: CalendarStore, _ remote: Remote, _ collection: CollectionRecord, account: String, title: String,
    addresses: Set<String>, now: Instant, clock: @escaping () -> Int, isDryRun: Bool = false
  ) throws(StoreError) {
    (self.store, self.remote, self.collection) = (store, remote, collection)
    (self.addresses, self.now, self.clock, self.isDryRun) = (addresses, now, clock, isDryRun)
    local = LocalSide(store: store, calendar: collection.calendar)
    report = CollectionReport(account: account, title: title, calendar: collection.calendar)
    state = try store.state(ofCollection: collection.id)
  }

  /// Syncs; what the other side refuses is in the report.
  package mutating func run(_ step: inout GrowingStep) throws(StoreError) {
    do throws(SyncStop) {
      if !isDryRun { try recover() }
      for _ in 0..<Self.rounds {
        (isOutdated, hasUnsent) = (false, false)
        try pass(&step)
        if !isOutdated || isDryRun { break }
      }
    } catch {
      switch error {
      case .store(let error): throw error
      case .remote(let fault): report.fault = fault
      }
    }
  }

  /// Cleans up behind writes that were interrupted.
  private func recover() throws(SyncStop) {
    for intent in try stored({ () throws(StoreError) in try store.intents(in: collection.id) }) {
      let record = try stored { () throws(StoreError) in
        try store.resource(intent.href, in: collection.id)
      }
      if let partial = intent.partial {
        let base = try stored { () throws(StoreError) in
          try record.flatMap { (record) throws(StoreError) in try store.base(of: record.id) }
        }
        try asked { () throws(RemoteFault) in
          try remote.recover(intent.href, partial: partial, known: [intent.text, base].compactMap { $0 })
        }
      }
      let written = try self.written(intent, record)
      try stored { () throws(StoreError) in
        try store.unjournaled { () throws(StoreError) in
          if let written { try store.put(written.settled(clock()), base: intent.text, in: collection.id) }
          try store.end(intent.id)
        }
      }
    }
  }

  /// The record of a resource whose write was done before the program ended, and not recorded: what was
  /// written is what both sides had, also where another program has changed it since.
  ///
  /// Otherwise a later edit of ours would meet our own earlier one as a change of the other side.
  private func written(_ intent: SyncIntent, _ record: ResourceRecord?) throws(SyncStop) -> ResourceRecord? {
    guard let text = intent.text, let ours = try? CalendarResource(bytes: text) else { return nil }
    let content: RemoteContent
    do throws(RemoteFault) {
      content = try remote.read(intent.href)
    } catch {
      if case .collectionGone = error { throw .remote(error) }
      // It was not written, or the look at the folder tells why it cannot be read.
      return nil
    }
    let base = try stored { () throws(StoreError) in
      try record.flatMap { (record) throws(StoreError) in try store.base(of: record.id) }
    }
    let isSame = content.bytes == text
    if !isSame, !isWritten(ours, base, content.bytes) { return nil }
    var result: ResourceRecord
    if let record {
      result = record
    } else {
      let isKnown = try stored { () throws(StoreError) in
        try store.resources(in: collection.id).contains { $0.uid == ours.uid }
      }
      // Without UID it has a record already.
      if ours.uid == nil || isKnown { return nil }
      result = ResourceRecord(id: 0, href: intent.href, uid: ours.uid, stamp: content.stamp)
    }
    // The look at the folder sees that the content is another one since.
    result.stamp = isSame ? content.stamp : ResourceStamp(size: text.count)
    (result.condition, result.fault) = (.inSync, nil)
    return result
  }

  /// Whether content goes back to ours and not to the base before it: it has all that ours changed.
  private func isWritten(_ ours: CalendarResource, _ base: [UInt8]?, _ content: [UInt8]) -> Bool {
    guard let present = try? CalendarResource(bytes: content) else { return false }
    // The name was free, so that what has our UID there is ours.
    guard let base, let before = try? CalendarResource(bytes: base) else {
      return ours.uid != nil && present.uid == ours.uid
    }
    func lines(_ resource: CalendarResource) -> Set<ArraySlice<UInt8>> {
      Set(resource.canonicalText(zones: store.zones).split(separator: UInt8(ascii: "\n")))
    }
    let (old, new, found) = (lines(before), lines(ours), lines(present))
    let changed = new.subtracting(old)
    return !changed.isEmpty && changed.isSubset(of: found) && old.subtracting(new).isDisjoint(with: found)
  }

  // MARK: One look

  private mutating func pass(_ step: inout GrowingStep) throws(SyncStop) {
    seen = try stored { () throws(StoreError) in try store.lastChange() }
    let records = try stored { () throws(StoreError) in try store.resources(in: collection.id) }
    var scan = try RemoteScan(remote, records) { (id) throws(StoreError) in try store.base(of: id) }
    var works = scan.works
    let isFirst = state.seenChange == 0
    let touched = try stored { () throws(StoreError) in
      isFirst
        ? try store.objectNames(in: collection.calendar)
        : try store.touchedObjects(in: collection.calendar, since: state.seenChange)
    }
    add(touched, records, &scan, to: &works)
    stamps = works.isEmpty ? [:] : scan.stamps
    for work in works {
      let isKnown = !isFirst || work.name.map { touched.contains($0) } ?? false
      try stored { () throws(StoreError) in try work.decide(local, addresses, isKnown: isKnown) }
      if remote.isPublished { try copy(work) }
    }
    let held = hold(&works, of: records)
    tell(scan)
    if isDryRun { return count(works) }
    if scan.isTorn { isOutdated = true }
    let skipped = try takeIn(works, held, scan, &step)
    // What was edited meanwhile must not be sent either: the other side's change is not in it.
    if !skipped.isEmpty { works.removeAll { $0.name.map(skipped.contains) ?? false } }
    count(works)
    try send(works, records)
    try finish(step, works, held: held, hasWork: scan.isNews || !works.isEmpty)
  }

  /// Decides anew about an object of a published calendar, of which the store has a copy: what an undo made of
  /// it here is no change to send.
  private func copy(_ work: SyncWork) throws(SyncStop) {
    switch work.action {
    case .nothing, .adopt, .download, .deleteHere, .forget: return
    case .merge, .restoreHere: work.action = .download
    case .restoreThere: work.action = .deleteHere
    case .upload, .deleteThere:
      guard let href = work.href ?? work.record?.href, stamps[href] != nil else {
        work.action = .deleteHere
        return
      }
      let content = try asked { () throws(RemoteFault) in try remote.read(href) }
      guard let resource = try? CalendarResource(bytes: content.bytes) else { return }
      work.theirs = .content(resource, content)
      work.action = .download
    }
    work.merged = nil
  }

  /// Adds the objects that were changed here, and those that wait since an earlier sync.
  private func add(
    _ touched: Set<ObjectName>, _ records: [ResourceRecord], _ scan: inout RemoteScan,
    to works: inout [SyncWork]
  ) {
    var names = Set(works.compactMap(\.name))
    if !scan.damaged.isEmpty {
      names.formUnion(records.filter { scan.damaged.contains($0.id) }.compactMap(\.name))
    }
    for record in records where record.condition.isOpen {
      guard let name = record.name, scan.stamps[record.href] != nil, names.insert(name).inserted else {
        continue
      }
      works.append(SyncWork(name: name, href: record.href, record: record, theirs: .same))
    }
    for name in touched where names.insert(name).inserted {
      let record = scan.known[name]
      works.append(SyncWork(name: name, href: record?.href, record: record, theirs: .same))
    }
  }

  /// Holds deletions back that are more likely a mistake; the answer is what is held.
  ///
  /// What was held stays so until the owner allows it, whatever is added meanwhile. When some of it is not to
  /// be deleted any more, the rest is judged anew.
  private mutating func hold(_ works: inout [SyncWork], of records: [ResourceRecord]) -> [SyncWork] {
    (report.held, report.reason) = (0, nil)
    if state.condition == .allowed { return [] }
    var held: [SyncWork] = []
    let count = records.count { $0.condition != .unreadable }
    let additions = works.count { $0.action == .download && $0.record == nil }
    let isAsBefore =
      records.count { $0.condition == .held } == works.count { $0.action.isDeletion && $0.isHeld }
    for deletion in [ResourceAction.deleteHere, .deleteThere] {
      var chosen = works.filter { $0.action == deletion }
      var reason = DeletionGuard.objection(
        deletions: chosen.count, of: count,
        additions: deletion == .deleteHere && remote.isPublished ? additions : 0)
      if reason == nil, isAsBefore {
        chosen.removeAll { !$0.isHeld }
        if !chosen.isEmpty { reason = .many(count: chosen.count, of: count) }
      }
      guard let reason else { continue }
      report.held += chosen.count
      report.reason = reason
      held += chosen
      let names = Set(chosen.compactMap(\.name))
      works.removeAll { $0.action == deletion && ($0.name.map(names.contains) ?? false) }
    }
    return held
  }

  private mutating func count(_ works: [SyncWork]) {
    for work in works {
      switch work.action {
      case .nothing, .adopt, .forget: break
      case .download: report.takenIn += 1
      case .deleteHere: report.deletedHere += 1
      case .upload: if isDryRun { report.sent += 1 }
      case .deleteThere: if isDryRun { report.deletedThere += 1 }
      case .merge:
        report.merged += 1
        if work.merged?.conflicts.isEmpty == false { report.conflicts += 1 }
      case .restoreHere, .restoreThere:
        report.restored += 1
        let kind: SyncNote.Kind = work.action == .restoreHere ? .restoredHere : .restoredThere
        report.notes.append(SyncNote(href: work.href ?? work.record?.href ?? "", kind: kind))
      }
    }
  }

  private mutating func tell(_ scan: RemoteScan) {
    report.unreadable = scan.unreadable.count
    report.notes += scan.unreadable.compactMap(\.note)
  }

  // MARK: The store's side

  /// Takes in what the other side has, in few transactions; the answer is the names that were left out, as
  /// they were edited here meanwhile.
  private mutating func takeIn(
    _ works: [SyncWork], _ held: [SyncWork], _ scan: RemoteScan, _ step: inout GrowingStep
  ) throws(SyncStop) -> Set<ObjectName> {
    // A file may have got another item: the record of the one that went is taken out first.
    let gone = works.filter { $0.action == .deleteHere || $0.action == .forget }
    // What is held has a new state and perhaps a new name too.
    let rest = (works + held).filter { work in
      if case .content = work.theirs { return work.action != .deleteHere && work.action != .forget }
      return false
    }
    // Files whose names were exchanged are taken in together.
    let moved = rest.filter(\.isMoved)
    var left = (gone + moved + rest.filter { !$0.isMoved })[...]
    var skipped: Set<ObjectName> = []
    var isFirst = true
    while isFirst ? !left.isEmpty || scan.isNews : !left.isEmpty {
      let chunk = left.prefix(max(Self.chunk, isFirst ? gone.count + moved.count : 0))
      left = left.dropFirst(chunk.count)
      // Records that go may have the names of some that come.
      let (isBegin, isEnd, seen) = (isFirst, left.isEmpty, seen)
      let (number, cause, origin) = (step.number, step.cause, step.origin)
      var present = step
      isFirst = false
      let edited = try stored { () throws(StoreError) in
        try inStep(&present, count: chunk.count) { () throws(StoreError) in
          // What another program edited since the look is looked at again.
          let touched = try store.touchedObjects(in: collection.calendar, since: seen, besides: number)
          let edited = Set(chunk.compactMap(\.name)).intersection(touched)
          // Names go from hand to hand, so that these are taken in together or not at all.
          if !edited.isEmpty, isBegin, !moved.isEmpty || !scan.displaced.isEmpty { return edited }
          if isBegin { for record in scan.displaced { try store.rename(record.id, to: record.href) } }
          try take(
            chunk.filter { work in work.name.map { !edited.contains($0) } ?? true }, cause: cause,
            origin: origin)
          if isEnd {
            for id in scan.forgotten { try store.forget(id) }
            for record in scan.restamped {
              try store.put(record.settled(clock()), base: nil, in: collection.id)
            }
            for (record, old, _) in scan.unreadable where record != old {
              try store.put(record, base: nil, in: collection.id)
            }
          }
          return edited
        }
      }
      step = present
      skipped.formUnion(edited)
      if !edited.isEmpty, isBegin, !moved.isEmpty || !scan.displaced.isEmpty {
        // Nothing was taken in.
        skipped.formUnion((chunk + left).compactMap(\.name))
        break
      }
    }
    if !skipped.isEmpty { isOutdated = true }
    return skipped
  }

  /// Runs a transaction of the step, with a large cache for many objects.
  private func inStep<Result>(
    _ step: inout GrowingStep, count: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if count < Self.chunk / 4 { return try store.inStep(&step, body) }
    return try store.withCache(kilobytes: Self.cache) { () throws(StoreError) in try store.inStep(&step, body)
    }
  }

  /// Takes in a chunk; the caller holds the transaction.
  private func take(
    _ works: [SyncWork], cause: String, origin: JournalStep.Origin
  ) throws(StoreError) {
    var heads: [Int?] = Array(repeating: nil, count: works.count)
    if works.contains(where: \.action.writesHere) {
      try store.writingObjects(cause, now: now, origin: origin) { (writer) throws(StoreError) in
        var writing = LocalWriting(store, writer, calendar: collection.calendar)
        for (index, work) in works.enumerated() where work.action.writesHere {
          if work.action == .deleteHere {
            try writing.remove(work.items)
          } else if let content = work.merged?.merged ?? work.theirResource {
            heads[index] = try writing.put(content, in: work.items)
          }
        }
        try writing.write()
      }
    }
    for work in works where work.action == .deleteHere || work.action == .forget || work.isMoved {
      if let record = work.record { try store.forget(record.id) }
    }
    for (work, head) in zip(works, heads) {
      guard case .content(let resource, let content) = work.theirs, let href = work.href,
        work.action != .deleteHere, work.action != .forget
      else { continue }
      var record = work.record ?? ResourceRecord(id: 0, href: href, uid: nil, stamp: content.stamp)
      (record.href, record.uid) = (href, resource.uid)
      record.item = resource.uid == nil ? head ?? work.items.first ?? record.item : nil
      record.stamp = content.stamp
      // Until it is sent, what waits must not be forgotten.
      let isSending = work.action == .upload || work.action == .deleteThere
      (record.condition, record.fault) = (isSending ? .waiting : .inSync, nil)
      if let merged = work.merged, !merged.conflicts.isEmpty {
        try store.addConflict(
          SyncConflictRecord(
            id: 0, collection: collection.id, uid: record.uid, item: record.item, made: now,
            fields: merged.keys.joined(separator: "\n"), base: work.base?.bytes,
            mine: work.mine?.bytes, theirs: content.bytes))
      }
      try store.put(record.settled(clock()), base: content.bytes, in: collection.id)
    }
  }

  // MARK: Helpers

  func stored<Result>(_ body: () throws(StoreError) -> Result) throws(SyncStop) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
  }

  func asked<Result>(_ body: () throws(RemoteFault) -> Result) throws(SyncStop) -> Result {
    do throws(RemoteFault) { return try body() } catch { throw .remote(error) }
  }
}

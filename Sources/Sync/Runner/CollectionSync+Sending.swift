import Store
import SyncCore

extension CollectionSync {
  /// A write to the other side.
  private struct Outgoing {
    var work: SyncWork
    var href: String
    /// The content; nil for a deletion.
    var text: [UInt8]?
    /// The state that the other side must have; nil for a new resource.
    var stamp: ResourceStamp?
    var partial: String?
    var intent = 0
  }

  /// The outcome of a write.
  private enum Outcome {
    case done(ResourceStamp)
    case changed
    case refused(String)
    case notTried
  }

  /// Writes to the other side what is new or changed here.
  ///
  /// Writes are recorded before they begin and taken in behind them, some at a time.
  ///
  /// A new resource gets a name that neither a resource has nor one of the `records`: what is held may be gone
  /// from the other side.
  mutating func send(_ works: [SyncWork], _ records: [ResourceRecord]) throws(SyncStop) {
    if !works.contains(where: { $0.action.writesThere }) { return }
    var outgoing: [Outgoing] = []
    var taken = takenNames.union(stamps.keys).union(records.map(\.href))
    for work in works where work.action.writesThere {
      if let out = self.outgoing(work, &taken) { outgoing.append(out) }
    }
    var left = outgoing[...]
    var isFull = false
    while !left.isEmpty {
      var batch = Array(left.prefix(Self.batch))
      left = left.dropFirst(batch.count)
      try stored { () throws(StoreError) in
        try store.unjournaled { () throws(StoreError) in
          for index in batch.indices {
            let out = batch[index]
            if case .item = out.work.name, out.work.record == nil { try wait(nil, out, nil) }
            batch[index].intent = try store.begin(
              out.text == nil ? .delete : .write, out.href, partial: out.partial, text: out.text,
              in: collection.id)
          }
        }
      }
      var outcomes: [Outcome] = []
      for out in batch {
        outcomes.append(isFull ? .notTried : try write(out, &isFull))
      }
      let (sent, results) = (batch, outcomes)
      try stored { () throws(StoreError) in
        try store.unjournaled { () throws(StoreError) in
          for (out, outcome) in zip(sent, results) {
            try take(outcome, of: out)
            try store.end(out.intent)
          }
        }
      }
      for (out, outcome) in zip(sent, results) { count(outcome, of: out) }
    }
  }

  /// The write that a decision demands; nil where both sides agree already.
  private func outgoing(_ work: SyncWork, _ taken: inout Set<String>) -> Outgoing? {
    let href = work.href ?? work.record.flatMap { $0.isDisplaced ? nil : $0.href }
    let stamp = href.flatMap { stamps[$0] }
    if work.action == .deleteThere {
      guard let href, let stamp else { return nil }
      return Outgoing(work: work, href: href, stamp: stamp, partial: remote.partialName(for: href))
    }
    guard let content = work.merged?.merged ?? work.mine else { return nil }
    if let their = work.theirResource, their.isEquivalent(to: content, zones: store.zones) { return nil }
    let place = href ?? Self.newName(for: content.uid, taken)
    taken.insert(place)
    return Outgoing(
      work: work, href: place, text: content.bytes, stamp: stamp, partial: remote.partialName(for: place))
  }

  /// The name of a new resource: its UID where that is a plain name, else a part of it with a number.
  static func newName(for uid: String?, _ taken: Set<String>) -> String {
    let plain = (uid ?? "").utf8.map { byte -> Character in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"),
        UInt8(ascii: "."), UInt8(ascii: "+"):
        Character(Unicode.Scalar(byte))
      default: "_"
      }
    }
    var name = String(plain.prefix(200))
    if name.hasPrefix(".") { name = "_" + name.dropFirst() }
    let isExact = !name.isEmpty && name == uid
    let root = name.isEmpty ? "item" : name
    var candidate =
      isExact ? root : root + "-" + String(FNV1a.number(Array((uid ?? "").utf8)) & 0xff_ffff, radix: 36)
    var number = 1
    while taken.contains(candidate + ".ics") {
      number += 1
      candidate = root + "-" + String(number)
    }
    return candidate + ".ics"
  }

  private func write(_ out: Outgoing, _ isFull: inout Bool) throws(SyncStop) -> Outcome {
    do throws(RemoteFault) {
      if let text = out.text {
        return .done(try remote.write(text, to: out.href, replacing: out.stamp, partial: out.partial))
      }
      if let stamp = out.stamp { try remote.delete(out.href, stamp, partial: out.partial) }
      return .done(ResourceStamp())
    } catch {
      switch error {
      case .changed: return .changed
      case .gone: return out.text == nil ? .done(ResourceStamp()) : .changed
      case .notPermitted(_, let reason), .failed(_, let reason): return .refused(reason)
      case .isLink: return .refused("it is a link, and links are not followed")
      case .tooLarge: return .refused("it is too large")
      case .full(_, let reason):
        isFull = true
        return .refused(reason)
      case .collectionGone: throw .remote(error)
      }
    }
  }

  /// Records the outcome of a write; the caller holds the transaction.
  private func take(_ outcome: Outcome, of out: Outgoing) throws(StoreError) {
    let known = try store.resource(out.href, in: collection.id)
    if case .changed = outcome { return }
    // Ours has another name from now on.
    if out.text != nil, let old = out.work.record, old.isDisplaced { try store.forget(old.id) }
    switch outcome {
    case .done(let stamp):
      guard let text = out.text else {
        if let known { try store.forget(known.id) }
        return
      }
      var record = known ?? ResourceRecord(id: 0, href: out.href, uid: nil, stamp: stamp)
      name(&record, out)
      record.stamp = stamp
      (record.condition, record.fault) = (.inSync, nil)
      try store.put(record.settled(clock()), base: text, in: collection.id)
    case .changed: break
    case .refused(let reason): try wait(known, out, reason)
    case .notTried: try wait(known, out, nil)
    }
  }

  private func wait(_ known: ResourceRecord?, _ out: Outgoing, _ reason: String?) throws(StoreError) {
    var record = known ?? ResourceRecord(id: 0, href: out.href, uid: nil, stamp: ResourceStamp())
    name(&record, out)
    (record.condition, record.fault) = (.waiting, reason)
    try store.put(record, base: nil, in: collection.id)
  }

  private func name(_ record: inout ResourceRecord, _ out: Outgoing) {
    switch out.work.name {
    case .uid(let uid): record.uid = uid
    case .item(let item): record.item = item
    case nil: break
    }
  }

  private mutating func count(_ outcome: Outcome, of out: Outgoing) {
    switch outcome {
    case .done:
      if out.text == nil { report.deletedThere += 1 } else if out.work.action == .upload { report.sent += 1 }
    case .changed:
      (isOutdated, hasUnsent) = (true, true)
      if out.text != nil, out.stamp == nil, stamps[out.href] == nil { takenNames.insert(out.href) }
    case .refused(let reason):
      report.rejected += 1
      if out.work.record?.fault != reason {
        report.notes.append(SyncNote(href: out.href, kind: .rejected(reason: reason)))
      }
    case .notTried: report.rejected += 1
    }
  }

  // MARK: The end of a look

  /// Records up to which change of the store everything was looked at, and what waits.
  mutating func finish(
    _ step: GrowingStep, _ works: [SyncWork], held: [SyncWork], hasWork: Bool
  ) throws(SyncStop) {
    try stored { () throws(StoreError) in
      try store.unjournaled { () throws(StoreError) in
        try settleOpen(works, held)
        let before = try store.state(ofCollection: collection.id)
        // The owner may have allowed the deletions while we looked.
        let isAllowed = before.condition == .allowed && state.condition != .allowed
        state = before
        let isTouched = try store.isTouched(collection.calendar, since: seen, besides: step.number)
        if isTouched { isOutdated = true }
        if !hasUnsent { state.seenChange = max(isTouched ? seen : try store.lastChange(), 1) }
        if report.held > 0 {
          state.condition = isAllowed ? .allowed : .held
        } else if state.condition == .held || state.condition == .allowed || state.condition == .gone {
          state.condition = .inSync
        }
        state.fault = nil
        // A look that found nothing leaves the store as it is, so that nobody is woken by it.
        if !hasWork, state == before { return }
        (state.tried, state.succeeded) = (now, now)
        try store.set(state, ofCollection: collection.id)
      }
    }
  }

  /// Marks the deletions that are held, and takes the mark from what need not be done any more.
  private func settleOpen(_ works: [SyncWork], _ held: [SyncWork]) throws(StoreError) {
    let done = works.filter { $0.action == .nothing && $0.record?.condition.isOpen == true }
    for (work, condition) in done.map({ ($0, ResourceRecord.Condition.inSync) }) + held.map({ ($0, .held) }) {
      guard let href = work.href ?? work.record?.href,
        var record = try store.resource(href, in: collection.id),
        record.condition != condition
      else { continue }
      (record.condition, record.fault) = (condition, nil)
      try store.put(record, base: nil, in: collection.id)
    }
  }
}

extension ResourceRecord {
  /// The record as it is kept: a file that changed just now may change again within the same tick of its file
  /// system's clock, so that its time proves nothing yet.
  func settled(_ clock: Int) -> ResourceRecord {
    var result = self
    if stamp.tag.isEmpty, stamp.modified > clock - 2_000_000_000 { result.stamp.modified = 0 }
    return result
  }
}

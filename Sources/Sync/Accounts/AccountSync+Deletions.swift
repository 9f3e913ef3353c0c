import Store
import SyncCore

/// Calendars that are gone on one side.
extension AccountSync {
  /// The folder of a calendar is gone: the calendar stays until it is allowed to go.
  func goneThere(
    _ collection: CollectionRecord, _ calendar: CalendarRecord, _ report: inout AccountReport,
    _ step: inout GrowingStep
  ) throws(StoreError) {
    if only != nil, only != calendar.id { return }
    var state = try store.state(ofCollection: collection.id)
    var result = CollectionReport(account: source.title, title: calendar.title, calendar: calendar.id)
    let count = try store.statistics().count(in: calendar.id, of: nil)
    if state.condition == .allowed {
      result.deletedHere = count
      if !isDryRun {
        let cause = cause
        try inStep(&step) { () throws(StoreError) in
          try store.deleteCalendar(calendar, cause: cause, now: now)
          try forget(collection)
        }
      }
    } else {
      (result.held, result.isGone) = (max(count, 1), true)
      if !isDryRun, state.condition != .gone {
        state.condition = .gone
        try store.set(state, ofCollection: collection.id)
      }
    }
    report.collections.append(result)
  }

  /// The calendar of a folder was deleted here: its files stay until they are allowed to go.
  func deletedHere(
    _ collection: CollectionRecord, _ folder: FolderAccount, _ report: inout AccountReport,
    _ step: inout GrowingStep
  ) throws(StoreError) {
    if only != nil { return }
    var state = try store.state(ofCollection: collection.id)
    let remote = folder.collection(collection.name)
    let records = try store.resources(in: collection.id)
    var result = CollectionReport(
      account: source.title, title: state.title ?? collection.name, calendar: collection.calendar)
    guard state.condition == .allowed else {
      (result.held, result.isGone) = (max(records.count, 1), true)
      if !isDryRun, state.condition != .held {
        state.condition = .held
        try store.set(state, ofCollection: collection.id)
      }
      report.collections.append(result)
      return
    }
    if isDryRun {
      result.deletedThere = records.count
      report.collections.append(result)
      return
    }
    do throws(RemoteFault) { try recover(collection, remote, records) } catch { result.fault = error }
    for record in records where record.condition != .unreadable && result.fault == nil {
      do throws(RemoteFault) {
        let present = try remote.read(record.href)
        // What others wrote since stays, and the folder with it.
        if try isBase(present.bytes, of: record) {
          try delete(record, present.stamp, collection, remote)
          result.deletedThere += 1
        } else {
          result.notes.append(SyncNote(href: record.href, kind: .restoredHere))
        }
      } catch {
        switch error {
        case .gone: break
        case .changed: result.notes.append(SyncNote(href: record.href, kind: .restoredHere))
        default: result.fault = error
        }
      }
    }
    if result.fault == nil {
      // The account's own folder stays, whatever is in it.
      if !collection.name.isEmpty { remote.removeIfEmpty() }
      try inStep(&step) { () throws(StoreError) in try forget(collection) }
    }
    report.collections.append(result)
  }

  /// Deletes a file, which is recorded before.
  private func delete(
    _ record: ResourceRecord, _ stamp: ResourceStamp, _ collection: CollectionRecord,
    _ remote: FolderCollection
  ) throws(RemoteFault) {
    let partial = remote.partialName(for: record.href)
    let intent = try recorded(record.href) { () throws(StoreError) in
      try store.begin(.delete, record.href, partial: partial, text: nil, in: collection.id)
    }
    do throws(RemoteFault) {
      try remote.delete(record.href, stamp, partial: partial)
    } catch {
      try recorded(record.href) { () throws(StoreError) in try store.end(intent) }
      throw error
    }
    try recorded(record.href) { () throws(StoreError) in try store.end(intent) }
  }

  /// Cleans up behind deletions that were interrupted.
  private func recover(
    _ collection: CollectionRecord, _ remote: FolderCollection, _ records: [ResourceRecord]
  ) throws(RemoteFault) {
    for intent in try recorded("", { () throws(StoreError) in try store.intents(in: collection.id) }) {
      let base = try recorded(intent.href) { () throws(StoreError) in
        guard let record = records.first(where: { $0.href == intent.href }) else { return [UInt8]?.none }
        return try store.base(of: record.id)
      }
      if let partial = intent.partial {
        try remote.recover(intent.href, partial: partial, known: [intent.text, base].compactMap { $0 })
      }
      try recorded(intent.href) { () throws(StoreError) in try store.end(intent.id) }
    }
  }

  /// Whether content is what both sides had last.
  private func isBase(_ content: [UInt8], of record: ResourceRecord) throws(RemoteFault) -> Bool {
    try recorded(record.href) { () throws(StoreError) in try store.base(of: record.id) == content }
  }

  private func recorded<Result>(
    _ href: String, _ body: () throws(StoreError) -> Result
  ) throws(RemoteFault) -> Result {
    do throws(StoreError) { return try body() } catch { throw .failed(href, reason: error.message) }
  }

  func forget(_ collection: CollectionRecord) throws(StoreError) {
    try store.deleteCollection(collection, cause: cause, now: now)
  }
}

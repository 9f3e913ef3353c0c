import Changes
import JSON
import Platform
import Rendering
import Sync

/// `sync`: the calendars of accounts are brought together with their folders and addresses.
extension StatementRunner {
  func sync(_ syntax: SyncSyntax) throws -> Answer {
    switch syntax {
    case .run(let name, let isDryRun): return try sync(try targets(name), isDryRun: isDryRun)
    case .watch:
      try SyncWatch(self).run()
      return .nothing
    case .conflicts: return try conflicts()
    case .resolve(let number, let word): return try resolve(number, word)
    case .allow(let name): return try allow(name)
    }
  }

  /// The accounts that a name means: one, the one of a calendar, or all.
  func targets(_ name: NameSyntax?) throws -> [SyncTarget] {
    let book = try accountBook()
    let all = try accounting(at: nil) { () throws(AccountError) in try book.all() }
    guard let name else { return all.filter { $0.account != nil }.map { SyncTarget(source: $0.source) } }
    let found = try linked(name.text, all)
    if let one = found.first, found.count == 1 { return [one] }
    if let first = found.first(where: { $0.collection == nil }) { return [first] }
    if !found.isEmpty {
      let names = try found.map { Quoting.word(try title(of: $0, all)) }
      throw ShellError.fault(AccountError.ambiguous(name.text, names), at: name.range, source: source)
    }
    if let own = all.first(where: { Folding.name($0.source.title) == Folding.name(name.text) }) {
      throw ShellError.fault(AccountError.noCounterpart(own.source.title), at: name.range, source: source)
    }
    let titles = all.map(\.source.title) + (try book.store.calendars().map(\.title))
    let fault = AccountError.unknownAccount(name.text, near: nearNames(of: name.text, among: titles))
    throw ShellError.fault(fault, at: name.range, source: source)
  }

  /// The accounts of a name, and the calendars of accounts with that title, written `ACCOUNT/CALENDAR` too,
  /// also those that are gone here.
  private func linked(
    _ name: String, _ all: [(source: SourceRecord, account: AccountRecord?)]
  ) throws -> [SyncTarget] {
    let store = try session.writableStore()
    let wanted = Folding.name(name)
    let calendars = try store.calendars()
    var found: [SyncTarget] = []
    for (source, account) in all where account != nil {
      if Folding.name(source.title) == wanted { found.append(SyncTarget(source: source, isNamed: true)) }
      let prefix = Folding.name(source.title + "/")
      func isMeant(_ title: String) -> Bool {
        let title = Folding.name(title)
        return title == wanted || prefix + title == wanted
      }
      let collections = try store.collections(of: source.id).filter { !$0.isLeftOut }
      for collection in collections {
        let calendar = calendars.first { $0.id == collection.calendar }
        let title = try calendar?.title ?? store.state(ofCollection: collection.id).title ?? collection.name
        guard isMeant(title) else { continue }
        found.append(
          SyncTarget(source: source, calendar: calendar?.id, collection: collection, isNamed: true))
      }
      let linked = Set(collections.map(\.calendar))
      // One that was added here has no folder yet.
      for calendar in calendars where calendar.source == source.id && !linked.contains(calendar.id) {
        if isMeant(calendar.title) {
          found.append(SyncTarget(source: source, calendar: calendar.id, isNamed: true))
        }
      }
    }
    return found
  }

  /// A target as `ACCOUNT/CALENDAR`.
  private func title(
    of target: SyncTarget, _ all: [(source: SourceRecord, account: AccountRecord?)]
  ) throws -> String {
    let store = try session.writableStore()
    let calendar = try store.calendars().first { $0.id == target.calendar }?.title
    return target.source.title + "/" + (calendar ?? target.collection?.name ?? "")
  }

  /// Keeps other syncs of the store away; one that is running is waited for, for a moment.
  func syncLock() throws -> SyncLock {
    try accounting(at: nil) { () throws(AccountError) in
      try SyncLock(store: session.storePath ?? "", waiting: 1_000)
    }
  }

  /// Syncs, and answers with a row for each calendar.
  func sync(_ targets: [SyncTarget], isDryRun: Bool, _ lock: SyncLock? = nil) throws -> Answer {
    if session.isServing {
      // A server does not wait for folders and addresses.
      for step in targets.compactMap(\.step) { try session.writableStore().close(step) }
      session.say("the next `kal sync` carries it out")
      return .nothing
    }
    if targets.isEmpty {
      session.say("no account has a folder or an address: add account NAME path \"FOLDER\" adds one")
      return .nothing
    }
    let reports = try synced(targets, isDryRun: isDryRun, lock)
    for report in reports { tell(report) }
    let rows = reports.flatMap(\.collections)
    let answer = listing(rows, isDryRun: isDryRun)
    let open = reports.reduce(0) { $0 + $1.open }
    if open == 0 { return answer }
    return .broken(answer, .fault(AccountError.incomplete(open), at: nil, source: source))
  }

  /// Syncs accounts one after another; two syncs of one store do not run at once.
  func synced(
    _ targets: [SyncTarget], isDryRun: Bool = false, _ taken: SyncLock? = nil,
    by transport: (any WebTransport)? = nil
  ) throws -> [AccountReport] {
    let store = try session.writableStore()
    let now = try session.context().context.now
    let lock = try taken ?? syncLock()
    defer { withExtendedLifetime(lock) {} }
    var line = ProgressLine(session)
    defer { line.clear() }
    let round = SyncRound(
      store, addresses: Set(session.settings.ownAddresses), now: now, clock: { SystemClock.nanoseconds },
      isDryRun: isDryRun)
    let web = transport ?? session.transport
    return try accounting(at: nil) { () throws(AccountError) in
      try round.run(targets, by: web) { line.show($0) }
    }
  }

  // MARK: Reports

  /// Says what a person should know of a sync.
  ///
  /// Addresses that are asked later are said where nobody watches on.
  func tell(_ report: AccountReport, saysDue: Bool = true) {
    if let fault = report.fault {
      session.note(
        "\(SafeText.line(report.title)): \(SafeText.line(fault.sentence)); nothing of it was changed")
    }
    for (title, due) in report.notDue.sorted(by: { $0.key < $1.key })
    where saysDue && session.errorScreen.isTerminal {
      let clock = (try? session.context().context.zone.civil(at: due)).map {
        "\($0.date) \($0.time.description.prefix(5))"
      }
      session.note(
        "\(SafeText.line(title)) is asked again from \(clock ?? due.description) on; sync \(Quoting.word(title)) asks now"
      )
    }
    for collection in report.collections {
      let name = SafeText.line("\(report.title)/\(collection.title)")
      for note in collection.notes {
        session.note("\(name): \(SafeText.line(note.href)) \(SafeText.line(note.kind.sentence))")
      }
      if collection.isNew { session.note("\(name) is new") }
      if let fault = collection.fault { session.note("\(name): \(SafeText.line(fault.sentence))") }
      if collection.held > 0 { session.note("\(name): \(collection.heldSentence)") }
      if collection.conflicts > 0 {
        session.note(
          "\(name): \(ChangeReport.count(collection.conflicts, "conflict")): `sync conflicts` shows both sides"
        )
      }
    }
  }

  /// A row for each calendar; people see those where something happened.
  func listing(_ reports: [CollectionReport], isDryRun: Bool) -> Answer {
    let shown = session.format.isJSON || session.format == .ids ? reports : reports.filter(\.isNews)
    let columns: [TableColumn] = [
      .text("account", least: 6, leaves: 1), .text("calendar", least: 8), .fixed("in"), .fixed("out"),
      .fixed("merged"), .fixed("conflicts"), .fixed("rejected"), .fixed("held"),
    ]
    var listing = Listing(shown, .table(columns), ids: { [PublicID.text(.calendar, $0.calendar)] }) { row in
      let object = JSONObjectText().adding("account", row.account).adding("calendar", row.title)
        .adding("id", PublicID.text(.calendar, row.calendar)).adding("in", row.incoming)
        .adding("out", row.outgoing).adding("merged", row.merged).adding("conflicts", row.conflicts)
        .adding("rejected", row.rejected).adding("unreadable", row.unreadable).adding("held", row.held)
        .adding("notes", row.notes.map { "\($0.href) \($0.kind.sentence)" })
      guard let fault = row.fault else { return object }
      return object.adding("fault", fault.code.rawValue).adding("message", fault.sentence)
    } cells: { row in
      func count(_ number: Int) -> TableCell { TableCell(number == 0 ? "" : String(number)) }
      return [
        TableCell(SafeText.line(row.account)), TableCell(SafeText.line(row.title)), count(row.incoming),
        count(row.outgoing), count(row.merged), count(row.conflicts), count(row.rejected), count(row.held),
      ]
    }
    let calendars = ChangeReport.count(reports.count, "calendar")
    listing.empty = isDryRun ? "\(calendars): nothing to do" : "\(calendars) in sync"
    return .listing(listing)
  }

  // MARK: What is held back

  private func allow(_ name: NameSyntax) throws -> Answer {
    let targets = try targets(name)
    let store = try session.writableStore()
    // Before anything is allowed: a sync that runs would not see it.
    let lock = session.isServing ? nil : try syncLock()
    var allowed = 0
    for target in targets {
      for collection in try store.collections(of: target.source.id) {
        if let only = target.collection, collection.id != only.id { continue }
        var state = try store.state(ofCollection: collection.id)
        guard state.condition == .held || state.condition == .gone else { continue }
        state.condition = .allowed
        try store.set(state, ofCollection: collection.id)
        allowed += 1
      }
    }
    if allowed == 0 {
      throw ShellError.fault(AccountError.nothingHeld(name.text), at: name.range, source: source)
    }
    return try sync(targets.map { SyncTarget(source: $0.source, isNamed: true) }, isDryRun: false, lock)
  }
}

extension AccountReport {
  /// The number of calendars with something left to do.
  fileprivate var open: Int {
    if fault != nil { return max(1, collections.count(where: \.isOpen)) }
    return collections.count(where: \.isOpen)
  }
}

extension CollectionReport {
  fileprivate var isOpen: Bool { fault != nil || held > 0 || rejected > 0 }

  fileprivate var isNews: Bool { isChanged || isOpen || isNew || conflicts > 0 || !notes.isEmpty }

  /// What came in, and what went out, with deletions.
  fileprivate var incoming: Int { takenIn + deletedHere }
  fileprivate var outgoing: Int { sent + deletedThere }

  /// Why deletions are held back, and what lets them through.
  fileprivate var heldSentence: String {
    let what: String
    if isGone {
      what = "it is gone on one side"
    } else {
      switch reason {
      case .emptied(let count): what = "all \(count) items are gone on one side"
      case .many(let count, let all): what = "\(count) of \(all) items are gone on one side"
      case nil: what = "\(held) items are gone on one side"
      }
    }
    return
      "\(what); nothing is deleted on the other until `sync allow \(Quoting.word(account + "/" + title))`"
  }
}

extension SyncNote.Kind {
  /// The note behind the name of its resource.
  fileprivate var sentence: String {
    switch self {
    case .unreadable(let fault): "cannot be read, and stays as it is: \(fault.message)"
    case .duplicate(let uid, let other): "has the UID \(uid) of \(other), and stays as it is"
    case .rejected(let reason): "was not written: \(reason)"
    case .moved(let place): "is at \(place) now, which is asked from now on"
    case .restoredHere: "comes back: it was deleted here and changed there"
    case .restoredThere: "was written again: it was deleted there and changed here"
    }
  }
}

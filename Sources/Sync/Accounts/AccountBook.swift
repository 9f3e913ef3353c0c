import Interchange
import Platform
import Store
import SyncCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The accounts of a store: added, changed and removed, and their calendars linked with their counterparts.
///
/// Each change is one step of the history, and leaves the other side as it is; the next sync does the rest.
package struct AccountBook {
  package let store: CalendarStore
  let now: Instant

  package init(_ store: CalendarStore, now: Instant) { (self.store, self.now) = (store, now) }

  // MARK: Looking up

  /// The sources of the store with their accounts, in order of creation; nil where there is no counterpart.
  package func all() throws(AccountError) -> [(source: SourceRecord, account: AccountRecord?)] {
    try stored { () throws(StoreError) in
      let accounts = Dictionary(uniqueKeysWithValues: try store.accounts().map { ($0.source, $0) })
      return try store.sources().map { ($0, accounts[$0.id]) }
    }
  }

  /// The source of a name, in any letter case; throws `unknownAccount`.
  package func source(named name: String) throws(AccountError) -> SourceRecord {
    let all = try stored { () throws(StoreError) in try store.sources() }
    if let found = all.first(where: { $0.title == name })
      ?? all.first(where: { Folding.name($0.title) == Folding.name(name) })
    {
      return found
    }
    throw .unknownAccount(name, near: [])
  }

  /// The account of a source; throws `noCounterpart`.
  package func account(of source: SourceRecord) throws(AccountError) -> AccountRecord {
    let accounts = try stored { () throws(StoreError) in try store.accounts() }
    guard let account = accounts.first(where: { $0.source == source.id }) else {
      throw .noCounterpart(source.title)
    }
    return account
  }

  // MARK: Changing

  /// Adds a source that is kept in this store alone.
  package func add(_ name: String) throws(AccountError) -> SourceRecord {
    try check(name)
    return try stored { () throws(StoreError) in
      try store.addSource(title: name, kind: .local, now: now)
    }
  }

  /// The names of the folders that would become calendars of an account; throws as `add` does.
  package func calendars(in path: String) throws(AccountError) -> [String] {
    try found(in: folder(path, besides: nil)).map(\.leaf)
  }

  /// Adds an account for a folder, with a calendar for each folder in it.
  ///
  /// The calendars get their items with the first sync, which goes on with the step and closes it, so that one
  /// undo takes all of it back.
  package func add(
    _ name: String, path: String
  ) throws(AccountError) -> (source: SourceRecord, step: GrowingStep) {
    try check(name)
    let folder = try folder(path, besides: nil)
    let found = try self.found(in: folder)
    return try stored { () throws(StoreError) in
      var step = GrowingStep("add account \(name)", now: now, origin: .hand)
      let source = try store.inStep(&step) { () throws(StoreError) in
        let source = try store.addSource(title: name, kind: .local, now: now)
        let account = AccountRecord(source: source.id, kind: .folder, address: folder)
        try store.addAccount(account, cause: "add account \(name)", now: now)
        var counterpart = Counterpart(store, account, of: source, now: now)
        for one in found { _ = try counterpart.make(one, cause: "add account \(name)") }
        return source
      }
      return (source, step)
    }
  }

  /// Gives an account another name, another folder, or both; a source that was kept in this store alone gets a
  /// folder too.
  package func edit(
    _ source: SourceRecord, name: String?, path: String?
  ) throws(AccountError) -> SourceRecord {
    var changed = source
    if let name, name != source.title {
      if Folding.name(name) != Folding.name(source.title) { try check(name) }
      changed.title = name
    }
    var account: AccountRecord?
    var isNew = false
    if let path {
      (account, isNew) = try attachable(source)
      account?.address = try folder(path, besides: source.id)
    }
    let cause = "edit account \(source.title)"
    let (title, moved, isAdded) = (changed.title, account, isNew)
    try step(cause) { () throws(StoreError) in
      try store.rename(source, to: title, cause: cause, now: now)
      guard let moved else { return }
      if isAdded { return try store.addAccount(moved, cause: cause, now: now) }
      try store.update(moved, cause: cause, now: now)
      // What the old folder had says nothing of the new one: nothing is taken for deleted there.
      for collection in try store.collections(of: source.id) { try store.forgetSyncs(of: collection) }
    }
    return changed
  }

  /// The account of a source that may get another folder, or its first one.
  private func attachable(
    _ source: SourceRecord
  ) throws(AccountError) -> (account: AccountRecord, isNew: Bool) {
    let (accounts, home) = try stored { () throws(StoreError) in
      (try store.accounts(), try store.localSource())
    }
    if let known = accounts.first(where: { $0.source == source.id }) {
      if known.kind == .subscriptions {
        throw .cannotHaveFolder(source.title, reason: "its calendars are read from addresses")
      }
      return (known, false)
    }
    if source.id == home {
      throw .cannotHaveFolder(source.title, reason: "it has the calendars that are kept in this store alone")
    }
    if source.kind != .local {
      throw .cannotHaveFolder(source.title, reason: "its calendars come from somewhere else")
    }
    return (AccountRecord(source: source.id, kind: .folder, address: ""), true)
  }

  /// What becomes of the calendars of an account that is deleted.
  package enum Remains: Sendable {
    /// They stay, in the store's own source.
    case keep
    /// They go with their items.
    case remove
  }

  /// Deletes an account; its folder and the files in it stay as they are.
  ///
  /// The answer is the number of calendars that were kept or removed.
  package func delete(_ source: SourceRecord, _ remains: Remains?) throws(AccountError) -> Int {
    let (home, calendars, accounts) = try stored { () throws(StoreError) in
      (
        try store.localSource(), try store.calendars().filter { $0.source == source.id },
        try store.accounts()
      )
    }
    if source.id == home { throw .ownSource(source.title) }
    let own = try stored { () throws(StoreError) in try Set(store.collections(of: source.id).map(\.id)) }
    let open = try stored { () throws(StoreError) in
      try store.syncConflicts().count { own.contains($0.collection) }
    }
    if open > 0 { throw .openConflicts(source.title, count: open) }
    if !calendars.isEmpty, remains == nil { throw .hasCalendars(source.title, count: calendars.count) }
    let cause = "delete account \(source.title)"
    try step(cause) { () throws(StoreError) in
      if accounts.contains(where: { $0.source == source.id }) {
        try store.deleteAccount(source.id, cause: cause, now: now)
      }
      var titles = try Set(
        store.calendars().filter { $0.source == home }.map { Folding.name($0.title) })
      for calendar in calendars {
        if remains == .remove {
          try store.deleteCalendar(calendar, cause: cause, now: now)
        } else {
          var kept = calendar
          kept.source = home
          (kept.isSubscribed, kept.isWritable, kept.isImmutable) = (false, true, false)
          kept.title = Self.freeTitle(kept.title, source.title, titles)
          titles.insert(Folding.name(kept.title))
          try store.update(kept, cause: cause, now: now)
        }
      }
      try store.deleteSource(source.id, cause: cause, now: now)
    }
    return calendars.count
  }

  // MARK: Links

  /// Makes a calendar the counterpart of a folder of an account, which is made when it is not there; the
  /// calendar keeps its title.
  ///
  /// A calendar that the folder has already goes: the caller synced it first, so that the folder has all of
  /// it. The next sync adopts what is equal and merges the rest, by UID.
  package func link(
    _ calendar: CalendarRecord, to source: SourceRecord, _ place: String
  ) throws(AccountError) -> CalendarRecord {
    let account = try self.account(of: source)
    let (sources, collections, calendars) = try stored { () throws(StoreError) in
      (try store.sources(), try store.collections(), try store.calendars())
    }
    let own = sources.first { $0.id == calendar.source }
    if account.kind != .folder || calendar.isSubscribed || own?.kind == .birthdays || own?.kind == .subscribed
    {
      throw .cannotLink(calendar: calendar.title)
    }
    if let linked = collections.first(where: { $0.calendar == calendar.id }) {
      let owner = sources.first { $0.id == linked.account }?.title ?? ""
      throw .alreadyLinked(calendar: calendar.title, to: "\(owner)/\(linked.name)")
    }
    try Self.check(place)
    let known = collections.first { $0.account == source.id && $0.name == place }
    let replaced = known.flatMap { known in calendars.first { $0.id == known.calendar } }
    let cause = "link calendar \(calendar.title)"
    var moved = calendar
    moved.source = source.id
    let others = calendars.filter { $0.source == source.id && $0.id != replaced?.id && $0.id != calendar.id }
    if others.contains(where: { Folding.name($0.title) == Folding.name(moved.title) }) {
      throw .store(StoreError(.calendarExists, moved.title))
    }
    let remote = try folder(place, of: account, for: calendar)
    let theirs = (try? remote.properties()) ?? CollectionProperties()
    let result = moved
    try step(cause) { () throws(StoreError) in
      if let replaced { try store.deleteCalendar(replaced, cause: cause, now: now) }
      if let known { try store.deleteCollection(known, cause: cause, now: now) }
      try store.update(result, cause: cause, now: now)
      let made = try store.addCollection(
        account: source.id, calendar: result.id, name: place, cause: cause, now: now)
      var state = CollectionState()
      // The calendar's own title and color count as changes, where it has them.
      let leaf = place.isEmpty ? source.title : FolderAccount.Found(name: place, node: 0).leaf
      (state.node, state.title) = (remote.node, theirs.title ?? leaf)
      state.color = calendar.color == nil ? nil : theirs.color
      try store.set(state, ofCollection: made.id)
    }
    return result
  }

  /// The name of a folder for a calendar that an account does not have yet.
  package func freePlace(for calendar: CalendarRecord, in source: SourceRecord) throws(AccountError) -> String
  {
    let account = try self.account(of: source)
    return AccountSync.folderName(
      for: calendar.title, taken: Set(Files.names(in: account.address) ?? []))
  }

  /// Ends the link of a calendar, which stays in the store's own source; its files stay too.
  package func unlink(_ calendar: CalendarRecord) throws(AccountError) -> CalendarRecord {
    let (home, collections, calendars) = try stored { () throws(StoreError) in
      (try store.localSource(), try store.collections(), try store.calendars())
    }
    guard let linked = collections.first(where: { $0.calendar == calendar.id }) else {
      throw .notLinked(calendar: calendar.title)
    }
    let cause = "unlink calendar \(calendar.title)"
    var kept = calendar
    kept.source = home
    (kept.isSubscribed, kept.isWritable, kept.isImmutable) = (false, true, false)
    let others = calendars.filter { $0.source == home }
    if others.contains(where: { Folding.name($0.title) == Folding.name(kept.title) }) {
      throw .store(StoreError(.calendarExists, kept.title))
    }
    let result = kept
    try step(cause) { () throws(StoreError) in
      try store.deleteCollection(linked, cause: cause, now: now)
      try store.update(result, cause: cause, now: now)
      // The folder is no new one at the next sync.
      _ = try store.addCollection(
        account: linked.account, calendar: CollectionRecord.leftOut(result.id), name: linked.name,
        cause: cause, now: now)
    }
    return result
  }

  /// How many objects of a calendar a folder has too, by UID.
  package func shared(
    _ calendar: CalendarRecord, with uids: Set<String>
  ) throws(AccountError) -> (shared: Int, all: Int) {
    let names = try stored { () throws(StoreError) in try store.objectNames(in: calendar.id) }
    let shared = names.count { if case .uid(let uid) = $0 { uids.contains(uid) } else { false } }
    return (shared, names.count)
  }

  /// The UIDs of a folder's items; those of files that cannot be read are left out.
  package func uids(in place: String, of source: SourceRecord) throws(AccountError) -> Set<String> {
    let remote = FolderAccount(try account(of: source).address).collection(place)
    var result: Set<String> = []
    for entry in (try? remote.entries()) ?? [] {
      guard let content = try? remote.read(entry.href) else { continue }
      if let uid = (try? CalendarResource(bytes: content.bytes))?.uid { result.insert(uid) }
    }
    return result
  }

  /// Throws when a name would lead out of an account's folder, or to a hidden one.
  private static func check(_ place: String) throws(AccountError) {
    // The account's own folder.
    if place.isEmpty { return }
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    if place.utf8.contains(0) || parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) {
      throw .badPlace(place)
    }
  }

  private func folder(
    _ place: String, of account: AccountRecord, for calendar: CalendarRecord
  ) throws(AccountError) -> FolderCollection {
    let folder = FolderAccount(account.address)
    let present = folder.collection(place)
    if Files.isFolder(present.path) {
      let isFound = try found(in: account.address).contains { $0.name == place }
      if isFound { return present }
      // A folder that groups others becomes a calendar by its title; one that a sync would not find does not.
      if place.split(separator: "/").count > FolderAccount.depth || Files.isLink(present.path) {
        throw .badPlace(place)
      }
      do throws(RemoteFault) { try present.set(CollectionProperties(title: calendar.title)) } catch {
        throw .folderNotMade(path: present.path, reason: error.reason)
      }
      return present
    }
    if place.split(separator: "/").count > FolderAccount.depth { throw .badPlace(place) }
    do throws(RemoteFault) {
      let made = try folder.makeCollection(place)
      try made.set(CollectionProperties(title: calendar.title, color: calendar.color))
      return made
    } catch {
      // A file stands where the folder would, or above it.
      if case .changed = error { throw .notAFolder(path: present.path) }
      throw .folderNotMade(path: present.path, reason: error.reason)
    }
  }

  /// A title that is not taken: the wanted one, with the name of its account, or numbered.
  private static func freeTitle(_ title: String, _ account: String, _ taken: Set<String>) -> String {
    let candidates = [title, "\(title) (\(account))"] + (2...taken.count + 2).map { "\(title) \($0)" }
    return candidates.first { !taken.contains(Folding.name($0)) } ?? title
  }

  // MARK: Checks

  /// Throws when a name cannot be that of a new account.
  private func check(_ name: String) throws(AccountError) {
    if name.allSatisfy(\.isWhitespace) { throw .noName }
    if name.contains("/") { throw .slashInName(name) }
    let titles = try stored { () throws(StoreError) in try store.sources().map(\.title) }
    if titles.contains(where: { Folding.name($0) == Folding.name(name) }) { throw .nameTaken(name) }
  }

  /// The path of a folder without links in it, which no other account has.
  private func folder(_ path: String, besides source: Int?) throws(AccountError) -> String {
    guard let real = Self.realPath(path) else { throw .noFolder(path: path) }
    guard Files.isFolder(real) else { throw .notAFolder(path: path) }
    for (other, account) in try all() where other.id != source {
      guard let account, account.kind == .folder else { continue }
      let known = Self.realPath(account.address) ?? account.address
      if known == real { throw .folderTaken(path: path, account: other.title) }
      if real.hasPrefix(known + "/") { throw .folderInside(path: path, account: other.title) }
      if known.hasPrefix(real == "/" ? real : real + "/") {
        throw .folderAround(path: path, account: other.title)
      }
    }
    return real
  }

  private static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Why the folder of an account cannot be synced beside those of the others; nil when it can.
  ///
  /// An undo may bring an account back whose folder another one got meanwhile.
  func overlap(of account: AccountRecord) throws(AccountError) -> String? {
    do throws(AccountError) {
      _ = try folder(account.address, besides: account.source)
    } catch {
      switch error {
      case .folderTaken(_, let other): return "it is the folder of the account `\(other)` too"
      case .folderInside(_, let other): return "it is inside the folder of the account `\(other)`"
      case .folderAround(_, let other): return "the folder of the account `\(other)` is inside it"
      case .store: throw error
      // The sync itself says what is wrong with the folder.
      default: break
      }
    }
    return nil
  }

  func found(in path: String) throws(AccountError) -> [FolderAccount.Found] {
    do throws(RemoteFault) {
      return try FolderAccount(path).contents().calendars
    } catch {
      throw .unreadableFolder(path: path, reason: error.reason)
    }
  }

  // MARK: Helpers

  func stored<Result>(_ body: () throws(StoreError) -> Result) throws(AccountError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
  }

  /// Runs changes that extend a step.
  func inStep<Result>(
    _ step: inout GrowingStep, _ body: () throws(StoreError) -> Result
  ) throws(AccountError) -> Result {
    do throws(StoreError) { return try store.inStep(&step, body) } catch { throw .store(error) }
  }

  /// Runs changes as one step.
  func step<Result>(
    _ cause: String, _ body: () throws(StoreError) -> Result
  ) throws(AccountError) -> Result {
    try stored { () throws(StoreError) in try store.inOneStep(cause, now: now, body) }
  }
}

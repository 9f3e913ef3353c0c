import Platform
import Store
import SyncCore

extension AccountSync {
  // MARK: Folders that moved

  /// The new place of a folder that is not where it was: the same folder under another name, or one with at
  /// least half of its items.
  func newPlace(
    of collection: CollectionRecord, _ folder: FolderAccount, _ candidates: [FolderAccount.Found]
  ) throws(StoreError) -> FolderAccount.Found? {
    if candidates.isEmpty { return nil }
    let state = try store.state(ofCollection: collection.id)
    let known = Set(try store.resources(in: collection.id).map(\.href))
    func shared(_ candidate: FolderAccount.Found) -> Int {
      let names = (try? folder.collection(candidate.name).entries().map(\.href)) ?? []
      return known.intersection(names).count
    }
    // The number of a folder that is gone may be given to a new one.
    if let node = state.node, let same = candidates.first(where: { $0.node == node }),
      known.isEmpty || shared(same) > 0
    {
      return same
    }
    if known.isEmpty { return nil }
    return candidates.sorted { $0.name < $1.name }.first { shared($0) * 2 >= known.count }
  }

  // MARK: New calendars of ours

  /// Makes the folder of a calendar that was added here.
  ///
  /// Its counterpart is there first: after an interruption the next sync knows the folder, or that it is still
  /// to be made.
  func copyOut(
    _ calendar: CalendarRecord, _ folder: FolderAccount, _ report: inout AccountReport,
    _ step: inout GrowingStep
  ) throws(StoreError) -> Pair? {
    if isDryRun {
      var result = CollectionReport(account: source.title, title: calendar.title, calendar: calendar.id)
      result.sent = try store.statistics().count(in: calendar.id, of: nil)
      report.collections.append(result)
      return nil
    }
    let known = try store.collections(of: account.source).map(\.name)
    let name = Self.folderName(
      for: calendar.title, taken: Set(Files.names(in: folder.path) ?? []).union(known))
    let collection = try inStep(&step) { () throws(StoreError) in
      let made = try store.addCollection(
        account: account.source, calendar: calendar.id, name: name, cause: cause, now: now)
      // The title and the color of ours count as changes, which the folder gets.
      var state = CollectionState()
      state.title = name
      try store.set(state, ofCollection: made.id)
      return made
    }
    return try makeFolder(of: collection, calendar, folder, &report)
  }

  /// Whether the folder of a counterpart was never made, as the sync that began it was interrupted or refused.
  func isToBeMade(_ collection: CollectionRecord) throws(StoreError) -> Bool {
    let state = try store.state(ofCollection: collection.id)
    return state.node == nil && state.title != nil && state.seenChange == 0
  }

  /// Makes the folder of a counterpart; nil, with the reason in the report, when that is refused.
  func makeFolder(
    of collection: CollectionRecord, _ calendar: CalendarRecord, _ folder: FolderAccount,
    _ report: inout AccountReport
  ) throws(StoreError) -> Pair? {
    let remote: FolderCollection
    do throws(RemoteFault) {
      remote = try folder.makeCollection(collection.name)
    } catch {
      try fail(calendar.title, collection, error, &report)
      return nil
    }
    return Pair(
      calendar: calendar, collection: collection,
      found: FolderAccount.Found(name: collection.name, node: remote.node ?? 0), isNew: true)
  }

  /// The name of a new folder: the title where that is a plain name, else what is plain in it.
  static func folderName(for title: String, taken: Set<String>) -> String {
    var plain = ""
    for character in title.map({ $0 == "/" || $0.isNewline || $0 == "\0" ? "-" : $0 }) {
      // A name has room for 255 bytes, and a number may follow.
      if plain.utf8.count + String(character).utf8.count > 200 { break }
      plain.append(character)
    }
    if plain.hasPrefix(".") { plain = "_" + plain.dropFirst() }
    // Beside the files of a calendar it would look like one of them.
    if plain.allSatisfy(\.isWhitespace) { plain = "calendar" }
    if ["displayname", "color"].contains(plain) || FolderCollection.isResource(plain) { plain = "_" + plain }
    let folded = Set(taken.map(Folding.name))
    var name = plain
    var number = 1
    while folded.contains(Folding.name(name)) {
      number += 1
      name = "\(plain) \(number)"
    }
    return name
  }

  // MARK: Title and color

  /// Takes over what the other side changed of title and color, and writes there what was changed here; the
  /// answer is the title from now on.
  func mergeProperties(
    _ pair: Pair, _ remote: FolderCollection, _ notes: inout [SyncNote], _ step: inout GrowingStep
  ) throws(StoreError) -> String {
    let (calendar, found) = (pair.calendar, pair.found)
    let theirs: CollectionProperties
    do throws(RemoteFault) { theirs = try remote.properties() } catch { return calendar.title }
    var state = try store.state(ofCollection: pair.collection.id)
    let before = state
    let leaf = found.name.isEmpty ? source.title : found.leaf
    let isKnown = state.title != nil
    var title = ValueMerge(base: state.title, mine: calendar.title, theirs: theirs.title ?? leaf)
    let color = ValueMerge(
      base: isKnown ? .some(Self.hex(state.color)) : nil, mine: calendar.color, theirs: Self.hex(theirs.color)
    )
    if title.changesMine, try isTaken(title.merged, besides: calendar) {
      // Two calendars of one title could not be told apart here.
      let known = state.title ?? calendar.title
      title = ValueMerge(base: known, mine: calendar.title, theirs: known)
    }
    if isDryRun { return title.merged }
    if title.changesMine || color.changesMine {
      var changed = calendar
      (changed.title, changed.color) = (title.merged, color.merged)
      let (present, cause) = (changed, cause)
      try inStep(&step) { () throws(StoreError) in try store.update(present, cause: cause, now: now) }
    }
    var sent = CollectionProperties()
    if title.changesTheirs { sent.title = title.merged }
    if color.changesTheirs { sent.color = color.merged }
    if sent != CollectionProperties() {
      do throws(RemoteFault) {
        try remote.set(sent)
      } catch {
        // What both sides had stays, so that the next sync tries again.
        notes.append(
          SyncNote(href: sent.title == nil ? "color" : "displayname", kind: .rejected(reason: error.sentence))
        )
        return title.merged
      }
    }
    (state.title, state.color, state.node) = (title.merged, sent.color ?? theirs.color, found.node)
    if state != before { try store.set(state, ofCollection: pair.collection.id) }
    return title.merged
  }

  private static func hex(_ color: String?) -> String? { color.flatMap { RGBColor($0)?.hex } }

  private func isTaken(_ title: String, besides calendar: CalendarRecord) throws(StoreError) -> Bool {
    try store.calendars().contains {
      $0.source == source.id && $0.id != calendar.id && Folding.name($0.title) == Folding.name(title)
    }
  }
}

/// The occurrences of the sources that a plan reads, one after another.
struct OccurrenceFeed {
  private enum Source {
    case occurrences(OccurrenceCursor)
    case items(ItemCursor)
    case objects(ItemFeed)
    case list(ArraySlice<Occurrence>)
  }

  private var sources: [Source]

  private init(_ sources: [Source]) { self.sources = sources.reversed() }

  init(_ cursor: OccurrenceCursor) { self.init([.occurrences(cursor)]) }

  init(_ cursor: ItemCursor) { self.init([.items(cursor)]) }

  init(_ objects: ItemFeed) { self.init([.objects(objects)]) }

  init(_ list: [Occurrence]) { self.init([.list(list[...])]) }

  /// The first, then the second.
  init(_ first: OccurrenceCursor, then second: ItemCursor) {
    self.init([.occurrences(first), .items(second)])
  }

  /// The next occurrence; nil after the last.
  mutating func next() throws(StoreError) -> Occurrence? {
    while let source = sources.last {
      switch source {
      case .occurrences(let cursor): if let found = try cursor.next() { return found }
      case .items(let cursor): if let found = try cursor.next() { return found }
      case .objects(let objects): if let found = try objects.next() { return found }
      case .list(var list):
        if let found = list.popFirst() {
          sources[sources.count - 1] = .list(list)
          return found
        }
      }
      sources.removeLast()
    }
    return nil
  }

  /// Whether it gives what stands for items, of which one occurrence that passes is enough.
  var isOfObjects: Bool { sources.contains { if case .objects = $0 { true } else { false } } }

  /// Notes that the last returned occurrence passed.
  func accept() { if case .objects(let objects) = sources.last { objects.accept() } }

  /// Ends the reading early.
  mutating func close() {
    for source in sources {
      switch source {
      case .occurrences(let cursor): cursor.close()
      case .items(let cursor): cursor.close()
      case .objects, .list: break
      }
    }
    sources = []
  }
}

/// Opens the access path that a plan chose.
struct FeedOpener {
  let store: CalendarStore
  let context: QueryContext
  let query: BoundQuery

  /// Events or reminders.
  var kind: ItemKind { query.noun == .reminders ? .reminder : .event }

  /// Opens an access path; `expecting` is the number of rows needed, if it is known, and `residual`
  /// the condition that they are tested for.
  func open(
    _ path: AccessPath, expecting: Int? = nil, residual: ItemPredicate = .all
  ) throws(StoreError) -> OccurrenceFeed {
    let viewer = context.zone
    if query.scope == .occurrences, path.isOfItems {
      return OccurrenceFeed(try occurrences(ofAll: objects(path)))
    }
    switch path {
    case .nothing, .catalog, .alarms: return OccurrenceFeed([])
    case .eventWindow(let window):
      let cursor = try store.events(
        from: window.start, to: window.end, viewer: viewer, calendars: query.calendars, expecting: expecting,
        isWanted: isWanted(residual))
      return query.scope == .series ? try series(of: cursor) : OccurrenceFeed(cursor)
    case .scan(let kind, let recurring):
      if query.scope != .items { return OccurrenceFeed(ItemFeed(self, .all(from: 0, chunk: []))) }
      return OccurrenceFeed(
        try store.storedItems(
          kind: kind, recurring: recurring, viewer: viewer, calendars: query.calendars))
    case .dueWindow(let window):
      return OccurrenceFeed(
        try store.reminders(
          dueFrom: window.start, to: window.end, viewer: viewer, calendars: query.calendars))
    case .undated: return OccurrenceFeed(try store.undatedReminders(calendars: query.calendars))
    case .allReminders:
      return OccurrenceFeed(
        try store.reminders(dueFrom: nil, to: nil, viewer: viewer, calendars: query.calendars),
        then: try store.undatedReminders(calendars: query.calendars))
    case .completedWindow(let window):
      return OccurrenceFeed(
        try store.reminders(
          completedFrom: window.start, to: window.end, viewer: viewer, calendars: query.calendars))
    case .references(let references): return OccurrenceFeed(try occurrences(of: references))
    case .uid(let uid): return OccurrenceFeed(ItemFeed(self, .list(try store.items(uid: uid)[...])))
    case .text(_, let items): return OccurrenceFeed(ItemFeed(self, .list(items[...])))
    }
  }

  /// Whether occurrences of a series may pass by its record; nil if no condition is about records.
  private func isWanted(_ residual: ItemPredicate) -> ((Int) throws(StoreError) -> Bool)? {
    guard residual.isAboutRecords, query.scope == .occurrences else { return nil }
    return { (item) throws(StoreError) in
      // Overrides have separate records; one with RANGE=THISANDFUTURE changes later occurrences too.
      guard let record = try store.record(item), try store.overrides(of: item).isEmpty else { return true }
      return residual.verdict(of: record) != false
    }
  }

  /// The occurrences of items in the window, merged by their starts.
  func occurrences(ofAll items: [Int]) throws(StoreError) -> OccurrenceCursor {
    let window = query.predicate.timeBounds.eventWindow
    return try store.occurrences(ofAll: items, from: window.start, to: window.end, viewer: context.zone)
  }

  /// The masters, singles and orphans whose occurrences a path leads to, each once.
  func objects(_ path: AccessPath) throws(StoreError) -> [Int] {
    switch path {
    case .references(let references): return try store.objects(of: references.map(\.item), kind: kind)
    case .uid(let uid): return try store.objects(of: store.items(uid: uid), kind: kind)
    case .text(_, let items): return try store.objects(of: items, kind: kind, calendars: query.calendars)
    case .scan:
      let items = ItemFeed(self, .all(from: 0, chunk: []))
      var objects: [Int] = []
      while let object = try items.nextObject()?.object { objects.append(object) }
      return objects
    case .nothing, .eventWindow, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog:
      return []
    }
  }

  private func occurrences(of references: [ItemTarget]) throws(StoreError) -> [Occurrence] {
    var result: [Occurrence] = []
    for reference in references {
      guard try store.record(reference.item)?.kind == kind else { continue }
      if case .named = query.scope, let key = reference.key {
        if let found = try store.occurrence(of: reference.item, key: key, viewer: context.zone) {
          result.append(found)
        }
      } else {
        let object = ItemFeed(self, .list([reference.item]))
        while let found = try object.next() { result.append(found) }
      }
    }
    return result
  }

  /// Whether an occurrence of a series is in the query's range.
  func hasOccurrence(_ series: Int) throws(StoreError) -> Bool {
    let window = query.occurrencePredicate.timeBounds.eventWindow
    let cursor = try store.occurrences(of: series, from: window.start, to: window.end, viewer: context.zone)
    defer { cursor.close() }
    while let found = try cursor.next() {
      if query.occurrencePredicate.verdict(.bare(found), context) ?? false { return true }
    }
    return false
  }

  /// The series among the occurrences of a window, each once.
  private func series(of cursor: OccurrenceCursor) throws(StoreError) -> OccurrenceFeed {
    var seen: Set<Int> = []
    var result: [Occurrence] = []
    while let found = try cursor.next() {
      guard found.isRecurring, query.occurrencePredicate.verdict(.bare(found), context) ?? false,
        seen.insert(found.series).inserted
      else { continue }
      if let first = try store.storedItem(found.series, viewer: context.zone) { result.append(first) }
    }
    return OccurrenceFeed(result)
  }
}

extension SecondBounds {
  var start: Instant? { from.map(Instant.init(seconds:)) }
  var end: Instant? { to.map(Instant.init(seconds:)) }
}

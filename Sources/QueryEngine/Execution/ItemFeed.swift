/// The occurrences that represent items in a query's scope, item by item.
///
/// The items are listed by row, or are all items of a kind. Each calendar object is read once, at the
/// first of its rows, and on demand.
final class ItemFeed {
  /// The items to examine.
  enum Items {
    case list(ArraySlice<Int>)
    /// All items from a row on; items whose own record cannot pass are skipped.
    case all(from: Int?, chunk: ArraySlice<Int>)
  }

  private let store: CalendarStore
  private let query: BoundQuery
  private let context: QueryContext
  private let opener: FeedOpener
  private var items: Items
  private var seen: Set<Int> = []
  /// The remaining candidates of a series that has one row in the answer.
  private var nearest: NearestOccurrences?
  private static let chunk = 256

  init(_ opener: FeedOpener, _ items: Items) {
    self.opener = opener
    self.items = items
    store = opener.store
    query = opener.query
    context = opener.context
  }

  /// The next occurrence; nil after the last.
  func next() throws(StoreError) -> Occurrence? {
    if let found = try nearest?.next() { return found }
    nearest = nil
    while let (record, object) = try nextObject() {
      if query.scope == .next, try store.record(object)?.isRecurring ?? false {
        nearest = try NearestOccurrences(object, of: query, store, context)
        if let found = try nearest?.next() { return found }
        continue
      }
      let isMeant =
        query.scope == .series ? try opener.hasOccurrence(object) : record.kind == opener.kind
      if isMeant, let found = try store.storedItem(object, viewer: context.zone) { return found }
    }
    return nil
  }

  /// Notes that the last returned row passed, so that its series needs no further candidate.
  func accept() { nearest = nil }

  /// The next item whose object was not read yet.
  func nextObject() throws(StoreError) -> (record: ItemRecord, object: Int)? {
    while let (item, isTested) = try nextItem() {
      try store.checkStopSignal()
      guard let record = try store.record(item), record.kind == opener.kind else { continue }
      let object = record.master ?? item
      if seen.contains(object) { continue }
      if isTested, query.predicate.verdict(of: record) == false { continue }
      seen.insert(object)
      return (record, object)
    }
    return nil
  }

  private func nextItem() throws(StoreError) -> (Int, isTested: Bool)? {
    while true {
      switch items {
      case .list(var rest):
        guard let item = rest.popFirst() else { return nil }
        items = .list(rest)
        return (item, false)
      case .all(let next, var chunk):
        if let item = chunk.popFirst() {
          items = .all(from: next, chunk: chunk)
          return (item, true)
        }
        guard let next else { return nil }
        let more = try store.itemNumbers(
          kind: opener.kind, recurring: query.noun == .series, from: next, limit: Self.chunk,
          calendars: query.calendars)
        items = .all(from: more.next, chunk: more.items[...])
      }
    }
  }
}

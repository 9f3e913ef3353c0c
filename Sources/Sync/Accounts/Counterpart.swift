import Store
import SyncCore

/// Makes the calendars of an account's folders.
struct Counterpart {
  private let store: CalendarStore
  private let account: AccountRecord
  private let source: SourceRecord
  private let now: Instant
  /// The titles that calendars of the source have, folded; nil before they are needed.
  private var taken: Set<String>?

  init(_ store: CalendarStore, _ account: AccountRecord, of source: SourceRecord, now: Instant) {
    (self.store, self.account, self.source, self.now) = (store, account, source, now)
  }

  /// Makes the calendar of a folder, with its title and color.
  mutating func make(
    _ found: FolderAccount.Found, cause: String
  ) throws(StoreError) -> (calendar: CalendarRecord, collection: CollectionRecord) {
    let remote = FolderAccount(account.address).collection(found.name)
    let properties = (try? remote.properties()) ?? CollectionProperties()
    let leaf = found.name.isEmpty ? source.title : found.leaf
    let title = try free(properties.title ?? leaf, leaf)
    let calendar = try store.addCalendar(
      title: title, source: source.id, color: properties.color.flatMap { RGBColor($0)?.hex }, now: now)
    let collection = try store.addCollection(
      account: account.source, calendar: calendar.id, name: found.name, cause: cause, now: now)
    var state = CollectionState()
    // A title that had to differ is no change of ours.
    (state.node, state.title, state.color) = (found.node, title, properties.color)
    try store.set(state, ofCollection: collection.id)
    return (calendar, collection)
  }

  /// A title that no calendar of the source has: the wanted one, else with the folder's name, else numbered.
  private mutating func free(_ title: String, _ leaf: String) throws(StoreError) -> String {
    var taken: Set<String>
    if let known = self.taken {
      taken = known
    } else {
      taken = Set(try store.calendars().filter { $0.source == source.id }.map { Folding.name($0.title) })
    }
    let plain = title.allSatisfy(\.isWhitespace) ? leaf : title
    let candidates = [plain, "\(plain) (\(leaf))"]
    var free = candidates.first { !taken.contains(Folding.name($0)) }
    var number = 2
    while free == nil {
      let candidate = "\(plain) \(number)"
      if !taken.contains(Folding.name(candidate)) { free = candidate }
      number += 1
    }
    let result = free ?? plain
    taken.insert(Folding.name(result))
    self.taken = taken
    return result
  }
}

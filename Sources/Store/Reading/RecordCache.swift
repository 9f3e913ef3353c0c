/// A cache of recently used item records, in two halves: the older is dropped when the newer is full.
struct RecordCache {
  private var newer: [Int: ItemRecord] = [:]
  private var older: [Int: ItemRecord] = [:]
  private let half: Int

  init(capacity: Int) { half = capacity / 2 }

  mutating func record(_ id: Int) -> ItemRecord? {
    if let known = newer[id] { return known }
    guard let known = older[id] else { return nil }
    insert(known)
    return known
  }

  mutating func insert(_ record: ItemRecord) {
    if newer.count >= half {
      older = newer
      newer = [:]
    }
    newer[record.id] = record
  }

  mutating func removeAll() {
    newer = [:]
    older = [:]
  }
}

import Store

/// The overrides of a series while a file is imported, found by the occurrence that each
/// replaces: a series may have very many.
struct ImportedOverrides {
  private struct Slot: Hashable {
    var key: OccurrenceKey?
    var isThisAndFuture: Bool?
  }

  private(set) var entries: [ObjectWriter.Entry] = []
  private var places: [Slot: Int] = [:]

  /// Adds one; where two stand for the same occurrence, the first is the one that is found.
  mutating func append(_ entry: ObjectWriter.Entry) {
    let slot = Slot(key: entry.member.key, isThisAndFuture: entry.member.item.recurrenceID?.isThisAndFuture)
    if places[slot] == nil { places[slot] = entries.count }
    entries.append(entry)
  }

  /// Where the override of an occurrence, or of it and all that follow, is among the
  /// entries; nil where there is none.
  func place(of key: OccurrenceKey, isThisAndFuture: Bool) -> Int? {
    places[Slot(key: key, isThisAndFuture: isThisAndFuture)]
  }

  /// The entry at a place; its occurrence stays what it is.
  subscript(place: Int) -> ObjectWriter.Entry {
    get { entries[place] }
    set { entries[place] = newValue }
  }
}

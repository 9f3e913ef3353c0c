import Store

/// The overrides of a series during an import, found by the occurrence that each replaces: a series may have
/// very many.
struct ImportedOverrides {
  private struct Slot: Hashable {
    var key: OccurrenceKey?
    var isThisAndFuture: Bool?
  }

  private(set) var entries: [ObjectWriter.Entry] = []
  private var places: [Slot: Int] = [:]

  /// Adds an override; when two replace the same occurrence, look-ups find the first.
  mutating func append(_ entry: ObjectWriter.Entry) {
    let slot = Slot(key: entry.member.key, isThisAndFuture: entry.member.item.recurrenceID?.isThisAndFuture)
    if places[slot] == nil { places[slot] = entries.count }
    entries.append(entry)
  }

  /// The place of the override of an occurrence, or of it and all that follow; nil when there is none.
  func place(of key: OccurrenceKey, isThisAndFuture: Bool) -> Int? {
    places[Slot(key: key, isThisAndFuture: isThisAndFuture)]
  }

  /// The entry at a place; a new entry must keep the occurrence.
  subscript(place: Int) -> ObjectWriter.Entry {
    get { entries[place] }
    set { entries[place] = newValue }
  }
}

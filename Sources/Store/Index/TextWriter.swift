/// Writes the text index.
///
/// Changes are buffered and written in the order of ids, which FTS5 needs to be fast.
final class TextWriter {
  private struct Change {
    var item: Int
    var isRemoval: Bool
    var folded: String
    var isWithdrawn = false
  }

  private let database: Database
  private var pending: [Change] = []
  private var pendingBytes = 0
  /// The places in `pending` of texts not yet written.
  private var pendingAdditions: [Int: Int] = [:]
  private var knownWords = WordSet()
  /// The number of known words already in the table.
  private var writtenWords = 0

  init(_ database: Database) { self.database = database }

  /// Adds an item's text to the index; `text` is not folded.
  func add(_ item: Int, _ text: String) throws(StoreError) {
    pendingAdditions[item] = pending.count
    try append(Change(item: item, isRemoval: false, folded: Folding.searchable(text)))
  }

  /// Removes an item's text, which must equal the added text.
  func remove(_ item: Int, _ text: String) throws(StoreError) {
    if let index = pendingAdditions.removeValue(forKey: item) {
      // The text was never written, so nothing needs to be removed.
      pending[index].isWithdrawn = true
      return
    }
    try append(Change(item: item, isRemoval: true, folded: Folding.searchable(text)))
  }

  private func append(_ change: Change) throws(StoreError) {
    pending.append(change)
    pendingBytes += change.folded.utf8.count
    if pendingBytes > 8 << 20 || pending.count >= 50_000 { try finish() }
  }

  /// Writes the pending changes.
  func finish() throws(StoreError) {
    if pending.isEmpty { return }
    pending.sort { ($0.item, $0.isRemoval ? 0 : 1) < ($1.item, $1.isRemoval ? 0 : 1) }
    let insertion = try database.statement("INSERT INTO text_index(rowid, body) VALUES (?1, ?2)")
    defer { database.release(insertion) }
    let removal = try database.statement(
      "INSERT INTO text_index(text_index, rowid, body) VALUES ('delete', ?1, ?2)")
    defer { database.release(removal) }
    for change in pending where !change.isWithdrawn {
      if change.isRemoval {
        try removal.bind(1, change.item).bind(2, change.folded).run()
      } else {
        try insertion.bind(1, change.item).bind(2, change.folded).run()
        WordSplitter.forEachWord(change.folded) { _ = knownWords.insert($0) }
      }
    }
    pending = []
    pendingBytes = 0
    pendingAdditions = [:]
    try writeWords()
  }

  private func writeWords() throws(StoreError) {
    let fresh = (writtenWords..<knownWords.count).map { knownWords[$0] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    let statement = try database.statement("INSERT OR IGNORE INTO word(word) VALUES (?1)")
    defer { database.release(statement) }
    for word in fresh { try statement.bindBlob(1, word).run() }
    writtenWords = knownWords.count
    if writtenWords > 500_000 {
      knownWords = WordSet()
      writtenWords = 0
    }
  }
}

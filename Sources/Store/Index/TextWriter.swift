/// Writes the text index.
///
/// Changes are kept back and written in the order of ids, which FTS5 needs to be fast.
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
  /// Where texts not yet written stand in `pending`.
  private var pendingAdditions: [Int: Int] = [:]
  private var knownWords = WordSet()
  /// How many of the known words are in the table.
  private var writtenWords = 0

  init(_ database: Database) { self.database = database }

  /// Puts an item's text into the index; `text` is not folded.
  func add(_ item: Int, _ text: String) throws(StoreError) {
    pendingAdditions[item] = pending.count
    try append(Change(item: item, isRemoval: false, folded: Folding.searchable(text)))
  }

  /// Takes an item's text out; it must be the text that was put in.
  func remove(_ item: Int, _ text: String) throws(StoreError) {
    if let index = pendingAdditions.removeValue(forKey: item) {
      // It never came into the index, so nothing has to be taken out.
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

  /// Writes what is still pending.
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

/// Splits folded text into words like the text index (FTS5's `ascii` tokenizer): ASCII letters, digits and
/// all characters beyond ASCII form words, other characters separate them.
enum WordSplitter {
  /// Calls `body` with each word in order; the bytes are valid only during the call.
  static func forEachWord(_ folded: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var folded = folded
    folded.withUTF8 { utf8 in
      var index = 0
      while index < utf8.count {
        while index < utf8.count, !isWordByte(utf8[index]) { index += 1 }
        let start = index
        while index < utf8.count, isWordByte(utf8[index]) { index += 1 }
        if start < index { body(UnsafeBufferPointer(rebasing: utf8[start..<index])) }
      }
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte >= 48 && byte <= 57 || (byte | 32) >= 97 && (byte | 32) <= 122
  }
}

/// A part of a search text within one word, and whether it reaches the word's start and end.
struct WordPattern: Equatable {
  var bytes: [UInt8]
  /// Whether the word begins here.
  var isAtStart: Bool
  /// Whether the word ends here.
  var isAtEnd: Bool

  /// Returns the parts of a folded text, in order.
  static func patterns(of folded: String) -> [WordPattern] {
    let utf8 = Array(folded.utf8)
    var result: [WordPattern] = []
    var index = 0
    while index < utf8.count {
      while index < utf8.count, !WordSplitter.isWordByte(utf8[index]) { index += 1 }
      let start = index
      while index < utf8.count, WordSplitter.isWordByte(utf8[index]) { index += 1 }
      if start < index {
        result.append(
          WordPattern(bytes: Array(utf8[start..<index]), isAtStart: start > 0, isAtEnd: index < utf8.count))
      }
    }
    return result
  }

  /// Whether a word of the index can contain the part.
  func matches(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    if word.count < bytes.count { return false }
    switch (isAtStart, isAtEnd) {
    case (true, true): return word.count == bytes.count && word.elementsEqual(bytes)
    case (true, false): return word.starts(with: bytes)
    case (false, true): return word[(word.count - bytes.count)...].elementsEqual(bytes)
    case (false, false): return contains(word)
    }
  }

  private func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    var index = 0
    while index + bytes.count <= word.count {
      if word[index] == first, word[index..<index + bytes.count].elementsEqual(bytes) { return true }
      index += 1
    }
    return false
  }
}

extension CalendarStore {
  /// Items whose searched text may contain a folded text: all that do, and perhaps others; by id.
  ///
  /// A space at either end means that a word begins or ends there. Overrides are listed by their own rows.
  /// Nil when the index cannot help, because the text contains no word or more than `limit` items match.
  public func textCandidates(_ folded: String, limit: Int = 100_000) throws(StoreError) -> [Int]? {
    var query = ""
    for pattern in WordPattern.patterns(of: folded) {
      guard let words = try words(matching: pattern) else { continue }
      if words.isEmpty { return [] }
      // Words contain no quotes, so nothing needs to be escaped.
      let group = words.map { "\"" + $0 + "\"" }.joined(separator: " OR ")
      query += query.isEmpty ? "(\(group))" : " AND (\(group))"
    }
    if query.isEmpty { return nil }
    return try database.with("SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY rowid LIMIT ?2")
    {
      (row) throws(StoreError) in
      row.bind(1, query).bind(2, limit + 1)
      var items: [Int] = []
      while try row.step() { items.append(row.int(0)) }
      counterBox.value.textRows += items.count
      return items.count > limit ? nil : items
    }
  }

  private static let mostWords = 400

  /// The words of the index that match; nil when there are too many to query.
  private func words(matching pattern: WordPattern) throws(StoreError) -> [String]? {
    if pattern.isAtStart, pattern.isAtEnd { return [String(decoding: pattern.bytes, as: UTF8.self)] }
    var words: [String] = []
    try vocabulary(of: pattern) { word in
      words.append(String(decoding: word, as: UTF8.self))
      return words.count <= Self.mostWords
    }
    return words.count > Self.mostWords ? nil : words
  }

  /// Calls `body` with the index's matching words, until it returns false.
  private func vocabulary(
    of pattern: WordPattern, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StoreError) {
    let prefix = pattern.isAtStart ? pattern.bytes : []
    let statement = try database.statement("SELECT word FROM word WHERE word >= ?1 ORDER BY word")
    defer { database.release(statement) }
    statement.bindBlob(1, prefix)
    while try statement.step() {
      let goesOn = statement.withBytes(0) { word in
        if !prefix.isEmpty, !word.starts(with: prefix) { return false }
        return pattern.matches(word) ? body(word) : true
      }
      if !goesOn { return }
    }
  }
}

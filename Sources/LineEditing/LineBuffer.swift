/// The text of a line while it is edited, with a cursor between its characters.
///
/// It knows no terminal: the editor passes it the keys and draws it.
package struct LineBuffer {
  /// The characters, as a person counts them.
  package private(set) var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// What was erased last, more than a character at a time.
  private var erased: [Character] = []
  private var earlier: [(characters: [Character], cursor: Int)] = []
  /// Whether the last edit typed a character: typing in one go is one edit.
  private var isTyping = false

  /// Creates a line with a text, the cursor behind it.
  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The text of the line.
  package var text: String { String(characters) }
  /// The text before the cursor.
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  // MARK: Edits

  /// Replaces the whole text; the cursor stands behind it.
  package mutating func replace(with text: String) {
    remember()
    characters = Array(text)
    cursor = characters.count
  }

  /// Replaces the text before the cursor.
  package mutating func replaceBeforeCursor(with text: String) {
    remember()
    let start = Array(text)
    characters.replaceSubrange(..<cursor, with: start)
    cursor = start.count
  }

  /// Inserts a text at the cursor.
  package mutating func insert(_ text: String) {
    remember()
    put(text)
  }

  private mutating func put(_ text: String) {
    // A mark that combines with the character before it makes one character of both.
    let before = textBeforeCursor + text
    characters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  /// Edits the line by a key; false for a key that does not edit or move.
  package mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let character):
      if !isTyping { remember() }
      put(String(character))
      isTyping = true
      return true
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .erase: remove(max(0, cursor - 1)..<cursor, keeping: false)
    case .eraseForward: remove(cursor..<min(characters.count, cursor + 1), keeping: false)
    case .eraseToEnd: remove(cursor..<characters.count)
    case .eraseToStart: remove(0..<cursor)
    case .eraseWord: remove(blankStart..<cursor)
    case .eraseWordForward: remove(cursor..<wordEnd)
    case .exchange: exchange()
    case .yank: insert(String(erased))
    case .undo: takeBack()
    default: return false
    }
    isTyping = false
    return true
  }

  private mutating func remove(_ range: Range<Int>, keeping: Bool = true) {
    if range.isEmpty { return }
    remember()
    if keeping { erased = Array(characters[range]) }
    characters.removeSubrange(range)
    if cursor >= range.upperBound {
      cursor -= range.count
    } else {
      cursor = min(cursor, range.lowerBound)
    }
  }

  /// Exchanges the two characters before the cursor at the end of the line, else those around it.
  private mutating func exchange() {
    guard characters.count > 1, cursor > 0 else { return }
    remember()
    if cursor < characters.count { cursor += 1 }
    characters.swapAt(cursor - 2, cursor - 1)
  }

  private mutating func remember() {
    isTyping = false
    earlier.append((characters, cursor))
  }

  private mutating func takeBack() {
    guard let last = earlier.popLast() else { return }
    (characters, cursor) = last
  }

  // MARK: Words

  private var wordStart: Int {
    var place = cursor
    while place > 0, !Self.isOfWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isOfWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !Self.isOfWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isOfWord(characters[place]) { place += 1 }
    return place
  }

  /// The start of the text between blanks that ends at the cursor.
  private var blankStart: Int {
    var place = cursor
    while place > 0, characters[place - 1] == " " { place -= 1 }
    while place > 0, characters[place - 1] != " " { place -= 1 }
    return place
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}

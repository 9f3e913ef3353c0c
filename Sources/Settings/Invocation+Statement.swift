import QueryLanguage

extension Invocation {
  /// The statement text of the words: a single word as it is; of several, each with a blank or a quote
  /// becomes a STRING.
  ///
  /// The paths of `import`, `open`, `export`, `send` and `backup` are always quoted, so that `kal import
  /// a.ics` needs no quotes. A single word for which the language requires quotes, such as the title in `kal
  /// add event Dentist tomorrow`, gets them: the quotes typed in the shell do not reach the program.
  package var statement: String? {
    if words.isEmpty { return nil }
    return words.count == 1 ? words[0] : Self.text(Self.parts(of: words))
  }

  /// The statement texts that an unfinished word behind these may belong to; none where it is the first word.
  ///
  /// A word that becomes a STRING has its quote open: `kal events in Family\ T` is `events in "Family T`.
  /// Behind a file of `import` there may be another file or a clause, with and without a comma before it.
  package func statements(upTo last: String) -> [UnfinishedStatement] {
    if words.isEmpty { return [] }
    let isPath = Self.pathPositions(of: words + [last]).contains(words.count)
    func statement(_ parts: [String], asPath isPath: Bool) -> UnfinishedStatement {
      let isQuoted = !last.isEmpty && (Self.isString(last) || isPath && Quoting.path(last) != last)
      return UnfinishedStatement(
        head: Self.text(parts) + " ", word: isQuoted ? String(Quoting.string(last).dropLast()) : last)
    }
    let head = Self.parts(of: words)
    let further = Array(Self.parts(of: words + [last]).dropLast())
    let first = statement(further, asPath: isPath)
    return head == further ? [first] : [first, statement(head, asPath: false)]
  }

  /// Whether a name, as a word of its own, is read as that name.
  package static func isWord(_ name: String) -> Bool { isString(name) || Quoting.word(name) == name }

  private static func isString(_ word: String) -> Bool {
    word.isEmpty || word.contains { " \t\n\"'“”".contains($0) }
  }

  private static func parts(of words: [String]) -> [String] {
    var result: [String] = []
    let paths = pathPositions(of: words)
    for (index, word) in words.enumerated() {
      let isPath = paths.contains(index) && word != "-"
      if isPath, index > 1, paths.contains(index - 1) { result[index - 1] += "," }
      result.append(isPath || isString(word) ? Quoting.string(word) : word)
    }
    return result
  }

  private static func text(_ parts: [String]) -> String {
    var parts = parts
    while let index = unquoted(in: parts) { parts[index] = Quoting.string(parts[index]) }
    return parts.joined(separator: " ")
  }

  /// Returns the index of the word for which parsing requires quotes; nil if there is none.
  private static func unquoted(in words: [String]) -> Int? {
    do throws(SyntaxError) {
      _ = try parseStatement(words.joined(separator: " "))
      return nil
    } catch {
      let diagnostic = error.diagnostic
      guard let range = diagnostic.range,
        [SyntaxErrorCode.unquotedTitle, .unquotedText].contains(where: { $0.rawValue == diagnostic.code })
      else { return nil }
      var offset = 0
      for (index, word) in words.enumerated() {
        if offset == range.offset, word.utf8.first != UInt8(ascii: "\"") { return index }
        offset += word.utf8.count + 1
      }
      return nil
    }
  }

  private static func pathPositions(of words: [String]) -> Set<Int> {
    switch words.first?.lowercased() {
    case "import":
      let end = words.firstIndex { ["into", "on", "dry"].contains($0.lowercased()) } ?? words.count
      return Set(1..<max(1, end)).filter { words[$0] != "," && !words[$0].hasSuffix(",") }
    case "open":
      let isAnswer =
        words.count > 2 && ["accept", "maybe", "decline"].contains(words[words.count - 1].lowercased())
      let end = words.count - (isAnswer ? 1 : 0)
      return Set(1..<max(1, end)).filter { words[$0] != "," && !words[$0].hasSuffix(",") }
    case "export", "backup", "send":
      guard let to = words.lastIndex(where: { $0.lowercased() == "to" }), to + 1 < words.count else {
        return []
      }
      return [to + 1]
    default: return []
    }
  }
}

/// The beginning of a statement, up to a word that is being written.
package struct UnfinishedStatement: Equatable, Sendable {
  /// The text before the word.
  package var head: String
  /// The word, its quote open where it needs one.
  package var word: String
}

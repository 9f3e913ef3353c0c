/// Writes what fits at the cursor as the completions of a shell take it.
///
/// For bash and zsh that is the text to put into the command line: quoted, with a blank behind what is whole.
/// fish gets the word itself, since it quotes and adds the blank.
struct CompletionAnswer {
  let shell: CommandShell
  /// The word at the cursor.
  let word: ShellWord
  /// The end of the word that the shell replaces; nil where that is all of it.
  let replaced: String?

  /// Returns the lines of the answer: a text, a tab, and what it means.
  func lines(_ choices: [WordChoice]) -> [String] {
    var seen: Set<String> = []
    return choices.compactMap { choice in
      guard let (text, isCut) = text(choice), seen.insert(text).inserted else { return nil }
      // What the first of several words means is not known.
      return text + "\t" + (isCut ? "" : choice.meaning)
    }
  }

  /// Returns the text of a choice, and whether words of it are left out; nil where the shell cannot take it.
  private func text(_ choice: WordChoice) -> (text: String, isCut: Bool)? {
    let (boundary, rest) = word.end(ofCommon: choice.text)
    let areWords = choice.isSeveralWords && boundary.quote == .none
    if shell.quotesItself {
      let head = String(decoding: word.plain.prefix(boundary.plain), as: UTF8.self)
      let first = areWords ? rest.prefix { $0 != " " } : rest[...]
      return (head + first, first.count < rest.count)
    }
    let head = word.typed.prefix(boundary.typed)
    var text = String(decoding: head, as: UTF8.self)
    text +=
      areWords
      ? rest.split(separator: " ", omittingEmptySubsequences: false).map {
        shell.written(String($0), in: .none)
      }.joined(separator: " ") : shell.written(rest, in: boundary.quote)
    if choice.isWhole { text += shell.end(ofWordIn: boundary.quote) }
    return behindKept(text).map { ($0, false) }
  }

  /// Returns the part of the text that stands in the place of what is replaced; nil if the text changes what
  /// is kept.
  private func behindKept(_ text: String) -> String? {
    guard let replaced, word.typed.count > replaced.utf8.count,
      word.typed.suffix(replaced.utf8.count).elementsEqual(replaced.utf8)
    else { return text }
    let kept = word.typed.dropLast(replaced.utf8.count)
    guard text.utf8.starts(with: kept) else { return nil }
    return String(decoding: text.utf8.dropFirst(kept.count), as: UTF8.self)
  }
}

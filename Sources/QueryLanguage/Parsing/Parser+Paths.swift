extension Parser {
  /// Production `path`.
  mutating func path() throws(SyntaxError) -> PathSyntax {
    note(.path)
    let token = current
    if token.isSymbol(.minus), unbroken(from: token) == token.range {
      return PathSyntax(.standard, range: advance().range)
    }
    // In quotes it is the same; a file of that name is `./-`.
    if case .string("-") = token.kind { return PathSyntax(.standard, range: advance().range) }
    let start = index
    let text = try filePath()
    return PathSyntax(.file(text), range: range(from: start))
  }

  /// Production `filePath`: text in quotes, or the name of a file as a person types it.
  mutating func filePath() throws(SyntaxError) -> TextSyntax {
    note(.path)
    switch current.kind {
    case .string, .parameter: return try string()
    case .invalid(.unclosedString), .invalid(.option): throw unexpected()
    default: return try plainPath()
    }
  }

  /// The name of a file without quotes: everything up to the next blank or comma.
  private mutating func plainPath() throws(SyntaxError) -> TextSyntax {
    let token = current
    let whole = unbroken(from: token)
    if token.endsStatement || whole == token.range && token.keyword?.isReserved ?? false {
      throw unexpected()
    }
    let start = index
    while index < tokens.count - 1, current.range.offset < whole.end { advance() }
    let path = text(at: whole)
    guard range(from: start) == whole, Quoting.isPlainPath(path) else { throw unquotedPath(path, at: whole) }
    if let rest = restOfName(path, behind: whole) {
      throw unquotedPath(text(at: whole.union(rest)), at: whole.union(rest))
    }
    return TextSyntax(.literal(path), isQuoted: false, range: whole)
  }

  /// The rest of a file name that seems to have blanks: a word that begins no clause, after a
  /// text without the ending of a file.
  private func restOfName(_ path: String, behind whole: SourceRange) -> SourceRange? {
    let clauses = [Keyword.into, .on, .dry, .replace, .accept, .maybe, .decline].map(\.rawValue)
    guard current.isWord, !path.contains("."), !path.hasSuffix("/"), current.range.offset == whole.end + 1,
      !clauses.contains(current.text.lowercased()),
      Spelling.suggestions(for: current.text, among: clauses).isEmpty
    else { return nil }
    return unbroken(from: current)
  }

  /// The error for a file name that needs quotes, with the intended name: a backslash before a
  /// blank keeps it, as in other shells.
  private func unquotedPath(_ path: String, at whole: SourceRange) -> SyntaxError {
    let bytes = Array(source.utf8)
    var end = whole.end
    while end < bytes.count, bytes[end - 1] == UInt8(ascii: "\\"), bytes[end] == 32 {
      end += 1
      while end < bytes.count, ![32, 10, 13, UInt8(ascii: ","), UInt8(ascii: ";")].contains(bytes[end]) {
        end += 1
      }
    }
    let range = SourceRange(offset: whole.offset, length: end - whole.offset)
    let meant = text(at: range).filter { !"\\\"'“”".contains($0) }
    return SyntaxError(.unquotedPath(meant), at: range, expected: [.path])
  }

  /// Whether the text at the index can only be a file name: it has a slash, or ends as file
  /// names do.
  func startsFileName(at index: Int) -> Bool {
    let token = token(index)
    if token.isString || token.endsStatement { return false }
    var end = index + 1
    while self.token(end).range.offset == self.token(end - 1).range.end, !self.token(end).endsStatement,
      !self.token(end).isSymbol(.comma)
    { end += 1 }
    let name = text(at: token.range.union(self.token(end - 1).range))
    if name.contains("/") || name.hasPrefix("~") { return !isDateWithZone(name) }
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.contains { $0.isLetter } && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Whether the name is a date such as `12/11/2026`, even an invalid one; zones follow after a blank.
  private func isDateWithZone(_ name: String) -> Bool { name.allSatisfy { $0.isNumber || $0 == "/" } }
}

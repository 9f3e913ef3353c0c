import Changes

/// Counts that a session needs for itself.
extension Session {
  /// Returns the number that a counting statement answers; nil if there is no store yet.
  package func count(_ text: String) throws -> Int? {
    if let server { return try server.count(text, for: self) }
    guard try readableStore() != nil else { return nil }
    // The count is not shown, so the user's format does not apply: a format of items would refuse it.
    let option = formatOption
    formatOption = .named(.jsonl)
    defer { formatOption = option }
    do {
      guard case .rows(let rows) = try run(try parseStatement(text), source: text) else { return nil }
      var result = try rows.result()
      guard case .group(let values)? = try result.next(), case .integer(let count)? = values.first else {
        return nil
      }
      return count
    } catch {
      throw ShellError(error, source: text)
    }
  }
}

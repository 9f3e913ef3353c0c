import Changes

/// A server that runs a session's statements in its place.
package protocol StatementServer {
  /// Lets the server run a statement, and prints the output, through the pager if `isPaged`.
  func run(_ statement: StatementSyntax, source: String, for session: Session, isPaged: Bool) throws
  /// Whether the session's client may read items of a kind.
  func canRead(_ kind: ItemKind) -> Bool
  /// The titles of the sets of calendars.
  func calendarSets() throws -> [String]
  /// Returns the number that answers a `count` statement.
  func count(_ text: String, for session: Session) throws -> Int?
}

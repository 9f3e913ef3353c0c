import Changes

/// A server that runs a session's statements in its place.
package protocol StatementServer {
  /// Has the server run a statement and prints what it says, through the pager where it `isPaged`.
  func run(_ statement: StatementSyntax, source: String, for session: Session, isPaged: Bool) throws
  /// Whether the session's client may read items of a kind.
  func canRead(_ kind: ItemKind) -> Bool
  /// The titles of the sets of calendars.
  func calendarSets() throws -> [String]
  /// The number that a `count` statement answers with.
  func count(_ text: String, for session: Session) throws -> Int?
}

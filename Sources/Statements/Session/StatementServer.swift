import Changes

/// A server that runs a session's statements in its place.
package protocol StatementServer {
  /// Lets the server run a statement, and prints the output, through the pager if `isPaged`.
  func run(_ statement: StatementSyntax, source: String, for session: Session, isPaged: Bool) throws
  /// Whether the session's client may read items of a kind.
  func canRead(_ kind: ItemKind) -> Bool
  /// The names that a statement lists.
  func names(in list: NameList) throws -> [String]
  /// Returns the number that answers a `count` statement.
  func count(_ text: String, for session: Session) throws -> Int?
}

/// The statements that list things with a name of the person's choice.
package enum NameList: String, Sendable {
  case views, sets, calendars
}

extension Session {
  /// The names in the store, or in that of the server; none if the client may not learn them unasked.
  package func names(in list: NameList) throws -> [String] {
    guard knowsNames else { return [] }
    if let server {
      // There the statement itself would ask the owner.
      return canReadUnasked(.event) ? try server.names(in: list) : []
    }
    switch list {
    case .views: return try savedViews().map(\.name)
    case .sets: return try calendarSets().map(\.title)
    case .calendars: return try calendarNames()
    }
  }

  /// The titles of the calendars; a client that may not read reminders learns of none that has only these.
  private func calendarNames() throws -> [String] {
    let knowsLists = canReadUnasked(.reminder)
    return try readableStore()?.calendars().filter { knowsLists || $0.kinds != .reminders }.map(\.title) ?? []
  }
}

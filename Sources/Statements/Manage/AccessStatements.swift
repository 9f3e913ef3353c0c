import Changes
import JSON
import Rendering

/// `access`: the permissions of the store's clients, which its owner sets.
extension StatementRunner {
  func access(_ syntax: AccessSyntax) throws -> Answer {
    let isReading = syntax == .list || syntax == .requests
    // Reading does not create a store.
    guard let store = try isReading ? session.readableStore() : session.writableStore() else {
      return .listing(list([]))
    }
    let control = AccessControl(store, client: session.client)
    switch syntax {
    case .list: return .listing(list(try visible(control)))
    case .requests: return .listing(list(try visible(control).filter { $0.requested != nil }))
    case .set(let client, let kind, let word), .grant(let client, let kind, let word):
      try set(word.level, client, ItemKind(kind), control)
    case .deny(let client, let kind): try set(.denied, client, ItemKind(kind), control)
    case .revoke(let client):
      let known = try control.all().filter { $0.client == client }
      if known.isEmpty { throw ShellError.unknownClient(client) }
      for row in known { try set(.undetermined, client, row.kind, control) }
    }
    return .nothing
  }

  /// Returns all clients for the owner; for another client only its own rows.
  private func visible(_ control: AccessControl) throws -> [ClientAccess] {
    let rows = try control.all()
    if try control.isOwner() { return rows }
    return rows.filter { $0.client == control.client }
  }

  private func set(
    _ level: AccessLevel, _ client: String, _ kind: ItemKind, _ control: AccessControl
  ) throws {
    try control.set(level, for: client, kind)
    let words = Permission.plural(kind)
    session.say(
      level == .undetermined
        ? "\(SafeText.line(client)) has to ask again for \(words)"
        : "\(SafeText.line(client)): \(words) \(level.name)")
  }

  /// A line for each client and kind.
  private func list(_ rows: [ClientAccess]) -> Listing {
    let width = rows.map { CellWidth.of(SafeText.line($0.client)) }.max() ?? 0
    var listing = Listing(rows, .lines) { row in
      JSONObjectText().adding("client", row.client).adding("entity", Permission.plural(row.kind))
        .adding("level", row.levelName).adding("reason", row.reason)
        .adding("waiting", isTrue: row.requested != nil).adding("wanted", row.wantedLevel?.name)
    } cells: { row in
      let waits = row.requested == nil ? "" : "asks for \(row.wantedLevel?.name ?? "access"): "
      return [
        CellText.fit(SafeText.line(row.client), to: max(6, width)),
        CellText.fit(Permission.plural(row.kind), to: 9), CellText.fit(row.levelName, to: 12),
        row.reason.map { waits + SafeText.line($0) } ?? "",
      ].map { TableCell($0) }
    }
    listing.empty = "no client has asked or was given anything"
    return listing
  }
}

extension ClientAccess {
  fileprivate var levelName: String { AccessLevel(rawValue: level)?.name ?? "undetermined" }

  /// The level that a waiting client requests; nil if it does not wait.
  var wantedLevel: AccessLevel? { requested == nil ? nil : wanted.flatMap(AccessLevel.init) }
}

extension AccessLevelWord {
  fileprivate var level: AccessLevel {
    switch self {
    case .full: .full
    case .readOnly: .readOnly
    case .writeOnly: .writeOnly
    case .denied: .denied
    case .restricted: .restricted
    case .ask: .undetermined
    }
  }
}

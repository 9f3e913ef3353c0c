import Editing
import Model
import QueryLanguage
import Store

/// `access`: what other clients of the store may do, as its owner decides.
extension StatementRunner {
  func access(_ syntax: AccessSyntax) throws(ShellError) {
    let isReading = syntax == .list || syntax == .requests
    // Looking makes no store.
    guard let store = try isReading ? session.readableStore() : session.writableStore() else {
      return try list([])
    }
    let control = AccessControl(store, client: session.client)
    switch syntax {
    case .list: try list(try visible(control))
    case .requests: try list(try visible(control).filter { $0.requested != nil })
    case .set(let client, let kind, let word), .grant(let client, let kind, let word):
      try set(word.level, client, ItemKind(kind), control)
    case .deny(let client, let kind): try set(.denied, client, ItemKind(kind), control)
    case .revoke(let client):
      let known = try all(control).filter { $0.client == client }
      if known.isEmpty { throw .unknownClient(client) }
      for row in known { try set(.undetermined, client, row.kind, control) }
    }
  }

  /// What the owner sees of all clients, and each other client of itself.
  private func visible(_ control: AccessControl) throws(ShellError) -> [ClientAccess] {
    let rows = try all(control)
    if try editing({ () throws(EditError) in try control.isOwner() }) { return rows }
    return rows.filter { $0.client == control.client }
  }

  private func all(_ control: AccessControl) throws(ShellError) -> [ClientAccess] {
    try editing { () throws(EditError) in try control.all() }
  }

  private func set(
    _ level: AccessLevel, _ client: String, _ kind: ItemKind, _ control: AccessControl
  ) throws(ShellError) {
    try editing { () throws(EditError) in try control.set(level, for: client, kind) }
    let words = Permission.plural(kind)
    session.say(
      level == .undetermined
        ? "\(SafeText.line(client)) has to ask again for \(words)"
        : "\(SafeText.line(client)): \(words) \(level.name)")
  }

  /// A line for each client and kind; objects where JSON is asked for.
  private func list(_ rows: [ClientAccess]) throws(ShellError) {
    if session.format == .json || session.format == .jsonl {
      let objects = rows.map { row in
        var bytes = Array("{\"client\":".utf8)
        JSONText.append(row.client, to: &bytes)
        bytes += Array(
          ",\"entity\":\"\(Permission.plural(row.kind))\",\"level\":\"\(row.levelName)\",\"reason\":".utf8)
        JSONText.append(row.reason, to: &bytes)
        bytes += Array(",\"waiting\":\(row.requested != nil),\"wanted\":".utf8)
        JSONText.append(row.wantedLevel?.name, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
      }
      if session.format == .jsonl {
        for object in objects { session.output.appendLine(object) }
        return
      }
      session.output.appendLine("[" + objects.joined(separator: ",\n") + "]")
      return
    }
    if rows.isEmpty { return session.say("no client has asked or was given anything") }
    let width = rows.map { CellWidth.of(SafeText.line($0.client)) }.max() ?? 0
    for row in rows {
      let client = CellText.fit(SafeText.line(row.client), to: max(6, width))
      let kind = CellText.fit(Permission.plural(row.kind), to: 9)
      let level = CellText.fit(row.levelName, to: 12)
      let waits = row.requested == nil ? "" : "asks for \(row.wantedLevel?.name ?? "access"): "
      let reason = row.reason.map { waits + SafeText.line($0) } ?? ""
      session.output.appendLine("\(client)  \(kind)  \(level)  \(reason)".trimmedAtEnd)
    }
  }
}

extension ClientAccess {
  fileprivate var levelName: String { AccessLevel(rawValue: level)?.name ?? "undetermined" }

  /// The level that the client waits for; nil where it does not.
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

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

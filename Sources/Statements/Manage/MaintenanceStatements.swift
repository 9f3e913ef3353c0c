import Changes
import JSON
import Platform
import Rendering

/// Maintenance of the store: check, reindex, backup, duplicates.
extension StatementRunner {
  func check() throws -> Answer {
    let store = try storeToCheck()
    let findings = try store.verify()
    let news = try session.newsOfViews()
    if findings.isEmpty { return .text(TextAnswer(["the store is sound"] + news)) }
    return .broken(
      .text(TextAnswer(findings.prefix(100).map { SafeText.line($0) } + news)), .storeUnsound(findings.count))
  }

  /// Returns the store for writing, since a check rebuilds everything and rolls it back; if that is
  /// impossible, the store for reading, of which a copy is checked.
  private func storeToCheck() throws -> CalendarStore {
    do {
      return try session.writableStore()
    } catch {
      guard let reason = ShellError(error).fault(as: StoreError.self),
        [.readOnly, .diskFull, .cannotOpen].contains(reason.code),
        let store = try session.readableStore()
      else { throw error }
      return store
    }
  }

  func reindex() throws -> Answer {
    let (context, _) = try session.context()
    let store = try session.writableStore()
    try store.rebuild(now: context.now)
    session.say("all indexes are made anew")
    return .nothing
  }

  func backup(_ path: PathSyntax, replacing mayReplace: Bool) throws -> Answer {
    guard case .file(let text) = path.kind, literal(text) != "-" else {
      throw problem(
        FileFault.Code.unwritableFile, "a store cannot go to standard output",
        "name a file; ./- is one called -",
        path.range)
    }
    guard let store = try session.readableStore() else {
      throw StoreError(.noStore, try session.placeOfStore())
    }
    let target = session.path(literal(text))
    try store.backUp(to: target, replacing: mayReplace)
    session.say("wrote \(target)")
    return .nothing
  }

  func duplicates(_ names: [NameSyntax]) throws -> Answer {
    let (context, _) = try session.context()
    guard let store = try session.readableStore() else { return noStore }
    let calendars = Set(try self.calendars(named: names, context, store).map(\.id))
    let groups = try store.duplicates(in: names.isEmpty ? nil : calendars)
    func ids(_ group: DuplicateGroup) -> [String] {
      group.items.map { PublicID.text(group.kind.prefix, $0) }
    }
    let columns: [TableColumn] = [.fixed("same", leaves: 1), .text("title", least: 10), .fixed("ids")]
    // All but the first of each group: the candidates for deletion.
    let listing = Listing(groups, .table(columns), ids: { Array(ids($0).dropFirst()) }) { group in
      JSONObjectText().adding("type", "duplicates").adding("same", group.reason.rawValue)
        .adding("ids", ids(group))
    } cells: { group in
      [
        group.reason == .uid ? "uid" : "title and time", SafeText.line(group.title),
        ids(group).joined(separator: " "),
      ].map { TableCell($0) }
    }
    session.say(ChangeReport.count(groups.count, "group"))
    return .listing(listing)
  }
}

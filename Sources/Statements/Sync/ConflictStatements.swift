import Changes
import JSON
import Rendering
import Sync

/// `sync conflicts` and `sync resolve`.
extension StatementRunner {
  /// One part of a conflict, as a list shows it.
  private struct ConflictRow {
    var conflict: OpenConflict
    var part: OpenConflict.Part
    var calendar: String
  }

  private func book(_ store: CalendarStore) throws -> ConflictBook {
    ConflictBook(
      store, addresses: Set(session.settings.ownAddresses), now: try session.context().context.now)
  }

  /// A row for each part in which both sides differ.
  func conflicts() throws -> Answer {
    let (context, _) = try session.context()
    guard let store = try session.readableStore() else { return noStore }
    let titles = Dictionary(uniqueKeysWithValues: try store.calendars().map { ($0.id, $0.title) })
    let rows = try book(store).open().flatMap { conflict in
      conflict.parts.map {
        ConflictRow(conflict: conflict, part: $0, calendar: titles[conflict.calendar] ?? "")
      }
    }
    let columns: [TableColumn] = [
      .fixed("id"), .text("calendar", least: 6, leaves: 1), .text("title", least: 10),
      .text("field", least: 6),
      .text("mine", least: 10), .text("theirs", least: 10), .fixed("shown"),
      .fixed("time", leaves: 2),
    ]
    var listing = Listing(rows, .table(columns), ids: { $0.conflict.publicID.map { [$0] } ?? [] }) { row in
      var object = JSONObjectText().adding("id", row.conflict.id).adding("calendar", row.calendar)
        .adding("title", row.conflict.title).adding("field", row.part.key)
      if let item = row.conflict.publicID { object = object.adding("item", item) }
      return object.adding("mine", row.part.conflict.lines(of: .mine))
        .adding("theirs", row.part.conflict.lines(of: .theirs))
        .adding("base", Self.lines(row.part.conflict.base))
        .adding("shown", row.part.conflict.winner.rawValue)
        .adding("reason", row.part.conflict.reason.rawValue).adding("time", row.conflict.made.description)
    } cells: { row in
      let local = context.zone.civil(at: row.conflict.made)
      return [
        TableCell(String(row.conflict.id)), TableCell(SafeText.line(row.calendar)),
        TableCell(SafeText.line(row.conflict.title)), TableCell(row.part.key),
        TableCell(SafeText.line(row.part.conflict.words(of: .mine))),
        TableCell(SafeText.line(row.part.conflict.words(of: .theirs))),
        TableCell(row.part.conflict.winner.rawValue),
        TableCell("\(local.date) \(local.time.description.prefix(5))"),
      ]
    }
    listing.empty = "no conflicts"
    return .listing(listing)
  }

  fileprivate static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Gives a conflict the version of one side, or makes two items; without a word each part is asked.
  func resolve(_ number: Int, _ word: ResolutionWord?) throws -> Answer {
    let store = try session.writableStore()
    let book = try book(store)
    let conflict = try accounting(at: nil) { () throws(AccountError) in try book.conflict(number) }
    let resolution: Resolution
    switch word {
    case .both: resolution = .both
    case .mine: resolution = .sides(Dictionary(uniqueKeysWithValues: conflict.parts.map { ($0.key, .mine) }))
    case .theirs:
      resolution = .sides(Dictionary(uniqueKeysWithValues: conflict.parts.map { ($0.key, .theirs) }))
    case nil: resolution = try ask(conflict)
    }
    if case .sides(let sides) = resolution, sides.isEmpty, !conflict.parts.isEmpty {
      session.say("conflict \(number) stays open")
      return .nothing
    }
    let workspace = try session.workspace()
    let head = try accounting(at: nil) { () throws(AccountError) in
      try book.resolve(number, resolution) { workspace.newUID() }
    }
    let id = head.map { PublicID.text(conflict.kind.prefix, $0) }
    if case .sides(let sides) = resolution, sides.count < conflict.parts.count {
      session.say("resolved \(sides.count) of \(conflict.parts.count) parts of conflict \(number)")
    } else {
      session.say(
        "resolved conflict \(number)\(conflict.title.isEmpty ? "" : ": " + SafeText.line(conflict.title))")
    }
    return .change(
      ChangeAnswer(
        JSONObjectText().adding("outcome", "saved").adding("ids", id.map { [$0] } ?? []).adding("count", 1),
        ids: id.map { [$0] } ?? []))
  }

  /// The answers to a question.
  private enum Choice: String, CaseIterable { case mine, theirs, later }

  /// Asks part by part.
  private func ask(_ conflict: OpenConflict) throws -> Resolution {
    guard session.canAsk else {
      throw problem(
        ShellError.Code.confirmationRequired, "conflict \(conflict.id) is asked field by field at a terminal",
        "sync resolve \(conflict.id) mine|theirs|both", nil)
    }
    session.say(SafeText.line(conflict.title))
    var sides: [String: MergeSide] = [:]
    for part in conflict.parts {
      session.say(part.key)
      for side in MergeSide.allCases {
        let mark = side == part.conflict.winner ? "  (shown)" : ""
        session.say("\(side.rawValue): \(SafeText.line(part.conflict.words(of: side)))\(mark)", indent: 2)
      }
      guard let choice = session.question.choose("[m]ine, [t]heirs, or [l]ater?", Choice.self) else {
        throw ShellError.canceled
      }
      switch choice {
      case .mine: sides[part.key] = .mine
      case .theirs: sides[part.key] = .theirs
      case .later: break
      }
    }
    return .sides(sides)
  }
}

extension OpenConflict {
  /// The id of its item; nil when that is gone.
  fileprivate var publicID: String? { items.first.map { PublicID.text(kind.prefix, $0) } }
}

extension FieldConflict {
  fileprivate func lines(of side: MergeSide) -> [String] { StatementRunner.lines(text(of: side)) }

  /// A version in a few words: the value of its line, or its lines.
  fileprivate func words(of side: MergeSide) -> String {
    let lines = lines(of: side)
    if lines.isEmpty { return "(none)" }
    return lines.map { line in
      guard lines.count == 1, let colon = line.firstIndex(of: ":") else { return line }
      return String(line[line.index(after: colon)...])
    }.joined(separator: "; ")
  }
}

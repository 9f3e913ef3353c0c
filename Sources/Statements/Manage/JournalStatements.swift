import Changes
import JSON
import Rendering

/// Batches, the history, and the changes since a state.
extension StatementRunner {
  func journal<Result>(
    _ body: (CalendarStore, Instant) throws(StoreError) -> Result
  ) throws -> Result {
    let (context, _) = try session.context()
    let store = try session.writableStore()
    return try body(store, context.now)
  }

  // MARK: Batches

  func begin() throws -> Answer {
    try journal { (store, now) throws(StoreError) in try store.beginBatch(cause: "batch", now: now) }
    session.say("what follows is kept by commit, all of it, or taken back by rollback")
    return .nothing
  }

  func commit() throws -> Answer {
    try journal { (store, _) throws(StoreError) in try store.commitBatch() }
    session.say("committed")
    return .nothing
  }

  func rollback() throws -> Answer {
    try journal { (store, _) throws(StoreError) in try store.rollbackBatch() }
    session.say("rolled back")
    return .nothing
  }

  // MARK: History

  func history() throws -> Answer {
    let (context, _) = try session.context()
    guard let store = try session.readableStore() else { return noStore }
    let steps = try store.history()
    let words = StepWords(store: store)
    let today = context.zone.civil(at: context.now).date
    let columns: [TableColumn] = [
      .fixed("step"), .fixed("time", leaves: 3), .text("client", least: 4, leaves: 1),
      .fixed("state", leaves: 4), .text("items", least: 9, leaves: 2), .text("what", least: 20),
    ]
    let listing = Listing(steps, .table(columns)) { step in
      JSONObjectText()
        .adding("step", "u\(step.id)").adding("time", step.time.description)
        .adding("client", step.client).adding("state", step.word).adding("cause", step.cause)
        .adding("what", words.text(step)).adding("added", step.added).adding("changed", step.changed)
        .adding("deleted", step.deleted)
    } cells: { step in
      let local = context.zone.civil(at: step.time)
      let clock = String(local.time.description.prefix(5))
      let counts = [(step.added, "added"), (step.changed, "changed"), (step.deleted, "deleted")]
      return [
        TableCell("u\(step.id)"),
        TableCell("\(local.date) \(clock)", short: TimeText.shortDay(local.date, today: today) + " " + clock),
        TableCell(SafeText.line(step.client)), TableCell(step.word),
        TableCell(counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")),
        TableCell(SafeText.line(words.text(step))),
      ]
    }
    return .listing(listing)
  }

  func changes(since state: String) throws -> Answer {
    let store = try session.readableStore()
    // A program reads an empty list from the list itself.
    if store == nil, !session.takesObjects { return noStore }
    let (changes, present) = try store?.changes(since: state) ?? ([], nil)
    func calendar(_ change: StoredChange) -> String { PublicID.text(.calendar, change.calendar) }
    let columns: [TableColumn] = [.fixed("change"), .fixed("id"), .fixed("calendar", leaves: 1)]
    var listing = Listing(changes, .table(columns), ids: { [$0.id] }) { change in
      JSONObjectText().adding("change", change.kind.rawValue).adding("id", change.id)
        .adding("calendar", calendar(change))
    } cells: { change in
      [change.kind.rawValue, change.id, calendar(change)].map { TableCell($0) }
    }
    listing.state = present
    return .listing(listing)
  }

  /// Reports that there is no store yet.
  var noStore: Answer {
    session.say("there is no store yet")
    return .nothing
  }
}

extension JournalStep {
  /// Its kind and state in a word.
  fileprivate var word: String {
    switch (kind, state) {
    case (.undo, _): "undo"
    case (.redo, _): "redo"
    case (.upkeep, _): "upkeep"
    case (.done, .inForce): "done"
    case (.done, .undone): "undone"
    case (.done, .settled): "settled"
    case (.done, .growing): "growing"
    }
  }
}

extension StoredChange {
  /// The id of the changed object; the kind of a deleted item is unknown, so it gets the id of an event.
  package var id: String {
    switch subject {
    case .item(let number, let kind): PublicID.text((kind ?? .event).prefix, number)
    case .calendar(let number): PublicID.text(.calendar, number)
    }
  }
}

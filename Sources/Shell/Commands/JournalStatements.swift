import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// Taking back, doing again, batches, and what changed.
extension StatementRunner {
  func journal<Result>(
    _ body: (CalendarStore, Instant) throws(StoreError) -> Result
  ) throws(ShellError) -> Result {
    let (context, _) = try session.context()
    let store = try session.writableStore()
    do throws(StoreError) {
      return try body(store, context.now)
    } catch {
      throw .store(error)
    }
  }

  // MARK: Batches

  func begin() throws(ShellError) {
    try journal { (store, now) throws(StoreError) in try store.beginBatch(cause: "batch", now: now) }
    session.say("what follows is kept by commit, all of it, or taken back by rollback")
  }

  func commit() throws(ShellError) {
    try journal { (store, _) throws(StoreError) in try store.commitBatch() }
    session.say("committed")
  }

  func rollback() throws(ShellError) {
    try journal { (store, _) throws(StoreError) in try store.rollbackBatch() }
    session.say("rolled back")
  }

  // MARK: History

  func history() throws(ShellError) {
    let (context, _) = try session.context()
    guard let store = try session.readableStore() else { return session.say("there is no store yet") }
    let steps: [JournalStep]
    do throws(StoreError) {
      steps = try store.history()
    } catch {
      throw .store(error)
    }
    let words = StepWords(store: store)
    switch session.format {
    case .json, .jsonl:
      write(
        try listed(steps) { step in
          AnswerObject()
            .adding("step", "u\(step.id)").adding("time", step.time.description)
            .adding("client", step.client).adding("state", step.word).adding("cause", step.cause)
            .adding("what", words.text(step)).adding("added", step.added).adding("changed", step.changed)
            .adding("deleted", step.deleted).text
        })
    case .table, .chart, .line, .csv, .tsv, .ids, .ics, .jscalendar, .invitation, .reply:
      let today = context.zone.civil(at: context.now).date
      let rows = try listed(steps) { step -> [TableCell] in
        let local = context.zone.civil(at: step.time)
        let clock = String(local.time.description.prefix(5))
        let counts = [(step.added, "added"), (step.changed, "changed"), (step.deleted, "deleted")]
        return [
          TableCell("u\(step.id)"),
          TableCell(
            "\(local.date) \(clock)", short: TimeText.shortDay(local.date, today: today) + " " + clock),
          TableCell(SafeText.line(step.client)), TableCell(step.word),
          TableCell(counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")),
          TableCell(SafeText.line(words.text(step))),
        ]
      }
      try write(
        PlainTable(
          [
            .fixed("step"), .fixed("time", leaves: 3), .text("client", least: 4, leaves: 1),
            .fixed("state", leaves: 4), .text("items", least: 9, leaves: 2), .text("what", least: 20),
          ], rows))
    }
  }

  func changes(since state: String) throws(ShellError) {
    guard let store = try session.readableStore() else { return session.say("there is no store yet") }
    let (changes, present): ([StoredChange], String)
    do throws(StoreError) {
      (changes, present) = try store.changes(since: state)
    } catch {
      throw .store(error)
    }
    switch session.format {
    case .json, .jsonl:
      var bytes = Array("{\"state\":".utf8)
      JSONText.append(present, to: &bytes)
      bytes += Array(",\"changes\":[".utf8)
      var looks = StopLooks(session.stopSignal)
      for (index, change) in changes.enumerated() {
        if looks.step() { try session.checkStopSignal() }
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes +=
          AnswerObject().adding("change", change.kind.rawValue).adding("id", change.id)
          .adding("calendar", PublicID.text(.calendar, change.calendar)).bytes
      }
      bytes += Array("]}".utf8)
      session.output.appendLine(String(decoding: bytes, as: UTF8.self))
    case .ids: for change in changes { session.output.appendLine(change.id) }
    case .table, .chart, .line, .csv, .tsv, .ics, .jscalendar, .invitation, .reply:
      try write(
        PlainTable(
          [.fixed("change"), .fixed("id"), .fixed("calendar", leaves: 1)],
          try listed(changes) {
            [$0.kind.rawValue, $0.id, PublicID.text(.calendar, $0.calendar)].map { TableCell($0) }
          }
        ))
      session.say("state: \(present)")
    }
  }

  /// A row for each of a list that may be long; throws `interrupted`.
  func listed<Element, Row>(_ elements: [Element], _ row: (Element) -> Row) throws(ShellError) -> [Row] {
    var looks = StopLooks(session.stopSignal)
    var rows: [Row] = []
    for element in elements {
      if looks.step() { try session.checkStopSignal() }
      rows.append(row(element))
    }
    return rows
  }

  /// Writes a table that may be long; throws `interrupted`.
  func write(_ table: PlainTable) throws(ShellError) {
    if !table.write(to: session.output, session.screen, until: session.stopSignal) {
      try session.checkStopSignal()
    }
  }

  /// Writes JSON objects, as lines or as one array.
  func write(_ objects: [String]) {
    if session.format == .jsonl {
      for object in objects { session.output.appendLine(object) }
      return
    }
    session.output.appendLine("[" + objects.joined(separator: ",\n") + "]")
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
    }
  }
}

extension StoredChange {
  /// The id of what changed; the kind of a deleted item is no longer known, so that it is an event's.
  var id: String {
    switch subject {
    case .item(let number, let kind): PublicID.text((kind ?? .event).prefix, number)
    case .calendar(let number): PublicID.text(.calendar, number)
    }
  }
}

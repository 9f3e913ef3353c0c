import Changes
import JSON
import Rendering
import Settings

/// Writes answers to a session's output, in the requested format.
package struct AnswerPrinter {
  let session: Session

  package init(session: Session) { self.session = session }

  /// Writes an answer, a page as its rows; throws the error of reading it, or the one that follows a partial
  /// answer.
  package func print(_ answer: Answer) throws {
    switch answer {
    case .rows(let rows): try print(rows)
    case .change(let change): print(change)
    case .listing(let listing): try print(listing)
    case .text(let text): session.output.append(text.text(for: session.screen))
    case .document(let document):
      if let question = document.question { tell(question) }
      try document.write(to: session.output)
    case .page(let page): try print(page.rows)
    // The shell handles these.
    case .forms, .watch, .script, .tour: break
    case .nothing, .hidden: break
    case .broken(let answer, let error):
      try print(answer)
      throw error
    }
  }

  // MARK: Rows

  private func print(_ answer: RowAnswer) throws {
    tell(answer)
    var result = try answer.result()
    try answer.reading { () throws(QueryError) in
      try RowPrinter(session: session, answer).print(&result)
    }
  }

  /// Returns the renderer of a result's rows.
  package func renderer(of result: QueryResult, _ answer: RowAnswer) -> any Renderer {
    RowPrinter(session: session, answer).renderer(of: result)
  }

  /// Reports how a question was understood: echoes to people, warnings also to programs, which read standard
  /// error or the envelope.
  package func tell(_ answer: RowAnswer) {
    let (bound, format) = (answer.bound, answer.format)
    // A table of items shows the range it covers, and any table shows its omissions.
    let hasFoot = format == .table && bound.page == nil
    let showsRange = format == .table && (bound.shape == .rows || bound.shape == .days)
    for note in answer.notes {
      switch note.kind {
      case .range where showsRange, .footnote where hasFoot: continue
      case _ where session.hasReported(note): continue
      case .echo, .range, .footnote:
        if format == .table || session.errorScreen.isTerminal { session.note(note.text) }
      case .warning: session.note(note.text)
      }
    }
  }

  // MARK: Changes and lists

  private func print(_ change: ChangeAnswer) {
    if session.namedFormat?.isJSON == true {
      for object in change.objects { session.output.appendLine(object.text) }
    } else {
      for id in change.ids { session.output.appendLine(id) }
    }
  }

  private func print(_ listing: Listing) throws {
    let signal = session.stopSignal
    let format = listing.tellsChange ? session.namedFormat ?? .table : session.format
    if format.isJSON {
      let objects = try listing.objects(until: signal)
      if let state = listing.state {
        return session.output.appendLine(
          JSONObjectText().adding("state", state).adding("changes", objects).text)
      }
      if format == .jsonl {
        for object in objects { session.output.appendLine(object.text) }
        return
      }
      return session.output.appendLine("[" + objects.map(\.text).joined(separator: ",\n") + "]")
    }
    if format == .ids, listing.hasIDs {
      for id in try listing.ids(until: signal) { session.output.appendLine(id) }
    } else if listing.count == 0, let empty = listing.empty {
      session.say(empty)
    } else {
      try write(try listing.cells(until: signal), listing.look)
      if let state = listing.state { session.say("state: \(state)") }
    }
  }

  private func write(_ rows: [[TableCell]], _ look: Listing.Look) throws {
    switch look {
    case .lines:
      for row in rows {
        session.output.appendLine(row.map(\.text).joined(separator: "  ").trimmedAtEnd)
      }
    case .table(let columns):
      if !PlainTable(columns, rows).write(to: session.output, session.screen, until: session.stopSignal) {
        try session.checkStopSignal()
      }
    }
  }
}

extension Session {
  /// Whether the person at the prompt has already seen the note about calendars left out: once is enough.
  fileprivate func hasReported(_ note: Note) -> Bool {
    guard isInteractive, note.code == "hidden-calendars" || note.code == "calendar-set" else { return false }
    return !reportedNotes.insert(note).inserted
  }

  /// The choice of an option or a setting; nil if neither chooses.
  package var chosenFormat: FormatChoice? { formatOption ?? settings.format }

  /// The format named by an option or a setting; nil if neither names one.
  package var namedFormat: OutputFormat? { chosenFormat?.format }

  /// The format of a statement that names none: that of the option or the setting, else a table for people
  /// and JSON for programs.
  package var format: OutputFormat { namedFormat ?? (screen.isTerminal ? .table : .json) }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

import Changes
import Forms
import JSON
import Rendering

/// What a statement came to; to print it or to send it to a program is the caller's business.
package enum Answer {
  /// The rows of a question, read while they are taken.
  case rows(RowAnswer)
  /// What a change did.
  case change(ChangeAnswer)
  /// A list whose rows are all known.
  case listing(Listing)
  /// Text for people.
  case text(TextAnswer)
  /// A file of whole items, written while it is read.
  case document(DocumentAnswer)
  /// Forms that a person fills in, one after another.
  case forms([FormAnswer])
  /// A page of the calendar to leaf through.
  case page(PageAnswer)
  /// A question to be answered again whenever its answer changes.
  case watch(StatementSyntax)
  /// A script to be run.
  case script(path: String)
  /// All that there is to say was said.
  case nothing
  /// A question about what the client may not see, as it may only add.
  case hidden
  /// An answer that came before something went wrong.
  indirect case broken(Answer, ShellError)
}

/// The rows of a question that is understood.
package struct RowAnswer {
  package let bound: BoundQuery
  package let context: QueryContext
  package let store: CalendarStore
  /// The format that the question, an option or a setting names.
  package let format: OutputFormat
  /// How the question was understood.
  package var notes: [Note]
  /// The error of the statement that an error of its question is.
  package var failure: (QueryError) -> ShellError

  /// Plans it and begins to read.
  package func result() throws -> QueryResult {
    try reading { () throws(QueryError) in try QueryEngine.run(bound, context: context, store: store) }
  }

  /// The plan; `estimates` says what is to be known of one that has no rival.
  package func plan(_ estimates: PlanEstimates) throws -> QueryPlan {
    try reading { () throws(QueryError) in
      try QueryEngine.plan(bound, store: store, estimates: estimates)
    }
  }

  /// Runs what reads rows of it, with errors as those of the statement.
  package func reading<Result>(_ body: () throws(QueryError) -> Result) throws -> Result {
    do throws(QueryError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }
}

/// What a change did: objects for programs, ids for people and pipes.
package struct ChangeAnswer {
  /// What happened, in an object each; nearly always one.
  package var objects: [JSONObjectText]
  /// The ids of what there is now.
  package var ids: [String]

  init(_ object: JSONObjectText, ids: [String] = []) { (objects, self.ids) = ([object], ids) }

  /// What happened as members of one object.
  package var members: JSONObjectText { objects.reduce(into: JSONObjectText()) { $0.add($1) } }

  /// Several changes as one answer.
  init(_ changes: [ChangeAnswer]) {
    (objects, ids) = (changes.flatMap(\.objects), changes.flatMap(\.ids))
  }
}

/// Text for people, laid out for where it is shown.
package struct TextAnswer {
  private let lay: (Screen) -> String

  /// Text whose lines depend on the width of the screen.
  init(laidOut lay: @escaping (Screen) -> String) { self.lay = lay }

  /// Lines that are the same everywhere.
  init(_ lines: [String]) { lay = { _ in lines.map { $0 + "\n" }.joined() } }

  package func text(for screen: Screen) -> String { lay(screen) }
}

/// Whole items in a format that keeps them.
package struct DocumentAnswer {
  package let format: OutputFormat
  /// How the question whose answer it is was understood; nil for an export of whole calendars.
  package var question: RowAnswer?
  /// Writes pieces one after another, until `take` wants no more of them.
  package var write: (_ take: ([UInt8]) -> Bool) throws -> Void

  /// Writes it to an output, until that has no reader any more.
  func write(to output: OutputBuffer) throws {
    try write { bytes in
      output.append(bytes: bytes)
      return output.isOpen
    }
  }
}

/// A form, and what is to be told of how it ended.
package struct FormAnswer {
  /// Has the form filled in, and returns what came of it.
  package let fill: (any FormFiller) throws -> Answer

  init(_ fill: @escaping (any FormFiller) throws -> Answer) { self.fill = fill }
}

/// A page of the calendar, and its rows for where nobody can leaf through it.
package struct PageAnswer {
  package let view: CalendarViewSyntax
  package let source: String
  package let rows: RowAnswer
}

import Changes
import Forms
import JSON
import Rendering

/// The result of a statement; the caller prints it or sends it to a program.
package enum Answer {
  /// The rows of a question, read while they are consumed.
  case rows(RowAnswer)
  /// The effect of a change.
  case change(ChangeAnswer)
  /// A list with all its rows known.
  case listing(Listing)
  /// Text for people.
  case text(TextAnswer)
  /// A file of whole items, written while it is read.
  case document(DocumentAnswer)
  /// Forms that a person fills in, one after another.
  case forms([FormAnswer])
  /// A page of the calendar to leaf through.
  case page(PageAnswer)
  /// A question to answer again whenever its answer changes.
  case watch(StatementSyntax)
  /// A script to run.
  case script(path: String)
  /// The tour.
  case tour
  /// No further output.
  case nothing
  /// A question about items hidden from the client, which may only add.
  case hidden
  /// An answer followed by an error.
  indirect case broken(Answer, ShellError)
}

/// The rows of a bound question.
package struct RowAnswer {
  package let bound: BoundQuery
  package let context: QueryContext
  package let store: CalendarStore
  /// The format named by the question, an option or a setting.
  package let format: OutputFormat
  /// The template of its lines; nil for a format with a name.
  package let template: RowTemplate?
  /// How the question was understood.
  package var notes: [Note]
  /// Turns an error of the question into one of the statement.
  package var failure: (QueryError) -> ShellError

  /// Plans the question and begins to read.
  package func result() throws -> QueryResult {
    try reading { () throws(QueryError) in try Engine(store, context).run(bound) }
  }

  /// Returns the plan; `estimates` says what to estimate for an access path without alternatives.
  package func plan(_ estimates: PlanEstimates) throws -> QueryPlan {
    try reading { () throws(QueryError) in
      try Engine(store, context).plan(bound, estimates: estimates)
    }
  }

  /// Runs code that reads its rows, with errors as those of the statement.
  package func reading<Result>(_ body: () throws(QueryError) -> Result) throws -> Result {
    do throws(QueryError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }
}

/// The effect of a change: objects for programs, ids for people and pipes.
package struct ChangeAnswer {
  /// An object for each change; nearly always one.
  package var objects: [JSONObjectText]
  /// The ids of the resulting objects.
  package var ids: [String]

  init(_ object: JSONObjectText, ids: [String] = []) { (objects, self.ids) = ([object], ids) }

  /// The members of all objects, in one object.
  package var members: JSONObjectText { objects.reduce(into: JSONObjectText()) { $0.add($1) } }

  /// Combines several changes into one answer.
  init(_ changes: [ChangeAnswer]) {
    (objects, ids) = (changes.flatMap(\.objects), changes.flatMap(\.ids))
  }
}

/// Text for people, laid out for the screen.
package struct TextAnswer {
  private let lay: (Screen) -> String

  /// Creates a text whose lines depend on the width of the screen.
  init(laidOut lay: @escaping (Screen) -> String) { self.lay = lay }

  /// Creates a text whose lines are the same on every screen.
  init(_ lines: [String]) { lay = { _ in lines.map { $0 + "\n" }.joined() } }

  package func text(for screen: Screen) -> String { lay(screen) }
}

/// Whole items in a format that preserves them.
package struct DocumentAnswer {
  package let format: OutputFormat
  /// The question that it answers; nil for an export of whole calendars.
  package var question: RowAnswer?
  /// Writes pieces one after another, until `take` returns false.
  package var write: (_ take: ([UInt8]) -> Bool) throws -> Void

  /// Writes it to an output, until that has no reader any more.
  func write(to output: OutputBuffer) throws {
    try write { bytes in
      output.append(bytes: bytes)
      return output.isOpen
    }
  }
}

/// A form, and the answer that its outcome leads to.
package struct FormAnswer {
  /// Lets the form be filled in, and returns the resulting answer.
  package let fill: (any FormFiller) throws -> Answer

  init(_ fill: @escaping (any FormFiller) throws -> Answer) { self.fill = fill }
}

/// A page of the calendar, and its rows for output without leafing.
package struct PageAnswer {
  package let view: CalendarViewSyntax
  package let source: String
  package let rows: RowAnswer
}

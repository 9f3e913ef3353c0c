import Rendering
import Statements

/// `kal next [CLAUSES]`: the next timed event as one line, for status bars; nothing if there is none within
/// 30 days.
enum NextLine {
  static func run(_ clauses: String, template: LineTemplate, _ session: Session) throws {
    if session.namedFormat?.isJSON != true { session.template = template }
    try session.execute(
      "events starting from now to +30d timed not cancelled \(clauses) sort by start limit 1")
  }
}

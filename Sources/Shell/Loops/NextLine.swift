import QueryEngine
import Settings
import Statements

/// `kal next [CLAUSES]`: the next timed event as one line, for status bars; nothing if there is none within
/// 30 days.
enum NextLine {
  /// The line shown without a template.
  static let standard = "{start}  {title|(no title)}  ({in})"

  static func run(_ clauses: String, _ session: Session) throws {
    if session.namedFormat?.isJSON != true {
      let template = try session.formatOption?.template ?? LineTemplate(standard)
      // What comes next comes soon: the clock alone tells when.
      session.formatOption = .template(try template.withClocks(for: ["start", "end"]))
    }
    try session.execute(
      "events starting from now to +30d timed not cancelled \(clauses) sort by start limit 1")
  }
}

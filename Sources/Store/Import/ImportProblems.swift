import ICalendar
import Model
import Recurrence

/// Gathers what there is to tell about a file, up to a number that a person would still read.
struct ImportProblems {
  private static let most = 1000
  let file: String
  private(set) var problems: [ImportSummary.Problem] = []
  private(set) var unreadable = 0
  private var dropped = 0

  init(file: String) { self.file = file }

  mutating func add(_ problem: CalendarProblem) {
    switch problem.kind {
    case .truncated, .nestedTooDeep: unreadable += 1
    case .textOutsideCalendar, .notProperty, .lineTooLong, .missingEnd, .strayEnd, .componentOutsideCalendar,
      .controlCharacters, .invalidUTF8, .utf16, .notCalendar:
      break
    }
    add(problem.line, problem.isError ? .error : .warning, problem.message)
  }

  mutating func add(_ problem: ItemProblem, line: Int) { add(line, .warning, Self.text(problem)) }

  mutating func add(_ line: Int?, _ severity: ImportSummary.Problem.Severity, _ text: String) {
    if problems.count >= Self.most {
      dropped += 1
      return
    }
    problems.append(ImportSummary.Problem(file: file, line: line, severity: severity, text: text))
  }

  /// All that was gathered, and how much was left out.
  var all: [ImportSummary.Problem] {
    if dropped == 0 { return problems }
    return problems + [
      ImportSummary.Problem(
        file: file, line: nil, severity: .warning, text: "\(dropped) more problems are not listed")
    ]
  }

  private static func text(_ problem: ItemProblem) -> String {
    let name = problem.property
    switch problem.kind {
    case .unreadable(let value):
      return "\(name) has a value that cannot be read (\(shortened(value))); the item goes without it"
    case .rejectedRule(let error): return "\(name) cannot be used: \(error); the item is there once"
    case .rule(let warning): return "\(name): \(warning)"
    case .endsBeforeStart: return "\(name) lies before the start; the item lasts no time"
    case .unknownZone(let zone): return "\(name) is in an unknown time zone (\(shortened(zone)))"
    case .noStart: return "the event has no start, so no time query can find it"
    case .repeatsWithoutStart: return "\(name) needs a start; the item does not repeat"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(60) + "…"
  }
}

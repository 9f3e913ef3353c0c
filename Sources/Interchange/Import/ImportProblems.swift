import ICalendar
import Store

/// Collects the problems of a file, up to a number that a person would still read.
struct ImportProblems {
  private static let most = 1000
  let file: String
  private(set) var problems: [ImportSummary.Problem] = []
  private(set) var unreadable = 0
  private var dropped = 0

  init(file: String) { self.file = file }

  mutating func add(_ problem: CalendarProblem) {
    switch problem.kind {
    case .truncated, .nestedTooDeep, .utf16, .notCalendar: unreadable += 1
    case .textOutsideCalendar, .notProperty, .lineTooLong, .missingEnd, .strayEnd, .componentOutsideCalendar,
      .controlCharacters, .invalidUTF8:
      break
    }
    add(problem.line, problem.isError ? .error : .warning, problem.message)
  }

  mutating func add(_ problem: ItemProblem, line: Int) { add(line, .warning, problem.message) }

  /// Adds the reason why a part of the file was rejected.
  mutating func refuse(_ line: Int?, _ text: String) {
    unreadable += 1
    add(line, .error, text)
  }

  mutating func add(_ line: Int?, _ severity: ImportSummary.Problem.Severity, _ text: String) {
    if problems.count >= Self.most {
      dropped += 1
      return
    }
    problems.append(ImportSummary.Problem(file: file, line: line, severity: severity, text: text))
  }

  /// Adds problems collected elsewhere, in line order.
  mutating func add(_ others: ImportProblems) {
    for problem in others.problems.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      add(problem.line, problem.severity, problem.text)
    }
    unreadable += others.unreadable
    dropped += others.dropped
  }

  /// All collected problems, and the number of dropped ones.
  var all: [ImportSummary.Problem] {
    if dropped == 0 { return problems }
    return problems + [
      ImportSummary.Problem(
        file: file, line: nil, severity: .warning, text: "\(dropped) more problems are not listed")
    ]
  }
}

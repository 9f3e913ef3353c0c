/// The reason why a rule is none: it can be made, as Apple's initializers do not throw, and not be saved.
package enum RecurrenceProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interval is less than 1.
  case badInterval(Int)
  /// The number of occurrences is less than 1.
  case badOccurrenceCount(Int)
  /// A weekday's number is outside the frequency's range, `allowed`.
  case badWeekNumber(Int, allowed: ClosedRange<Int>)
  /// A value of a list is outside its range.
  case badValue(Int, list: String, allowed: ClosedRange<Int>)

  /// One clause that names the value and the allowed values.
  package var description: String {
    switch self {
    case .badInterval(let value): "the interval \(value) is less than 1"
    case .badOccurrenceCount(let value): "the number of occurrences \(value) is less than 1"
    case .badWeekNumber(let value, let allowed) where allowed == 0...0:
      "a weekday's number \(value) has no meaning here; it must be 0"
    case .badWeekNumber(let value, let allowed):
      "a weekday's number \(value) does not lie between \(allowed.lowerBound) and \(allowed.upperBound)"
    case .badValue(let value, let list, let allowed) where allowed.lowerBound > 0:
      "\(value) in \(list) does not lie between 1 and \(allowed.upperBound)"
    case .badValue(let value, let list, let allowed):
      "\(value) in \(list) does not lie between 1 and \(allowed.upperBound), nor between "
        + "\(allowed.lowerBound) and -1"
    }
  }
}

extension EKError {
  init(_ problem: RecurrenceProblem) { self.init(.internalFailure, "bad-rule", problem.description) }
}

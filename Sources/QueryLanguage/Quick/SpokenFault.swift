/// A fault of a date or a time in plain text, which says more than that its words were not understood.
struct SpokenFault {
  private let error: SyntaxError
  /// The words that are at fault.
  private let words: String
  /// The words that were read when the fault was found, with those before it.
  private let read: String

  /// The fault of a part that begins where the parser stands; nil for faults that any words have which are no
  /// part.
  init?(_ error: SyntaxError, in parser: Parser) {
    guard error.problem.isOfTime else { return nil }
    self.error = error
    words = parser.text(at: error.range)
    read = parser.text(at: parser.current.range.union(error.range))
  }

  /// The doubts, in which the fault replaces the words of time that it explains.
  func explaining(_ doubts: [SpokenDoubt]) -> [SpokenDoubt] {
    doubts.map { doubt in
      switch doubt {
      case .leftover(let left, .time) where left.contains(words) || read.contains(left): .fault(words, error)
      case .part(let part) where words.contains(part): .fault(words, error)
      default: doubt
      }
    }
  }
}

extension SyntaxProblem {
  /// Whether a date, a clock time, a zone or a length is written, with a fault in it.
  fileprivate var isOfTime: Bool {
    switch self {
    case .noSuchDay, .noSuchWeek, .noSuchMonth, .badDate, .ambiguousDate, .weekdayMismatch, .badClock,
      .clockMismatch, .ambiguousZone, .badOffset, .ambiguousDash, .badDuration, .clockNotDuration:
      true
    default: false
    }
  }
}

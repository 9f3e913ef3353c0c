/// A fault in a statement, as data; `SyntaxErrorText` has the words.
public struct SyntaxError: Error, Hashable, Sendable {
  /// The problem.
  public var problem: SyntaxProblem
  /// The place of the problem.
  public var range: SourceRange
  /// The expectations at that place.
  public var expected: [Expectation]
  /// Further expectations that would make the message long: only suggestions use them.
  public var alsoExpected: [Expectation]

  /// A fault at a place.
  public init(
    _ problem: SyntaxProblem, at range: SourceRange, expected: [Expectation] = [],
    alsoExpected: [Expectation] = []
  ) {
    self.problem = problem
    self.range = range
    self.expected = expected
    self.alsoExpected = alsoExpected
  }

  /// The word that would be valid as a quoted text only; nil for other faults.
  public var searchedWord: String? {
    guard case .unexpected(.text(let word), nil) = problem, word.first?.isLetter ?? false else { return nil }
    let takesText = expected.contains { expectation in
      if case .clause(let noun) = expectation { noun != .busy } else { false }
    }
    return takesText ? word : nil
  }

  /// The expected words that a word may be a misspelling of, the likeliest first.
  public func meantWords(for word: String) -> [String] {
    Spelling.suggestions(for: word, among: (expected + alsoExpected).flatMap(\.words)).filter {
      Spelling.beginsAlike(word, $0)
    }
  }

  /// The stable code.
  public var code: SyntaxErrorCode { problem.code(expecting: expected) }

  /// The fault in words.
  public var diagnostic: Diagnostic { SyntaxErrorText.diagnostic(self) }
}

/// The codes of syntax errors; the raw values are stable and shared by help, protocol and JSON.
public enum SyntaxErrorCode: String, CaseIterable, Sendable {
  case expectedStatement = "expected-statement"
  case expectedClause = "expected-clause"
  case expectedOther = "expected-other"
  case expectedOperator = "expected-operator"
  case expectedDate = "expected-date"
  case expectedName = "expected-name"
  case unknownField = "unknown-field"
  case unknownOperator = "unknown-operator"
  case wrongOperator = "wrong-operator"
  case unknownValue = "unknown-value"
  case wrongFlag = "wrong-flag"
  case wrongPart = "wrong-part"
  case reservedWord = "reserved-word"
  case unquotedName = "unquoted-name"
  case unquotedText = "unquoted-text"
  case unquotedTitle = "unquoted-title"
  case unquotedPath = "unquoted-path"
  case noSuchDate = "no-such-date"
  case badDate = "bad-date"
  case ambiguousDate = "ambiguous-date"
  case weekdayMismatch = "weekday-mismatch"
  case badClock = "bad-clock"
  case clockMismatch = "clock-mismatch"
  case ambiguousZone = "ambiguous-zone"
  case badOffset = "bad-offset"
  case ambiguousDash = "ambiguous-dash"
  case unknownUnit = "unknown-unit"
  case missingUnit = "missing-unit"
  case badDuration = "bad-duration"
  case clockNotDuration = "clock-not-duration"
  case ambiguousRepeat = "ambiguous-repeat"
  case badRepeat = "bad-repeat"
  case duplicateClause = "duplicate-clause"
  case misplacedConnective = "misplaced-connective"
  case noPipes = "no-pipes"
  case notReference = "not-a-reference"
  case badSpan = "bad-span"
  case badCoordinates = "bad-coordinates"
  case missingOf = "missing-of"
  case readOnlyField = "read-only-field"
  case needsParentheses = "needs-parentheses"
  case unclosedString = "unclosed-string"
  case unclosedRegex = "unclosed-regex"
  case unclosedParenthesis = "unclosed-parenthesis"
  case badEscape = "bad-escape"
  case badCharacter = "bad-character"
  case numberTooLarge = "number-too-large"
  case numberOutOfRange = "number-out-of-range"
  case optionInStatement = "option-in-statement"
  case tooDeep = "too-deep"
  case moreThanOne = "more-than-one-statement"
}

/// The token found in place of an expected one.
public enum FoundToken: Hashable, Sendable {
  case endOfInput
  case text(String)
  case reserved(Keyword)
}

/// A problem in a statement.
public enum SyntaxProblem: Hashable, Sendable {
  /// Something else was expected; `after` is the text before the place, if it helps.
  case unexpected(FoundToken, after: String?)
  /// A word that seems to continue the unquoted text before it; `phrase` is both.
  case wordAfterText(String, phrase: String, phraseRange: SourceRange)
  case unknownField(String, Noun?, candidates: [String])
  case unknownOperator(String, suggestion: String)
  /// An operator that the field's type does not have.
  case wrongOperator(String, field: String, FieldType)
  case unknownValue(String, field: String, choices: [String])
  case wrongFlag(QueryFlag, Noun)
  case wrongPart(String, ItemWord)
  case unquotedName(String)
  case unquotedText(String)
  case unquotedTitle(String, ItemWord)
  case unquotedPath(String)
  case noSuchDay(year: Int?, month: Int, day: Int)
  case noSuchWeek(year: Int?, week: Int)
  case noSuchMonth(Int)
  case badDate(String, suggestion: String?)
  /// A date whose day and month may be exchanged, with its readings.
  case ambiguousDate(String, readings: [String])
  case weekdayMismatch(written: String, actual: String, date: String)
  case badClock(String)
  /// A clock time that does not fit the words beside it, and why.
  case clockMismatch(String, reason: String)
  case ambiguousZone(String)
  case badOffset(String)
  /// Two clock times with a dash that may belong to a range or to an offset from UTC.
  case ambiguousDash(String, String, meanings: [String])
  case unknownUnit(String, suggestion: String?)
  case missingUnit(Int)
  case badDuration(String, suggestion: String)
  case clockNotDuration(String, suggestion: String)
  /// A length with a sign; the length without it, and the field or statement that takes it.
  case signedLength(String, of: String)
  case ambiguousRepeat(String, weeks: String, month: String)
  case badRepeat(String, suggestion: String)
  case duplicateClause(String, column: Int)
  case misplacedConnective(Keyword)
  case noPipes
  case notReference(String)
  case badSpan(String)
  case badCoordinates(String)
  case missingOf(function: String, field: String)
  /// A length in place of a date.
  case bareLength(String)
  case wrongAssignment(String, field: String)
  case readOnlyField(String)
  case needsParentheses(String)
  case unclosedParenthesis
  case lexical(LexicalFault)
  case numberOutOfRange(Int, ClosedRange<Int>)
  case tooDeep(Int)
  case moreThanOneStatement
}

extension SyntaxError {
  /// The code of an unmet expectation, by the first expectation that has a code.
  static func code(expecting expected: [Expectation]) -> SyntaxErrorCode {
    for expectation in expected {
      switch expectation {
      case .statement: return .expectedStatement
      case .clause, .slotClause, .viewClause, .itemPart, .endOfStatement: return .expectedClause
      case .comparison: return .expectedOperator
      case .date: return .expectedDate
      case .calendarName, .sourceName: return .expectedName
      default: continue
      }
    }
    return .expectedOther
  }
}

extension SyntaxProblem {
  /// The stable code of the problem.
  func code(expecting expected: [Expectation]) -> SyntaxErrorCode {
    switch self {
    case .unexpected(.reserved, _) where expected.contains(where: Self.isName): .reservedWord
    case .unexpected, .wordAfterText: SyntaxError.code(expecting: expected)
    case .unknownField: .unknownField
    case .unknownOperator: .unknownOperator
    case .wrongOperator: .wrongOperator
    case .unknownValue: .unknownValue
    case .wrongFlag: .wrongFlag
    case .wrongPart: .wrongPart
    case .unquotedName: .unquotedName
    case .unquotedText: .unquotedText
    case .unquotedTitle: .unquotedTitle
    case .unquotedPath: .unquotedPath
    case .noSuchDay, .noSuchWeek, .noSuchMonth: .noSuchDate
    case .badDate: .badDate
    case .ambiguousDate: .ambiguousDate
    case .weekdayMismatch: .weekdayMismatch
    case .badClock: .badClock
    case .clockMismatch: .clockMismatch
    case .ambiguousZone: .ambiguousZone
    case .badOffset: .badOffset
    case .ambiguousDash: .ambiguousDash
    case .unknownUnit: .unknownUnit
    case .missingUnit: .missingUnit
    case .badDuration, .signedLength: .badDuration
    case .clockNotDuration: .clockNotDuration
    case .ambiguousRepeat: .ambiguousRepeat
    case .badRepeat: .badRepeat
    case .duplicateClause: .duplicateClause
    case .misplacedConnective: .misplacedConnective
    case .noPipes: .noPipes
    case .notReference: .notReference
    case .badSpan: .badSpan
    case .badCoordinates: .badCoordinates
    case .missingOf: .missingOf
    case .bareLength: .badDate
    case .wrongAssignment: .wrongOperator
    case .readOnlyField: .readOnlyField
    case .needsParentheses: .needsParentheses
    case .unclosedParenthesis: .unclosedParenthesis
    case .lexical(let fault): fault.code
    case .numberOutOfRange: .numberOutOfRange
    case .tooDeep: .tooDeep
    case .moreThanOneStatement: .moreThanOne
    }
  }

  /// Whether an operand must come before a connective can.
  static func needsOperand(_ expectation: Expectation) -> Bool {
    if case .condition = expectation { return true }
    return isName(expectation)
  }

  static func isName(_ expectation: Expectation) -> Bool {
    switch expectation {
    case .calendarName, .sourceName, .text, .word: true
    default: false
    }
  }
}

extension LexicalFault {
  var code: SyntaxErrorCode {
    switch self {
    case .unclosedString: .unclosedString
    case .unclosedRegex: .unclosedRegex
    case .badEscape: .badEscape
    case .option: .optionInStatement
    case .character, .incompleteSign: .badCharacter
    case .numberTooLarge: .numberTooLarge
    }
  }
}

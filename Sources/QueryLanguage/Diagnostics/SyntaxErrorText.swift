import CivilTime

/// The wording of every syntax error, in one place.
enum SyntaxErrorText {
  static func diagnostic(_ error: SyntaxError) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: error.code.rawValue, message: message(error), range: error.range,
      expected: Expectation.phrases(error.expected))
    let (hint, replacements) = remedy(error)
    diagnostic.hint = hint
    var range = error.range
    if case .wordAfterText(_, _, let phraseRange) = error.problem { range = phraseRange }
    diagnostic.suggestions = replacements.map { .init(range: range, text: $0) }
    return diagnostic
  }

  // MARK: Messages

  static func message(_ error: SyntaxError) -> String {
    switch error.problem {
    case .unexpected(let found, let after):
      let place = after.map { " after `\($0)`" } ?? ""
      return "expected \(wanted(error))\(place), found \(text(found, error))"
    case .wordAfterText(let word, _, _): return "expected \(wanted(error)), found `\(word)`"
    case .unknownField(let name, let noun, _):
      return noun.map { "`\(name)` is not a field of \($0.rawValue)" }
        ?? "`\(name)` is not a field of an item"
    case .unknownOperator(let sign, _): return "unknown operator `\(sign)`"
    case .wrongOperator(let sign, let field, .boolean):
      return "`\(field)` is true or false and takes no `\(sign)`"
    case .wrongOperator(let sign, let field, let type):
      return "`\(field)` is \(kind(type)); `\(sign)` works on \(domain(of: sign, type))"
    case .unknownValue(let value, let field, _): return "`\(value)` is no value of `\(field)`"
    case .wrongFlag(let flag, let noun): return "`\(flag.rawValue)` is no flag of \(noun.rawValue)"
    case .wrongPart(let part, let kind): return "`\(part)` is no part of \(article(kind))"
    case .unquotedName: return "calendar names with spaces need quotes"
    case .unquotedText(let text): return "`\(text)` must be quoted to be text"
    case .unquotedTitle: return "the title must be quoted"
    case .unquotedPath: return "a file name with blanks or quotes in it must be quoted"
    case .noSuchDay(let year, let month, let day): return "`\(date(year, month, day))` does not exist"
    case .noSuchWeek(let year?, let week): return "`\(year)-W\(week)` does not exist"
    case .noSuchWeek(nil, let week): return "there is no week \(week)"
    case .noSuchMonth(let month): return "there is no month \(month)"
    case .badDate(let text, _): return "`\(text)` is not a date"
    case .ambiguousDate(let text, _): return "`\(text)`: day-first or month-first?"
    case .weekdayMismatch(let written, let actual, let date):
      return "\(date) is a \(actual), not a \(written)"
    case .badClock(let text): return "`\(text)` is no time of day"
    case .clockMismatch(let text, let reason): return "`\(text)` does not fit: \(reason)"
    case .ambiguousZone(let text): return "`\(text)` is ambiguous, as all abbreviations of zones are"
    case .badOffset(let text): return "`\(text)` is no offset from UTC"
    case .ambiguousDash(let start, let end, _): return "`\(start)-\(end)` ends before it begins"
    case .unknownUnit(let unit, _): return "`\(unit)` is no unit"
    case .missingUnit(let count): return "`\(count)` needs a unit"
    case .badDuration(let text, _): return "`\(text)` is not a length of time"
    case .signedLength(_, let what): return "`\(what)` takes a length without a sign"
    case .clockNotDuration(let text, _): return "`\(text)` is a time, not a duration"
    case .ambiguousRepeat(let text, _, _): return "`\(text)` has two meanings"
    case .badRepeat(let reason, _): return reason
    case .duplicateClause(let label, _): return "a second \(label)"
    case .misplacedConnective(let word): return "`\(word.rawValue)` joins conditions inside `where`"
    case .noPipes: return "no pipes"
    case .notReference(let suggestion): return "`\(suggestion.dropFirst())` is not a reference"
    case .badSpan(let text): return "`\(text)` is not a span"
    case .badCoordinates(let text): return "`\(text)` is beyond the globe"
    case .missingOf(let function, let field): return "`\(function) \(field)` needs `of`"
    case .bareLength(let text): return "`\(text)` is a length of time, not a date"
    case .wrongAssignment(let sign, let field): return "`\(field)` cannot be changed by `\(sign)`"
    case .readOnlyField(let name): return "`\(name)` cannot be set"
    case .needsParentheses(let statement): return "a query after `\(statement)` needs parentheses"
    case .unclosedParenthesis: return "this parenthesis is not closed"
    case .lexical(let fault): return message(fault)
    case .numberOutOfRange(let number, let range):
      return "`\(number)` is not between \(range.lowerBound) and \(range.upperBound)"
    case .tooDeep(let depth): return "nested more than \(depth) levels deep"
    case .moreThanOneStatement: return "more than one statement"
    }
  }

  private static func message(_ fault: LexicalFault) -> String {
    switch fault {
    case .unclosedString: return "the string is not closed"
    case .unclosedRegex: return "the pattern is not closed"
    case .badEscape(let escape): return "`\(escape)` is no escape"
    case .option(let option): return "`\(option)` inside a statement"
    case .character(let character):
      guard let scalar = character.unicodeScalars.first else { return "this character means nothing here" }
      let isPlain = isVisible(scalar)
      let code = String(scalar.value, radix: 16, uppercase: true)
      let name =
        isPlain
        ? "`\(character)`" : "the character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
      return "\(name) means nothing here"
    case .numberTooLarge: return "this number is too large"
    case .incompleteSign(let sign):
      return sign == "#" ? "`#` needs the number of a row" : "`$` needs the name of a parameter"
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      false
    default: true
    }
  }

  private static func wanted(_ error: SyntaxError) -> String {
    Expectation.list(Expectation.phrases(error.expected))
  }

  private static func text(_ found: FoundToken, _ error: SyntaxError) -> String {
    switch found {
    case .endOfInput: return "end of input"
    case .text(let text): return "`\(text)`"
    case .reserved(let keyword):
      return error.expected.contains(where: SyntaxProblem.isName)
        ? "the clause word `\(keyword.rawValue)`" : "`\(keyword.rawValue)`"
    }
  }

  private static func kind(_ type: FieldType) -> String {
    switch type {
    case .text: "text"
    case .date: "a date"
    case .number(.duration): "a length of time"
    case .number: "a number"
    case .choice: "one of a list"
    case .boolean: "true or false"
    case .structure: "a structure"
    }
  }

  private static func domain(of sign: String, _ type: FieldType) -> String {
    if ComparisonOperator(rawValue: sign) != nil {
      return type == .text ? "dates and numbers" : "what has an order"
    }
    switch Keyword(spelling: sign) {
    case .contains, .starts, .ends, .has, .like, .exactly, .matches: return "text"
    case .between: return "dates and numbers"
    default: return "dates"
    }
  }

  private static func article(_ kind: ItemWord) -> String {
    switch kind {
    case .event: "an event"
    case .reminder: "a reminder"
    }
  }

  private static func date(_ year: Int?, _ month: Int, _ day: Int) -> String {
    year.map { Parser.padded(year: $0, month: month, day: day) }
      ?? "\(day) \(CalendarWords.months[month - 1])"
  }
}

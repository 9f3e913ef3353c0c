extension Expectation {
  /// Its name in error messages.
  public var phrase: String {
    switch self {
    case .keyword(let keyword): keyword.rawValue
    case .symbol(let symbol): "`\(symbol.rawValue)`"
    case .statement: "a statement"
    case .clause: "a clause"
    case .slotClause: "a clause of `free`"
    case .viewClause(let kind): "a clause of `\(kind.rawValue)`"
    case .itemPart(.event): "a part of the event"
    case .itemPart(.reminder): "a part of the reminder"
    case .date: "a date"
    case .clock: "a time such as 17:00"
    case .duration: "a length such as 1h30m"
    case .offset: "a length with its sign such as -15m"
    case .weekday: "a weekday"
    case .month: "a month"
    case .unit: "a unit such as week"
    case .day: "day or a weekday"
    case .zone: "a time zone such as Europe/Berlin"
    case .calendarName: "a calendar name"
    case .sourceName: "a source name"
    case .viewName: "the name of a view"
    case .setName: "the name of a set of calendars"
    case .viewParameter: "the name of a parameter"
    case .question: "a query such as events today"
    case .field(let noun), .dateField(let noun): "a field of \(noun.rawValue)"
    case .settableField: "a field that can be set"
    case .column: "a field, a unit of time or a count"
    case .condition: "a condition"
    case .comparison: "an operator"
    case .value(let field): "a value of `\(field.rawValue)`"
    case .text: "text"
    case .string: "text in quotes"
    case .integer, .number: "a number"
    case .regex: "a pattern such as /^re/i"
    case .format: "a format such as json"
    case .exportFormat: "ics or jscalendar"
    case .noun, .query: "a noun such as events"
    case .target, .targetOf: "a target such as #3"
    case .title: "a title"
    case .aggregated: "a field of events"
    case .path: "a file name"
    case .color: "a color such as teal"
    case .calendarSetting: "name, color or alarm"
    case .accountSetting: "name or path"
    case .word: "a name"
    case .option: "an option"
    case .helpTopic: "a topic"
    case .argument: "a value"
    case .parameter: "a parameter such as $n"
    case .repetition: "a repetition such as `daily`"
    case .alarm: "an alarm such as -15m"
    case .endOfStatement: "the end of the statement"
    }
  }

  /// The phrases of a message for all expectations.
  ///
  /// Expectations that a general one covers are left out.
  static func phrases(_ expected: [Expectation]) -> [String] {
    if expected.contains(.statement) { return [Self.statement.phrase] }
    var kept = expected
    let isClause: (Expectation) -> Bool = {
      switch $0 {
      case .clause, .slotClause, .viewClause, .itemPart: true
      default: false
      }
    }
    if kept.contains(where: isClause) { kept.removeAll { $0 == .endOfStatement } }
    if case .clause(let noun)? = kept.first, kept.count == 1 { return ["a clause of `\(noun.rawValue)`"] }
    // A general expectation comes last: "and, or, or a clause".
    kept = kept.filter { !isClause($0) } + kept.filter(isClause)
    var phrases: [String] = []
    for phrase in kept.map(\.phrase) where !phrases.contains(phrase) { phrases.append(phrase) }
    return phrases
  }

  /// `a, b or c`; a comma before the last `or` if the list holds the word itself.
  static func list(_ phrases: [String]) -> String {
    guard let last = phrases.last, phrases.count > 1 else { return phrases.first ?? "nothing more" }
    let comma = phrases.dropLast().contains("or") ? "," : ""
    return phrases.dropLast().joined(separator: ", ") + "\(comma) or \(last)"
  }
}

import CivilTime

extension SyntaxErrorText {
  /// A hint, and the texts that could replace the fault.
  static func remedy(_ error: SyntaxError) -> (hint: String?, replacements: [String]) {
    switch error.problem {
    case .unexpected(let found, let after): return remedy(found, after, error)
    case .wordAfterText(_, let phrase, _): return ("quote: \"\(phrase)\"", ["\"\(phrase)\""])
    case .unknownField(let name, let noun, let candidates):
      if let noun, let flag = QueryFlag(rawValue: name.lowercased()), flag.nouns.contains(noun) {
        let word = flag.rawValue
        return ("it takes no range: \(noun.rawValue) \(word), or \(noun.rawValue) today \(word)", [])
      }
      let (hint, replacements) = didYouMean(name, candidates)
      return (hint ?? owners(of: name, otherThan: noun), replacements)
    case .unknownOperator(_, let sign): return ("`\(sign)`", [sign])
    case .wrongOperator(_, let field, let type): return (operators(field, type), [])
    case .unknownValue(let value, let field, let choices):
      let (hint, replacements) = didYouMean(value, choices)
      return (hint ?? "\(field) is \(Expectation.list(choices))", replacements)
    case .wrongFlag(let flag, _):
      let nouns = Noun.allCases.filter { flag.nouns.contains($0) }.map(\.rawValue)
      return ("it is one of \(Expectation.list(nouns))", [])
    case .wrongPart(let part, let kind): return (otherPart(part, kind), [])
    case .unquotedText(let text): return (Quoting.string(text), [Quoting.string(text)])
    case .unquotedName(let text), .unquotedPath(let text):
      return ("\"\(text)\"", ["\"\(text)\""])
    case .unquotedTitle(let text, let kind):
      let plain = kind == .reminder ? "todo \(text)" : text
      return ("add \(kind.rawValue) \"\(text)\" …, or in plain words add \(plain) …", ["\"\(text)\""])
    case .noSuchDay(let year, let month, let day): return (daysHint(year, month, day), [])
    case .noSuchWeek(let year?, _) where (1...9999).contains(year):
      return ("\(year) has \(CivilDate.isoWeeks(inYear: year)) ISO weeks", [])
    case .noSuchWeek: return ("a year has 52 or 53 ISO weeks", [])
    case .noSuchMonth: return ("months are 1 to 12", [])
    case .badDate(_, let suggestion?): return ("`\(suggestion)`", [suggestion])
    case .badDate(_, nil): return ("write 2026-11-24, 24 nov or friday", [])
    case .ambiguousDate(_, let readings):
      return ("write \(readings.joined(separator: " or ")), or set date.order to dmy or mdy", readings)
    case .weekdayMismatch: return ("leave the weekday out, or correct one of the two", [])
    case .clockMismatch: return ("leave one of the two out, or correct it", [])
    case .badClock: return ("hours are 0–23, and 24:00 is the end of the day", [])
    case .ambiguousZone: return ("write the zone's name or its offset: Europe/Berlin, +01:00", [])
    case .ambiguousDash(_, _, let meanings):
      let choices = meanings.map { $0.contains(" UTC-") ? "`\($0)` for an offset from UTC" : "`\($0)`" }
      return ("say " + choices.joined(separator: ", or "), meanings)
    case .badOffset: return ("an offset is written +01:00 and lies within 18 hours", [])
    case .unknownUnit("M", _): return ("m minutes, mo months", [])
    case .unknownUnit(_, let suggestion?): return ("did you mean `\(suggestion)`?", [])
    case .unknownUnit(let unit, nil) where CalendarWords.unit(unit, plural: true) == .weekend:
      return ("say `next weekend`", [])
    case .unknownUnit: return ("units are y, mo, w, d, h, m and s", [])
    case .missingUnit(let count): return ("\(count)m or \(count)h", ["\(count)m", "\(count)h"])
    case .badDuration(_, let suggestion): return ("say \(suggestion)", [suggestion])
    case .signedLength(let length, "offset"):
      return ("say \(length): `offset` is how far from its item an alarm rings, before or after it", [length])
    case .signedLength(let length, _): return ("say \(length)", [length])
    case .clockNotDuration(_, let suggestion): return ("say \(suggestion)", [suggestion])
    case .ambiguousRepeat(_, let weeks, let month): return ("`\(weeks)` or `\(month)`", [])
    case .badRepeat(_, let suggestion): return (suggestion, [])
    case .duplicateClause(_, let column): return ("the first is at column \(column)", [])
    case .misplacedConnective: return ("clauses follow one another without a word between them", [])
    case .noPipes: return ("use clauses, or pipe the JSON outside", [])
    case .notReference(let reference): return (reference, [reference])
    case .badSpan: return ("span is this, future or all", ["this", "future", "all"])
    case .badCoordinates: return ("latitude is -90 to 90, longitude -180 to 180", [])
    case .missingOf(let function, let field): return ("\(function) \(field) of events …", [])
    case .bareLength(let text):
      return (
        "+\(text), -\(text), \(text) ago or next \(text)",
        ["+\(text)", "-\(text)", "\(text) ago", "next \(text)"]
      )
    case .wrongAssignment: return ("`=`", ["="])
    case .readOnlyField: return (nil, [])
    case .needsParentheses(let statement):
      return ("\(statement) (\(statement == "under" ? "reminders" : "events") today) …", [])
    case .unclosedParenthesis: return ("add `)`", [])
    case .lexical(let fault): return (hint(fault), [])
    case .numberOutOfRange: return (nil, [])
    case .tooDeep: return ("take some parentheses away", [])
    case .moreThanOneStatement: return ("give one statement at a time", [])
    }
  }

  private static func remedy(
    _ found: FoundToken, _ after: String?, _ error: SyntaxError
  ) -> (hint: String?, replacements: [String]) {
    switch found {
    case .endOfInput: return (nil, [])
    case .reserved:
      if error.expected.contains(.calendarName) { return ("quote it if a calendar has that name", []) }
      // The name of a view or client is never quoted.
      if error.expected == [.word] { return ("choose another name: this is a word of clauses", []) }
      return error.expected.contains(where: SyntaxProblem.isName)
        ? ("quote it to use it as text", []) : (nil, [])
    case .text(let text):
      if error.expected.contains(.clock), let hour = Int(text), (0..<24).contains(hour) {
        return ("say \(hour):00", ["\(hour):00"])
      }
      // `sort by` and the like are offered by their first word.
      let words = (error.expected + error.alsoExpected).flatMap(\.words).map {
        String($0.prefix { $0 != " " && $0 != "(" })
      }
      let (hint, replacements) = didYouMean(text, words)
      if hint == nil, let quoted = error.searchedWord.map(Quoting.string) {
        return ("quote it to search for it: \(quoted)", [quoted])
      }
      return (hint, replacements)
    }
  }

  private static func didYouMean(_ word: String, _ candidates: [String]) -> (String?, [String]) {
    let found = Spelling.suggestions(for: word, among: candidates)
    guard !found.isEmpty else { return (nil, []) }
    return ("did you mean \(Expectation.list(found.map { "`\($0)`" }))?", found)
  }

  /// A hint with the nouns, other than `noun`, that have a field.
  private static func owners(of name: String, otherThan noun: Noun?) -> String? {
    guard let field = FieldName(rawValue: name.lowercased()) else { return nil }
    let nouns = Noun.allCases.filter {
      $0 != noun && FieldCatalog.entry(field, of: $0)?.isQueryable == true
    }
    return nouns.isEmpty ? nil : "it is a field of \(Expectation.list(nouns.map(\.rawValue)))"
  }

  private static func operators(_ field: String, _ type: FieldType) -> String {
    switch type {
    case .text: "\(field) =, !=, contains, starts with, has, like, matches …"
    case .date: "\(field) on/before/after/between …"
    case .number(.duration): "\(field) > 1h, \(field) between 30m and 2h …"
    case .number: "\(field) > 3, \(field) between 2 and 5 …"
    case .choice(ordered: true): "\(field) =, !=, <, > or in (…)"
    case .choice(ordered: false): "\(field) =, != or in (…)"
    case .boolean: "`\(field)` or `not \(field)`"
    case .structure: "only `edit` can name it"
    }
  }

  private static func otherPart(_ part: String, _ kind: ItemWord) -> String {
    switch (part, kind) {
    case ("start", .event): "an event's time is written as `on 2026-11-24 09:30`"
    case ("due", .event): "an event's time is written as `on 2026-11-24 09:30`"
    case (_, .event): "reminders have it"
    case (_, .reminder): "events have it"
    }
  }

  private static func daysHint(_ year: Int?, _ month: Int, _ day: Int) -> String {
    if day < 1 { return "days are counted from 1" }
    let name = CalendarWords.months[month - 1]
    let capital = name.prefix(1).uppercased() + name.dropFirst()
    guard let year, (1...9999).contains(year) else {
      return "\(capital) has \(CivilDate.daysInMonth(month, year: 2024)) days at most"
    }
    return "\(capital) \(year) has \(CivilDate.daysInMonth(month, year: year)) days"
  }

  private static func hint(_ fault: LexicalFault) -> String? {
    switch fault {
    case .unclosedString: "add the closing quote; a quote inside is written \\\""
    case .unclosedRegex: "add the closing `/`; a slash inside is written \\/"
    case .badEscape: "escapes are \\\" \\\\ \\n \\t \\u{…}"
    case .option: "options go on the command line, before or after the statement's words"
    case .character: nil
    case .numberTooLarge: nil
    case .incompleteSign(let sign): sign == "#" ? "#3" : "$x"
    }
  }
}

extension ValueType {
  /// The values of a field, or of a part of a date field.
  init(of entry: FieldEntry, part: DatePart?) {
    if let part {
      switch part {
      case .date: self = .date
      case .time: self = .clock
      case .weekday: self = .weekday
      case .month: self = .month
      case .day, .week, .year, .hour: self = .integer
      }
      return
    }
    switch entry.type {
    case .text, .boolean, .structure: self = .text
    case .date: self = .date
    case .number(.duration): self = .duration(entry.name)
    case .number(.count): self = .integer
    case .number(.decimal): self = .decimal
    case .choice:
      switch entry.name {
      case .calendar: self = .name(.calendarName)
      case .source: self = .name(.sourceName)
      case .priority: self = .priority
      case .zone: self = .zone
      default: self = .choice(entry.name, entry.choices)
      }
    }
  }
}

extension Parser {
  /// Production `values`.
  mutating func values(_ type: ValueType) throws(SyntaxError) -> [ValueSyntax] {
    try openParenthesis()
    let values = try list { (parser) throws(SyntaxError) in try parser.value(type) }
    try closeParenthesis()
    return values
  }

  /// Production `value`.
  mutating func value(_ type: ValueType) throws(SyntaxError) -> ValueSyntax {
    let start = index
    let kind = try valueKind(type)
    return ValueSyntax(kind, range: range(from: start))
  }

  private mutating func valueKind(_ type: ValueType) throws(SyntaxError) -> ValueSyntax.Kind {
    if case .parameter(let name) = current.kind {
      // A date may continue after its parameter: `start > $day + 1w`.
      if case .date = type { return .date(try date()) }
      advance()
      return .parameter(name)
    }
    switch type {
    case .text: return try textValue()
    case .name(let expectation): return .name(try name(expecting: expectation))
    case .choice(let field, let choices): return .text(try choice(field, choices))
    case .priority:
      if let number = current.integer { return try priorityNumber(number) }
      return .text(try choice(.priority, ["none", "low", "medium", "high"]))
    case .zone:
      note(.zone)
      return try textValue()
    case .integer: return .integer(try integer())
    case .decimal: return .decimal(try num())
    case .duration(let field):
      if isAt(sign: .minus) || isAt(sign: .plus) { throw signedLength(of: field.rawValue) }
      return .duration(try dur())
    case .date: return .date(try date())
    case .clock: return .clock(try clock())
    case .weekday:
      note(.weekday)
      guard current.isWord, let weekday = CalendarWords.weekday(current.text) else { throw unexpected() }
      advance()
      return .weekday(weekday)
    case .month: return .month(try monthValue())
    case .any: return try anyValue()
    }
  }

  private mutating func textValue() throws(SyntaxError) -> ValueSyntax.Kind {
    let text = try text()
    switch text.kind {
    case .literal(let literal): return .text(literal)
    case .parameter(let name): return .parameter(name)
    }
  }

  private mutating func choice(_ field: FieldName, _ choices: [String]) throws(SyntaxError) -> String {
    note(.value(field))
    let token = current
    let written: String
    switch token.kind {
    case .string(let text): written = text
    case .word: written = token.text
    default: throw unexpected()
    }
    guard let choice = choices.first(where: { $0 == written.lowercased() }) else {
      throw SyntaxError(
        .unknownValue(written, field: field.rawValue, choices: choices), at: token.range, expected: expected)
    }
    advance()
    return choice
  }

  private mutating func priorityNumber(_ number: Int) throws(SyntaxError) -> ValueSyntax.Kind {
    guard (0...9).contains(number) else {
      throw SyntaxError(.numberOutOfRange(number, 0...9), at: current.range)
    }
    advance()
    return .integer(number)
  }

  private mutating func monthValue() throws(SyntaxError) -> Int {
    note(.month)
    note(.integer)
    let token = current
    if token.isWord, let month = CalendarWords.month(token.text) {
      advance()
      return month
    }
    guard let number = token.integer else { throw unexpected() }
    guard (1...12).contains(number) else { throw SyntaxError(.noSuchMonth(number), at: token.range) }
    advance()
    return number
  }

  private mutating func anyValue() throws(SyntaxError) -> ValueSyntax.Kind {
    note(.argument)
    if let number = current.integer, !isUnit(peek()) {
      advance()
      return .integer(number)
    }
    if current.kind == .decimal { return .decimal(try num()) }
    if isClock(at: index) { return .clock(try clock()) }
    if startsDuration(at: index) { return .duration(try dur()) }
    if startsDate(at: index) { return .date(try date()) }
    return try textValue()
  }

  /// Production `regex`.
  mutating func regex() throws(SyntaxError) -> RegexSyntax {
    note(.regex)
    guard case .regex(let pattern, let ignoresCase) = current.kind else { throw unexpected() }
    let token = advance()
    return RegexSyntax(pattern, ignoresCase: ignoresCase, range: token.range)
  }

  /// Production `looseValue`: a value of one token (or a sign and a length) whose type is decided later.
  mutating func looseValue() throws(SyntaxError) -> LooseValueSyntax {
    let start = index
    note(.argument)
    let kind = try looseKind()
    return LooseValueSyntax(kind, range: range(from: start))
  }

  private mutating func looseKind() throws(SyntaxError) -> LooseValueSyntax.Kind {
    let token = current
    switch token.kind {
    case .word:
      if isISODuration(token), Self.isoComponents(token.text) != nil { return .duration(try dur()) }
      advance()
      // `Home@iCloud` is one name.
      if isAt(sign: .at), current.range.offset == token.range.end, peek().isWord {
        advance()
        return .string(token.text + "@" + advance().text)
      }
      return .word(token.text)
    case .string(let text):
      advance()
      return .string(text)
    case .parameter(let name):
      advance()
      return .parameter(name)
    case .integer(let number) where !isClock(at: index):
      advance()
      return .integer(number)
    case .decimal: return .decimal(try num())
    case .quantity where !isClock(at: index):
      return .duration(try dur())
    case .integer, .quantity, .clock: return .date(DateSyntax(.clock(try clock()), range: token.range))
    case .isoDate, .isoMonth, .isoWeek, .isoDateTime, .slashDate, .dottedDate, .dashDate, .symbol(.at):
      let start = index
      var date = try plainMoment()
      date.range = range(from: start)
      return .date(date)
    case .symbol(.minus) where peek().kind == .decimal || (peek().integer != nil && !isUnit(peek(2))):
      return .decimal(try num())
    case .symbol(.plus), .symbol(.minus): return .date(try date())
    default: throw unexpected()
    }
  }

  /// A day in digits with the clock time that may follow, or a number of seconds.
  private mutating func plainMoment() throws(SyntaxError) -> DateSyntax {
    if current.kind == .isoDateTime { return DateSyntax(try dateTime()) }
    if isAt(sign: .at) {
      advance()
      return DateSyntax(.epoch(try integer()))
    }
    let day = try day()
    let hasAt = isAt(.at)
    guard day.isSingleDay,
      isClock(at: hasAt ? index + 1 : index) || isCompactClock(at: hasAt ? index + 1 : index)
    else { return DateSyntax(.day(day, at: nil)) }
    if hasAt { advance() }
    return DateSyntax(.day(day, at: try clock()))
  }
}

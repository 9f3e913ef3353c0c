extension Parser {
  /// Production `dur`.
  mutating func dur() throws(SyntaxError) -> DurationSyntax {
    let start = index
    note(.duration)
    let token = current
    switch token.kind {
    case .parameter(let name):
      advance()
      return DurationSyntax(.parameter(name), range: token.range)
    case .quantity: return try quantities(from: start)
    case .word where startsSpokenLength(at: index), .decimal where startsSpokenLength(at: index):
      return try spokenLength()
    case .integer where isHalved(at: index): return try spokenLength()
    case .integer(let count):
      let next = peek()
      guard let unit = unit(at: index + 1) else {
        if next.isWord, CalendarWords.unit(next.text, plural: true) == .weekend {
          throw SyntaxError(.unknownUnit(next.text, suggestion: nil), at: next.range)
        }
        if next.isWord, next.keyword == nil, !isMonth(next), CalendarWords.weekday(next.text) == nil {
          throw SyntaxError(.unknownUnit(next.text, suggestion: unitSuggestion(next.text)), at: next.range)
        }
        throw SyntaxError(.missingUnit(count), at: token.range, expected: [.unit])
      }
      let first = try component(count, of: unit, at: token.range)
      advance()
      advance()
      return try withSmallerUnits([first], from: start)
    case .clock:
      let parts = token.text.split(separator: ":")
      let suggestion = parts.count == 2 ? "\(trimmed(parts[0]))h\(trimmed(parts[1]))m" : "1h30m"
      throw SyntaxError(.clockNotDuration(token.text, suggestion: suggestion), at: token.range)
    case .decimal:
      var whole = token.range
      if peek().isWord, peek().range.offset == whole.end { whole = whole.union(peek().range) }
      throw SyntaxError(.badDuration(text(at: whole), suggestion: "1h30m"), at: whole)
    case .word where isISODuration(token):
      advance()
      guard let components = Self.isoComponents(token.text) else {
        throw SyntaxError(.badDuration(token.text, suggestion: "P1DT2H"), at: token.range)
      }
      return DurationSyntax(.components(components), range: token.range)
    default: throw unexpected()
    }
  }

  private func trimmed(_ digits: Substring) -> String {
    let rest = digits.drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }

  /// A count of a unit; of one such as `fortnight`, which counts another one, at most 9999.
  func component(
    _ count: Int, of unit: DurationSyntax.Component, at range: SourceRange
  ) throws(SyntaxError) -> DurationSyntax.Component {
    try checkCount(count, at: range)
    if unit.count > 1, !(1...9999).contains(count) {
      throw SyntaxError(.numberOutOfRange(count, 1...9999), at: range)
    }
    return .init(count * unit.count, unit.unit)
  }

  func checkCount(_ count: Int, at range: SourceRange) throws(SyntaxError) {
    if count > 999_999_999 { throw SyntaxError(.lexical(.numberTooLarge), at: range) }
  }

  /// One or more tokens such as `1h30m`, units from large to small.
  private mutating func quantities(from start: Int) throws(SyntaxError) -> DurationSyntax {
    var components: [DurationSyntax.Component] = []
    repeat {
      let token = current
      let more = try self.components(of: token)
      for component in more {
        if let last = components.last, Self.rank(component.unit) <= Self.rank(last.unit) {
          let suggestion = Self.sorted(more)
          throw SyntaxError(.badDuration(token.text, suggestion: suggestion), at: token.range)
        }
        components.append(component)
      }
      advance()
    } while isQuantity(at: index, smallerThan: components.last?.unit)
    return DurationSyntax(.components(components), range: range(from: start))
  }

  /// The same length with the larger units first and each unit once.
  private static func sorted(_ components: [DurationSyntax.Component]) -> String {
    DurationUnit.allCases.compactMap { unit in
      let count = components.filter { $0.unit == unit }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : "\(count)\(unit.symbol)"
    }.joined()
  }

  /// Whether a further length with a smaller unit follows, and not a clock time such as `9am`.
  private func isQuantity(at index: Int, smallerThan unit: DurationUnit?) -> Bool {
    guard token(index).kind == .quantity, !isClock(at: index), let unit,
      let next = try? components(of: token(index)).first
    else { return false }
    return Self.rank(next.unit) > Self.rank(unit)
  }

  static func rank(_ unit: DurationUnit) -> Int {
    DurationUnit.allCases.firstIndex(of: unit) ?? 0
  }

  /// The counts and units of a token such as `1h30m`.
  private func components(of token: Token) throws(SyntaxError) -> [DurationSyntax.Component] {
    var result: [DurationSyntax.Component] = []
    var rest = Substring(token.text)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { !($0.isASCII && $0.isNumber) }
      rest = rest.dropFirst(letters.count)
      guard let count = Int(digits), count <= 999_999_999 else {
        throw SyntaxError(.lexical(.numberTooLarge), at: token.range)
      }
      if letters.isEmpty {
        let unit = result.last.map { Self.unitBelow($0.unit).symbol } ?? "m"
        throw SyntaxError(.badDuration(token.text, suggestion: token.text + unit), at: token.range)
      }
      let spelling = String(letters)
      if spelling.lowercased() == "am" || spelling.lowercased() == "pm" {
        throw SyntaxError(.clockNotDuration(token.text, suggestion: "\(count)h"), at: token.range)
      }
      guard spelling != "M", let unit = DurationUnit(spelling: spelling) else {
        throw SyntaxError(.unknownUnit(spelling, suggestion: unitSuggestion(spelling)), at: token.range)
      }
      result.append(.init(count, unit))
    }
    return result
  }

  private func unitSuggestion(_ spelling: String) -> String? {
    let words = ["minutes", "hours", "days", "weeks", "months", "years", "seconds", "quarters", "min"]
    return spelling == "M" ? nil : Spelling.suggestions(for: spelling, among: words).first
  }

  private static func unitBelow(_ unit: DurationUnit) -> DurationUnit {
    switch unit {
    case .year, .quarter: .month
    case .month, .week: .day
    case .day: .hour
    case .hour: .minute
    case .minute, .second: .second
    }
  }

  /// The components of an ISO 8601 duration; nil if it is malformed.
  static func isoComponents(_ text: String) -> [DurationSyntax.Component]? {
    var result: [DurationSyntax.Component] = []
    var rest = Substring(text.uppercased()).dropFirst()
    var isTime = false
    var last = -1
    while !rest.isEmpty {
      if rest.first == "T" {
        guard !isTime, rest.count > 1 else { return nil }
        isTime = true
        rest = rest.dropFirst()
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let count = Int(digits), count <= 999_999_999 else { return nil }
      rest = rest.dropFirst(digits.count)
      let unit: DurationUnit
      switch (rest.popFirst(), isTime) {
      case ("Y", false): unit = .year
      case ("M", false): unit = .month
      case ("W", false): unit = .week
      case ("D", false): unit = .day
      case ("H", true): unit = .hour
      case ("M", true): unit = .minute
      case ("S", true): unit = .second
      default: return nil
      }
      guard rank(unit) > last else { return nil }
      last = rank(unit)
      result.append(.init(count, unit))
    }
    return result.isEmpty ? nil : result
  }

  /// The error for a sign on a length that must have no sign; `what` names its field or statement.
  mutating func signedLength(of what: String) -> SyntaxError {
    note(.duration)
    var attempt = self
    guard let offset = try? attempt.offset() else { return unexpected() }
    return SyntaxError(
      .signedLength(text(at: offset.duration.range), of: what), at: offset.range, expected: expected)
  }

  /// Production `offset`.
  mutating func offset() throws(SyntaxError) -> OffsetSyntax {
    let start = index
    note(.offset)
    let isNegative = isAt(sign: .minus)
    guard isNegative || isAt(sign: .plus) else { throw unexpected() }
    advance()
    return OffsetSyntax(isNegative: isNegative, duration: try dur(), range: range(from: start))
  }
}

extension Parser {
  /// Production `alarms`, after the word `alarm`.
  mutating func alarms() throws(SyntaxError) -> [AlarmSyntax] {
    note(.alarm)
    if isAt(.none) {
      advance()
      return []
    }
    var result = [try alarm()]
    // A comma may also separate two assignments of `edit`.
    while isAt(sign: .comma), !startsAssignment(at: index + 1) {
      advance()
      result.append(try alarm())
    }
    return result
  }

  /// Production `alarm`.
  mutating func alarm() throws(SyntaxError) -> AlarmSyntax {
    let start = index
    note(.alarm)
    noteAlso(.offset)
    noteAlso(.keyword(.entering))
    noteAlso(.keyword(.leaving))
    let kind = try alarmKind()
    let action = try alarmAction()
    return AlarmSyntax(kind, action: action, range: range(from: start))
  }

  private mutating func alarmKind() throws(SyntaxError) -> AlarmSyntax.Kind {
    if let proximity = current.isWord ? Proximity(rawValue: current.text.lowercased()) : nil {
      advance()
      return .place(proximity, try place(needsCoordinates: true))
    }
    for base in [AlarmBase.start, .end, .due] { noteAlso(.keyword(base.keyword)) }
    let base = AlarmBase.allCases.first { isAt($0.keyword) }
    if base != nil, peek().isSymbol(.plus) || peek().isSymbol(.minus) || startsDuration(at: index + 1) {
      advance()
      return .relative(try lead(), from: base)
    }
    if isAt(sign: .plus) || isAt(sign: .minus) || startsLead { return .relative(try lead(), from: nil) }
    return .date(try date())
  }

  /// Whether a length begins here that is not part of a date: `10m`, but not `10m ago`, and
  /// not a parameter, which is a date.
  private var startsLead: Bool {
    var attempt = self
    guard startsDuration(at: index), !current.isParameter, (try? attempt.dur()) != nil else { return false }
    return !attempt.isAt(.ago)
  }

  /// The offset of an alarm; a length without a sign is before the time that it counts from.
  private mutating func lead() throws(SyntaxError) -> OffsetSyntax {
    if isAt(sign: .plus) || isAt(sign: .minus) { return try offset() }
    let length = try dur()
    return OffsetSyntax(isNegative: true, duration: length, range: length.range)
  }

  private mutating func alarmAction() throws(SyntaxError) -> AlarmActionSyntax? {
    noteAlso(.keyword(.sound))
    noteAlso(.keyword(.email))
    noteAlso(.keyword(.open))
    switch current.keyword {
    case .sound:
      advance()
      return .sound(try text())
    case .email:
      advance()
      return .email(try text())
    case .open:
      advance()
      return .open(try text())
    default: return nil
    }
  }

  /// Production `place`.
  mutating func place(needsCoordinates: Bool = false) throws(SyntaxError) -> PlaceSyntax {
    let title = try text()
    noteAlso(.keyword(.at))
    guard isAt(.at) else {
      if needsCoordinates { try expect(.at) }
      return PlaceSyntax(title)
    }
    advance()
    return PlaceSyntax(title, coordinates: try coordinates())
  }

  /// Production `alarmStatement`; nil if no such statement begins.
  mutating func alarmStatement() throws(SyntaxError) -> ManageSyntax.Kind? {
    switch current.keyword {
    case .snooze:
      advance()
      return try snooze()
    case .location:
      advance()
      return .location(try whereabouts())
    default: return nil
    }
  }

  /// What follows `snooze`: a length, a target, or both in any order.
  private mutating func snooze() throws(SyntaxError) -> ManageSyntax.Kind {
    note(.target)
    noteAlso(.title(nil))
    if isAt(sign: .minus) || isAt(sign: .plus) { throw signedLength(of: "snooze") }
    guard startsSnoozed else {
      let length = try dur()
      noteAlso(.target)
      noteAlso(.title(nil))
      return .snooze(length, current.endsStatement ? nil : try snoozed(hasLength: true))
    }
    let target = try snoozed(hasLength: false)
    return .snooze(current.endsStatement ? nil : try dur(), target)
  }

  /// Whether `snooze` begins with its target.
  ///
  /// A number begins a length there, and so does a parameter.
  private var startsSnoozed: Bool {
    switch current.kind {
    case .row, .identifier, .string: return true
    case .word where isAt(.last): return true
    case .word:
      var attempt = self
      return !(current.keyword?.isReserved ?? false) && current.noun == nil
        && !(startsDuration(at: index) && (try? attempt.dur()) != nil)
    default: return false
    }
  }

  /// The alarm that is snoozed; nil for `last`, the one that rang last.
  private mutating func snoozed(hasLength: Bool) throws(SyntaxError) -> TargetSyntax? {
    let target = try singleTarget(.snooze(hasLength: hasLength))
    if case .last = target.kind { return nil }
    return target
  }

  /// Production `whereabouts`.
  mutating func whereabouts() throws(SyntaxError) -> CoordinatesSyntax {
    let latitude = try degrees(90)
    _ = eat(sign: .comma)
    return CoordinatesSyntax(latitude: latitude, longitude: try degrees(180))
  }

  /// A coordinate of at most `most` degrees from zero.
  private mutating func degrees(_ most: Double) throws(SyntaxError) -> DecimalSyntax {
    let number = try num()
    guard abs(number.value) <= most else { throw SyntaxError(.badCoordinates(number.text), at: number.range) }
    return number
  }

  /// Production `coordinates`.
  mutating func coordinates() throws(SyntaxError) -> CoordinatesSyntax {
    let latitude = try degrees(90)
    try expect(sign: .comma)
    let longitude = try degrees(180)
    guard eatOptional(.radius) else { return CoordinatesSyntax(latitude: latitude, longitude: longitude) }
    return CoordinatesSyntax(latitude: latitude, longitude: longitude, radius: try dist())
  }

  /// Production `dist`: meters, as `100`, `100m` or `2km`.
  mutating func dist() throws(SyntaxError) -> Int {
    note(.number)
    let token = current
    var digits = token.text
    var factor = 1
    switch token.kind {
    case .integer:
      if peek().isWord, peek().text.lowercased() == "m" || peek().text.lowercased() == "km" {
        factor = peek().text.lowercased() == "km" ? 1000 : 1
        advance()
      }
    case .quantity:
      digits = String(token.text.prefix { $0.isASCII && $0.isNumber })
      switch token.text.dropFirst(digits.count).lowercased() {
      case "m": factor = 1
      case "km": factor = 1000
      default:
        throw SyntaxError(
          .unknownUnit(String(token.text.dropFirst(digits.count)), suggestion: "m"), at: token.range)
      }
    default: throw unexpected()
    }
    guard let value = Int(digits), value <= 40_000_000 / factor else {
      throw SyntaxError(.lexical(.numberTooLarge), at: token.range)
    }
    advance()
    return value * factor
  }
}

extension AlarmBase {
  fileprivate var keyword: Keyword {
    switch self {
    case .start: .start
    case .end: .end
    case .due: .due
    }
  }
}

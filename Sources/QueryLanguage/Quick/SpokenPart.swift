/// A part of a new item as people say it: with or without its keyword, in any order.
enum SpokenPart {
  /// A time, which may be a day or a clock time alone.
  case when(RangeSyntax)
  /// `evening`: a part of a day that is said apart.
  case dayPart(DayPart)
  case repeats(RepeatSyntax)
  /// `until christmas`, `10 times`, behind another part than the repetition.
  case limit(RepeatLimitSyntax)
  /// `due`, before a time or a repetition.
  case due
  /// Any other part, as `add` has it.
  case item(ItemPartSyntax)
}

extension Parser {
  /// The spoken part that begins here; nil if none does.
  ///
  /// `seen` has the parts before it, each of which an item has once. `isCalendar` tells which words behind `in`
  /// name a calendar. Places are for the caller: only what follows tells where they end.
  mutating func spokenPart(
    _ kind: ItemWord, _ seen: inout SeenClauses, isCalendar: (String) -> Bool
  ) throws(SyntaxError) -> SpokenPart? {
    let start = index
    switch current.keyword {
    case .due:
      try once("`due`", &seen)
      advance()
      return .due
    case .in where !startsDate(at: index):
      try once("`in`", &seen)
      advance()
      guard current.isWord || current.isString else { return nil }
      let isQuoted = current.isString
      let name = try name()
      guard isQuoted || isCalendar(name.text) else { return nil }
      return .item(ItemPartSyntax(.calendar(name), range: range(from: start)))
    // A title without quotes has no end in a line of plain text.
    case .under where peek().isTitleWord && peek().keyword != .last: return nil
    case .repeat, .alarm, .location, .notes, .url, .zone, .tag, .attach, .for, .all, .busy, .free, .tentative,
      .travel, .attendee, .priority, .under, .flagged:
      return try itemPart(kind, hasTitle: true, &seen).map { .item($0) }
    default: break
    }
    // `call Ann @ 5pm`
    if isAt(sign: .at), startsDate(at: index + 1) {
      advance()
      return .when(try spokenRange(&seen))
    }
    if let people = try spokenPeople() { return .item(people) }
    if let mark = spokenMark() { return .item(mark) }
    if let repetition = spokenRepetition() {
      try once("`repeat`", &seen, at: range(from: start))
      return .repeats(repetition)
    }
    if startsRepeatLimit(at: index), current.keyword != .until, let limit = try repeatLimit(&seen) {
      return .limit(limit)
    }
    if startsRange(at: index) { return .when(try spokenRange(&seen)) }
    if let part = spokenDayPart() { return .dayPart(part) }
    return nil
  }

  /// A range, whose end a length excludes.
  private mutating func spokenRange(_ seen: inout SeenClauses) throws(SyntaxError) -> RangeSyntax {
    let time = try range()
    if case .span(_, let end) = time.kind { try once("end", &seen, at: end.range) }
    return time
  }

  /// A repetition without `repeat`; nil if none begins.
  private mutating func spokenRepetition() -> RepeatSyntax? {
    var attempt = self
    // `on the last thursday of every month`, `on mondays`
    if attempt.isAt(.on) { attempt.advance() }
    guard let repetition = try? attempt.repetition(), repetition.kind != .never,
      !attempt.token(index).isString
    else { return nil }
    self = attempt
    return repetition
  }

  /// `evening`, `in the morning`, not as a part of a date.
  private mutating func spokenDayPart() -> DayPart? {
    var next = index
    if isAt(.in), peek().keyword == .the { next += 2 }
    guard token(next).isWord, let part = CalendarWords.dayPart(token(next).text) else { return nil }
    index = next + 1
    return part
  }

  /// `with ann@example.org and bob@example.org`.
  private mutating func spokenPeople() throws(SyntaxError) -> ItemPartSyntax? {
    guard current.isWord, current.text.lowercased() == "with" else { return nil }
    let start = index
    advance()
    var people: [TextSyntax] = []
    while let address = mailAddress() {
      people.append(address)
      if isAt(sign: .comma) || isAt(.and) { advance() }
    }
    guard !people.isEmpty else {
      index = start
      return nil
    }
    return ItemPartSyntax(.attendees(people), range: range(from: start))
  }

  /// The address of a person, whose tokens stand without blanks; nil if none begins.
  private mutating func mailAddress() -> TextSyntax? {
    var end = index
    while token(end + 1).range.offset == token(end).range.end, !token(end + 1).endsStatement,
      !token(end + 1).isSymbol(.comma)
    {
      end += 1
    }
    let place = range(from: index, through: end)
    let text = text(at: place)
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasSuffix(".") else {
      return nil
    }
    index = end + 1
    return TextSyntax(text, range: place)
  }

  /// `!high`, `!1`, `#garden`: a priority or a tag in a word.
  private mutating func spokenMark() -> ItemPartSyntax? {
    let start = index
    let place = range(from: index, through: index + 1)
    let word = text(at: place)
    guard token(index).range.end == token(index + 1).range.offset, let sign = word.first else { return nil }
    let rest = word.dropFirst()
    let kind: ItemPartSyntax.Kind
    switch sign {
    case "!":
      guard let priority = PrioritySyntax(spoken: rest.lowercased()) else { return nil }
      kind = .priority(priority)
    case "#":
      guard let first = rest.first, first.isLetter else { return nil }
      kind = .tags([TextSyntax(String(rest), range: place)])
    default: return nil
    }
    index = start + 2
    return ItemPartSyntax(kind, range: place)
  }
}

extension PrioritySyntax {
  /// The priority of `high`, `low` or a digit.
  fileprivate init?(spoken word: String) {
    switch word {
    case "high", "h": self = .high
    case "medium", "m": self = .medium
    case "low", "l": self = .low
    default:
      guard let number = Int(word), (0...9).contains(number) else { return nil }
      self = .number(number)
    }
  }
}

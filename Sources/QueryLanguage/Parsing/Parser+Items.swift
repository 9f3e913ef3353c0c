extension Parser {
  /// Production `addItem`.
  mutating func addItem() throws(SyntaxError) -> AddSyntax {
    let start = index
    advance()
    note(.keyword(.event))
    note(.keyword(.reminder))
    note(.keyword(.calendar))
    note(.keyword(.account))
    note(.text)
    guard current.isWord, let kind = ItemWord(rawValue: current.text.lowercased()) else {
      throw unexpected(after: "add")
    }
    advance()
    var syntax = AddSyntax(kind)
    noteAlso(.string)
    if current.isString {
      syntax.title = try string()
    } else if case .parameter = current.kind, peek().keyword != .ago {
      syntax.title = try string()
    }
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index) {
      if isAt(.form) {
        try once("`form`", &seen)
        advance()
        syntax.opensForm = true
      } else if isAt(.dry) {
        try once("`dry run`", &seen)
        try dryRun()
        syntax.isDryRun = true
      } else if let part = try itemPart(kind, hasTitle: syntax.title != nil, &seen) {
        syntax.parts.append(part)
      } else {
        break
      }
    }
    syntax.range = range(from: start)
    return syntax
  }

  mutating func dryRun() throws(SyntaxError) {
    try expect(.dry)
    try expect(.run)
  }

  /// Production `itemPart`; nil if no part begins.
  mutating func itemPart(
    _ kind: ItemWord, hasTitle: Bool, _ seen: inout SeenClauses
  ) throws(SyntaxError) -> ItemPartSyntax? {
    note(.itemPart(kind))
    let start = index
    var part = try commonPart(&seen)
    if part == nil { part = try partOf(kind, &seen) }
    if let part {
      return ItemPartSyntax(part, range: range(from: start))
    }
    if startsRange(at: index) {
      try once("time", &seen)
      let time = try range()
      if case .span(_, let end) = time.kind { try once("end", &seen, at: end.range) }
      return ItemPartSyntax(.when(time), range: range(from: start))
    }
    if !hasTitle, start == index, current.isWord, current.keyword == nil {
      throw SyntaxError(.unquotedTitle(current.text, kind), at: current.range, expected: [.string])
    }
    return nil
  }

  /// The parts that events and reminders share.
  private mutating func commonPart(_ seen: inout SeenClauses) throws(SyntaxError) -> ItemPartSyntax.Kind? {
    switch current.keyword {
    case .in where !startsDate(at: index):
      try once("`in`", &seen)
      advance()
      return .calendar(try name())
    case .repeat:
      try once("`repeat`", &seen)
      advance()
      return .repeats(try repetition())
    case .alarm:
      try once("`alarm`", &seen)
      advance()
      return .alarms(try alarms())
    case .location:
      try once("`location`", &seen)
      advance()
      return .location(try place())
    case .notes:
      try once("`notes`", &seen)
      advance()
      return .notes(try text())
    case .url:
      try once("`url`", &seen)
      advance()
      return .url(try text())
    case .zone:
      try once("`zone`", &seen)
      advance()
      return .zone(try zone())
    case .tag:
      try once("`tag`", &seen)
      advance()
      return .tags(try list { (parser) throws(SyntaxError) in try parser.text() })
    case .attach:
      try once("`attach`", &seen)
      advance()
      return .attachments(try list { (parser) throws(SyntaxError) in try parser.text() })
    default: return nil
    }
  }

  /// The parts that only one kind of item has.
  private mutating func partOf(
    _ kind: ItemWord, _ seen: inout SeenClauses
  ) throws(SyntaxError) -> ItemPartSyntax.Kind? {
    guard let keyword = current.keyword else { return nil }
    let owner: ItemWord
    switch keyword {
    case .for, .all, .busy, .free, .tentative, .travel, .attendee: owner = .event
    case .due, .priority, .under, .flagged: owner = .reminder
    case .start where peek().keyword != .of: owner = .reminder
    default: return nil
    }
    let isAvailability = keyword == .busy || keyword == .free || keyword == .tentative
    guard kind == owner else { throw SyntaxError(.wrongPart(keyword.rawValue, kind), at: current.range) }
    try once(isAvailability ? "availability" : "`\(keyword.rawValue)`", &seen)
    if keyword == .for { try once("end", &seen) }
    advance()
    switch keyword {
    case .for: return .length(try dur())
    case .all:
      try expect(.day)
      return .allDay
    case .busy: return .availability(.busy)
    case .free: return .availability(.free)
    case .tentative: return .availability(.tentative)
    case .travel: return .travel(try dur())
    case .attendee: return .attendees(try list { (parser) throws(SyntaxError) in try parser.text() })
    case .due: return .due(try date())
    case .priority: return .priority(try priority())
    case .under: return .under(try openTarget(.under))
    case .flagged: return .flagged
    default: return .start(try date())
    }
  }

  /// Production `priority`.
  mutating func priority() throws(SyntaxError) -> PrioritySyntax {
    for keyword in [Keyword.high, .medium, .low, .none] { note(.keyword(keyword)) }
    let token = current
    if let number = token.integer {
      guard (0...9).contains(number) else {
        throw SyntaxError(.numberOutOfRange(number, 0...9), at: token.range)
      }
      advance()
      return .number(number)
    }
    let result: PrioritySyntax
    switch token.keyword {
    case .high: result = .high
    case .medium: result = .medium
    case .low: result = .low
    case .some(.none): result = .none
    default: throw unexpected()
    }
    advance()
    return result
  }

  /// Production `zone`: nil is `floating`.
  mutating func zone() throws(SyntaxError) -> ZoneSyntax? {
    if eatOptional(.floating) { return nil }
    note(.zone)
    if case .string(let name) = current.kind { return ZoneSyntax(.named(name), range: advance().range) }
    guard let zone = try zoneSuffix() else { throw unexpected() }
    return zone
  }
}

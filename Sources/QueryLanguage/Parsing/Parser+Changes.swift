extension Parser {
  /// Production `quick`.
  ///
  /// Without quotes the text is everything up to the end of the statement, as it is written.
  mutating func quick() throws(SyntaxError) -> StatementSyntax {
    let start = index
    advance()
    note(.text)
    let text: TextSyntax
    switch current.kind {
    case .string where peek().endsStatement, .parameter: text = try string()
    case .string: text = try plainText()
    default:
      guard current.isTitleWord else { throw unexpected() }
      text = try plainText()
    }
    return .quick(text, range: SourceRangeSyntax(range(from: start)))
  }

  /// The words up to the end of the statement, whatever signs are among them.
  private mutating func plainText() throws(SyntaxError) -> TextSyntax {
    let start = index
    while !current.endsStatement {
      // Stored text never holds the zero character.
      if case .invalid(let fault) = current.kind, text(at: current.range).contains("\0") {
        throw SyntaxError(.lexical(fault), at: current.range)
      }
      advance()
      note(.text)
      noteAlso(.itemPart(.event))
      noteAlso(.itemPart(.reminder))
    }
    let whole = range(from: start)
    return TextSyntax(.literal(text(at: whole)), isQuoted: false, range: whole)
  }

  /// Production `view`.
  mutating func view() throws(SyntaxError) -> ViewSyntax {
    let start = index
    advance()
    let target = try openTarget(.view)
    let isReadOnly = eatOptional(.readonly)
    return ViewSyntax(target, isReadOnly: isReadOnly, range: range(from: start))
  }

  /// Production `delete`.
  mutating func delete() throws(SyntaxError) -> DeleteSyntax {
    let start = index
    advance()
    noteAlso(.keyword(.calendar))
    noteAlso(.keyword(.account))
    let target = try openTarget(.delete)
    let tail = try tail()
    return DeleteSyntax(target, tail: tail, range: range(from: start))
  }

  /// Production `complete`.
  mutating func complete() throws(SyntaxError) -> CompleteSyntax {
    let start = index
    advance()
    stopsBeforeAt = true
    let target = try openTarget(.complete)
    stopsBeforeAt = false
    let place = current.range
    let date = eatOptional(.at) ? try date(behind: target) : nil
    if date != nil, isAt(.at) {
      let column = Diagnostic.column(ofByte: place.offset, in: source)
      throw SyntaxError(.duplicateClause("`at`", column: column), at: current.range)
    }
    let skipsPast = eatOptional(.skip)
    if skipsPast { try expect(.past) }
    let tail = try tail()
    var syntax = CompleteSyntax(target, at: date, tail: tail, range: range(from: start))
    syntax.skipsPast = skipsPast
    return syntax
  }

  /// Production `reopen`.
  mutating func reopen() throws(SyntaxError) -> StatementSyntax {
    let start = index
    advance()
    return .reopen(try openTarget(.reopen), try tail(), range: SourceRangeSyntax(range(from: start)))
  }

  /// Production `answer`.
  mutating func answer() throws(SyntaxError) -> AnswerSyntax {
    let start = index
    let answer: AnswerSyntax.Answer
    if eat(.accept) {
      answer = .accept
    } else if eat(.maybe) {
      answer = .maybe
    } else {
      try expect(.decline)
      answer = .decline
    }
    let target = try openTarget(.answer)
    let tail = try tail()
    return AnswerSyntax(answer, target, tail: tail, range: range(from: start))
  }

  /// Production `move`.
  mutating func move() throws(SyntaxError) -> MoveSyntax {
    let start = index
    advance()
    let target = try openTarget(.move)
    let destination: MoveSyntax.Destination
    if eat(.to) {
      if let hour = hour() {
        destination = .toHour(hour)
      } else {
        destination = .to(try date(behind: target))
      }
    } else if eat(.by) {
      destination = .by(try shift())
    } else if eat(.into) {
      destination = .into(try name())
    } else {
      throw unexpected()
    }
    let tail = try tail()
    return MoveSyntax(target, destination, tail: tail, range: range(from: start))
  }

  /// Production `hour`: an hour alone, before the end or the words that end a change; nil if a date begins.
  mutating func hour() -> HourSyntax? {
    guard let hour = current.integer, hour <= 24, current.text.utf8.count <= 2,
      peek().endsStatement || startsTail(at: index + 1)
    else { return nil }
    return HourSyntax(hour, range: advance().range)
  }

  /// Production `shift`: a length with or without its sign.
  mutating func shift() throws(SyntaxError) -> OffsetSyntax {
    note(.offset)
    if !startsDuration(at: index) { return try offset() }
    let length = try dur()
    return OffsetSyntax(isNegative: false, duration: length, range: length.range)
  }

  /// Production `duplicate`.
  mutating func duplicate() throws(SyntaxError) -> DuplicateSyntax {
    let start = index
    advance()
    var syntax = DuplicateSyntax(try openTarget(.duplicate))
    if eatOptional(.to) { syntax.date = try date(behind: syntax.target) }
    if eatOptional(.into) { syntax.calendar = try name() }
    syntax.range = range(from: start)
    return syntax
  }

  /// Production `tail`.
  mutating func tail() throws(SyntaxError) -> TailSyntax {
    var tail = TailSyntax()
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index) {
      for keyword in [Keyword.span, .if, .yes, .dry] { noteAlso(.keyword(keyword)) }
      switch current.keyword {
      case .span:
        try once("`span`", &seen)
        advance()
        tail.span = try span()
      case .if:
        try once("`if rev`", &seen)
        advance()
        try expect(.rev)
        tail.revision = try integer()
      case .yes:
        try once("`yes`", &seen)
        advance()
        tail.isConfirmed = true
      case .dry:
        try once("`dry run`", &seen)
        try dryRun()
        tail.isDryRun = true
      default: return tail
      }
    }
    return tail
  }

  /// Production `span`.
  mutating func span() throws(SyntaxError) -> SpanWord {
    for keyword in [Keyword.this, .future, .all] { note(.keyword(keyword)) }
    let token = current
    guard token.isWord else { throw unexpected(after: "span") }
    guard let span = SpanWord(rawValue: token.text.lowercased()) else {
      throw SyntaxError(.badSpan(token.text), at: token.range, expected: expected)
    }
    advance()
    return span
  }
}

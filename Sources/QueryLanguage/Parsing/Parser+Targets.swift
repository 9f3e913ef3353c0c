/// A statement that begins with a target, by what can follow that target.
enum TargetStatement {
  case edit, view, delete, complete, reopen, answer, move, duplicate, send
  /// A length may follow its target, unless it stands before that.
  case snooze(hasLength: Bool)
  /// The part `under` of a new reminder: other parts may follow its target.
  case under

  /// The noun of the items that it is about; nil for events and reminders alike.
  var noun: Noun? {
    switch self {
    case .complete, .reopen, .under: .reminders
    case .answer, .send: .events
    case .edit, .view, .delete, .move, .duplicate, .snooze: nil
    }
  }

  /// Whether several rows may be named.
  var takesSeveral: Bool {
    switch self {
    case .snooze, .send: false
    case .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate, .under: true
    }
  }

  /// Its word, where a query needs parentheses because the statement's own words could be clauses of it.
  var wordBeforeParentheses: String? {
    switch self {
    case .move: "move"
    case .duplicate: "duplicate"
    case .under: "under"
    case .edit, .view, .delete, .complete, .reopen, .answer, .snooze, .send: nil
    }
  }
}

extension Parser {
  /// Production `openTarget`: a target, a query without parentheses, or words without quotes.
  mutating func openTarget(_ statement: TargetStatement) throws(SyntaxError) -> TargetSyntax {
    guard current.isTitleWord, !isAt(.last) else { return try target(of: statement.noun) }
    note(statement.noun.map { .targetOf($0) } ?? .target)
    noteAlso(.title(statement.noun))
    if current.noun != nil {
      if let word = statement.wordBeforeParentheses {
        throw SyntaxError(.needsParentheses(word), at: current.range)
      }
      let start = index
      return TargetSyntax(.query(try query()), range: range(from: start))
    }
    return try bareTarget(statement)
  }

  /// Production `bareTarget`: numbers of rows without `#`, or a title without quotes, which goes on up to a
  /// word that can follow the target.
  mutating func bareTarget(_ statement: TargetStatement) throws(SyntaxError) -> TargetSyntax {
    let start = index
    while current.isTitleWord, !endsTitle(of: statement, at: index, from: start) {
      advance()
      noteAlso(.title(statement.noun))
    }
    let words = range(from: start)
    if index == start { throw unexpected() }
    if index == start + 1, let number = token(start).integer {
      var rows: [ReferenceSyntax] = [.row(number, range: SourceRangeSyntax(words))]
      while statement.takesSeveral, eat(sign: .comma) {
        note(.integer)
        guard let number = current.integer else { throw unexpected() }
        rows.append(.row(number, range: SourceRangeSyntax(advance().range)))
      }
      return TargetSyntax(.references(rows), isBare: true, range: range(from: start))
    }
    if !current.endsStatement, !endsTitle(of: statement, at: index, from: start) {
      throw unquotedTitle(from: start, statement)
    }
    let text = TextSyntax(.literal(title(from: start)), isQuoted: false, range: words)
    return TargetSyntax(.title(text), isBare: true, range: words)
  }

  /// Production `target`: rows, ids, `last`, a title in quotes, or a query in parentheses.
  mutating func target(of noun: Noun? = nil) throws(SyntaxError) -> TargetSyntax {
    let start = index
    note(noun.map { .targetOf($0) } ?? .target)
    noteAlso(.title(noun))
    let token = current
    switch token.kind {
    case .row, .identifier:
      let references = try list { (parser) throws(SyntaxError) in try parser.ref() }
      return TargetSyntax(.references(references), range: range(from: start))
    case .integer(let number): throw SyntaxError(.notReference("#\(number)"), at: token.range)
    case .string, .parameter:
      return TargetSyntax(.title(try string()), range: token.range)
    case .symbol(.open):
      try enter()
      defer { leave() }
      try openParenthesis()
      let query = try query()
      try closeParenthesis()
      return TargetSyntax(.query(query), range: range(from: start))
    case .word where isAt(.last):
      advance()
      return TargetSyntax(.last, range: token.range)
    default: throw unexpected()
    }
  }

  /// Production `openTarget` of a statement about one item: a row, an id, `last` or a title.
  mutating func singleTarget(_ statement: TargetStatement) throws(SyntaxError) -> TargetSyntax {
    note(.target)
    noteAlso(.title(statement.noun))
    let start = index
    if eatOptional(.last) { return TargetSyntax(.last, range: token(start).range) }
    switch current.kind {
    case .row, .identifier: return TargetSyntax(.references([try ref()]), range: range(from: start))
    case .string, .parameter: return TargetSyntax(.title(try string()), range: token(start).range)
    default:
      guard current.isTitleWord, current.noun == nil else { throw unexpected() }
      return try bareTarget(statement)
    }
  }

  /// Production `ref`.
  mutating func ref() throws(SyntaxError) -> ReferenceSyntax {
    note(.target)
    let token = current
    switch token.kind {
    case .row(let number):
      advance()
      return .row(number, range: SourceRangeSyntax(token.range))
    case .identifier:
      advance()
      return .item(IdentifierSyntax(token.text, range: token.range))
    case .integer(let number): throw SyntaxError(.notReference("#\(number)"), at: token.range)
    default: throw unexpected()
    }
  }

  /// The words since the token at `start`, with one blank where there are any.
  private func title(from start: Int) -> String {
    var title = ""
    var end = token(start).range.offset
    for token in tokens[start..<index] {
      title += (token.range.offset > end ? " " : "") + token.text
      end = token.range.end
    }
    return title
  }

  /// Whether a title without quotes, which begins at `start`, ends before a token that can follow the target.
  private func endsTitle(of statement: TargetStatement, at index: Int, from start: Int) -> Bool {
    switch statement {
    case .snooze(let hasLength): return !hasLength && index > start && endsInLength(at: index)
    case .under: return startsReminderPart(at: index) || index > start && beginsRange(at: index)
    default: break
    }
    return switch (statement, token(index).keyword) {
    case (_, nil): false
    case (.view, let word): word == .readonly
    case (.duplicate, let word): word == .to || word == .into
    case (.send, let word): word == .to
    case (.edit, .set), (.complete, .at), (.move, .to), (.move, .by), (.move, .into): true
    case (.complete, .skip): token(index + 1).keyword == .past
    default: startsTail(at: index)
    }
  }

  /// Whether the rest of the statement is a length.
  private func endsInLength(at index: Int) -> Bool {
    guard startsDuration(at: index) else { return false }
    var attempt = self
    attempt.index = index
    return (try? attempt.dur()) != nil && attempt.current.endsStatement
  }

  /// Whether a word that begins a part of a reminder stands at an index.
  private func startsReminderPart(at index: Int) -> Bool {
    switch token(index).keyword {
    case .due, .priority, .under, .flagged, .in, .repeat, .alarm, .location, .notes, .url, .zone, .tag,
      .attach, .form:
      true
    case .start: token(index + 1).keyword != .of
    case .dry: token(index + 1).keyword == .run
    default: false
    }
  }

  /// Whether a range, or a whole date of one, begins at an index.
  private func beginsRange(at index: Int) -> Bool {
    guard startsRange(at: index) else { return false }
    var attempt = self
    attempt.index = index
    if (try? attempt.range()) != nil { return true }
    attempt.index = index
    switch token(index).keyword {
    case .from, .since, .to, .until, .by, .before, .after, .on, .during: attempt.index += 1
    default: break
    }
    return (try? attempt.date()) != nil
  }

  /// Whether one of the words that end a change stands at an index.
  func startsTail(at index: Int) -> Bool {
    switch token(index).keyword {
    case .span, .yes: true
    case .if: token(index + 1).keyword == .rev
    case .dry: token(index + 1).keyword == .run
    default: false
    }
  }

  /// The error for a title with signs in it, which must be quoted: up to what can follow the target.
  private mutating func unquotedTitle(from start: Int, _ statement: TargetStatement) -> SyntaxError {
    if case .invalid(let fault) = current.kind { return SyntaxError(.lexical(fault), at: current.range) }
    while !current.endsStatement, !endsTitle(of: statement, at: index, from: start) { advance() }
    return unquotedTitle(at: range(from: start))
  }

  private func unquotedTitle(at whole: SourceRange) -> SyntaxError {
    SyntaxError(.unquotedText(text(at: whole)), at: whole, expected: [.string])
  }

  /// A date behind a word that may belong to the title before it: `complete look at contract`.
  ///
  /// Where a title without quotes is followed by nothing like a date, the error says that it must be quoted.
  mutating func date(behind target: TargetSyntax) throws(SyntaxError) -> DateSyntax {
    let start = index
    do throws(SyntaxError) {
      return try date()
    } catch {
      guard target.isBare, case .title = target.kind, case .unexpected(.text(let word), _) = error.problem,
        error.range.offset == token(start).range.offset, error.meantWords(for: word).isEmpty
      else { throw error }
      index = start
      while !current.endsStatement, !startsTail(at: index) { advance() }
      throw unquotedTitle(at: target.range.union(token(index - 1).range))
    }
  }
}

extension Token {
  /// Whether it can be a word of a title without quotes: a word, or a number, date or time in one piece.
  var isTitleWord: Bool {
    switch kind {
    case .word, .integer, .decimal, .quantity, .ordinal, .isoDate, .isoMonth, .isoWeek, .isoDateTime, .clock,
      .slashDate, .dottedDate, .dashDate:
      true
    case .string, .identifier, .row, .parameter, .regex, .symbol, .strange, .newline, .end, .invalid: false
    }
  }
}

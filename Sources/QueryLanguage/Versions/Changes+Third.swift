/// What version 3 reads in another way: names that are times, hours of a day, sums without whole days.
extension ParsedText {
  /// Words that have a dash or a point in them and are days or months: `mon-fri`, `dec.24`.
  var joinedWords: [ChangedMeaning] {
    let bytes = Array(source.utf8)
    return tokens.indices.reversed().compactMap { index in
      guard startsJoinedDate(at: index) else { return nil }
      let start = tokens[index].range.offset
      let end = bytes[start...].firstIndex { !Self.isOfWord($0) } ?? bytes.count
      let word = text(at: SourceRange(offset: start, length: end - start))
      return ChangedMeaning(
        sentence: "`\(word)` is a date, and was a word",
        edits: [TextEdit(SourceRange(offset: start, length: end - start), Quoting.string(word))])
    }
  }

  private func startsJoinedDate(at index: Int) -> Bool {
    guard tokens[index].isWord, index + 1 < tokens.count else { return false }
    let (word, next) = (tokens[index], tokens[index + 1])
    func isMonthOrWeekday(_ token: Token) -> Bool {
      token.isWord && (CalendarWords.weekday(token.text) != nil || CalendarWords.month(token.text) != nil)
    }
    if next.isSymbol(.minus), index + 2 < tokens.count {
      return next.range.offset == word.range.end && tokens[index + 2].range.offset == next.range.end
        && isMonthOrWeekday(tokens[index + 2])
        && (isMonthOrWeekday(word) || MonthThird(rawValue: word.text.lowercased()) != nil)
    }
    let end = word.range.offset + word.text.utf8.count
    return isMonthOrWeekday(word) && next.integer != nil
      && text(at: SourceRange(offset: end, length: 1)) == "." && next.range.offset == end + 1
  }

  /// Whether a byte can stand in a word: a letter, a digit, or what joins them.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    case UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "/"), 0x80...: true
    default: false
    }
  }

  /// Calendars behind `in` whose name is a time: `in May`, `in Q1`.
  var calendarsBehindIn: [ChangedMeaning] {
    tokens.indices.dropLast().reversed().compactMap { index in
      let name = tokens[index + 1]
      guard tokens[index].keyword == .in, name.isWord, !parser.isISODuration(name),
        parser.startsDate(at: index)
      else { return nil }
      return ChangedMeaning(
        sentence: "`in \(name.text)` is a time, and was the calendar of that name",
        edits: [TextEdit(name.range, Quoting.string(name.text))])
    }
  }

  /// A field's day with clock times behind it, which were the range of the query: `completed yesterday from
  /// 9:00 to 10:00`.
  var hoursOfDays: [ChangedMeaning] {
    guard let query, query.when == nil else { return [] }
    return query.clauses.compactMap { clause in
      guard let day = clause.lastFieldRange, case .span(let first, _) = day.kind,
        let joint = tokens.first(where: { $0.range.offset >= first.range.end }),
        joint.keyword == .from || joint.keyword == .between
      else { return nil }
      let hours = SourceRange(offset: joint.range.offset, length: day.range.end - joint.range.offset)
      let blank = SourceRange(offset: first.range.end, length: hours.end - first.range.end)
      return ChangedMeaning(
        sentence: "`\(text(at: day.range))` are hours of that day, and were two ranges",
        edits: [TextEdit(at: clause.range.offset, text(at: hours) + " "), TextEdit(blank, "")])
    }
  }

  /// Sums and means of the lengths of busy time and conflicts, which counted whole days; no form does any more.
  var sumsOfTimedEvents: [ChangedMeaning] {
    guard let query, query.noun == .busy || query.noun == .conflicts, measuresLengths(query),
      !query.flags.contains(where: { $0.flag == .allday || $0.flag == .timed })
    else { return [] }
    let noun = query.noun.rawValue
    return [
      ChangedMeaning(
        sentence: "lengths of `\(noun)` leave whole days out, and counted them; `allday` asks for these",
        edits: [])
    ]
  }

  private func measuresLengths(_ query: QuerySyntax) -> Bool {
    var columns = query.sortKeys.map(\.column) + (query.groupCondition?.columns ?? [])
    if case .items(let items)? = query.selection { columns += items.map(\.column) }
    var calls = columns.compactMap { column -> AggregateCallSyntax? in
      if case .aggregate(let call) = column.kind { call } else { nil }
    }
    if case .aggregate(let aggregate)? = question { calls.append(aggregate.call) }
    return calls.contains { call in
      guard case .function(_, let field) = call else { return false }
      return field.name == .duration || field.name == .overlap
    }
  }
}

extension ClauseSyntax {
  /// The range of a date field that ends the clause; nil for other clauses.
  fileprivate var lastFieldRange: RangeSyntax? {
    switch kind {
    case .dateField(_, let when): when.time
    case .where(let condition): condition.lastRange
    default: nil
    }
  }
}

extension ExpressionSyntax {
  /// The range of the date field that ends the condition; nil without one.
  fileprivate var lastRange: RangeSyntax? {
    switch kind {
    case .during(_, let when): when.time
    case .and(let parts), .or(let parts): parts.last?.lastRange
    case .not(let part): part.lastRange
    case .flag, .text, .isEmpty, .membership, .match, .matches, .compare, .between: nil
    }
  }

  /// The columns that the condition compares.
  fileprivate var columns: [ColumnSyntax] {
    switch kind {
    case .compare(let column, _, _), .between(let column, _, _): [column]
    case .and(let parts), .or(let parts): parts.flatMap(\.columns)
    case .not(let part): part.columns
    case .flag, .text, .isEmpty, .membership, .match, .matches, .during: []
    }
  }
}

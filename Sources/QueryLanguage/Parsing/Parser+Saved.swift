extension Parser {
  /// Parses `save`: a view or a set of calendars.
  mutating func save() throws(SyntaxError) -> ManageSyntax.Kind {
    advance()
    note(.keyword(.view))
    note(.keyword(.set))
    switch current.keyword {
    case .view: return .saveView(try saveView())
    case .set: return try saveSet()
    default: throw unexpected()
    }
  }

  /// Production `drop`.
  mutating func drop() throws(SyntaxError) -> ManageSyntax.Kind {
    advance()
    if eat(.view) { return .dropView(try viewName()) }
    try expect(.set)
    return .dropSet(try setName())
  }

  /// Production `saveView`.
  mutating func saveView() throws(SyntaxError) -> SaveViewSyntax {
    advance()
    let name = try viewName(isNew: true)
    var parameters: [SaveViewSyntax.Parameter] = []
    if isAt(sign: .open) {
      try openParenthesis()
      parameters = try list { (parser) throws(SyntaxError) in try parser.viewParameter() }
      try closeParenthesis()
    }
    try expect(.as)
    return SaveViewSyntax(name, parameters, as: try question())
  }

  /// Production `viewParameter`.
  mutating func viewParameter() throws(SyntaxError) -> SaveViewSyntax.Parameter {
    note(.parameter)
    guard case .parameter(let name) = current.kind else { throw unexpected() }
    let range = advance().range
    return SaveViewSyntax.Parameter(
      name, default: eat(sign: .equal) ? try looseValue() : nil, range: range)
  }

  /// Production `saveSet`.
  mutating func saveSet() throws(SyntaxError) -> ManageSyntax.Kind {
    advance()
    let name = try setName(isNew: true)
    try expect(.as)
    return .saveSet(name, try names())
  }

  /// Production `question`: a statement that returns rows.
  mutating func question() throws(SyntaxError) -> StatementSyntax {
    note(.question)
    guard current.keyword?.asks ?? false else { throw unexpected() }
    return try command()
  }

  /// Production `watched`: a question, or a run of a view.
  mutating func watched() throws(SyntaxError) -> StatementSyntax {
    note(.keyword(.run))
    guard isAt(.run) else { return try question() }
    let start = index
    let run = try runView()
    return .manage(ManageSyntax(.runView(run), range: range(from: start)))
  }

  /// Production `runView`.
  mutating func runView() throws(SyntaxError) -> RunViewSyntax {
    advance()
    var run = RunViewSyntax(try viewName())
    while true {
      noteAlso(.keyword(.as))
      noteAlso(.viewParameter(run.name.text))
      if current.endsStatement { break }
      note(.argument)
      note(.keyword(.as))
      if isAt(.as), !peek().isSymbol(.equal) {
        advance()
        run.format = try format()
        break
      }
      run.arguments.append(try viewArgument())
    }
    return run
  }

  /// Production `viewArgument`.
  mutating func viewArgument() throws(SyntaxError) -> ViewArgumentSyntax {
    guard current.isWord, peek().isSymbol(.equal) else {
      if current.keyword?.isReserved ?? false { throw unexpected() }
      return ViewArgumentSyntax(try looseValue())
    }
    let name = advance()
    advance()
    return ViewArgumentSyntax(name: WordSyntax(name.text, range: name.range), try looseValue())
  }
}

extension Keyword {
  /// Whether a question begins with it.
  fileprivate var asks: Bool {
    if Noun(rawValue: rawValue) != nil || CalendarViewKind(rawValue: rawValue) != nil { return true }
    switch self {
    case .count, .sum, .avg, .min, .max, .free: return true
    default: return false
    }
  }
}

import Changes

/// A run of a view: its question, with the values of its parameters.
///
/// The binder receives the values; the text of the question stays as it is.
struct ViewRun {
  /// The question, inside `explain` if the run is explained.
  let statement: StatementSyntax
  /// The text to which ranges in the question refer.
  var source: String { view.source }
  let format: OutputFormat?
  private let view: SavedView
  private let values: [String: ParameterValue]
  /// The ranges of the values given in the statement.
  private let places: [String: SourceRange]
  private let runSource: String

  /// Finds the view of a `run`, or of an `explain` of one; nil for other statements.
  init?(_ statement: StatementSyntax, source: String, in session: Session) throws {
    var stage: ExplainStage??
    var inner = statement
    if case .explain(let found, let explained, _) = statement { (stage, inner) = (.some(found), explained) }
    guard case .manage(let manage) = inner, case .runView(let syntax) = manage.kind else { return nil }
    view = try session.savedView(syntax.name, source: source)
    var arguments = RunArguments(view: view, source: source, bound: session.parameters)
    try arguments.take(syntax.arguments)
    try arguments.ask(session, at: syntax.name.range)
    (values, places, runSource) = (arguments.values, arguments.places, source)
    let question = syntax.format == nil ? view.question : view.question.withoutFormat
    format = syntax.format
    self.statement =
      if let stage { .explain(stage, question, range: SourceRangeSyntax(question.range)) } else { question }
  }

  /// Asks for the permission that the question needs; returns what runs it.
  func admit(in session: Session) throws -> () throws -> Answer {
    // Rows of programs are objects whatever format the view names.
    let question = session.takesObjects ? statement.withoutFormat : statement
    let run: () throws -> Answer
    do {
      run = try session.admit(question, source: source)
    } catch {
      throw placed(error)
    }
    return { try answer(in: session, run) }
  }

  /// Runs the question in a session, which has its own values back afterward.
  private func answer(in session: Session, _ run: () throws -> Answer) throws -> Answer {
    let (parameters, option) = (session.parameters, session.formatOption)
    defer { (session.parameters, session.formatOption) = (parameters, option) }
    prepare(session)
    do {
      switch try run() {
      case .rows(let rows): return .rows(placed(rows))
      case .page(let page):
        return .page(PageAnswer(view: page.view, source: page.source, rows: placed(page.rows)))
      case .document(var document):
        let write = document.write
        document.write = { (take) in
          do { try write(take) } catch { throw placed(error) }
        }
        return .document(document)
      case .broken(let answer, let error): return .broken(answer, placed(error))
      case let answer: return answer
      }
    } catch {
      throw placed(error)
    }
  }

  /// Rows whose errors are placed as the question's are.
  private func placed(_ rows: RowAnswer) -> RowAnswer {
    var rows = rows
    let failure = rows.failure
    rows.failure = { placed(failure($0)) }
    return rows
  }

  /// Gives a session the values and the format.
  func prepare(_ session: Session) {
    session.parameters = values
    if let note = view.note, session.reportedViews.insert(view.name).inserted {
      session.note(note)
    }
    if let format { session.formatOption = .named(format) }
  }

  /// Returns an error of the question; an error caused by a given value points at that value.
  func placed(_ thrown: any Error) -> ShellError {
    let error = ShellError(thrown, source: source)
    guard case .statement(var diagnostic, let source) = error, source == view.source,
      let range = diagnostic.range, let use = view.uses.first(where: { $0.range == range }),
      let place = places[use.name]
    else { return error }
    diagnostic.range = place
    diagnostic.suggestions = diagnostic.suggestions.map { .init(range: place, text: $0.text) }
    return .statement(diagnostic, source: runSource)
  }
}

/// The values of a view's parameters.
private struct RunArguments {
  let view: SavedView
  let source: String
  /// The values that a program bound.
  let bound: [String: ParameterValue]
  private(set) var values: [String: ParameterValue] = [:]
  private(set) var places: [String: SourceRange] = [:]

  init(view: SavedView, source: String, bound: [String: ParameterValue]) {
    (self.view, self.source, self.bound) = (view, source, bound)
  }

  private func fault(_ fault: SavedFault, _ range: SourceRange) -> ShellError {
    .statement(fault.diagnostic(at: range), source: source)
  }

  /// Takes named values first; the others fill the remaining parameters, in the order of the view.
  mutating func take(_ arguments: [ViewArgumentSyntax]) throws {
    for argument in arguments {
      guard let name = argument.name else { continue }
      let folded = name.text.lowercased()
      guard let parameter = view.parameters.first(where: { $0.name.lowercased() == folded }) else {
        let near = Spelling.suggestions(for: name.text, among: view.parameters.map(\.name))
        throw fault(.unknownParameter(name.text, view: view.name, near: near), name.range)
      }
      if values[parameter.name] != nil { throw fault(.parameterTwice(parameter.name), name.range) }
      try set(parameter, argument.value)
    }
    var open = view.parameters.filter { values[$0.name] == nil }[...]
    for argument in arguments where argument.name == nil {
      guard let parameter = open.popFirst() else {
        throw fault(
          .tooManyValues(view: view.name, parameters: view.parameters.count), argument.value.range)
      }
      try set(parameter, argument.value)
    }
    for parameter in open {
      guard let value = bound[parameter.name] else { continue }
      try set(parameter, LooseValueSyntax(value), isPlaced: false)
    }
  }

  /// Sets a value, or the value that a program bound to the named parameter.
  private mutating func set(
    _ parameter: SavedView.Parameter, _ written: LooseValueSyntax, isPlaced: Bool = true
  ) throws {
    var value = written
    if case .parameter(let name) = written.kind {
      guard let other = bound[name] else {
        throw ShellError.statement(unboundParameter(name, at: written.range), source: source)
      }
      value = LooseValueSyntax(other)
    }
    guard parameter.type.takes(value) else {
      throw fault(.wrongType(value.text, parameter: parameter.name, parameter.type), written.range)
    }
    values[parameter.name] = .text(value.text)
    if isPlaced { places[parameter.name] = written.range }
  }

  /// Takes the defaults; if a value is missing, asks the person for all values not given.
  mutating func ask(_ session: Session, at range: SourceRange) throws {
    let open = view.parameters.filter { values[$0.name] == nil }
    if let missing = open.first(where: { $0.defaultValue == nil }) {
      guard let question = ParameterQuestion(session) else {
        throw fault(.missingParameter(missing.name, missing.type, view: view.name), range)
      }
      for parameter in open {
        values[parameter.name] = .text(try question.ask(parameter))
      }
    } else {
      for parameter in open { values[parameter.name] = parameter.defaultValue.map { .text($0.text) } }
    }
  }
}

extension LooseValueSyntax {
  fileprivate init(_ value: ParameterValue) {
    switch value {
    case .text(let text): self.init(.string(text))
    case .integer(let number): self.init(.integer(number))
    case .boolean(let flag): self.init(.word(flag ? "true" : "false"))
    }
  }
}

extension StatementSyntax {
  /// The question without its format.
  package var withoutFormat: StatementSyntax {
    func kept(_ query: QuerySyntax) -> QuerySyntax {
      var query = query
      query.clauses.removeAll { if case .format = $0.kind { true } else { false } }
      return query
    }
    switch self {
    case .query(let query): return .query(kept(query))
    case .aggregate(var aggregate):
      aggregate.query = kept(aggregate.query)
      return .aggregate(aggregate)
    case .slots(var slots):
      slots.clauses.removeAll { if case .format = $0.kind { true } else { false } }
      return .slots(slots)
    case .explain(let stage, let inner, let range): return .explain(stage, inner.withoutFormat, range: range)
    case .calendarView, .add, .quick, .edit, .view, .delete, .complete, .reopen, .answer, .move, .duplicate,
      .manage, .session:
      return self
    }
  }
}

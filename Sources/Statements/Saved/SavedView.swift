import Changes
import JSON

/// A view and its parameters.
package struct SavedView {
  /// A parameter of a view.
  package struct Parameter {
    package var name: String
    package var type: ParameterType
    package var defaultValue: LooseValueSyntax?
    /// The range of its declaration.
    package var range: SourceRange

    /// `$n = 7d`.
    package var text: String { "$" + name + (defaultValue.map { " = " + Self.written($0) } ?? "") }

    /// Returns a value as written in a statement.
    package static func written(_ value: LooseValueSyntax) -> String {
      if case .string(let text) = value.kind { return Quoting.string(text) }
      return value.text
    }
  }

  package let name: String
  package let parameters: [Parameter]
  package private(set) var question: StatementSyntax
  /// The uses of parameters in the question.
  package let uses: [ParameterUse]
  /// The statement that saved it, to which all ranges refer.
  package let source: String
  /// The statement that saves it with its present meaning.
  private var statementText: String
  /// The note for a person who runs it, if its meaning has changed since it was saved; usually nil.
  package private(set) var change: String?

  /// Creates a view to be saved, and checks its parameters.
  init(_ syntax: SaveViewSyntax, source: String) throws {
    func fault(_ fault: SavedFault, _ range: SourceRange) -> ShellError {
      .statement(fault.diagnostic(at: range), source: source)
    }
    let uses = syntax.question.parameterUses.sorted { $0.range.offset < $1.range.offset }
    let declared = syntax.parameters.map(\.name)
    for use in uses where !declared.contains(use.name) {
      let near = Spelling.suggestions(for: use.name, among: declared).map { "$" + $0 }
      throw fault(.undeclaredParameter(use.name, near: near), use.range)
    }
    var parameters: [Parameter] = []
    for parameter in syntax.parameters {
      if parameters.contains(where: { $0.name == parameter.name }) {
        throw fault(.parameterTwice(parameter.name), parameter.range)
      }
      guard let first = uses.first(where: { $0.name == parameter.name }) else {
        throw fault(.unusedParameter(parameter.name), parameter.range)
      }
      for use in uses where use.name == parameter.name && use.type.word != first.type.word {
        throw fault(.parameterTypes(use.name, first.type, use.type), use.range)
      }
      if let value = parameter.defaultValue, !first.type.takes(value) {
        throw fault(.wrongType(value.text, parameter: parameter.name, first.type), value.range)
      }
      parameters.append(
        Parameter(
          name: parameter.name, type: first.type, defaultValue: parameter.defaultValue,
          range: parameter.range))
    }
    (name, self.parameters, self.uses) = (syntax.name.text, parameters, uses)
    (question, self.source, statementText) = (syntax.question, source, source)
  }

  /// Reads a stored view.
  init(_ record: SavedViewRecord) throws {
    let statement: StatementSyntax
    do throws(SyntaxError) {
      statement = try parseStatement(record.text)
    } catch {
      throw ShellError.statement(error.diagnostic, source: record.text)
    }
    guard case .manage(let manage) = statement, case .saveView(let syntax) = manage.kind else {
      throw StoreError(.internalError, "", detail: "a view that is none: " + record.text)
    }
    try self.init(syntax, source: record.text)
    if record.language < 2 {
      readAsFirst()
      let saved = SaveViewSyntax(syntax.name, syntax.parameters, as: question)
      statementText = StatementSyntax.manage(ManageSyntax(.saveView(saved), range: manage.range)).description
    }
  }

  /// Reads a view of the first version of the language: its `reminders` are all reminders, and other changes
  /// of meaning are noted.
  private mutating func readAsFirst() {
    question = question.withAllReminders
    let changes = question.changesSinceFirst
    if changes.isEmpty { return }
    change =
      "the view \(name) was saved by an older version: \(changes.joined(separator: "; ")) (saving it again ends this note)"
  }

  /// The text of the question.
  var questionText: String { question.description }

  /// The statement that runs the view, with its defaults.
  var runText: String {
    (["run", name]
      + parameters.map { parameter in
        parameter.defaultValue.map { "[\(parameter.name) = \(Parameter.written($0))]" }
          ?? parameter.name.uppercased()
      }).joined(separator: " ")
  }

  /// The view as an object for programs.
  package var object: JSONObjectText {
    JSONObjectText().adding("type", "view").adding("name", name)
      .adding(
        "parameters",
        parameters.map { parameter in
          JSONObjectText().adding("name", parameter.name).adding("type", parameter.type.word)
            .adding("default", parameter.defaultValue?.text)
        }
      ).adding("query", questionText).adding("statement", statementText)
  }
}

extension StatementSyntax {
  /// The changes in the meaning of a question since the first version of the language; usually none.
  fileprivate var changesSinceFirst: [String] {
    var changes: [String] = []
    if let date = distantDates.first { changes.append("`\(date)` was a moment and is that whole day now") }
    switch self {
    case .calendarView(let view) where view.kind == .agenda:
      changes.append("an agenda has the open reminders that are due now, too")
    case .query(let query) where query.noun == .events && query.text != nil && query.when == nil:
      changes.append("a search shows a series at its next occurrence now, and not where it begins")
    default: break
    }
    return changes
  }

  /// The question with `all`, if it asks for reminders without mentioning completed ones.
  fileprivate var withAllReminders: StatementSyntax {
    func whole(_ query: QuerySyntax) -> QuerySyntax {
      let tells: Set<QueryFlag> = [.open, .incomplete, .completed, .overdue]
      guard query.noun == .reminders, !query.asksForEverything,
        !query.flags.contains(where: { tells.contains($0.flag) }),
        !query.dateFields.contains(where: { $0.field.name == .completed })
      else { return query }
      var query = query
      query.clauses.insert(ClauseSyntax(.everything), at: 0)
      return query
    }
    switch self {
    case .query(let query): return .query(whole(query))
    case .aggregate(var aggregate):
      aggregate.query = whole(aggregate.query)
      return .aggregate(aggregate)
    default: return self
    }
  }
}

extension Session {
  /// Returns all views, by name; none without a store.
  package func savedViews() throws -> [SavedView] {
    guard let store = try readableStore() else { return [] }
    return try store.savedViews().compactMap { try? SavedView($0) }
  }

  /// The view of a name.
  package func savedView(_ name: WordSyntax, source: String) throws -> SavedView {
    var near: [String] = []
    // Only clients with read access may learn which views exist.
    if try mayLearnNames() {
      let store = try readableStore()
      if let record = try store?.savedView(named: name.text) { return try Self.view(record) }
      near = Spelling.suggestions(for: name.text, among: try savedViews().map(\.name))
    }
    throw ShellError.statement(
      SavedFault.unknownView(name.text, near: near).diagnostic(at: name.range), source: source)
  }

  private static func view(_ record: SavedViewRecord) throws(StoreError) -> SavedView {
    do {
      return try SavedView(record)
    } catch {
      throw StoreError(.internalError, "", detail: "a view that cannot be read: " + record.text)
    }
  }
}

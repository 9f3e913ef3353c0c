import Changes
import JSON
import Rendering

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
  package let question: StatementSyntax
  /// The uses of parameters in the question.
  package let uses: [ParameterUse]
  /// The statement that saves it, to which all ranges refer.
  package let source: String
  /// The statement that saves it, as the printer writes it.
  let statementText: String
  /// What the present language reads in another way than the version in which the view was saved.
  private let changes: [ChangedMeaning]

  /// Creates a view from the statement that saves it, and checks its parameters.
  init(_ syntax: SaveViewSyntax, source: String, changes: [ChangedMeaning] = []) throws {
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
    (question, self.source, self.changes) = (syntax.question, source, changes)
    statementText = StatementSyntax.manage(ManageSyntax(.saveView(syntax))).description
  }

  /// Reads a stored view; one of an earlier version of the language keeps its meaning where there is a form for it.
  init(_ record: SavedViewRecord) throws {
    let earlier = EarlierText(record.text, language: record.language)
    let statement: StatementSyntax
    do throws(SyntaxError) {
      statement = try parseStatement(earlier.text)
    } catch {
      throw ShellError.statement(error.diagnostic, source: earlier.text)
    }
    guard case .manage(let manage) = statement, case .saveView(let syntax) = manage.kind else {
      throw StoreError(.internalError, "", detail: "a view that is none: " + record.text)
    }
    try self.init(syntax, source: earlier.text, changes: earlier.changes)
  }

  /// What its meaning in an earlier version of the language has to do with the present one; nil if the present
  /// language reads it as it was meant.
  var news: String? {
    if changes.isEmpty { return nil }
    let sentences = changes.map(\.sentence).joined(separator: "; ")
    let keeps = changes.allSatisfy(\.isKept) ? " and keeps its meaning" : ""
    return "was saved by an earlier version\(keeps): \(sentences)"
  }

  /// The note for a person who runs it; nil if it has no news.
  var note: String? {
    news.map { "the view \(name) \($0) (\(SafeText.line(statementText)) ends this note)" }
  }

  /// The text of the question.
  var questionText: String { question.description }

  /// The statement that runs the view, with its defaults.
  var runText: String {
    (["run", Quoting.viewName(name)]
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
      ).adding("query", questionText).adding("statement", statementText).adding("note", news)
  }
}

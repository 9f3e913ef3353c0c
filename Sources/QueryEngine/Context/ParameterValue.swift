/// The value that a program gives to a parameter such as `$n`; the place where the parameter
/// stands decides how it is read.
///
/// It never becomes part of the statement's text, so its content cannot become syntax.
public enum ParameterValue: Hashable, Sendable {
  /// A text in a place for text; else a date, a length, a word or a name, written as in a statement.
  case text(String)
  case integer(Int)
  case boolean(Bool)

  /// The value as text.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "true" : "false"
    }
  }
}

extension QueryContext {
  /// The text that a parameter stands for; throws `unbound-parameter`.
  package func text(of name: String, at range: SourceRange) throws(BindingError) -> String {
    guard let value = parameters[name] else { throw BindingError(.unboundParameter(name), at: range) }
    return value.text
  }

  /// Parses a parameter's value with a production; throws `unbound-parameter` and `bad-value`.
  ///
  /// The production rejects parameters: a value that names a parameter again could recurse forever.
  package func syntax<Result>(
    of name: String, at range: SourceRange, expected: String,
    _ production: (String) throws(SyntaxError) -> Result
  ) throws(BindingError) -> Result {
    let text = try text(of: name, at: range)
    let problem = BindingError(.badValue(text, field: "$" + name, expected: expected), at: range)
    do throws(SyntaxError) {
      return try production(text)
    } catch {
      throw problem
    }
  }
}

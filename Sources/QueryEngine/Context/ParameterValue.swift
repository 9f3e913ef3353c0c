/// The value that a program gives to a parameter such as `$n`; the place where the parameter
/// stands decides how it is read.
///
/// It is never made part of the statement's text: what it holds cannot become syntax.
public enum ParameterValue: Hashable, Sendable {
  /// A text where text is wanted; else a date, a length, a word or a name as a statement would write it.
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

  /// What a production makes of a parameter's value; throws `unbound-parameter` and `bad-value`.
  ///
  /// The production refuses parameters: a value that names them again would have no end.
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

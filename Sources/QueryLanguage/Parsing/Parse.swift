/// The order of day and month in dates such as `12/11/2026`; without a setting such dates are rejected.
public enum DateOrder: String, CaseIterable, Sendable {
  case none, dmy, mdy
}

/// Options of the parser.
public struct ParseOptions: Hashable, Sendable {
  /// The order of day and month in dates with slashes or points (`set date.order`).
  public var dateOrder: DateOrder
  /// How deep parentheses and `not` may nest.
  public var maximumDepth: Int

  /// The most open parentheses in any statement, whatever the options; text after more is not read.
  static let deepestRead = 1_000

  /// Options; the defaults are those of a fresh session.
  public init(dateOrder: DateOrder = .none, maximumDepth: Int = 100) {
    self.dateOrder = dateOrder
    self.maximumDepth = maximumDepth
  }
}

/// Parses a text of any number of statements, separated by line ends or `;`.
///
/// - Throws: the first fault, with ranges counted from the beginning of `text`.
public func parse(
  _ text: String, options: ParseOptions = ParseOptions()
) throws(SyntaxError) -> [StatementSyntax] {
  var parser = Parser(text, options: options)
  return try parser.script()
}

/// Parses a text that must hold exactly one statement.
///
/// - Throws: the first fault; a second statement is one.
public func parseStatement(
  _ text: String, options: ParseOptions = ParseOptions()
) throws(SyntaxError) -> StatementSyntax {
  var parser = Parser(text, options: options)
  parser.skipSeparators()
  let statement = try parser.statement()
  try parser.expectEndOfStatement()
  parser.skipSeparators()
  guard parser.current.kind == .end else {
    throw SyntaxError(.moreThanOneStatement, at: parser.current.range)
  }
  return statement
}

/// Parsers for pieces of statements, such as a value of a form's field or of an option.
public enum SyntaxFragment {
  /// Parses a whole text with a production.
  private static func whole<Result>(
    _ text: String, _ options: ParseOptions, _ production: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    var parser = Parser(text, options: options)
    let result = try production(&parser)
    try parser.expectEndOfFragment()
    return result
  }

  /// Parses a date expression without parameters.
  public static func plainDate(_ text: String) throws(SyntaxError) -> DateSyntax {
    try whole(text, ParseOptions()) { (parser) throws(SyntaxError) in
      if parser.tokens.contains(where: \.isParameter) { throw parser.unexpected() }
      return try parser.date()
    }
  }

  /// Parses a length of time without parameters.
  public static func plainDuration(_ text: String) throws(SyntaxError) -> DurationSyntax {
    try whole(text, ParseOptions()) { (parser) throws(SyntaxError) in
      if parser.tokens.contains(where: \.isParameter) { throw parser.unexpected() }
      return try parser.dur()
    }
  }

  /// Parses a date expression.
  public static func date(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> DateSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.date() }
  }

  /// Parses a range of time.
  public static func range(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> RangeSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.range() }
  }

  /// Parses a range of time with its relation: `within 3 days`.
  public static func when(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> WhenSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.when() }
  }

  /// Parses a range of time, and a length after it: `friday 9:00 to 17:00`, `friday 9:00 for 2h`.
  public static func rangeWithLength(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> (RangeSyntax, DurationSyntax?) {
    try whole(text, options) { (parser) throws(SyntaxError) in
      let range = try parser.range()
      return (range, parser.eat(.for) ? try parser.dur() : nil)
    }
  }

  /// Parses a length of time.
  public static func duration(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> DurationSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.dur() }
  }

  /// Parses a value as it stands after `FIELD =` in `edit … set`.
  public static func value(
    _ text: String, of field: FieldName, _ noun: Noun, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> AssignedValueSyntax {
    var parser = Parser(text, options: options)
    guard let entry = FieldCatalog.entry(field, of: noun) else { throw parser.unexpected() }
    let result = try parser.assigned(entry, .set)
    try parser.expectEndOfFragment()
    return result
  }

  /// Parses a value as it stands after a comparison of a field of a noun; a text is
  /// taken as it is, without quotes.
  public static func comparand(
    _ text: String, of field: FieldSyntax, _ noun: Noun, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> ValueSyntax {
    var parser = Parser(text, options: options)
    guard let entry = FieldCatalog.entry(field.name, of: noun) else { throw parser.unexpected() }
    switch ValueType(of: entry, part: field.part) {
    case .text, .zone: return ValueSyntax(.text(text))
    case .name: return ValueSyntax(.name(NameSyntax(text)))
    case _ where parser.tokens.contains(where: \.isParameter): throw parser.unexpected()
    case let type:
      let result = try parser.value(type)
      try parser.expectEndOfFragment()
      return result
    }
  }

  /// Parses a value of a type, without parameters.
  static func value(
    _ text: String, _ type: ValueType
  ) throws(SyntaxError) -> ValueSyntax {
    try whole(text, ParseOptions()) { (parser) throws(SyntaxError) in
      if parser.tokens.contains(where: \.isParameter) { throw parser.unexpected() }
      return try parser.value(type)
    }
  }

  /// Parses a number, whole or not.
  public static func number(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> ValueSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in
      try parser.value(parser.current.integer == nil ? .decimal : .integer)
    }
  }

  /// Parses a query.
  public static func query(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> QuerySyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.query() }
  }

  /// Parses the target of a change: rows, ids, or a query in parentheses.
  public static func target(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> TargetSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.target() }
  }

  /// Parses a repetition, as it stands after `repeat`.
  public static func repetition(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> RepeatSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.repetition() }
  }

  /// Parses when a repetition ends, without its pattern: `dec 2026`, `10 times`, `10`; other limits may follow.
  public static func repeatEnd(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> [RepeatLimitSyntax] {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.repeatEnd() }
  }

  /// Parses alarms, as they stand after `alarm`; none for `none`.
  public static func alarms(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> [AlarmSyntax] {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.alarms() }
  }

  /// Parses the name of a calendar.
  public static func name(
    _ text: String, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> NameSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.name() }
  }

  /// Parses a condition on rows of a noun, as it stands after `where`.
  public static func condition(
    _ text: String, of noun: Noun, options: ParseOptions = ParseOptions()
  ) throws(SyntaxError) -> ExpressionSyntax {
    try whole(text, options) { (parser) throws(SyntaxError) in try parser.expr(ConditionScope(noun: noun)) }
  }
}

extension Token {
  /// Whether it is `$x`.
  var isParameter: Bool { if case .parameter = kind { true } else { false } }
}

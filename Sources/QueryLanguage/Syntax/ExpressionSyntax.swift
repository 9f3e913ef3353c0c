import CivilTime

/// A condition, as it stands after `where` or `having`.
public struct ExpressionSyntax: Hashable, Sendable {
  /// The written form; the shape of the tree stands for parentheses.
  public indirect enum Kind: Hashable, Sendable {
    /// Two or more conditions that all hold.
    case and([ExpressionSyntax])
    /// Two or more conditions of which one holds.
    case or([ExpressionSyntax])
    case not(ExpressionSyntax)
    /// `allday`, `overdue`.
    case flag(QueryFlag)
    /// `"budget"`: in any text field.
    case text(String)
    /// `location is empty`, `notes is not empty`.
    case isEmpty(FieldSyntax, negated: Bool)
    /// `calendar in (Work, "Family Trips")`.
    case membership(FieldSyntax, [ValueSyntax], negated: Bool)
    /// `title contains x`.
    case match(FieldSyntax, TextOperator, TextSyntax, negated: Bool)
    /// `title matches /^re/i`.
    case matches(FieldSyntax, RegexSyntax, negated: Bool)
    /// `due within next 3 days`, `start before friday`.
    case during(FieldSyntax, WhenSyntax)
    /// `duration > 1h`, `title = x`, `start.weekday = mon`; the left side is a column in `having` only.
    case compare(ColumnSyntax, ComparisonOperator, ValueSyntax)
    /// `duration between 30m and 1h`: both ends are included.
    case between(ColumnSyntax, ValueSyntax, ValueSyntax)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A condition.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// An operator between a value and a field that has an order or can be equal.
public enum ComparisonOperator: String, CaseIterable, Sendable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// An operator on text besides `=`, `!=` and `matches`.
public enum TextOperator: String, CaseIterable, Sendable {
  case contains
  case startsWith = "starts with"
  case endsWith = "ends with"
  /// Whole words, through the full-text index.
  case has
  /// A pattern with `*` and `?`.
  case like
  /// The same bytes after normalization, without folding.
  case exactly
}

/// A regular expression, `/…/` or `/…/i`.
public struct RegexSyntax: Hashable, Sendable {
  /// The text between the slashes, `\/` already turned into `/`.
  public var pattern: String
  /// Whether `i` was written.
  public var ignoresCase: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A regular expression.
  public init(_ pattern: String, ignoresCase: Bool = false, range: SourceRange = .none) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    self.range = range
  }
}

/// A value on the right of an operator; the type of the field decides its kind.
public struct ValueSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// For text fields, and for choices such as `status` (then one of the field's words).
    case text(String)
    /// For `calendar` and `source`.
    case name(NameSyntax)
    case integer(Int)
    case decimal(DecimalSyntax)
    case duration(DurationSyntax)
    case date(DateSyntax)
    /// For `start.time`.
    case clock(ClockSyntax)
    /// For `start.weekday`.
    case weekday(Weekday)
    /// For `start.month`, 1 to 12.
    case month(Int)
    /// `$x`, without the dollar sign.
    case parameter(String)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A value.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// A decimal number, kept as it was written.
public struct DecimalSyntax: Hashable, Sendable {
  /// The digits with an optional sign and point.
  public var text: String
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A number by its digits.
  public init(_ text: String, range: SourceRange = .none) {
    self.text = text
    self.range = range
  }

  /// The number.
  public var value: Double { Double(text) ?? 0 }
}

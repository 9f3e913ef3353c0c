/// One clause of a query.
public struct ClauseSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// `allday`, `not recurring`.
    case flag(QueryFlag, negated: Bool)
    /// A range of time: `today`, `starting next week`.
    case when(WhenSyntax)
    /// A range for one date field: `due by friday`, `completed yesterday`.
    case dateField(FieldSyntax, WhenSyntax)
    /// `in …`.
    case include(CalendarScopeSyntax)
    /// `except …`.
    case exclude([NameSyntax])
    /// `all`, of reminders: completed and canceled ones too.
    case everything
    /// A string: text search in every text field.
    case text(String)
    case `where`(ExpressionSyntax)
    case sort([SortKeySyntax])
    case limit(CountSyntax, offset: CountSyntax?)
    case group([ColumnSyntax])
    case having(ExpressionSyntax)
    case select(SelectSyntax)
    case format(OutputFormat)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A clause.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The calendars after `in`.
public enum CalendarScopeSyntax: Hashable, Sendable {
  /// `in all`, hidden ones too.
  case all
  case calendars([NameSyntax])
  /// `in source iCloud`.
  case sources([NameSyntax])
}

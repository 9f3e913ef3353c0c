/// A thing that can be grouped by, sorted by, selected or tested in `having`.
public struct ColumnSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case field(FieldSyntax)
    /// `week`: of the row's own start or due date.
    case bucket(TimeBucket)
    case aggregate(AggregateCallSyntax)
    /// The name given by `select … as NAME`, in `sort` and `having`.
    case alias(String)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A column.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// `count`, or a function of one field as `sum(duration)`.
public enum AggregateCallSyntax: Hashable, Sendable {
  case count
  case function(AggregateFunction, FieldSyntax)
}

/// A function over the rows of a group.
public enum AggregateFunction: String, CaseIterable, Sendable {
  case sum, avg, min, max
}

/// One key of `sort by`.
public struct SortKeySyntax: Hashable, Sendable {
  /// The column to sort by.
  public var column: ColumnSyntax
  /// The written direction; nil means ascending, save that `priority` starts with the highest.
  public var direction: SortDirection?

  /// A key.
  public init(_ column: ColumnSyntax, direction: SortDirection? = nil) {
    self.column = column
    self.direction = direction
  }
}

/// The direction of a sort key.
public enum SortDirection: String, CaseIterable, Sendable {
  case ascending = "asc"
  case descending = "desc"
}

/// The columns that `select` keeps of each row.
public enum SelectSyntax: Hashable, Sendable {
  /// `select *`.
  case all
  case items([SelectItemSyntax])
}

/// One item of `select`.
public struct SelectItemSyntax: Hashable, Sendable {
  /// The column to show.
  public var column: ColumnSyntax
  /// The name after `as`.
  public var alias: String?

  /// An item.
  public init(_ column: ColumnSyntax, alias: String? = nil) {
    self.column = column
    self.alias = alias
  }
}

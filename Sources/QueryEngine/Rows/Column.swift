/// A column of a result: its name and its content.
public struct Column: Hashable, Sendable {
  /// The name after `as`, else the column as written, as `sum(duration)`.
  public var name: String
  /// The content.
  public var content: ColumnContent

  /// A column.
  public init(name: String, content: ColumnContent) {
    self.name = name
    self.content = content
  }
}

/// The content of a column, a group's key or a sort key.
public enum ColumnContent: Hashable, Sendable {
  /// `title`, `start.weekday`.
  case field(FieldName, DatePart?)
  /// `week`, of the row's own start or due date.
  case bucket(TimeBucket)
  case aggregate(Aggregate)
}

/// A function over the rows of a group.
public enum Aggregate: Hashable, Sendable {
  case count
  /// `sum(duration)`; rows in which the field is empty are left out.
  case function(AggregateFunction, FieldName)
}

extension ColumnContent: CustomStringConvertible {
  /// The column as written in a query.
  public var description: String {
    switch self {
    case .field(let name, let part): part.map { "\(name.rawValue).\($0.rawValue)" } ?? name.rawValue
    case .bucket(let bucket): bucket.rawValue
    case .aggregate(.count): "count"
    case .aggregate(.function(let function, let field)): "\(function.rawValue)(\(field.rawValue))"
    }
  }

  /// Whether it is a function over many rows.
  public var isAggregate: Bool {
    switch self {
    case .field, .bucket: false
    case .aggregate: true
    }
  }
}

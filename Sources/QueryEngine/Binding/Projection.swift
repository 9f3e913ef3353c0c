/// Resolves the columns and the order of an answer: `select`, `group by`, `sort` and aggregates.
struct Projection {
  let binder: Binder
  let query: QuerySyntax
  let aggregate: AggregateCallSyntax?

  /// The shape and the order.
  func bind() throws(BindingError) -> (ResultShape, [SortKey]) {
    let shape = try shape()
    var sort: [SortKey] = []
    for key in query.sortKeys {
      let content = try content(key.column)
      try check(content, isIn: shape, key.column)
      sort.append(SortKey(content, isDescending: isDescending(key.direction, content)))
    }
    return (shape, sort)
  }

  /// High priorities come first unless the direction is written; all else is ascending by default.
  private func isDescending(_ direction: SortDirection?, _ content: ColumnContent) -> Bool {
    switch direction {
    case .ascending: return false
    case .descending: return true
    case nil:
      if case .field(.priority, _) = content { return true }
      return false
    }
  }

  private func shape() throws(BindingError) -> ResultShape {
    var keys: [ColumnContent] = []
    for key in query.groupKeys { keys.append(try content(key)) }
    let call = try aggregate.map { (call) throws(BindingError) in try content(call, query.range) }
    if case .items(let items)? = query.selection {
      var columns: [Column] = []
      for item in items {
        let content = try content(item.column)
        columns.append(Column(name: item.alias ?? content.description, content: content))
      }
      if let call, !columns.contains(where: { $0.content == call }) {
        columns.append(Column(name: call.description, content: call))
      }
      if keys.isEmpty, !columns.contains(where: \.content.isAggregate) { return .selected(columns) }
      let shape = ResultShape.groups(keys: keys, columns: columns)
      for (item, column) in zip(items, columns) { try check(column.content, isIn: shape, item.column) }
      return shape
    }
    if keys.isEmpty, call == nil { return .rows }
    let contents = keys + [call ?? .aggregate(.count)]
    return .groups(keys: keys, columns: contents.map { Column(name: $0.description, content: $0) })
  }

  /// A column that a group has.
  func column(_ column: ColumnSyntax, isIn shape: ResultShape) throws(BindingError) -> ColumnContent {
    let content = try content(column)
    try check(content, isIn: shape, column)
    if case .groups = shape { return content }
    throw BindingError(.ungrouped(content.description), at: column.range)
  }

  /// A column that a single row has.
  func plainColumn(_ column: ColumnSyntax) throws(BindingError) -> ColumnContent {
    let content = try content(column)
    try check(content, isIn: .rows, column)
    return content
  }

  private func content(_ column: ColumnSyntax) throws(BindingError) -> ColumnContent {
    switch column.kind {
    case .field(let field): return .field(field.name, field.part)
    case .bucket(let bucket): return .bucket(bucket)
    case .aggregate(let call): return try content(call, column.range)
    case .alias(let name):
      if case .items(let items)? = query.selection, let item = items.first(where: { $0.alias == name }) {
        return try content(item.column)
      }
      throw BindingError(.unknownAlias(name, near: []), at: column.range)
    }
  }

  private func content(
    _ call: AggregateCallSyntax, _ range: SourceRange
  ) throws(BindingError) -> ColumnContent {
    switch call {
    case .count: return .aggregate(.count)
    case .function(let function, let field):
      let type = FieldCatalog.entry(field.name, of: query.noun)?.type
      let isFit: Bool =
        switch (function, type) {
        case (.sum, .number?), (.avg, .number?): true
        case (.min, .number?), (.max, .number?), (.min, .date?), (.max, .date?): true
        case (.min, .choice(ordered: true)?), (.max, .choice(ordered: true)?): true
        case (_, _): false
        }
      guard isFit, field.part == nil else {
        throw BindingError(.notANumber(field.name, function), at: field.range)
      }
      return .aggregate(.function(function, field.name))
    }
  }

  /// Throws if a row has an aggregate, or a group a column that is neither key nor aggregate.
  private func check(
    _ content: ColumnContent, isIn shape: ResultShape, _ column: ColumnSyntax
  ) throws(BindingError) {
    switch shape {
    case .rows, .selected, .days:
      if content.isAggregate {
        throw BindingError(.misplacedAggregate(content.description), at: column.range)
      }
    case .groups(let keys, _):
      if !content.isAggregate, !keys.contains(content) {
        throw BindingError(.ungrouped(content.description), at: column.range)
      }
    }
  }
}

/// Adds up the values of one aggregate.
struct Accumulator {
  private let aggregate: Aggregate
  private var count = 0
  private var integers = 0
  private var reals = 0.0
  private var isReal = false
  private var isDuration = false
  private var best: (value: Value, order: SortValue)?

  init(_ aggregate: Aggregate) {
    self.aggregate = aggregate
    if case .function(_, let field) = aggregate {
      isDuration = field.isLength
    }
  }

  /// Adds the value of one row; null counts for `count` only.
  mutating func add(_ value: Value, _ context: QueryContext) {
    switch aggregate {
    case .count: count += 1
    case .function(let function, _):
      if value.isNull { return }
      count += 1
      switch function {
      case .sum, .avg: addNumber(value)
      case .min, .max:
        let order = SortValue(value, context)
        let isBetter =
          best.map { SortValue.order(order, $0.order, isDescending: function == .max) < 0 } ?? true
        if isBetter { best = (value, order) }
      }
    }
  }

  private mutating func addNumber(_ value: Value) {
    switch value {
    case .integer(let number), .priority(let number): addInteger(number)
    case .duration(let duration): addInteger(duration.nominalSeconds)
    case .real(let number):
      isReal = true
      reals += number
    case .null, .text, .boolean, .date, .instant, .floating, .clock, .weekday, .week, .month, .list: break
    }
  }

  /// Adds values by their number and sum; for counts, sums and means.
  mutating func add(_ rows: Int, sum: Int) {
    count += rows
    addInteger(sum)
  }

  private mutating func addInteger(_ number: Int) {
    let (sum, overflow) = integers.addingReportingOverflow(number)
    integers = overflow ? (number < 0 ? Int.min : Int.max) : sum
  }

  /// The result; null for `min`, `max` and `avg` without values.
  var result: Value {
    switch aggregate {
    case .count: return .integer(count)
    case .function(.min, _), .function(.max, _): return best?.value ?? .null
    case .function(.sum, _):
      if isDuration { return .duration(CalendarDuration(seconds: integers)) }
      return isReal ? .real(reals + Double(integers)) : .integer(integers)
    case .function(.avg, _):
      if count == 0 { return .null }
      let mean = (reals + Double(integers)) / Double(count)
      return isDuration
        ? .duration(CalendarDuration(seconds: Int(exactly: mean.rounded()) ?? Int.max)) : .real(mean)
    }
  }
}

/// Groups of rows with equal keys, and the aggregates of each group.
struct Grouping {
  private let keys: [ColumnContent]
  private let columns: [ColumnContent]
  private let aggregates: [ColumnContent]
  private let having: GroupPredicate?
  private let context: QueryContext
  private var positions: [[Value]: Int] = [:]
  private var groups: [(keys: [Value], accumulators: [Accumulator])] = []

  /// `sort` and `having` may name aggregates that are not columns.
  init(
    keys: [ColumnContent], columns: [Column], sort: [SortKey], having: GroupPredicate?, context: QueryContext
  ) {
    self.keys = keys
    self.having = having
    self.columns = columns.map(\.content)
    self.context = context
    var aggregates: [ColumnContent] = []
    for content in self.columns + sort.map(\.content) + (having?.columns ?? [])
    where content.isAggregate && !aggregates.contains(content) {
      aggregates.append(content)
    }
    self.aggregates = aggregates
    if keys.isEmpty { _ = group(of: []) }
  }

  /// The number of groups.
  var count: Int { groups.count }

  /// The number of the group of some keys.
  mutating func group(of key: [Value]) -> Int {
    if let known = positions[key] { return known }
    positions[key] = groups.count
    let accumulators = aggregates.map { content -> Accumulator in
      if case .aggregate(let aggregate) = content { Accumulator(aggregate) } else { Accumulator(.count) }
    }
    groups.append((key, accumulators))
    return groups.count - 1
  }

  /// Adds a row, which counts in lengths only if `isMeasured`; `value` returns its columns.
  mutating func add(
    isMeasured: Bool, _ value: (ColumnContent) throws(QueryError) -> Value
  ) throws(QueryError) {
    var key: [Value] = []
    for content in keys { key.append(try value(content).asKey) }
    let position = group(of: key)
    for (index, content) in aggregates.enumerated() {
      switch content {
      case .aggregate(.count): groups[position].accumulators[index].add(.null, context)
      case _ where content.measuresLength && !isMeasured: break
      case .aggregate(.function(_, let field)):
        groups[position].accumulators[index].add(try value(.field(field, nil)), context)
      case .field, .bucket: break
      }
    }
  }

  /// Adds rows to a group, `measured` of which count in lengths, by the sums of their lengths and of
  /// their lengths inside the range.
  mutating func add(_ group: Int, rows: Int, measured: Int, seconds: Int, overlap: Int) {
    for (index, content) in aggregates.enumerated() {
      let isOverlap = if case .aggregate(.function(_, .overlap)) = content { true } else { false }
      groups[group].accumulators[index].add(
        content.measuresLength ? measured : rows, sum: isOverlap ? overlap : seconds)
    }
  }

  /// The groups' columns in order: that of `sort`, else that of the keys; throws `interrupted`.
  consuming func rows(_ sort: [SortKey], until signal: StopSignal) throws(QueryError) -> [[Value]] {
    let order = sort.isEmpty ? keys.map { SortKey($0) } : sort
    let fallback = keys
    let (keys, columns, aggregates, context) = (self.keys, self.columns, self.aggregates, self.context)
    let having = having
    func value(_ content: ColumnContent, _ group: (keys: [Value], accumulators: [Accumulator])) -> Value {
      if let index = keys.firstIndex(of: content) { return group.keys[index] }
      return aggregates.firstIndex(of: content).map { group.accumulators[$0].result } ?? .null
    }
    var looks = StopLooks(signal)
    var ranked:
      [(group: (keys: [Value], accumulators: [Accumulator]), order: [SortValue], last: [SortValue])] = []
    for group in groups {
      if looks.step() { throw .store(StoreError(.interrupted, "")) }
      if let having, !having.holds(context, { value($0, group) }) { continue }
      ranked.append(
        (
          group, order.map { SortValue(value($0.content, group), context) },
          fallback.map { SortValue(value($0, group), context) }
        ))
    }
    let sorted = try ranked.inOrder(until: signal) { a, b in
      for (index, key) in order.enumerated() {
        let result = SortValue.order(a.order[index], b.order[index], isDescending: key.isDescending)
        if result != 0 { return result < 0 }
      }
      for (first, second) in zip(a.last, b.last) {
        let result = SortValue.order(first, second, isDescending: false)
        if result != 0 { return result < 0 }
      }
      return false
    }
    return sorted.map { entry in columns.map { value($0, entry.group) } }
  }
}

extension Value {
  /// The value as a group's key; priorities with the same name share a key.
  fileprivate var asKey: Value {
    guard case .priority(let number) = self else { return self }
    return switch PriorityBand(priority: number) {
    case .high: .priority(1)
    case .medium: .priority(5)
    case .low: .priority(9)
    case .none: .priority(0)
    }
  }
}

import CivilTime
import QueryLanguage

/// What comparisons of one number leave of it.
struct NumberBounds {
  private var lower = -Double.infinity
  private var upper = Double.infinity
  private var excluded: Set<Double> = []
  private var excludesLower = false
  private var excludesUpper = false

  /// Whether no number passes all of them.
  var isEmpty: Bool {
    lower > upper || lower == upper && (excludesLower || excludesUpper || excluded.contains(lower))
  }

  /// Adds what a comparison asks.
  mutating func add(_ sign: ComparisonOperator, _ operand: Double) {
    switch sign {
    case .equal:
      raise(operand, isExcluded: false)
      sink(operand, isExcluded: false)
    case .notEqual: excluded.insert(operand)
    case .less: sink(operand, isExcluded: true)
    case .lessOrEqual: sink(operand, isExcluded: false)
    case .greater: raise(operand, isExcluded: true)
    case .greaterOrEqual: raise(operand, isExcluded: false)
    }
  }

  private mutating func raise(_ value: Double, isExcluded: Bool) {
    if value > lower { (lower, excludesLower) = (value, isExcluded) }
    if value == lower { excludesLower = excludesLower || isExcluded }
  }

  private mutating func sink(_ value: Double, isExcluded: Bool) {
    if value < upper { (upper, excludesUpper) = (value, isExcluded) }
    if value == upper { excludesUpper = excludesUpper || isExcluded }
  }
}

/// What conditions that must all hold ask of numbers and moments that have one value each.
///
/// What has no value passes none of these but `!=`, which alone contradicts nothing.
struct Contradictions<Key: Hashable> {
  private var numbers: [Key: NumberBounds] = [:]
  private var moments: [Key: (latestStart: Instant?, earliestEnd: Instant?)] = [:]

  /// Whether some of them exclude each other.
  var isFound: Bool {
    numbers.values.contains(where: \.isEmpty)
      || moments.values.contains { range in
        // At the edges of days the last second of an event may count: ranges that meet exclude nothing.
        if let start = range.latestStart, let end = range.earliestEnd { end < start } else { false }
      }
  }

  mutating func add(_ key: Key, _ sign: ComparisonOperator, _ operand: Double) {
    numbers[key, default: NumberBounds()].add(sign, operand)
  }

  mutating func add(_ key: Key, in range: TimeRange) {
    var known = moments[key] ?? (nil, nil)
    known.latestStart = [known.latestStart, range.from].compactMap { $0 }.max()
    known.earliestEnd = [known.earliestEnd, range.to].compactMap { $0 }.min()
    moments[key] = known
  }
}

extension ItemPredicate {
  /// Whether some of conditions that must all hold exclude each other by the numbers and moments that they ask for.
  static func exclude(_ parts: [ItemPredicate]) -> Bool {
    var found = Contradictions<ItemPredicate>()
    for part in parts {
      switch part {
      // A condition without its comparison stands for what is compared.
      case .number(let field, let sign, let operand):
        guard let value = operand.seconds else { continue }
        found.add(.number(field, .equal, .duration(.zero)), sign, value)
      case .overlap(let range, let sign, let length) where length.months == 0:
        found.add(.overlap(range, .equal, .zero), sign, Double(length.nominalSeconds))
      case .date(let field, let range) where field != .occurrence:
        found.add(.date(field, .always), in: range)
      default: continue
      }
    }
    return found.isFound
  }
}

extension GroupPredicate {
  /// Whether it contradicts itself, so that no group or block passes.
  var isNeverTrue: Bool {
    switch self {
    case .or(let parts): return parts.allSatisfy(\.isNeverTrue)
    case .and:
      let parts = conjuncts
      let whole = Set(parts)
      if parts.contains(where: \.isNeverTrue) || parts.contains(where: { whole.contains(.not($0)) }) {
        return true
      }
      var found = Contradictions<ColumnContent>()
      for part in parts {
        switch part {
        case .number(let column, let sign, let operand): found.add(column, sign, operand)
        case .date(let column, let range): found.add(column, in: range)
        default: continue
        }
      }
      return found.isFound
    case .date(_, let range): return range.isEmpty
    case .not, .number, .band, .text, .pattern, .isEmpty: return false
    }
  }

  private var conjuncts: [GroupPredicate] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }
}

extension NumberOperand {
  /// The number, of lengths in seconds; nil where it differs from row to row, as a month does.
  fileprivate var seconds: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    case .duration(let length): length.months == 0 ? Double(length.nominalSeconds) : nil
    }
  }
}

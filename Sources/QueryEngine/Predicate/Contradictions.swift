/// The values that comparisons of one number leave possible.
struct NumberBounds {
  private var lower = -Double.infinity
  private var upper = Double.infinity
  private var excluded: Set<Double> = []
  private var excludesLower = false
  private var excludesUpper = false

  /// Any number, or one of a range.
  init(_ range: ClosedRange<Double> = -.infinity ... .infinity) {
    lower = range.lowerBound
    upper = range.upperBound
  }

  /// Whether no number passes all comparisons.
  var isEmpty: Bool {
    lower > upper || lower == upper && (excludesLower || excludesUpper || excluded.contains(lower))
  }

  /// Adds a comparison.
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

/// The values that a conjunction of conditions requires of numbers, moments and choices with one value each.
///
/// A missing value passes none of the conditions but `!=`, which alone contradicts nothing.
struct Contradictions<Key: Hashable> {
  private var numbers: [Key: NumberBounds] = [:]
  private var choices: [Key: (allowed: Set<AnyHashable>?, excluded: Set<AnyHashable>)] = [:]
  private var moments: [Key: (latestStart: Instant?, earliestEnd: Instant?)] = [:]

  /// Whether some conditions exclude each other.
  var isFound: Bool {
    numbers.values.contains(where: \.isEmpty)
      || choices.values.contains { $0.allowed?.isSubset(of: $0.excluded) ?? false }
      || moments.values.contains { range in
        // At the edges of days the last second of an event may count: ranges that meet exclude nothing.
        if let start = range.latestStart, let end = range.earliestEnd { end < start } else { false }
      }
  }

  /// `domain` is the range of all possible numbers.
  mutating func add(
    _ key: Key, _ sign: ComparisonOperator, _ operand: Double,
    within domain: ClosedRange<Double> = -.infinity ... .infinity
  ) {
    numbers[key, default: NumberBounds(domain)].add(sign, operand)
  }

  /// Requires one of some values or, negated, none of them.
  mutating func add(_ key: Key, oneOf values: [AnyHashable], isNegated: Bool) {
    var known = choices[key] ?? (nil, [])
    if isNegated {
      known.excluded.formUnion(values)
    } else {
      known.allowed = known.allowed?.intersection(values) ?? Set(values)
    }
    choices[key] = known
  }

  mutating func add(_ key: Key, in range: TimeRange) {
    var known = moments[key] ?? (nil, nil)
    known.latestStart = [known.latestStart, range.from].compactMap { $0 }.max()
    known.earliestEnd = [known.earliestEnd, range.to].compactMap { $0 }.min()
    moments[key] = known
  }
}

extension ItemPredicate {
  /// Whether some of the conditions that must all hold exclude each other by the numbers,
  /// moments and choices that they require.
  static func exclude(_ parts: [ItemPredicate]) -> Bool {
    var found = Contradictions<ItemPredicate>()
    for part in parts {
      switch part {
      // A condition with a placeholder comparison is the key of the compared value.
      case .number(let field, let sign, let operand):
        guard let value = operand.seconds else { continue }
        found.add(.number(field, .equal, .duration(.zero)), sign, value, within: field.domain)
      case .overlap(let range, let sign, let length) where length.months == 0:
        found.add(
          .overlap(range, .equal, .zero), sign, Double(length.nominalSeconds), within: 0 ... .infinity)
      case .importance(let sign, let value): found.add(.importance(.equal, 0), sign, Double(value))
      case .date(let field, let range) where field != .occurrence:
        found.add(.date(field, .always), in: range)
      case .part(let field, let test) where field != .occurrence:
        for (part, sign, value, domain) in test.bounds {
          found.add(.part(field, part), sign, value, within: domain)
        }
      case .not(let inner): add(inner, isNegated: true, to: &found)
      default: add(part, isNegated: false, to: &found)
      }
    }
    return found.isFound
  }

  /// Adds a condition on a choice, which has one of few values.
  private static func add(
    _ part: ItemPredicate, isNegated: Bool, to found: inout Contradictions<ItemPredicate>
  ) {
    guard let (key, values) = part.choice else { return }
    found.add(key, oneOf: values, isNegated: isNegated)
  }

  /// The choice that must have one of some values, and the values; its key is a condition with a
  /// placeholder value.
  private var choice: (key: ItemPredicate, values: [AnyHashable])? {
    switch self {
    case .calendar(let names): return (.calendar([]), names.map(\.id))
    case .source(let names): return (.source([]), names.map(\.id))
    case .status(let status): return (.status(.confirmed), [status])
    case .availability(let value): return (.availability(.busy), [value])
    case .zone(let name): return (.zone(nil), [name])
    case .or(let parts):
      let choices = parts.compactMap(\.choice)
      guard let key = choices.first?.key, choices.count == parts.count,
        choices.allSatisfy({ $0.key == key })
      else { return nil }
      return (key, choices.flatMap(\.values))
    default: return nil
    }
  }
}

extension FieldName {
  /// The range of its possible numbers.
  fileprivate var domain: ClosedRange<Double> {
    if case .number(_, _, isSigned: false) = row.content { 0 ... .infinity } else { -.infinity ... .infinity }
  }
}

extension PartTest {
  /// The compared part, the comparison, the operand and the range of possible operands.
  ///
  /// The part is a test with a placeholder value.
  fileprivate var bounds: [(PartTest, ComparisonOperator, Double, ClosedRange<Double>)] {
    func whole(_ part: PartTest, _ sign: ComparisonOperator, _ value: Int, _ domain: ClosedRange<Int>)
      -> [(PartTest, ComparisonOperator, Double, ClosedRange<Double>)]
    {
      let domain = Double(domain.lowerBound)...Double(domain.upperBound)
      // No whole number lies between two consecutive ones.
      switch sign {
      case .greater: return [(part, .greaterOrEqual, Double(value) + 1, domain)]
      case .less: return [(part, .lessOrEqual, Double(value) - 1, domain)]
      case .equal, .notEqual, .lessOrEqual, .greaterOrEqual: return [(part, sign, Double(value), domain)]
      }
    }
    switch self {
    case .date(let sign, let range, _):
      // Days compare by their beginnings; a range may have several days.
      let part = PartTest.date(.equal, .always, written: "")
      let anywhere = -Double.infinity ... .infinity
      let (from, to) = (range.from.map { Double($0.seconds) }, range.to.map { Double($0.seconds) })
      switch sign {
      case .equal:
        return [from.map { (part, .greaterOrEqual, $0, anywhere) }, to.map { (part, .less, $0, anywhere) }]
          .compactMap { $0 }
      case .less: return from.map { [(part, .less, $0, anywhere)] } ?? []
      case .lessOrEqual: return to.map { [(part, .less, $0, anywhere)] } ?? []
      case .greater: return to.map { [(part, .greaterOrEqual, $0, anywhere)] } ?? []
      case .greaterOrEqual: return from.map { [(part, .greaterOrEqual, $0, anywhere)] } ?? []
      case .notEqual: return []
      }
    case .weekday(let sign, let weekday):
      // The order of weekdays depends on the week's start.
      guard sign == .equal || sign == .notEqual else { return [] }
      return whole(.weekday(.equal, .monday), sign, weekday.rawValue, 1...7)
    case .time(let sign, let second): return whole(.time(.equal, 0), sign, second, 0...86_399)
    case .day(let sign, let day): return whole(.day(.equal, 0), sign, day, 1...31)
    case .week(let sign, let week): return whole(.week(.equal, 0), sign, week, 1...53)
    case .month(let sign, let month): return whole(.month(.equal, 0), sign, month, 1...12)
    case .year(let sign, let year): return whole(.year(.equal, 0), sign, year, 0...10_000)
    case .hour(let sign, let hour): return whole(.hour(.equal, 0), sign, hour, 0...23)
    }
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
  /// The number, in seconds for lengths; nil if it differs from row to row, as months do.
  fileprivate var seconds: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    case .duration(let length): length.months == 0 ? Double(length.nominalSeconds) : nil
    }
  }
}

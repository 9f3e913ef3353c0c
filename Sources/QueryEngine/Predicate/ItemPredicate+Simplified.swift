extension ItemPredicate {
  /// An equivalent condition without nested joins, duplicate parts, double negation and parts
  /// that are always or never true.
  func simplified() -> ItemPredicate {
    switch self {
    case .and(let parts): return Self.joined(parts, neutral: .all, absorbing: .none)
    case .or(let parts): return Self.joined(parts, neutral: .none, absorbing: .all)
    case .not(let part):
      switch part.simplified() {
      case .all: return .none
      case .none: return .all
      case .not(let inner): return inner
      case let other: return .not(other)
      }
    case .time(_, let range), .date(_, let range):
      return range.isEmpty ? .none : self
    case .calendar(let names): return names.isEmpty ? .none : .calendar(names.sorted())
    case .source(let names): return names.isEmpty ? .none : .source(names.sorted())
    case .part, .number, .overlap: return Self.exclude([self]) ? .none : self
    default: return self
    }
  }

  /// The flattened parts of an `and` (neutral `all`, absorbing `none`) or an `or` (the reverse).
  private static func joined(
    _ parts: [ItemPredicate], neutral: ItemPredicate, absorbing: ItemPredicate
  ) -> ItemPredicate {
    let isAnd = neutral == .all
    var seen: Set<ItemPredicate> = []
    var flat: [ItemPredicate] = []
    func add(_ part: ItemPredicate) {
      if isAnd, case .and(let inner) = part {
        inner.forEach(add)
      } else if !isAnd, case .or(let inner) = part {
        inner.forEach(add)
      } else if part != neutral, seen.insert(part).inserted {
        flat.append(part)
      }
    }
    for part in parts { add(part.simplified()) }
    if flat.contains(absorbing) { return absorbing }
    for part in flat where seen.contains(.not(part)) { return absorbing }
    if isAnd, exclude(flat) { return .none }
    if flat.isEmpty { return neutral }
    if flat.count == 1 { return flat[0] }
    return isAnd ? .and(flat) : .or(flat)
  }
}

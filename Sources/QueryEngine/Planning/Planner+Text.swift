/// The access path by the text index.
extension Planner {
  /// The lookup by text, and the share of all items that it returns, or a lower bound if it is not worth
  /// reading them all; `rows` is the number of rows in the whole window.
  ///
  /// The index is asked for no more items than another path would cost. With a limit, that cost is known
  /// only once the text has proved to be frequent.
  func textLookup(
    _ query: BoundQuery, _ window: Estimator.Window?, _ searched: SearchedWord, rows: Double, cheapest: Int
  ) throws(StoreError) -> (candidate: AccessCandidate?, part: Double?) {
    let all = Double(max(1, statistics.count()))
    var cheapest = Double(cheapest)
    let word = searched.word
    if !weighsAll, query.rowsNeeded != nil {
      cheapest = Double(try paths(query, window, Estimator.Knowledge(text: 0)).map(\.cost).min() ?? 0)
    }
    if !weighsAll, cheapest <= Self.cheapEnough { return (nil, nil) }
    let reading = try textReading(query, window, searched, rows: rows)
    func found(_ items: [Int]) -> (AccessCandidate?, Double?) {
      let part = min(1, max(Double(items.count), 0.5) / all)
      return (lookup(query, .text(word, items: items), items.count, cost: reading(items.count)), part)
    }
    if weighsAll {
      guard let items = try store.textCandidates(word, limit: Int.max - 1) else { return (nil, nil) }
      return found(items)
    }
    var least = 0.0
    if query.rowsNeeded != nil {
      let first = Self.fewItems
      if let items = try store.textCandidates(word, limit: first) { return found(items) }
      least = Double(first) / all
      cheapest = Double(try paths(query, window, Estimator.Knowledge(text: least)).map(\.cost).min() ?? 0)
    }
    // The most items that cost no more than the cheapest other path.
    var most = 1
    for step in (0..<Int.bitWidth - 1).reversed() where 1 << step <= statistics.count() - most {
      if reading(most + 1 << step) <= cheapest { most += 1 << step }
    }
    if cheapest <= Self.cheapEnough || most <= Int(least * all) { return (nil, least > 0 ? least : nil) }
    if let items = try store.textCandidates(word, limit: most) { return found(items) }
    return (nil, min(1, Double(most) / all))
  }

  /// The cost of a number of items from the text index; `rows` is the number of rows in the whole window.
  ///
  /// Items are looked up when their first occurrences come up, so that a limit spares items that begin later.
  private func textReading(
    _ query: BoundQuery, _ window: Estimator.Window?, _ searched: SearchedWord, rows: Double
  ) throws(StoreError) -> (Int) -> Double {
    let all = Double(max(1, statistics.count()))
    let path = AccessPath.text(searched.word, items: [])
    guard query.scope == .occurrences, query.noun != .reminders, let window else {
      let perItem = PlanCost.textRow + (query.scope == .items ? PlanCost.record : Self.perItem)
      return { Double($0) * perItem + Double($0) / all * rows * PlanCost.expansion }
    }
    let isOrdered = path.isInTimeOrder(query) && isNatural(query)
    let (begin, end) = try estimator.opened(query.eventWindow, window)
    let share = calendarShare(query)
    let others = remaining(query).filter { $0 != searched.condition }
    let other = estimator.selectivity(.all(of: others), in: window)
    return { items in
      let items = Double(items)
      // Zero items have zero rows.
      let rows = items / all * rows
      let sure =
        estimator.passing([.all], in: window, Estimator.Knowledge(text: items / all)).surely * rows * other
      let read = isOrdered ? Self.read(query, of: sure) : 1
      return items * (PlanCost.textRow + share * (begin + (end - begin) * read) * Self.perItem)
        + rows * read * (PlanCost.expansion + 1)
    }
  }

  /// If every path costs more than this, it is worth sampling how many of the index's items
  /// really hold the text.
  static let worthTesting = 1_000

  /// The number of items that are looked up at the price of a few hundred index rows.
  private static let fewItems = 500

  /// A folded text that every passing row holds, as far as the text index covers it, and the
  /// condition that requires it.
  typealias SearchedWord = (word: String, condition: ItemPredicate)

  /// The longest such text; nil if no condition requires one.
  func searchedWord(_ conjuncts: [ItemPredicate]) -> SearchedWord? {
    var result: SearchedWord?
    for part in conjuncts {
      var found: [String] = []
      switch part {
      case .anyText(let test): found.append(test.folded)
      case .text(let field, let test) where field.row.isSearched:
        // A space is the end of a word, as fields are separated in the searched text. Words that `has`
        // finds may be separated by signs that the index takes for letters.
        switch test.operation {
        case .equals, .exactly: found.append(" " + test.folded + " ")
        case .contains: found.append(test.folded)
        case .startsWith: found.append(" " + test.folded)
        case .endsWith: found.append(test.folded + " ")
        case .has: found += test.words
        case .like: found += test.folded.split { $0 == "*" || $0 == "?" }.map(String.init)
        }
      default: break
      }
      for word in found where word.utf8.count > (result?.word.utf8.count ?? 0) { result = (word, part) }
    }
    return result
  }
}

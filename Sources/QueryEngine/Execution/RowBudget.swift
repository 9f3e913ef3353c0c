/// How many rows an answer may hold at once, if it must read all rows before it can return the first.
///
/// Rows in start order are returned as they are read and need no budget. Rows that are sorted otherwise,
/// grouped or laid out on a page are held in memory, and the rows of an endless rule would fill it.
package enum RowBudget {
  /// The most occurrences and groups held, without their records: some hundred megabytes.
  package static let most = 2_000_000
  /// The most complete rows held: of a day, a page, or a list in another order.
  ///
  /// They take as many megabytes, and are more than anyone reads.
  package static let mostWhole = 100_000

  /// The error for an answer that would hold more; `rows` is their number, if it is known.
  static func refusal(_ rows: Int? = nil, most: Int = most) -> QueryError {
    let count = rows.map { "about \(separated($0))" } ?? "more than \(separated(most))"
    return .rejected(
      Diagnostic(
        code: BindingErrorCode.tooMany.rawValue,
        message: "this answer would hold \(count) rows at once; \(separated(most)) are the most",
        hint:
          "ask for a shorter range, give a `limit`, or `count` them; in the order of their starts rows come as they are read"
      ))
  }

  /// Throws `refusal` if there are more than `most` rows.
  package static func check(_ rows: Int, most: Int = most) throws(QueryError) {
    if rows > most { throw refusal(most: most) }
  }

  /// A number with commas between thousands.
  private static func separated(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }
}

extension Execution {
  /// Rejects an answer with too many rows to hold, before any of them is read, if arithmetic gives
  /// their number.
  func checkBudget() throws(QueryError) {
    let query = plan.query
    guard query.scope == .occurrences, query.noun == .events else { return }
    let isSorted = plan.needsSort && query.limit == nil
    guard isSorted || query.shape == .days, let rows = try knownRows() else { return }
    if isSorted, rows > RowBudget.most { throw RowBudget.refusal(rows) }
    // A page holds all of its days, an agenda one day at a time; some day has at least the mean.
    guard query.shape == .days, query.page != nil || query.limit == nil else { return }
    let days = DayPages.days(of: query.range ?? .anytime, context)
    let held =
      query.page != nil ? rows : rows / (days.upperBound.dayNumber - days.lowerBound.dayNumber + 1)
    if held > RowBudget.mostWhole { throw RowBudget.refusal(held, most: RowBudget.mostWhole) }
  }

  /// A lower bound of the plan's rows that is known without reading them; nil if a condition may
  /// drop some.
  private func knownRows() throws(QueryError) -> Int? {
    let query = plan.query
    return try reading { () throws(StoreError) in
      switch plan.choice.path {
      case .eventWindow(let window):
        if plan.residual != .all { return nil }
        return try store.knownRows(
          from: window.start, to: window.end, viewer: context.zone, calendars: query.calendars)
      case .scan, .references, .uid, .text:
        let items = try FeedOpener(store: store, context: context, query: query).objects(plan.choice.path)
        var rows = 0
        for item in items { rows = rows.addingClamped(try itemTotals(item)?.rows ?? 0) }
        return rows
      case .nothing, .dueWindow, .undated, .allReminders, .completedWindow, .alarms, .catalog: return nil
      }
    }
  }

  /// The totals of an item's occurrences in the window, if its record decides the condition and
  /// arithmetic their number; nil if they must be read one by one.
  func itemTotals(_ item: Int) throws(StoreError) -> OccurrenceTotals? {
    guard let window = plan.query.range?.timeRange else { return nil }
    guard let totals = try store.totals(of: item, from: window.from, to: window.to, viewer: context.zone),
      let record = try store.record(item)
    else { return nil }
    let rest = plan.residual.conjuncts.filter { $0 != .time(.overlapping, window) }
    switch ItemPredicate.all(of: rest).simplified().verdict(of: record) {
    case true?: return totals
    case false?: return OccurrenceTotals()
    case nil: return nil
    }
  }
}

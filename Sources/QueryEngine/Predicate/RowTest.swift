/// A condition prepared for testing many rows: tests of the occurrence come before tests of the
/// record, and cheap tests before expensive ones.
struct RowTest {
  private let context: QueryContext
  /// The tests of the occurrence alone.
  private let early: [(Occurrence) -> Bool]
  /// The conditions that may need the record, cheapest first.
  private let late: [ItemPredicate]
  /// Whether the occurrence can decide some of `late` as well, as one side of an `or`.
  private let decidesLate: Bool

  /// With `isBare`, rows come as occurrences of events, whose records are read only if a
  /// test needs them.
  init(_ condition: ItemPredicate, isBare: Bool, _ context: QueryContext) {
    self.context = context
    let parts = condition.conjuncts
    let known = isBare ? parts.filter { !$0.needsRecord } : []
    early = known.map { $0.compiled(context) }
    late = (isBare ? parts.filter(\.needsRecord) : parts).enumerated()
      .sorted { ($0.element.testingCost, $0.offset) < ($1.element.testingCost, $1.offset) }.map(\.element)
    decidesLate = isBare && late.contains { $0.testingCost == ItemPredicate.compositeCost }
  }

  /// Whether an occurrence passes; nil if that depends on its record.
  @inline(__always)
  func verdict(_ occurrence: Occurrence) -> Bool? {
    for test in early where !test(occurrence) { return false }
    if late.isEmpty { return true }
    return decidesLate ? lateVerdict(occurrence) : nil
  }

  private func lateVerdict(_ occurrence: Occurrence) -> Bool? {
    var result: Bool? = true
    for part in late {
      switch part.verdict(.bare(occurrence), context) {
      case false?: return false
      case nil: result = nil
      case true?: break
      }
    }
    return result
  }

  /// Whether a row passes, after its occurrence left it undecided.
  func passes(_ row: ItemRow) -> Bool {
    late.allSatisfy { $0.verdict(.item(row), context) ?? false }
  }
}

extension ItemPredicate {
  static let compositeCost = 1

  /// The relative cost of testing a row with its record: enumerations, then combinations,
  /// texts and patterns.
  fileprivate var testingCost: Int {
    switch self {
    case .and, .or, .not: Self.compositeCost
    case .text, .anyText, .isEmpty: 2
    case .pattern: 3
    default: 0
    }
  }

  /// The test of a condition that the occurrence alone decides.
  fileprivate func compiled(_ context: QueryContext) -> (Occurrence) -> Bool {
    switch self {
    case .time(let relation, let range): return { Self.relates($0, relation, range) }
    case .calendar(let names):
      let calendars = Set(names.map(\.id))
      return { calendars.contains($0.calendar) }
    case .date(.start, let range): return { !$0.isUndated && range.contains($0.start) }
    case .allDay: return \.isAllDay
    case .recurring: return \.isRecurring
    case .detached: return \.isDetached
    default: return { self.verdict(.bare($0), context) ?? false }
    }
  }
}

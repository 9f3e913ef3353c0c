import CivilTime
import Foundation
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Groups of random stores: however they are made, they are what one gets by adding up the rows by hand.
@Suite struct GroupDifferentialTests {
  /// How many stores are made; more of them with `KALENDS_SEEDS`.
  private static let seeds = Depth.seeds(usually: 6)

  @Test(arguments: seeds) func groupsAreWhatTheirRowsAddUpTo(seed: Int) throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let policy = [IndexingPolicy.standard, .nothing, .everythingWithin(years: 5)][seed % 3]
    var calendars = RandomCalendar(seed: UInt64(seed) + 500)
    // The second time half of the items have changed: what was counted of them before must be gone.
    for _ in 0..<(seed % 2 + 1) {
      for name in ["Work", "Home", "Birthdays"] {
        try store.take(calendars.file(name, events: 25, reminders: 10), named: name, policy: policy)
      }
    }
    var context = try exampleContext()
    let viewer = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Africa/Cairo", "Pacific/Apia"][seed % 5]
    context.zone = try #require(zones.zone(named: viewer))
    if seed % 7 == 6 { context.weekStart = .sunday }
    var queries = RandomQuery(seed: UInt64(seed) + 900)
    var methods: [GroupingMethod: Int] = [:]
    // The bands of priorities are asked for in every store: each has some of their bounds.
    let bands = RandomGroups(
      noun: "reminders", clauses: "anytime", keys: ["priority"], aggregates: [RandomGroups.Aggregate()])
    for question in [bands] + (0..<30).map({ _ in queries.groups() }) {
      do {
        methods[try compare(question, context, store), default: 0] += 1
      } catch {
        Issue.record("\(question.statement): \(error)")
      }
    }
    #expect(methods[.rows, default: 0] > 3 && methods[.occurrences, default: 0] > 0, "\(methods)")
  }

  /// Compares the answer with the sums of its rows, by every plan there is; gives
  /// how the chosen one makes groups.
  private func compare(
    _ question: RandomGroups, _ context: QueryContext, _ store: CalendarStore
  ) throws -> GroupingMethod {
    let bound = try Engine(store, context).bind(try parseStatement(question.statement))
    let planner = try Planner(store, weighsAll: true)
    let chosen = try planner.plan(bound)
    for index in chosen.candidates.indices {
      try Engine(store, context).check(planner.plan(bound, chosen.candidates, choosing: index))
    }
    let answer = try values(question.statement, context, store).map { $0.map { SortValue($0, context) } }
    let rows = try values(question.rowStatement, context, store)
    let expected = sums(rows, question, context, isTimed: bound.measuresTimed)
    let place = Comment(rawValue: question.statement)
    #expect(Set(answer) == Set(expected), place)
    #expect(answer.count == expected.count, place)
    if let sort = question.sort {
      let order = answer.map { $0[question.keys.count + sort.index] }
      for (a, b) in zip(order, order.dropFirst()) {
        #expect(SortValue.order(a, b, isDescending: sort.isDescending) <= 0, place)
      }
    }
    if !question.keys.isEmpty {
      let part = try values(question.statement + " limit 3 offset 1", context, store)
      #expect(part.map { $0.map { SortValue($0, context) } } == Array(answer.dropFirst().prefix(3)), place)
    }
    return chosen.grouping
  }

  private func values(
    _ statement: String, _ context: QueryContext, _ store: CalendarStore
  ) throws -> [[Value]] {
    try rows(statement, context, store).compactMap { row in
      switch row {
      case .group(let values), .selected(let values): values
      default: nil
      }
    }
  }

  /// The groups of rows, each added up here; lengths are numbers of seconds, and those of
  /// timed events alone where `isTimed`.
  private func sums(
    _ rows: [[Value]], _ question: RandomGroups, _ context: QueryContext, isTimed: Bool
  ) -> [[SortValue]] {
    let width = question.keys.count
    var groups: [[SortValue]: [[SortValue]]] = width == 0 ? [[]: []] : [:]
    for row in rows {
      let keys = row.prefix(width).map { SortValue(key($0), context) }
      groups[keys, default: []].append(row.map { SortValue($0, context) })
    }
    return groups.compactMap { keys, rows in
      let results = question.aggregates.indices.map { index in
        let aggregate = question.aggregates[index]
        let isLeft = isTimed && aggregate.isLength
        let counted = rows.filter { !isLeft || $0.last != SortValue(.boolean(true), context) }
        return total(aggregate, counted.map { $0[width + index] })
      }
      if let having = question.having, !holds(results[having.index], having) { return nil }
      return keys + results
    }
  }

  /// Priorities of one name are one group.
  private func key(_ value: Value) -> Value {
    guard case .priority(let number) = value else { return value }
    return .priority(number == 0 ? 0 : number < 5 ? 1 : number == 5 ? 5 : 9)
  }

  private func total(_ aggregate: RandomGroups.Aggregate, _ all: [SortValue]) -> SortValue {
    if aggregate.function == "count" { return .number(Double(all.count)) }
    let numbers = all.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let sum = numbers.reduce(0, +)
    switch aggregate.function {
    case "sum": return .number(sum)
    case "min": return numbers.min().map { .number($0) } ?? .null
    case "max": return numbers.max().map { .number($0) } ?? .null
    default:
      let mean = sum / Double(numbers.count)
      return numbers.isEmpty ? .null : .number(aggregate.isLength ? mean.rounded() : mean)
    }
  }

  private func holds(_ value: SortValue, _ having: RandomGroups.Having) -> Bool {
    // What has no value is unlike any number (decision 215).
    guard case .number(let found) = value else { return having.sign == "!=" }
    let wanted = Double(having.value)
    return switch having.sign {
    case ">": found > wanted
    case ">=": found >= wanted
    case "<": found < wanted
    case "<=": found <= wanted
    case "=": found == wanted
    default: found != wanted
    }
  }
}

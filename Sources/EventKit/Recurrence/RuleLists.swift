import Editing
import Foundation

/// Reads the lists of a rule of one frequency: those without meaning are ignored, and the first value out of range is kept as
/// the rule's fault.
struct RuleLists {
  private let type: EKRecurrenceFrequency
  private var hasList = false
  /// The first value out of range; nil while there is none.
  private(set) var fault: RecurrenceProblem?

  init(_ type: EKRecurrenceFrequency) { self.type = type }

  /// The interval, 1 for one that is none.
  mutating func interval(_ interval: Int) -> Int {
    if interval < 1 { note(.badInterval(interval)) }
    return max(1, interval)
  }

  mutating func days(_ days: [EKRecurrenceDayOfWeek]) -> [WeekdayNumber] {
    let allowed: ClosedRange<Int>
    switch type {
    case .daily: return []
    case .weekly: allowed = 0...0
    case .monthly: allowed = -5...5
    case .yearly: allowed = -53...53
    }
    for day in days where !allowed.contains(day.weekNumber) {
      note(.badWeekNumber(day.weekNumber, allowed: allowed))
    }
    if !days.isEmpty { hasList = true }
    return days.filter { allowed.contains($0.weekNumber) }.map(\.day)
  }

  /// A list of numbers, which counts for some frequencies; 0 is in no list.
  mutating func list(
    _ numbers: [NSNumber]?, _ name: String, _ allowed: ClosedRange<Int>, for types: [EKRecurrenceFrequency]
  ) -> [Int] {
    guard types.contains(type), let numbers, !numbers.isEmpty else { return [] }
    hasList = true
    return checked(numbers, name, allowed)
  }

  /// The positions, which choose among the occurrences of the lists read before.
  mutating func positions(_ numbers: [NSNumber]?) -> [Int] {
    guard hasList, let numbers else { return [] }
    return checked(numbers, "setPositions", -366...366)
  }

  private mutating func checked(_ numbers: [NSNumber], _ name: String, _ allowed: ClosedRange<Int>) -> [Int] {
    let values = numbers.map(\.intValue)
    for value in values where value == 0 || !allowed.contains(value) {
      note(.badValue(value, list: name, allowed: allowed))
    }
    return values.filter { $0 != 0 && allowed.contains($0) }
  }

  private mutating func note(_ problem: RecurrenceProblem) { fault = fault ?? problem }
}

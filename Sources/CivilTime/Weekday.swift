/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  public init(dayNumber: Int) {
    self = Self.allCases[floorMod(dayNumber + 3, 7)]
  }

  /// The weekday `days` later (or earlier, when negative).
  public func adding(days: Int) -> Weekday {
    Self.allCases[floorMod(rawValue - 1 + days, 7)]
  }

  /// The number of days from this weekday forward to `other`: 0…6.
  public func days(until other: Weekday) -> Int {
    floorMod(other.rawValue - rawValue, 7)
  }

  /// Orders weekdays from Monday to Sunday.
  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }

  /// The English name with a capital letter, such as `Monday`.
  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}

/// Integer division that rounds toward minus infinity; `divisor` is positive.
@inlinable
public func floorDiv(_ value: Int, _ divisor: Int) -> Int {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

/// The remainder of `floorDiv`, in 0..<divisor; `divisor` is positive.
@inlinable
public func floorMod(_ value: Int, _ divisor: Int) -> Int {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

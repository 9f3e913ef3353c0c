/// BYMONTHDAY as bits: days counted from the start and from the end of a month.
struct MonthDays: Hashable, Sendable {
  /// Bit 0 is day 1.
  var fromStart: UInt32 = 0
  /// Bit 30 is the last day, bit 0 the 31st from the end.
  var fromEnd: UInt32 = 0

  init() {}

  init(_ values: [Int]) {
    for value in values {
      if value > 0 { fromStart |= 1 << UInt32(value - 1) } else { fromEnd |= 1 << UInt32(31 + value) }
    }
  }

  /// The days of a month with `length` days; bit 0 is day 1.
  func mask(length: Int) -> UInt64 {
    (UInt64(fromStart) | UInt64(fromEnd) >> UInt64(31 - length)) & ((1 << UInt64(length)) - 1)
  }
}

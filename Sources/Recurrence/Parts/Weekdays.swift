/// BYDAY as bits for plain weekdays and a list for weekdays with an ordinal.
///
/// Weekday 0 is Monday.
struct Weekdays: Hashable, Sendable {
  struct Ordinal: Hashable, Sendable {
    var number: Int
    var weekday: Int
  }

  var plain: UInt64 = 0
  var ordinals: [Ordinal] = []

  init() {}

  init(_ values: [WeekdayNumber], keepsOrdinals: Bool) {
    for value in values {
      let weekday = value.weekday.rawValue - 1
      if let number = value.ordinal, keepsOrdinals {
        ordinals.append(Ordinal(number: number, weekday: weekday))
      } else {
        plain |= 1 << UInt64(weekday)
      }
    }
  }

  var isEmpty: Bool { plain == 0 && ordinals.isEmpty }

  /// The plain weekdays among 35 days that begin on `firstWeekday`.
  @inline(__always)
  func plainMask(firstWeekday: Int) -> UInt64 {
    let week = (plain | plain << 7) >> UInt64(firstWeekday) & 0x7F
    return week &* 0x1020_4081 & 0x7_FFFF_FFFF
  }

  /// The distance of an ordinal weekday from the first day of an interval of `length` days; nil when the
  /// interval lacks it.
  @inline(__always)
  static func offset(of ordinal: Ordinal, firstWeekday: Int, length: Int) -> Int? {
    let first = floorMod(ordinal.weekday - firstWeekday, 7)
    let offset: Int
    if ordinal.number > 0 {
      offset = first + (ordinal.number - 1) * 7
    } else {
      let last = first + (length - 1 - first) / 7 * 7
      offset = last + (ordinal.number + 1) * 7
    }
    return offset >= 0 && offset < length ? offset : nil
  }
}

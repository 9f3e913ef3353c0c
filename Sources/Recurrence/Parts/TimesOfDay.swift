/// The times of a day that BYHOUR, BYMINUTE and BYSECOND allow, as seconds since midnight.
///
/// The times are the product of three masks, or a short list when BYSETPOS has chosen among them.
struct TimesOfDay: Hashable, Sendable {
  var hours: UInt32
  var minutes: UInt64
  var seconds: UInt64
  /// When not empty, these times and no others, in order.
  var list: [Int32] = []

  init(hours: UInt32, minutes: UInt64, seconds: UInt64) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
  }

  /// A single time.
  init(second: Int) {
    hours = 1 << UInt32(second / 3600)
    minutes = 1 << UInt64(second / 60 % 60)
    seconds = 1 << UInt64(second % 60)
  }

  static let allHours: UInt32 = (1 << 24) - 1
  static let allSixty: UInt64 = (1 << 60) - 1

  var isEmpty: Bool { list.isEmpty && (hours == 0 || minutes == 0 || seconds == 0) }

  var count: Int {
    list.isEmpty ? hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount : list.count
  }

  /// The only time, or −1 when there are several or none.
  var single: Int { count == 1 ? next(from: 0) : -1 }

  /// The first time at or after `second`, or −1.
  func next(from second: Int) -> Int {
    if !list.isEmpty { return list.first { $0 >= second }.map(Int.init) ?? -1 }
    let hour = second / 3600
    if hour > 23 { return -1 }
    if hours >> UInt32(hour) & 1 != 0 {
      let minute = second / 60 % 60
      if minutes >> UInt64(minute) & 1 != 0 {
        let rest = seconds >> UInt64(second % 60)
        if rest != 0 { return second + rest.trailingZeroBitCount }
      }
      let rest = minutes >> UInt64(minute + 1)
      if rest != 0 {
        return hour * 3600 + (minute + 1 + rest.trailingZeroBitCount) * 60 + seconds.trailingZeroBitCount
      }
    }
    let rest = hours >> UInt32(hour + 1)
    if rest == 0 || minutes == 0 || seconds == 0 { return -1 }
    return (hour + 1 + rest.trailingZeroBitCount) * 3600 + minutes.trailingZeroBitCount * 60
      + seconds.trailingZeroBitCount
  }

  /// The time at an index below `count`.
  func at(_ index: Int) -> Int {
    if !list.isEmpty { return Int(list[index]) }
    let secondCount = seconds.nonzeroBitCount
    let minuteCount = minutes.nonzeroBitCount
    let hour = Self.bit(UInt64(hours), index / (secondCount * minuteCount))
    return hour * 3600 + Self.bit(minutes, index / secondCount % minuteCount) * 60
      + Self.bit(seconds, index % secondCount)
  }

  /// The number of times before `second`.
  func count(before second: Int) -> Int {
    if !list.isEmpty { return list.count { $0 < second } }
    let secondCount = seconds.nonzeroBitCount
    let minuteCount = minutes.nonzeroBitCount
    let hour = second / 3600
    var result = (hours & ((1 << UInt32(hour)) - 1)).nonzeroBitCount * minuteCount * secondCount
    if hours >> UInt32(hour) & 1 != 0 {
      let minute = second / 60 % 60
      result += (minutes & ((1 << UInt64(minute)) - 1)).nonzeroBitCount * secondCount
      if minutes >> UInt64(minute) & 1 != 0 {
        result += (seconds & ((1 << UInt64(second % 60)) - 1)).nonzeroBitCount
      }
    }
    return result
  }

  /// The times at the positions of BYSETPOS.
  func chosen(at positions: [Int]) -> TimesOfDay {
    var result = self
    result.list = SetPositions.indices(positions, count: count).map { Int32(at($0)) }
    if result.list.isEmpty { result.hours = 0 }
    return result
  }

  private static func bit(_ mask: UInt64, _ index: Int) -> Int {
    var mask = mask
    for _ in 0..<index { mask &= mask - 1 }
    return mask.trailingZeroBitCount
  }
}

/// BYSETPOS.
enum SetPositions {
  /// The indices that positions choose from a set of `count` elements, in order and without duplicates.
  static func indices(_ positions: [Int], count: Int) -> [Int] {
    var result: [Int] = []
    for position in positions {
      let index = position > 0 ? position - 1 : count + position
      if index >= 0, index < count { result.append(index) }
    }
    // Positions are sorted, so only positive ones after negative ones can be out of order.
    if positions.first.map({ $0 < 0 }) == true, positions.last.map({ $0 > 0 }) == true {
      return Set(result).sorted()
    }
    return result
  }
}

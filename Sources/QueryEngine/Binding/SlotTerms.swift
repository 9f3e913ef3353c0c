/// The hours of a day.
public struct ClockRange: Hashable, Sendable {
  /// Seconds from midnight, 0 to 86400; an end that is not later belongs to the next day.
  public var from, to: Int
  /// The zone of the hours; nil for the query's zone.
  public var zone: Zone?
}

/// The terms of the free time that `free` asks for.
public struct SlotTerms: Hashable, Sendable {
  /// The default minimum length: half an hour.
  static let usualLength = 1_800

  /// The minimum length, in seconds.
  public var length: Int
  /// The hours of a day; nil for all.
  public var hours: ClockRange?
  /// The days of the week; nil for all.
  public var days: Set<Weekday>?

  /// The intervals of a range within the hours and days, in order.
  func windows(from: Int, to: Int, _ context: QueryContext) -> [(start: Int, end: Int)] {
    guard from < to else { return [] }
    if hours == nil, days == nil { return [(from, to)] }
    let zone = hours?.zone ?? context.zone
    var day = zone.civil(at: Instant(seconds: from)).date
    // Hours over midnight begin on the day before.
    day = day.adding(days: -1) ?? day
    let last = zone.civil(at: Instant(seconds: to)).date
    var windows: [(start: Int, end: Int)] = []
    while day <= last {
      if days?.contains(day.weekday) ?? true {
        let (start, end) = window(on: day, zone)
        let (first, after) = (max(start, from), min(end, to))
        if first < after {
          // Consecutive whole days form one interval.
          if let previous = windows.last, previous.end == first {
            windows[windows.count - 1].end = after
          } else {
            windows.append((first, after))
          }
        }
      }
      guard let next = day.adding(days: 1) else { break }
      day = next
    }
    return windows
  }

  private func window(on day: CivilDate, _ zone: Zone) -> (Int, Int) {
    let next = day.adding(days: 1) ?? day
    guard let hours else { return (zone.startOfDay(day).seconds, zone.startOfDay(next).seconds) }
    func moment(_ second: Int, _ date: CivilDate) -> Int {
      if second == 86_400 { return zone.startOfDay(date.adding(days: 1) ?? date).seconds }
      guard let time = TimeOfDay(secondOfDay: second) else { return zone.startOfDay(date).seconds }
      return zone.instant(of: CivilDateTime(date, time)).seconds
    }
    return (moment(hours.from, day), moment(hours.to, hours.to <= hours.from ? next : day))
  }
}

/// How far from an item its alarms ring, in seconds: from the earliest to the last.
struct AlarmReach {
  private(set) var first = Int.max
  private(set) var last = Int.min

  /// By how much days may be longer or shorter: clock changes take hours, a change of date line a day.
  private static let slackOfDays = 90_000
  /// The distance in seconds within which alarms are read by windows of time; alarms farther
  /// from their items are read by item.
  private static let near = 32 * 86_400

  /// Whether no alarm is relative to its item.
  var isEmpty: Bool { first > last }

  /// The number of bits of the farthest distance in units of `near`; 0 below one unit.
  var magnitude: Int {
    let farthest = max(first.magnitude, last.magnitude) / UInt(Self.near)
    return Int.bitWidth - farthest.leadingZeroBitCount
  }

  init() {}

  init(_ set: AlarmSet) {
    for alarm in ItemDetails.alarms(reading: set.alarms) {
      guard case .relative(let offset, let toEnd) = alarm.trigger else { continue }
      let travel = toEnd ? CalendarDuration() : set.travel ?? CalendarDuration()
      let seconds = offset.nominalSeconds.addingClamped(-max(travel.nominalSeconds, -Int.max))
      let days = [offset.days, travel.days, alarm.repetition?.interval.days ?? 0]
      let slack = days.allSatisfy { $0 == 0 } ? 0 : Self.slackOfDays
      add(
        first: seconds.addingClamped(-slack),
        last: seconds.addingClamped(alarm.repetition?.length ?? 0).addingClamped(slack))
    }
  }

  mutating func add(_ other: AlarmReach) {
    if !other.isEmpty { add(first: other.first, last: other.last) }
  }

  private mutating func add(first: Int, last: Int) {
    self.first = min(self.first, first)
    self.last = max(self.last, last)
  }

  /// The window of time that holds the items whose alarms ring in a range.
  func window(of range: TimeRange) -> (from: Instant?, to: Instant?) {
    (
      range.from.map { Instant(seconds: $0.seconds.addingClamped(last == .min ? .max : -last)) },
      range.to.map { Instant(seconds: $0.seconds.addingClamped(first == .min ? .max : -first)) }
    )
  }
}

/// A change that one override makes to its occurrence and all later ones (RFC 5545 RANGE=THISANDFUTURE).
public struct RangeOverride: Hashable, Sendable {
  /// The first occurrence it changes.
  public var key: OccurrenceKey
  /// Wall seconds by which the changed occurrences start later.
  public var shift: Int
  /// The length of the changed occurrences.
  public var length: EventLength
  /// The row of the override, whose fields the changed occurrences show.
  public var item: Int

  /// Creates a change.
  public init(key: OccurrenceKey, shift: Int, length: EventLength, item: Int) {
    self.key = key
    self.shift = shift
    self.length = length
    self.item = item
  }
}

/// One expanded occurrence of a series, in seconds on the series' axis.
public struct SeriesOccurrence: Hashable, Sendable {
  /// The key of the occurrence.
  public var key: OccurrenceKey
  /// The start on the axis.
  public var start: Int
  /// The end on the axis; never before `start`.
  public var end: Int
  /// The row of the THISANDFUTURE override that the occurrence follows; nil when it follows the master.
  public var override: Int?
}

/// The data for expanding a repeating item: its rules, its kind of time, its length and its overridden
/// slots.
///
/// Occurrences with their own override are left out: the override stands for them, wherever it was moved.
public struct Series: Sendable {
  /// The kind of time of a series' starts.
  public enum Form: Hashable, Sendable {
    case date
    case floating
    case zoned(Zone)

    /// Wall seconds from an occurrence's slot to the time that a THISANDFUTURE override gives it.
    public func shift(from key: OccurrenceKey, to start: EventTime) -> Int {
      switch self {
      case .date: start.wall.date.dayNumber * 86_400 - key.wallSeconds
      case .floating: start.wall.wallSeconds - key.wallSeconds
      case .zoned(let zone): start.wallSeconds(in: zone) - key.wallSeconds
      }
    }
  }

  /// Rules, extra dates and exceptions, on the wall clock of the series' zone.
  public let set: CompiledRecurrence
  /// The kind of time of the starts.
  public let form: Form
  /// The length of each occurrence.
  public let length: EventLength
  /// The slots that have an override, in order.
  public let overridden: [OccurrenceKey]
  /// THISANDFUTURE overrides, in order of their keys.
  public let ranges: [RangeOverride]

  /// Creates a series; `overridden` and `ranges` may be in any order.
  public init(
    set: CompiledRecurrence, form: Form, length: EventLength, overridden: [OccurrenceKey] = [],
    ranges: [RangeOverride] = []
  ) {
    self.set = set
    self.form = form
    self.length = length
    self.overridden = overridden.sorted()
    self.ranges = ranges.sorted { $0.key < $1.key }
  }

  /// The axis of the occurrences.
  public var axis: TimeAxis {
    switch form {
    case .date, .floating: .wall
    case .zoned: .instant
    }
  }

  /// The maximum length of an occurrence, in axis seconds, clock changes included; stores keep it with each
  /// series.
  public var longestLength: Int {
    longestNominalLength + (axis == .instant ? SeriesCursor.clockReach : 0)
  }

  /// The maximum length of an occurrence, without the reach of clock changes if no length has days.
  var longestActualLength: Int {
    // Hours keep their length; a nominal day is at most 26 hours longer at a clock change.
    let hasDays =
      set.longestOwnLength > 0 || Self.hasDays(length) || ranges.contains { Self.hasDays($0.length) }
    return longestNominalLength + (axis == .instant && hasDays ? SeriesCursor.clockReach : 0)
  }

  private var longestNominalLength: Int {
    var longest = Self.upperBound(length)
    for range in ranges { longest = max(longest, Self.upperBound(range.length)) }
    return max(longest, set.longestOwnLength)
  }

  private static func hasDays(_ length: EventLength) -> Bool {
    switch length {
    case .exact: false
    case .nominal(let duration): duration.months != 0 || duration.days != 0
    }
  }

  private static func upperBound(_ length: EventLength) -> Int {
    switch length {
    case .exact(let seconds): return max(0, seconds)
    case .nominal(let duration):
      return max(0, duration.months * 31 * 86_400 + duration.days * 86_400 + duration.seconds)
    }
  }

  /// The occurrences that overlap the window [from, to) on the series' axis, in order of their starts.
  ///
  /// An occurrence without length is included when `from <= start < to`. A nil bound leaves that side open.
  ///
  /// The cursor checks `isStopped` now and then while it searches and ends early when that is true.
  public func occurrences(
    from: Int?, to: Int?, isStopped: (@Sendable () -> Bool)? = nil
  ) -> SeriesCursor {
    SeriesCursor(series: self, from: from, to: to, isStopped: isStopped)
  }

  /// The first occurrence; nil when all are excluded or overridden.
  public func first() -> SeriesOccurrence? {
    var cursor = occurrences(from: nil, to: nil)
    return cursor.next()
  }

  /// The occurrence with that key; nil when the rules give none or an override replaced it.
  public func occurrence(_ key: OccurrenceKey) -> SeriesOccurrence? {
    let wall = CivilDateTime(clamping: key.wallSeconds)
    for occurrence in set.occurrences(from: wall, to: wall.adding(seconds: 1)) {
      return isOverridden(key) ? nil : placed(occurrence)
    }
    return nil
  }

  func isOverridden(_ key: OccurrenceKey) -> Bool {
    if overridden.isEmpty { return false }
    var low = 0
    var high = overridden.count
    while low < high {
      let middle = (low + high) / 2
      if overridden[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < overridden.count && overridden[low] == key
  }

  /// The occurrence of an instance on the axis, with THISANDFUTURE changes applied.
  func placed(_ instance: RecurrenceInstance) -> SeriesOccurrence? {
    let isDate = form == .date
    let key = OccurrenceKey(wallSeconds: instance.start.wallSeconds, isDate: isDate)
    var wall = instance.start
    var length = self.length
    switch instance.end {
    case .end(let end): length = .nominal(CalendarDuration(seconds: end.wallSeconds - wall.wallSeconds))
    case .length(let duration): length = .nominal(duration)
    case nil: break
    }
    var override: Int?
    if let range = ranges.last(where: { $0.key <= key }) {
      guard let moved = wall.adding(seconds: range.shift) else { return nil }
      wall = moved
      length = range.length
      override = range.item
    }
    let start: Int
    let end: Int
    switch form {
    case .date, .floating:
      start = wall.wallSeconds
      end = Self.end(of: wall, length)?.wallSeconds ?? CivilDateTime.max.wallSeconds
    case .zoned(let zone):
      let instant = zone.instant(of: wall)
      start = instant.seconds
      switch length {
      case .exact(let seconds): end = instant.adding(seconds: seconds).seconds
      case .nominal(let duration):
        end =
          (zone.instant(instant, adding: duration) ?? Instant(seconds: CivilDateTime.max.wallSeconds)).seconds
      }
    }
    return SeriesOccurrence(key: key, start: start, end: max(start, end), override: override)
  }

  private static func end(of start: CivilDateTime, _ length: EventLength) -> CivilDateTime? {
    switch length {
    case .exact(let seconds): start.adding(seconds: seconds)
    case .nominal(let duration): start.adding(duration)
    }
  }
}

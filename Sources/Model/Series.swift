import CivilTime
import Recurrence

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

  /// A change with all its parts.
  public init(key: OccurrenceKey, shift: Int, length: EventLength, item: Int) {
    self.key = key
    self.shift = shift
    self.length = length
    self.item = item
  }
}

/// One occurrence of a series, in seconds on the series' axis.
public struct SeriesOccurrence: Hashable, Sendable {
  /// Which occurrence it is.
  public var key: OccurrenceKey
  /// Where it starts on the axis.
  public var start: Int
  /// Where it ends on the axis; never before `start`.
  public var end: Int
  /// The row of the THISANDFUTURE override it follows; nil when it follows the master.
  public var override: Int?
}

/// What is needed to expand a repeating item: its rules, its kind of time, its length and which slots are overridden.
///
/// Occurrences that have an override of their own are left out: the override stands for them, wherever it was moved.
public struct Series: Sendable {
  /// The kind of time of its starts.
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
  /// The kind of time of its starts.
  public let form: Form
  /// How long each occurrence lasts.
  public let length: EventLength
  /// The slots that have an override, in order.
  public let overridden: [OccurrenceKey]
  /// THISANDFUTURE overrides, in order of their keys.
  public let ranges: [RangeOverride]

  /// A series; `overridden` and `ranges` may be in any order.
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

  /// The axis its occurrences lie on.
  public var axis: TimeAxis {
    switch form {
    case .date, .floating: .wall
    case .zoned: .instant
    }
  }

  /// The longest an occurrence can last, in axis seconds, clock changes included.
  public var longestLength: Int {
    // A nominal day is at most 26 hours long where the clock changes.
    let slack = axis == .instant ? Self.clockChange : 0
    var longest = Self.upperBound(length)
    for range in ranges { longest = max(longest, Self.upperBound(range.length)) }
    return max(longest, set.longestOwnLength) + slack
  }

  private static let clockChange = 26 * 3600

  private static func upperBound(_ length: EventLength) -> Int {
    switch length {
    case .exact(let seconds): return max(0, seconds)
    case .nominal(let duration):
      return max(0, duration.months * 31 * 86_400 + duration.days * 86_400 + duration.seconds)
    }
  }

  /// The occurrences that overlap the window [from, to) on the series' axis, in order of their starts.
  ///
  /// An occurrence without length is in when `from <= start < to`. A missing end leaves that side open.
  public func occurrences(from: Int?, to: Int?) -> SeriesCursor {
    SeriesCursor(series: self, from: from, to: to)
  }

  /// The first occurrence; nil when all are excluded or overridden.
  public func first() -> SeriesOccurrence? {
    var cursor = occurrences(from: nil, to: nil)
    return cursor.next()
  }

  /// The occurrence with that key; nil when the rules give none or an override took its place.
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

  /// The occurrence on the axis that a generated start stands for, THISANDFUTURE changes applied.
  func placed(_ generated: Recurrence.Occurrence) -> SeriesOccurrence? {
    let isDate = form == .date
    let key = OccurrenceKey(wallSeconds: generated.start.wallSeconds, isDate: isDate)
    var wall = generated.start
    var length = self.length
    switch generated.end {
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

/// Expands a series lazily from a window's start on.
public struct SeriesCursor: Sequence, IteratorProtocol, Sendable {
  private let series: Series
  private let from: Int
  private let to: Int
  private var generated: OccurrenceSequence.Iterator
  /// Occurrences that a shift or a clock change may still have to let others past.
  private var pending: [SeriesOccurrence] = []
  private let slack: Int
  private var isExhausted = false

  init(series: Series, from: Int?, to: Int?) {
    self.series = series
    self.from = from ?? Int.min
    self.to = to ?? Int.max
    let shifts = series.ranges.map(\.shift)
    let latest = Swift.max(0, shifts.max() ?? 0)
    let earliest = Swift.min(0, shifts.min() ?? 0)
    var clock = 0
    var offset = (before: 0, after: 0)
    if case .zoned(let zone) = series.form {
      clock = 26 * 3600
      if let from { offset.before = zone.offset(at: Instant(seconds: from)).seconds }
      if let to { offset.after = zone.offset(at: Instant(seconds: to)).seconds }
    }
    // Starts are sought on the wall clock, wide enough for lengths, shifts and clock changes.
    let wallFrom = from.map {
      CivilDateTime(clamping: $0.addingClamped(offset.before - clock - latest - series.longestLength))
    }
    let wallTo = to.map { CivilDateTime(clamping: $0.addingClamped(offset.after + clock - earliest)) }
    generated = series.set.occurrences(from: wallFrom, to: wallTo).makeIterator()
    let mayReorder = !series.ranges.isEmpty || (clock > 0 && series.set.hasSeveralADay)
    slack = mayReorder ? clock + latest - earliest : 0
  }

  /// The next occurrence in the window; nil at the end.
  public mutating func next() -> SeriesOccurrence? {
    if slack == 0 { return nextInWindow() }
    while !isExhausted {
      if let first = pending.first, let last = pending.last, last.start.addingClamped(-slack) > first.start {
        break
      }
      guard let occurrence = nextInWindow() else {
        isExhausted = true
        break
      }
      let position = pending.lastIndex { $0.start <= occurrence.start }.map { $0 + 1 } ?? 0
      pending.insert(occurrence, at: position)
    }
    return pending.isEmpty ? nil : pending.removeFirst()
  }

  private mutating func nextInWindow() -> SeriesOccurrence? {
    while let start = generated.next() {
      guard let occurrence = series.placed(start) else { continue }
      if occurrence.start >= to {
        // Later wall times may still come earlier on the axis when starts can be reordered.
        if slack == 0, occurrence.start.addingClamped(-26 * 3600) >= to { return nil }
        continue
      }
      let overlaps = occurrence.end > from || (occurrence.end == occurrence.start && occurrence.start >= from)
      if overlaps, !series.isOverridden(occurrence.key) { return occurrence }
    }
    return nil
  }
}

extension Int {
  /// The sum, held at the ends of what can be counted.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? Int.min : Int.max) : sum
  }
}

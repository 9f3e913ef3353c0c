/// An event's times as four independent values: start, end, whole days or not, and a zone.
///
/// Start and end are moments as a viewer sees them. The end of whole days is the last second of the last day;
/// a store's days are half-open.
public struct DraftTimes: Hashable, Sendable {
  /// The start; nil until set.
  public var start: Instant?
  /// The end; nil for a missing end, which equals the start.
  public var end: Instant?
  /// Whether the event covers whole days.
  public var isAllDay = false
  /// The event's zone; nil for floating time.
  public var zone: Zone?
  /// The zone in which the end is written, when it differs.
  private var endZone: Zone?

  /// Creates times without values, in a zone.
  public init(zone: Zone?) { self.zone = zone }

  /// Creates the times of an event as a person in `viewer` sees them.
  public init(of item: Item, viewer: Zone) {
    guard let start = item.start else {
      zone = viewer
      return
    }
    self.start = start.instant(in: viewer)
    isAllDay = start.isAllDay
    zone = start.zone
    endZone = item.end?.zone
    guard let end = item.effectiveEnd else { return }
    let last = max(start.wall.date, CivilDateTime(clamping: end.wall.wallSeconds - 1).date)
    self.end = isAllDay ? Self.lastSecond(of: last, viewer) : end.instant(in: viewer)
  }

  private static func lastSecond(of date: CivilDate, _ viewer: Zone) -> Instant {
    viewer.startOfDay(date.adding(days: 1) ?? date).adding(seconds: -1)
  }

  // MARK: Setting

  /// Sets whole days, without a zone, or a time in the viewer's zone.
  public mutating func setAllDay(_ value: Bool, viewer: Zone) {
    if value == isAllDay { return }
    isAllDay = value
    zone = value ? nil : viewer
    endZone = nil
  }

  /// Changes the zone and keeps the moments; without effect on whole days.
  public mutating func setZone(_ value: Zone?) {
    if isAllDay { return }
    zone = value
    endZone = nil
  }

  /// The start for display: whole days begin with their first moment.
  public func presentedStart(viewer: Zone) -> Instant? {
    guard isAllDay, let start else { return start }
    return viewer.startOfDay(viewer.civil(at: start).date)
  }

  /// The end for display: whole days end with their last second, and a missing end equals the start.
  public func presentedEnd(viewer: Zone) -> Instant? {
    guard let end = end ?? start else { return nil }
    return isAllDay ? Self.lastSecond(of: viewer.civil(at: end).date, viewer) : end
  }

  /// Whether start and end lie within the supported years.
  var isInCalendar: Bool {
    // Two days of margin cover every zone.
    let years = (CivilDateTime.min.wallSeconds + 172_800)...(CivilDateTime.max.wallSeconds - 172_800)
    return [start, end].allSatisfy { $0.map { years.contains($0.seconds) } ?? true }
  }

  // MARK: Writing

  /// Writes the times into an item.
  public func write(to item: inout Item, viewer: Zone) {
    guard let start else {
      item.start = nil
      return
    }
    let end = end ?? start
    item.end = nil
    if isAllDay {
      let first = viewer.civil(at: start).date
      let days = viewer.civil(at: end).date.dayNumber - first.dayNumber
      item.start = .date(first)
      item.length = .nominal(CalendarDuration(days: days < 0 ? days : days + 1))
      return
    }
    item.start = zone.map { EventTime(start, in: $0) } ?? .floating(viewer.civil(at: start))
    if let zone {
      item.length = .exact(seconds: end.seconds - start.seconds)
      if let endZone, endZone != zone { item.end = EventTime(end, in: endZone) }
    } else {
      let length = viewer.civil(at: end).wallSeconds - viewer.civil(at: start).wallSeconds
      item.length = .exact(seconds: length)
    }
  }

  /// Returns these times' differences from `stored`, and the other values of `fresh`.
  func merged(over stored: DraftTimes, with fresh: DraftTimes) -> DraftTimes {
    var result = fresh
    if start != stored.start { result.start = start }
    if end != stored.end { result.end = end }
    if isAllDay != stored.isAllDay { result.isAllDay = isAllDay }
    if zone != stored.zone {
      result.zone = zone
      result.endZone = endZone
    }
    return result
  }
}

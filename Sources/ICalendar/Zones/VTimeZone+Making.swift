import Recurrence

extension VTimeZone {
  /// A VTIMEZONE that describes a zone's clock from the beginning of one year to the
  /// end of another (RFC 5545, 3.6.5).
  ///
  /// Changes that follow one rule for three years or more become an RRULE, which has no end when it still
  /// holds at the end of the span and in 2037; other changes become RDATEs.
  public static func component(of zone: Zone, named tzid: String, from first: Int, through last: Int)
    -> Component
  {
    let last = max(last, 2037)
    let start = startOfYear(min(first, last))
    let end = startOfYear(last + 1)
    var entries = [property("TZID", tzid)]
    var segment = zone.segment(at: start)
    let initial = Observance(
      from: segment.offset, to: segment.offset, name: segment.abbreviation, isDaylight: segment.isDaylight)
    var onsets: [(kind: Observance, walls: [CivilDateTime])] = [
      (initial, [CivilDateTime(clamping: start.seconds + segment.offset.seconds)])
    ]
    while segment.end < end {
      let next = zone.segment(at: segment.end)
      let kind = Observance(
        from: segment.offset, to: next.offset, name: next.abbreviation, isDaylight: next.isDaylight)
      let wall = CivilDateTime(clamping: next.start.seconds + segment.offset.seconds)
      if let known = onsets.firstIndex(where: { $0.kind == kind }) {
        onsets[known].walls.append(wall)
      } else {
        onsets.append((kind, [wall]))
      }
      segment = next
    }
    for (kind, walls) in onsets {
      for run in YearlyRun.runs(walls) { entries.append(.component(kind.component(run, lastYear: last))) }
    }
    return Component(name: "VTIMEZONE", entries: entries.compactMap { $0 })
  }

  private static func startOfYear(_ year: Int) -> Instant {
    Instant(seconds: CivilDate.dayNumber(year: min(max(year, 1), 9999), month: 1, day: 1) * 86_400)
  }

  fileprivate static func property(_ name: String, _ value: String) -> ComponentEntry? {
    Property(name: name, value: value).map(ComponentEntry.property)
  }

  /// One kind of clock change.
  fileprivate struct Observance: Equatable {
    let from: UTCOffset
    let to: UTCOffset
    let name: String
    let isDaylight: Bool

    func component(_ run: YearlyRun, lastYear: Int) -> Component {
      var entries = [
        VTimeZone.property("DTSTART", BasicFormat.text(run.walls[0])),
        VTimeZone.property("TZOFFSETFROM", OffsetNotation.text(from)),
        VTimeZone.property("TZOFFSETTO", OffsetNotation.text(to)),
        VTimeZone.property("TZNAME", name),
      ]
      let last = run.walls[run.walls.count - 1]
      if let rule = run.rule {
        // UNTIL is in UTC although the onsets are local (RFC 5545, 3.3.10).
        let until = CivilDateTime(clamping: last.wallSeconds - from.seconds)
        let end = last.date.year == lastYear ? "" : ";UNTIL=\(BasicFormat.text(until))Z"
        entries.append(VTimeZone.property("RRULE", rule + end))
      } else if run.walls.count > 1 {
        let dates = run.walls.dropFirst().map { BasicFormat.text($0) }.joined(separator: ",")
        entries.append(VTimeZone.property("RDATE", dates))
      }
      return Component(name: isDaylight ? "DAYLIGHT" : "STANDARD", entries: entries.compactMap { $0 })
    }
  }
}

/// Consecutive clock changes of one kind, with or without a common rule.
private struct YearlyRun {
  var walls: [CivilDateTime]
  /// `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, or nil when the changes follow no rule.
  var rule: String?

  /// The weekday of a month on which a change falls, counted from the month's start or end.
  private struct Place: Hashable {
    let month: Int
    let weekday: Weekday
    let ordinal: Int
    let second: Int
  }

  /// Splits changes, which are in order, into runs as long as possible; short runs are joined into one
  /// without a rule.
  static func runs(_ walls: [CivilDateTime]) -> [YearlyRun] {
    var result: [YearlyRun] = []
    var loose: [CivilDateTime] = []
    var index = 0
    while index < walls.count {
      var places = Self.places(walls[index])
      var next = index + 1
      while next < walls.count, walls[next].date.year == walls[next - 1].date.year + 1 {
        let common = places.intersection(Self.places(walls[next]))
        if common.isEmpty { break }
        places = common
        next += 1
      }
      let isRule = next - index >= 3
      if isRule, let place = places.min(by: { $0.ordinal < $1.ordinal }) {
        result.append(YearlyRun(walls: Array(walls[index..<next]), rule: rule(place)))
        index = next
      } else {
        loose.append(walls[index])
        index += 1
      }
    }
    if !loose.isEmpty { result.insert(YearlyRun(walls: loose, rule: nil), at: 0) }
    return result
  }

  private static func rule(_ place: Place) -> String {
    let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    return "FREQ=YEARLY;BYMONTH=\(place.month);BYDAY=\(place.ordinal)\(codes[place.weekday.rawValue - 1])"
  }

  private static func places(_ wall: CivilDateTime) -> Set<Place> {
    let (year, month, day) = wall.date.parts
    var ordinals: [Int] = []
    if day <= 28 { ordinals.append((day - 1) / 7 + 1) }
    if day + 7 > CivilDate.daysInMonth(month, year: year) { ordinals.append(-1) }
    return Set(
      ordinals.map {
        Place(month: month, weekday: wall.date.weekday, ordinal: $0, second: wall.time.secondOfDay)
      })
  }
}

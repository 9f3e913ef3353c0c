import Recurrence

/// Reads a VTIMEZONE as a zone (RFC 5545, 3.6.5).
public enum VTimeZone {
  /// The year at whose start the clock changes of an endless rule stop.
  private static let horizon = 2200
  /// The maximum number of clock changes in one observance: four a year over six centuries.
  private static let mostOnsets = 2400

  /// The private zone that a VTIMEZONE describes; nil when it has no readable observance.
  ///
  /// Before its first onset the clock of `known` applies, the zone that the name stands for; without `known`
  /// the offset before that onset.
  public static func zone(_ component: Component, before known: Zone? = nil) -> Zone? {
    guard let tzid = CalendarZones.name(of: component) else { return nil }
    var changes: [(at: Instant, type: LocalTimeType)] = []
    var earliest: (at: Instant, type: LocalTimeType)?
    for observance in component.components {
      guard observance.name == "STANDARD" || observance.name == "DAYLIGHT",
        let from = offset(observance, "TZOFFSETFROM"), let to = offset(observance, "TZOFFSETTO"),
        let start = wall(observance.property("DTSTART"))
      else { continue }
      let name = observance.property("TZNAME")?.text ?? tzid
      let type = LocalTimeType(offset: to, isDaylight: observance.name == "DAYLIGHT", abbreviation: name)
      for onset in onsets(observance, start: start, from: from) {
        let at = Instant(seconds: onset.wallSeconds - from.seconds)
        changes.append((at, type))
        if earliest.map({ at < $0.at }) ?? true {
          earliest = (at, LocalTimeType(offset: from, isDaylight: false, abbreviation: name))
        }
      }
    }
    guard let earliest else { return nil }
    guard let known else { return Zone(identifier: tzid, initial: earliest.type, changes: changes) }
    var segment = known.segment(at: Instant(seconds: Int.min))
    let initial = LocalTimeType(segment)
    var before: [(at: Instant, type: LocalTimeType)] = []
    while segment.end < earliest.at {
      let next = known.segment(at: segment.end)
      before.append((segment.end, LocalTimeType(next)))
      segment = next
    }
    return Zone(identifier: tzid, initial: initial, changes: before + changes)
  }

  /// The local times, in the offset before the change, at which an observance begins.
  private static func onsets(_ observance: Component, start: CivilDateTime, from: UTCOffset)
    -> [CivilDateTime]
  {
    var rules: [RecurrenceRule] = []
    var dates: [ExtraDate] = []
    for property in observance.properties {
      if property.isNamed("RRULE") {
        // No clock changes by the day: a rule more frequent than monthly is nonsense or an attack.
        if var rule = try? RecurrenceRule(parsing: property.rawText), rule.frequency >= .monthly {
          // UNTIL is in UTC here while the onsets are local: RFC 5545, 3.6.5.
          if case .utc(let instant) = rule.until {
            rule.until = .floating(CivilDateTime(clamping: instant.seconds + from.seconds))
          }
          rules.append(rule)
        }
      } else if property.isNamed("RDATE") {
        for case .some(let period) in property.periods {
          switch period.start {
          case .date(let date): dates.append(ExtraDate(.dateTime(CivilDateTime(date, start.time))))
          case .floating(let wall), .zoned(let wall, _): dates.append(ExtraDate(.dateTime(wall)))
          case .utc(let utc):
            dates.append(ExtraDate(.dateTime(CivilDateTime(clamping: utc.wallSeconds + from.seconds))))
          }
        }
      }
    }
    let set = RecurrenceSet(start: .dateTime(start), rules: rules, dates: dates)
    let end = CivilDate(year: horizon, month: 1, day: 1).map { CivilDateTime($0, .midnight) }
    return set.occurrences(to: end).prefix(mostOnsets).map(\.start)
  }

  private static func offset(_ component: Component, _ name: StaticString) -> UTCOffset? {
    component.property(name)?.utcOffset
  }

  private static func wall(_ property: Property?) -> CivilDateTime? {
    switch property?.dateValue {
    case .date(let date): CivilDateTime(date, .midnight)
    case .floating(let wall), .utc(let wall), .zoned(let wall, _): wall
    case nil: nil
    }
  }

  /// Whether two zones show the same local time from 2008 to 2037, compared twice a month.
  ///
  /// Exporters write today's rules as if they had always held, so earlier years prove nothing; 2008 is the
  /// first whole year under the present rules of Europe and North America.
  static func agree(_ known: Zone, _ own: Zone) -> Bool {
    let first = max(1_199_145_600, own.segment(at: Instant(seconds: Int.min)).end.seconds)
    var at = first
    while at < 2_145_916_800 {
      if known.offset(at: Instant(seconds: at)) != own.offset(at: Instant(seconds: at)) { return false }
      at += 15 * 86_400
    }
    return true
  }
}

extension LocalTimeType {
  fileprivate init(_ segment: ZoneSegment) {
    self.init(offset: segment.offset, isDaylight: segment.isDaylight, abbreviation: segment.abbreviation)
  }
}

/// A time zone: a name and the history and future of its clock.
public struct Zone: Hashable, Sendable, CustomStringConvertible {
  /// The IANA name, such as `Europe/Berlin`; for a private zone the name that its file uses.
  public let identifier: String
  let rules: ZoneRules

  init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// The offset of a zone that has only its offset as a name, such as `UTC+01:00` and `+0530`; nil for names
  /// of the database.
  public var offsetName: UTCOffset? {
    guard rules.transitions.isEmpty, identifier.contains(where: { $0 == "+" || $0 == "-" }),
      !identifier.hasPrefix("Etc/")
    else { return nil }
    return ZoneAliases.fixedOffset(identifier)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(identifier: "UTC", offset: .zero)

  /// A zone whose clock never changes.
  public init(identifier: String, offset: UTCOffset) {
    let type = LocalTimeType(offset: offset, isDaylight: false, abbreviation: identifier)
    self.init(
      identifier: identifier,
      rules: ZoneRules(transitions: [], typeIndices: [], types: [type], initialType: type, footer: nil))
  }

  /// A zone that follows a POSIX `TZ` rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for other text.
  ///
  /// A `ZoneDatabase` finds the zone again by its identifier.
  public init?(posixRule text: String) {
    guard let rule = POSIXRule(parsing: Array(text.utf8)) else { return nil }
    self = Self.following(rule)
  }

  /// The zone of a rule; UTC for a rule without daylight time and offset.
  static func following(_ rule: POSIXRule) -> Zone {
    if rule.daylight == nil, rule.standard.offset == .zero { return .utc }
    return Zone(
      identifier: rule.name,
      rules: ZoneRules(
        transitions: [], typeIndices: [], types: [rule.standard], initialType: rule.standard, footer: rule))
  }

  /// A private zone made from observed clock changes, as a `VTIMEZONE` gives them.
  ///
  /// Of changes at the same moment the last one counts; `posixRule`, when well-formed, holds after the last
  /// change.
  public init(
    identifier: String, initial: LocalTimeType, changes: [(at: Instant, type: LocalTimeType)],
    posixRule: String? = nil
  ) {
    var transitions: [Int] = []
    var indices: [UInt8] = []
    var types: [LocalTimeType] = [initial]
    let sorted = changes.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    for (_, change) in sorted {
      let index: Int
      if let known = types.firstIndex(of: change.type) {
        index = known
      } else if types.count < 255 {
        types.append(change.type)
        index = types.count - 1
      } else {
        continue
      }
      if transitions.last == change.at.seconds {
        indices[indices.count - 1] = UInt8(index)
      } else {
        transitions.append(change.at.seconds)
        indices.append(UInt8(index))
      }
    }
    self.init(
      identifier: identifier,
      rules: ZoneRules(
        transitions: transitions, typeIndices: indices, types: types, initialType: initial,
        footer: posixRule.flatMap { POSIXRule(parsing: Array($0.utf8)) }))
  }

  /// Local time minus UTC at a moment.
  public func offset(at instant: Instant) -> UTCOffset {
    UTCOffset(seconds: rules.offset(at: instant.seconds))
  }

  /// The interval of unchanging offset that contains a moment.
  public func segment(at instant: Instant) -> ZoneSegment { rules.segment(at: instant.seconds) }

  /// The wall time in the zone at a moment, clamped to the years 1 to 9999.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(clamping: instant.seconds.addingClamped(rules.offset(at: instant.seconds)))
  }

  /// The moments at which the zone's clock shows a time.
  public func resolve(_ local: CivilDateTime) -> LocalResolution {
    let wall = local.wallSeconds
    // No clock is further than 26 hours from UTC, so every candidate lies within `reach` of `wall`.
    var segment = rules.segment(at: wall - Self.reach)
    if segment.end.seconds > wall + Self.reach {
      return .unique(Instant(seconds: wall - segment.offset.seconds))
    }
    var first: Instant?
    while true {
      let candidate = Instant(seconds: wall - segment.offset.seconds)
      if segment.start <= candidate, candidate < segment.end {
        if let first { return .fold(first: first, second: candidate) }
        first = candidate
      }
      if segment.end.seconds > wall + Self.reach { break }
      let next = rules.segment(at: segment.end.seconds)
      if first == nil, candidate >= segment.end,
        wall - next.offset.seconds < next.start.seconds
      {
        return .gap(before: segment.offset, after: next.offset)
      }
      segment = next
    }
    // Every time lies in an interval or in a gap; the last interval's offset stands in should neither be
    // found.
    return .unique(first ?? Instant(seconds: wall - segment.offset.seconds))
  }

  private static let reach = 93_600

  /// The moment of a local time under a rule for gaps and folds.
  public func instant(
    of local: CivilDateTime, _ disambiguation: Disambiguation = .compatible
  ) -> Instant {
    switch resolve(local) {
    case .unique(let instant): return instant
    case .fold(let first, let second):
      switch disambiguation {
      case .compatible, .earlier, .start: return first
      case .later: return second
      }
    case .gap(let before, let after):
      switch disambiguation {
      case .compatible, .later: return Instant(seconds: local.wallSeconds - before.seconds)
      case .earlier: return Instant(seconds: local.wallSeconds - after.seconds)
      case .start:
        let inside = Instant(seconds: local.wallSeconds - before.seconds)
        return rules.segment(at: inside.seconds).start
      }
    }
  }

  /// The first moment of a day in this zone, which is not midnight where the clock skips midnight.
  public func startOfDay(_ date: CivilDate) -> Instant {
    instant(of: CivilDateTime(date, .midnight), .start)
  }

  /// The moment after moving the wall clock by the months and days, then by exact seconds.
  public func instant(_ instant: Instant, adding duration: CalendarDuration) -> Instant? {
    if duration.months == 0, duration.days == 0 { return instant.adding(seconds: duration.seconds) }
    let calendar = CalendarDuration(months: duration.months, days: duration.days)
    guard let moved = civil(at: instant).adding(calendar) else { return nil }
    return self.instant(of: moved).adding(seconds: duration.seconds)
  }

  /// A hash of all the zone's rules, which changes when any of them changes.
  public var fingerprint: Int { rules.fingerprint }

  /// Whether both zones' clocks agree at every moment, regardless of the zones' names.
  public func hasSameRules(as other: Zone) -> Bool { rules.isSame(as: other.rules) }

  /// Zones are equal when they have the same name and the same clock.
  public static func == (a: Zone, b: Zone) -> Bool {
    a.identifier == b.identifier && a.rules.isSame(as: b.rules)
  }

  /// Hashes the name alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The name.
  public var description: String { identifier }
}

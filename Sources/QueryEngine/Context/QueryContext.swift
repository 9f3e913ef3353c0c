/// The inputs to a query's meaning besides its text and the store: the clock, the zone and the settings.
///
/// The session reads the clock once per statement; nothing in this target reads a clock.
public struct QueryContext: Sendable {
  /// The moment that `now` and `today` mean.
  public var now: Instant
  /// The zone that days, clock times and floating items are understood in.
  public var zone: Zone
  /// The zones that a date expression may name.
  public var zones: ZoneDatabase
  /// The first day of a calendar week (`week.start`).
  public var weekStart: Weekday
  /// The days of a weekend (`weekend`).
  public var weekend: [Weekday]
  /// The number of days that an open-ended range runs on (`range.days`), at least 0.
  public var rangeDays: Int
  /// Whether ambiguous dates are errors and not guesses with a note (`dates.strict`).
  public var isStrict: Bool
  /// Whether each answer is compared with a plain scan (`check`).
  public var isChecking: Bool
  /// When mornings, afternoons and evenings are (`day.morning` and its like).
  public var dayParts = DayPartHours()
  /// Whether summer is in December (`hemisphere`).
  public var isSouthern = false
  /// Whether reminders, and calendars for reminders alone, are visible; false without access to reminders.
  public var seesReminders = true
  /// The set of calendars that queries without a calendar search (`calendars`).
  public var calendarSet: String?
  /// The values of parameters, by their names without the dollar sign.
  public var parameters: [String: ParameterValue] = [:]

  /// A context; the defaults are those of a fresh session.
  public init(
    now: Instant, zone: Zone, zones: ZoneDatabase, weekStart: Weekday = .monday,
    weekend: [Weekday] = [.saturday, .sunday], rangeDays: Int = 30, isStrict: Bool = false,
    isChecking: Bool = false
  ) {
    self.now = now
    self.zone = zone
    self.zones = zones
    self.weekStart = weekStart
    self.weekend = weekend
    self.rangeDays = rangeDays
    self.isStrict = isStrict
    self.isChecking = isChecking
  }

  /// The current day in the zone.
  public var today: CivilDate { zone.civil(at: now).date }
}

/// A rule that is ready to run: its fields and the values computed once from them.
final class RuleProgram: Sendable {
  let fields: RuleFields
  /// The period of DTSTART: a day, week start, month, year or unit number, by shape.
  let origin: Int
  /// The only time of day, or −1 when a day can have several.
  let single: Int
  /// The allowed weekdays; bit 0 is the rule's first day of the week.
  let week: UInt64
  /// Whether each day of a week must be tested individually.
  let hasWeekLimits: Bool
  /// Every `interval`-th day as bits, for `daysInMonths`.
  let stride: UInt64
  /// The number of consecutive empty steps after which the rule has shown its whole 400-year pattern.
  let idleLimit: Int
  /// The number of consecutive allowed days without a time after which a sub-daily rule has shown its whole
  /// pattern.
  let idleDayLimit: Int

  /// The cycle of the Gregorian calendar, 400 years, in days: a whole number of weeks.
  static let cycleDays = 146_097
  /// The first wall second after year 9999.
  static let end = CivilDateTime.max.wallSeconds + 1

  init(_ fields: RuleFields) {
    self.fields = fields
    let day = floorDiv(fields.start, 86_400)
    let parts = CivilDate.parts(ofDayNumber: day)
    single = fields.shape == .subDaily ? -1 : fields.times.single
    let rotated = (fields.weekdays.plain | fields.weekdays.plain << 7) >> UInt64(fields.weekStart) & 0x7F
    week = fields.weekdays.isEmpty ? 0x7F : rotated
    var stride: UInt64 = 0
    var idle = Int.max
    let days = Self.cycleDays
    let repeats = { (period: Int, interval: Int) in
      period * (interval / greatestCommonDivisor(interval, period)) + 1
    }
    let testsDays =
      fields.monthDays != MonthDays() || !fields.yearDays.isEmpty
    switch fields.shape {
    case .everyDays: origin = day
    case .daysInMonths:
      origin = day
      var bit = 0
      while bit < 62 {
        stride |= 1 << UInt64(bit)
        bit += fields.interval
      }
      idle = repeats(days, fields.interval) / 28
    case .sparseDays:
      origin = day
      idle = days + 1
    case .weeks:
      origin = day - floorMod(day + 3 - fields.weekStart, 7)
      idle = days / 7 + 1
    case .months:
      origin = parts.year * 12 + parts.month - 1
      idle = 4801
    case .yearMonths:
      origin = parts.year
      idle = 401 * 12
    case .weekYears:
      origin = WeekYear.year(of: day, weekStart: fields.weekStart)
      idle = 401 * 53
    case .subDaily:
      origin = floorDiv(fields.start, fields.unit)
      idle = 4801
    }
    switch fields.shape {
    case .weeks: hasWeekLimits = testsDays || fields.months != 0 || !fields.weekNumbers.isEmpty
    case .weekYears: hasWeekLimits = testsDays || fields.months != 0
    case .everyDays, .daysInMonths, .sparseDays, .months, .yearMonths, .subDaily: hasWeekLimits = false
    }
    self.stride = stride
    idleLimit = idle
    let perDay = 86_400 / fields.unit
    let common = greatestCommonDivisor(fields.interval, perDay)
    idleDayLimit =
      fields.interval == common ? 1 : min(4_000_000, repeats(days, fields.interval / common))
  }

  var isSubDaily: Bool { fields.shape == .subDaily }

  /// Whether occurrences are always at least three days apart, further than any clock change reaches.
  var isSparse: Bool {
    if single < 0 || !fields.positions.isEmpty { return false }
    let days = fields.monthDays
    let hasOneMonthDay =
      (days.fromStart.nonzeroBitCount + days.fromEnd.nonzeroBitCount == 1)
    switch fields.shape {
    case .everyDays, .daysInMonths, .sparseDays: return fields.interval >= 3
    case .weeks: return week.nonzeroBitCount == 1
    case .months, .yearMonths: return hasOneMonthDay || fields.weekdays.plain.nonzeroBitCount == 1
    case .weekYears, .subDaily: return false
    }
  }

  /// Whether both rules have the same days and times, regardless of their ends.
  func isSameButForItsEnd(as other: RuleProgram) -> Bool {
    var (a, b) = (fields, other.fields)
    (a.until, a.holeStart, a.holeEnd) = (0, 0, 0)
    (b.until, b.holeStart, b.holeEnd) = (0, 0, 0)
    return a == b
  }
}

// MARK: - Days

extension RuleProgram {
  /// The days of a month that the rule's day parts allow; bit 0 is the first day.
  func monthMask(year: Int, month: Int, first: Int, length: Int) -> UInt64 {
    var mask: UInt64 = (1 << UInt64(length)) - 1
    if fields.months != 0, fields.months >> UInt16(month - 1) & 1 == 0 { return 0 }
    if fields.monthDays != MonthDays() { mask &= fields.monthDays.mask(length: length) }
    if !fields.weekdays.isEmpty {
      let weekday = floorMod(first + 3, 7)
      var found = fields.weekdays.plainMask(firstWeekday: weekday)
      if !fields.weekdays.ordinals.isEmpty {
        found |= ordinalMask(year: year, first: first, length: length, weekday: weekday)
      }
      mask &= found
    }
    if !fields.yearDays.isEmpty, mask != 0 {
      let yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
      mask &= fields.yearDays.mask(
        from: first - yearStart, length: length, yearLength: CivilDate.isLeap(year) ? 366 : 365)
    }
    if !fields.weekNumbers.isEmpty { mask = limitedToWeeks(mask, first: first) }
    return mask
  }

  private func ordinalMask(year: Int, first: Int, length: Int, weekday: Int) -> UInt64 {
    var mask: UInt64 = 0
    if fields.ordinalsInYear {
      let yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
      let yearWeekday = floorMod(yearStart + 3, 7)
      let yearLength = CivilDate.isLeap(year) ? 366 : 365
      for ordinal in fields.weekdays.ordinals {
        if let offset = Weekdays.offset(of: ordinal, firstWeekday: yearWeekday, length: yearLength) {
          let bit = yearStart + offset - first
          if bit >= 0, bit < length { mask |= 1 << UInt64(bit) }
        }
      }
    } else {
      for ordinal in fields.weekdays.ordinals {
        if let offset = Weekdays.offset(of: ordinal, firstWeekday: weekday, length: length) {
          mask |= 1 << UInt64(offset)
        }
      }
    }
    return mask
  }

  /// BYWEEKNO where the RFC forbids it: limits the days to these weeks.
  private func limitedToWeeks(_ mask: UInt64, first: Int) -> UInt64 {
    var rest = mask
    var result: UInt64 = 0
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      if isInWeeks(first + bit) { result |= 1 << UInt64(bit) }
      rest &= rest - 1
    }
    return result
  }

  private func isInWeeks(_ day: Int) -> Bool {
    let year = WeekYear.year(of: day, weekStart: fields.weekStart)
    let number = (day - WeekYear.firstDay(of: year, weekStart: fields.weekStart)) / 7
    let mask = fields.weekNumbers.mask(weeks: WeekYear.weeks(in: year, weekStart: fields.weekStart))
    return mask >> UInt64(number) & 1 != 0
  }

  /// The days of a week that the rule's day parts allow; bit 0 is the first day.
  func weekMask(first: Int) -> UInt64 {
    if !hasWeekLimits { return week }
    var rest = week
    var result: UInt64 = 0
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      if passesWeekLimits(first + bit) { result |= 1 << UInt64(bit) }
      rest &= rest - 1
    }
    return result
  }

  private func passesWeekLimits(_ day: Int) -> Bool {
    let (year, month, dayOfMonth) = CivilDate.parts(ofDayNumber: day)
    if fields.months != 0, fields.months >> UInt16(month - 1) & 1 == 0 { return false }
    if fields.monthDays != MonthDays() {
      let mask = fields.monthDays.mask(length: CivilDate.daysInMonth(month, year: year))
      if mask >> UInt64(dayOfMonth - 1) & 1 == 0 { return false }
    }
    if !fields.yearDays.isEmpty {
      let yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
      let mask = fields.yearDays.mask(
        from: day - yearStart, length: 1, yearLength: CivilDate.isLeap(year) ? 366 : 365)
      if mask == 0 { return false }
    }
    return fields.shape == .weekYears || fields.weekNumbers.isEmpty || isInWeeks(day)
  }

  /// Whether the rule's day parts allow a day, regardless of the interval.
  func allows(day: Int) -> Bool {
    let (year, month, dayOfMonth) = CivilDate.parts(ofDayNumber: day)
    let mask = monthMask(
      year: year, month: month, first: day - dayOfMonth + 1,
      length: CivilDate.daysInMonth(month, year: year))
    return mask >> UInt64(dayOfMonth - 1) & 1 != 0
  }
}

// MARK: - Times

extension RuleProgram {
  /// The first time of a day at or after `second`, or −1.
  func nextTime(on day: Int, from second: Int) -> Int {
    if fields.shape != .subDaily { return fields.times.next(from: second) }
    let unit = fields.unit
    let inside = second % unit
    let first = nextUnit(on: day, from: second / unit)
    if first < 0 { return -1 }
    if first == second / unit, inside > 0 {
      let offset = fields.offsets.next(from: inside)
      if offset >= 0 { return first * unit + offset }
      let following = nextUnit(on: day, from: first + 1)
      return following < 0 ? -1 : following * unit + fields.offsets.next(from: 0)
    }
    return first * unit + fields.offsets.next(from: 0)
  }

  /// The first unit of a day, at or after `unit`, that both the interval and the limits allow, or −1.
  private func nextUnit(on day: Int, from unit: Int) -> Int {
    let perDay = 86_400 / fields.unit
    var candidate = unit
    while candidate < perDay {
      let second = fields.times.next(from: candidate * fields.unit)
      if second < 0 { return -1 }
      let allowed = second / fields.unit
      candidate = aligned(day * perDay + allowed) - day * perDay
      if candidate == allowed { return allowed }
    }
    return -1
  }

  /// The first unit number at or after `unit` that the interval allows.
  func aligned(_ unit: Int) -> Int {
    let rest = floorMod(unit - origin, fields.interval)
    return rest == 0 ? unit : unit + fields.interval - rest
  }

  /// The first day after `day` with a unit that the interval allows.
  func nextUnitDay(after day: Int) -> Int {
    let perDay = 86_400 / fields.unit
    return floorDiv(aligned((day + 1) * perDay), perDay)
  }
}

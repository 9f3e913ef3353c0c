/// A rule as plain numbers.
///
/// Frequencies are 0 for SECONDLY to 6 for YEARLY, weekdays 0 for Monday.
struct OracleRule {
  enum End {
    case never
    case count(Int)
    case date(Int)
    case wall(Int)
    case utc(Int)
  }

  var frequency = 3
  var interval = 1
  var end = End.never
  var weekStart = 0
  var months: [Int] = []
  var weeks: [Int] = []
  var yearDays: [Int] = []
  var monthDays: [Int] = []
  var weekdays: [(ordinal: Int?, weekday: Int)] = []
  var hours: [Int] = []
  var minutes: [Int] = []
  var seconds: [Int] = []
  var positions: [Int] = []

  static let frequencyNames = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
  static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  var text: String {
    var parts = ["FREQ=" + Self.frequencyNames[frequency]]
    func add(_ name: String, _ values: [Int]) {
      if !values.isEmpty { parts.append(name + "=" + values.map(String.init).joined(separator: ",")) }
    }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .date(let day): parts.append("UNTIL=" + OracleCalendar.text(day * 86_400).prefix(8))
    case .wall(let wall): parts.append("UNTIL=" + OracleCalendar.text(wall))
    case .utc(let instant): parts.append("UNTIL=" + OracleCalendar.text(instant) + "Z")
    }
    if weekStart != 0 { parts.append("WKST=" + Self.weekdayNames[weekStart]) }
    add("BYMONTH", months)
    add("BYWEEKNO", weeks)
    add("BYYEARDAY", yearDays)
    add("BYMONTHDAY", monthDays)
    if !weekdays.isEmpty {
      let values = weekdays.map { ($0.ordinal.map(String.init) ?? "") + Self.weekdayNames[$0.weekday] }
      parts.append("BYDAY=" + values.joined(separator: ","))
    }
    add("BYHOUR", hours)
    add("BYMINUTE", minutes)
    add("BYSECOND", seconds)
    add("BYSETPOS", positions)
    return parts.joined(separator: ";")
  }
}

/// Expands a rule by looking at every day, and in sub-daily rules at every hour, minute or second.
struct OracleExpander {
  var rule: OracleRule
  var start: Int
  var isDate: Bool
  var zone: OracleZone?
  private let frequency: Int
  private let startDay: OracleDay
  private let startNumber: Int
  private let startTime: Int
  private var months: [Int]
  private var monthDays: [Int]
  private var weekdays: [(ordinal: Int?, weekday: Int)]

  init(_ rule: OracleRule, start: Int, isDate: Bool, zone: OracleZone?) {
    self.rule = rule
    self.start = start
    self.isDate = isDate
    self.zone = zone
    frequency = isDate ? max(rule.frequency, 3) : rule.frequency
    startTime = OracleCalendar.mod(start, 86_400)
    startNumber = (start - startTime) / 86_400
    startDay = OracleCalendar.info(startNumber)
    months = rule.months
    monthDays = rule.monthDays
    weekdays = rule.weekdays
    // What the rule does not say comes from the start.
    if frequency == 6 {
      if !rule.weeks.isEmpty {
        if weekdays.isEmpty, monthDays.isEmpty, rule.yearDays.isEmpty {
          weekdays = [(nil, startDay.weekday)]
        }
      } else if weekdays.isEmpty, rule.yearDays.isEmpty {
        if monthDays.isEmpty { monthDays = [startDay.day] }
        if months.isEmpty { months = [startDay.month] }
      }
    } else if frequency == 5 {
      if weekdays.isEmpty, monthDays.isEmpty { monthDays = [startDay.day] }
    } else if frequency == 4 {
      if weekdays.isEmpty { weekdays = [(nil, startDay.weekday)] }
    }
  }

  /// The occurrences in `[from, to)`, the start's own bound and the rule's end applied.
  func walls(from: Int, to: Int) -> [Int] {
    switch rule.end {
    case .count(let count):
      return Array(generate(from: start, to: to, atMost: count).prefix(count)).filter { $0 >= from }
    case .never, .date, .wall, .utc:
      return generate(from: max(from, start), to: to, atMost: Int.max).filter(isBeforeEnd)
    }
  }

  private func isBeforeEnd(_ wall: Int) -> Bool {
    switch rule.end {
    case .never, .count: true
    case .date(let day): wall < (day + 1) * 86_400
    case .wall(let until): isDate ? number(wall) <= number(until) : wall <= until
    case .utc(let until):
      if isDate {
        number(wall) <= number(until)
      } else if let zone {
        zone.instant(wall) <= until
      } else {
        wall <= until
      }
    }
  }

  private func number(_ wall: Int) -> Int { (wall - OracleCalendar.mod(wall, 86_400)) / 86_400 }

  private func generate(from: Int, to: Int, atMost: Int) -> [Int] {
    if from >= to { return [] }
    return frequency >= 3
      ? byDays(from: from, to: to, atMost: atMost) : byUnits(from: from, to: to, atMost: atMost)
  }

  // MARK: Days

  private func period(_ number: Int) -> Int {
    let day = OracleCalendar.info(number)
    switch frequency {
    case 6: return rule.weeks.isEmpty ? day.year : OracleCalendar.week(number, weekStart: rule.weekStart).year
    case 5: return day.year * 12 + day.month
    case 4:
      let first = number - (day.weekday - rule.weekStart + 7) % 7
      // Weeks that begin on one weekday are seven days apart.
      return (first - OracleCalendar.mod(first, 7)) / 7
    default: return number
    }
  }

  private func byDays(from: Int, to: Int, atMost: Int) -> [Int] {
    var first = number(from)
    while period(first - 1) == period(number(from)) { first -= 1 }
    var last = number(to - 1)
    while last < OracleCalendar.lastNumber - 400, period(last + 1) == period(number(to - 1)) { last += 1 }
    let origin = period(startNumber)
    var result: [Int] = []
    var set: [Int] = []
    var current = period(first)
    func close() {
      for wall in chosen(set) where wall >= from && wall < to { result.append(wall) }
      set = []
    }
    for number in first...last {
      let period = period(number)
      if period != current {
        close()
        current = period
        if result.count >= atMost { return result }
      }
      if OracleCalendar.mod(period - origin, rule.interval) == 0, matches(number) {
        for time in times { set.append(number * 86_400 + time) }
      }
    }
    close()
    return result
  }

  private var times: [Int] {
    if isDate { return [0] }
    var result: [Int] = []
    for hour in rule.hours.isEmpty ? [startTime / 3600] : Set(rule.hours).sorted() {
      for minute in rule.minutes.isEmpty ? [startTime / 60 % 60] : Set(rule.minutes).sorted() {
        for second in rule.seconds.isEmpty ? [startTime % 60] : Set(rule.seconds).sorted() where second < 60 {
          result.append(hour * 3600 + minute * 60 + second)
        }
      }
    }
    return result
  }

  private func chosen(_ set: [Int]) -> [Int] {
    if rule.positions.isEmpty { return set }
    var result: Set<Int> = []
    for position in rule.positions {
      let index = position > 0 ? position - 1 : set.count + position
      if set.indices.contains(index) { result.insert(set[index]) }
    }
    return result.sorted()
  }

  private func matches(_ number: Int) -> Bool {
    let day = OracleCalendar.info(number)
    if !months.isEmpty, !months.contains(day.month) { return false }
    if !monthDays.isEmpty,
      !monthDays.contains(day.day), !monthDays.contains(day.day - day.monthLength - 1)
    {
      return false
    }
    if !rule.yearDays.isEmpty, !rule.yearDays.contains(day.yearDay + 1),
      !rule.yearDays.contains(day.yearDay - day.yearLength)
    {
      return false
    }
    if !rule.weeks.isEmpty {
      let week = OracleCalendar.week(number, weekStart: rule.weekStart)
      if !rule.weeks.contains(week.week), !rule.weeks.contains(week.week - week.count - 1) { return false }
    }
    if weekdays.isEmpty { return true }
    return weekdays.contains { isWeekday($0, day) }
  }

  private func isWeekday(_ wanted: (ordinal: Int?, weekday: Int), _ day: OracleDay) -> Bool {
    if wanted.weekday != day.weekday { return false }
    guard let ordinal = wanted.ordinal, frequency == 5 || frequency == 6 && rule.weeks.isEmpty else {
      return true
    }
    let inYear = frequency == 6 && rule.months.isEmpty
    let before = inYear ? day.yearDay : day.day - 1
    let after = inYear ? day.yearLength - 1 - day.yearDay : day.monthLength - day.day
    return ordinal > 0 ? before / 7 + 1 == ordinal : after / 7 + 1 == -ordinal
  }

  // MARK: Units of less than a day

  private func byUnits(from: Int, to: Int, atMost: Int) -> [Int] {
    let length = [1, 60, 3600][frequency]
    var result: [Int] = []
    let origin = (start - OracleCalendar.mod(start, length)) / length
    var unit = (from - OracleCalendar.mod(from, length)) / length
    var knownDay = Int.min
    var dayMatches = false
    let (interval, hours, limitMinutes, limitSeconds) = (
      rule.interval, rule.hours, frequency < 2 ? rule.minutes : [], frequency < 1 ? rule.seconds : []
    )
    let minutes =
      frequency < 2 ? [0] : rule.minutes.isEmpty ? [startTime / 60 % 60] : Set(rule.minutes).sorted()
    let seconds =
      frequency < 1 ? [0] : rule.seconds.isEmpty ? [startTime % 60] : Set(rule.seconds).sorted()
    while OracleCalendar.mod(unit - origin, interval) != 0 { unit += 1 }
    while unit * length < to, result.count < atMost {
      defer { unit += interval }
      let wall = unit * length
      let time = OracleCalendar.mod(wall, 86_400)
      let day = (wall - time) / 86_400
      if day != knownDay {
        knownDay = day
        dayMatches = matches(day)
      }
      if !dayMatches { continue }
      if !hours.isEmpty, !hours.contains(time / 3600) { continue }
      if !limitMinutes.isEmpty, !limitMinutes.contains(time / 60 % 60) { continue }
      if !limitSeconds.isEmpty, !limitSeconds.contains(time % 60) { continue }
      var set: [Int] = []
      for minute in minutes {
        for second in seconds where second < 60 { set.append(wall + minute * 60 + second) }
      }
      for wall in chosen(set) where wall >= from && wall < to { result.append(wall) }
    }
    return result
  }
}

/// A recurrence set of the oracle.
struct OracleSet {
  enum Exception {
    case day(Int)
    case wall(Int)
    case instant(Int)
  }

  var start: Int
  var isDate: Bool
  var zone: OracleZone?
  var includesStart: Bool
  var rules: [OracleRule] = []
  var exceptionRules: [OracleRule] = []
  var extras: [Int] = []
  var exceptions: [Exception] = []

  /// The occurrences in `[from, to)`.
  func walls(from: Int, to: Int) -> [Int] {
    // A gap up to two days before the window can hold what stands for a time in it.
    let early = zone?.changes(near: from) == true ? from - 3 * 86_400 : from
    var all = Set(extras.filter { $0 >= early && $0 < to })
    if includesStart, start >= early, start < to { all.insert(start) }
    for rule in rules {
      all.formUnion(OracleExpander(rule, start: start, isDate: isDate, zone: zone).walls(from: early, to: to))
    }
    for rule in exceptionRules {
      all.subtract(OracleExpander(rule, start: start, isDate: isDate, zone: zone).walls(from: early, to: to))
    }
    for exception in exceptions {
      all = all.filter { wall in
        switch exception {
        case .day(let day): (wall - OracleCalendar.mod(wall, 86_400)) / 86_400 != day
        case .wall(let excluded):
          if isDate {
            (excluded - OracleCalendar.mod(excluded, 86_400)) != wall
          } else {
            wall != excluded && zone.map { $0.instant(wall) != $0.instant(excluded) } ?? true
          }
        case .instant(let instant):
          if isDate {
            instant - OracleCalendar.mod(instant, 86_400) != wall
          } else {
            zone.map { $0.instant(wall) != instant } ?? (wall != instant)
          }
        }
      }
    }
    guard let zone else { return all.sorted().filter { $0 >= from } }
    var seen: Set<Int> = []
    return all.sorted().filter { seen.insert(zone.instant($0)).inserted && $0 >= from }
  }
}

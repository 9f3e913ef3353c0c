/// Walks the occurrences of a rule in order from any moment on, however long ago the rule began.
///
/// Days come in chunks (a day, a week or a month) as a bit mask; times are found within the day.
struct RuleCursor: Sendable {
  let program: RuleProgram
  /// The wall second at and after which the cursor returns no occurrence.
  private(set) var limit: Int
  /// The wall second before which the cursor returns no occurrence.
  private let lower: Int
  private let lowerDay: Int

  private var base = 0
  private var mask: UInt64 = 0
  /// The next period to open: a day, a week's first day, a month or a year number, by shape.
  private var unit = 0
  /// The remaining months or weeks of the open year.
  private var inYear: UInt64 = 0
  private var year = 0
  private var yearStart = 0
  private var day = 0
  private var time = -1
  private var idle = 0
  private var idleDays = 0
  private var earliestDay: Int
  private var picked: [Int] = []
  private var pickedIndex = 0
  /// Checked now and then while no occurrence is found; true ends the cursor.
  private let isStopped: (@Sendable () -> Bool)?
  private var searched = 0

  /// The value that `next` returns after the last occurrence.
  static let done = Int.max

  init(_ program: RuleProgram, from: Int, to: Int, isStopped: (@Sendable () -> Bool)? = nil) {
    self.program = program
    self.isStopped = isStopped
    let fields = program.fields
    let until = fields.until == Int.max ? Int.max : fields.until + 1
    limit = min(to, until, RuleProgram.end)
    lower = max(from, fields.start)
    lowerDay = floorDiv(lower, 86_400)
    earliestDay = lowerDay
    if lower >= limit {
      limit = Int.min
    } else {
      seek()
    }
  }

  /// Sets the first period that can hold an occurrence at or after `lower`.
  private mutating func seek() {
    let fields = program.fields
    func aligned(_ value: Int, step: Int) -> Int {
      let rest = (value - program.origin) % step
      return rest == 0 ? value : value + step - rest
    }
    switch fields.shape {
    case .everyDays, .sparseDays:
      unit = aligned(lowerDay, step: fields.interval)
    case .weeks:
      unit = aligned(lowerDay - floorMod(lowerDay + 3 - fields.weekStart, 7), step: fields.interval * 7)
    case .daysInMonths, .subDaily:
      let parts = CivilDate.parts(ofDayNumber: lowerDay)
      unit = parts.year * 12 + parts.month - 1
    case .months:
      let parts = CivilDate.parts(ofDayNumber: lowerDay)
      unit = aligned(parts.year * 12 + parts.month - 1, step: fields.interval)
    case .yearMonths:
      let parts = CivilDate.parts(ofDayNumber: lowerDay)
      unit = aligned(parts.year, step: fields.interval)
      if unit == parts.year, fields.positions.isEmpty {
        openYear()
        inYear &= ~0 << UInt64(parts.month - 1)
      }
    case .weekYears:
      let current = WeekYear.year(of: lowerDay, weekStart: fields.weekStart)
      unit = aligned(current, step: fields.interval)
      if unit == current, fields.positions.isEmpty {
        openYear()
        inYear &= ~0 << UInt64((lowerDay - yearStart) / 7)
      }
    }
  }

  /// The next occurrence as a wall second, or `done`.
  mutating func next() -> Int {
    let fields = program.fields
    if !fields.positions.isEmpty { return nextPicked() }
    let single = program.single
    if single < 0 { return nextOfSeveral() }
    while true {
      if mask == 0, !openChunk() { return Self.done }
      let wall = (base + mask.trailingZeroBitCount) * 86_400 + single
      mask &= mask - 1
      if wall >= limit { return finish() }
      if wall < lower || isInHole(wall) { continue }
      return wall
    }
  }

  private mutating func nextOfSeveral() -> Int {
    while true {
      if time >= 0 {
        let wall = day * 86_400 + time
        if wall >= limit { return finish() }
        time = time == 86_399 ? -1 : program.nextTime(on: day, from: time + 1)
        if isInHole(wall) { continue }
        return wall
      }
      if mask == 0, !openChunk() { return Self.done }
      day = base + mask.trailingZeroBitCount
      mask &= mask - 1
      if day < earliestDay { continue }
      if day * 86_400 >= limit { return finish() }
      time = program.nextTime(on: day, from: day == lowerDay ? lower - day * 86_400 : 0)
      if program.isSubDaily { noteTimes() }
    }
  }

  /// The next day that the rule's day parts allow, for counting; do not mix it with `next`.
  mutating func nextDay() -> Int? {
    if mask == 0, !openChunk() { return nil }
    let found = base + mask.trailingZeroBitCount
    mask &= mask - 1
    return found * 86_400 >= limit ? nil : found
  }

  /// Ends a sub-daily rule whose whole pattern has no time, or jumps to the next day that can have one.
  private mutating func noteTimes() {
    if time >= 0 {
      idleDays = 0
      return
    }
    // The first day may lack its beginning, so it proves nothing.
    if day != lowerDay { idleDays += 1 }
    if idleDays >= program.idleDayLimit || isSearchStopped() {
      _ = finish()
      mask = 0
    } else {
      earliestDay = program.nextUnitDay(after: day)
    }
  }

  private mutating func nextPicked() -> Int {
    while true {
      while pickedIndex < picked.count {
        let wall = picked[pickedIndex]
        pickedIndex += 1
        if wall < lower || isInHole(wall) { continue }
        if wall >= limit { return finish() }
        return wall
      }
      if !openPeriod() { return Self.done }
    }
  }

  @inline(__always)
  private func isInHole(_ wall: Int) -> Bool {
    wall < program.fields.holeEnd && wall >= program.fields.holeStart
  }

  private mutating func finish() -> Int {
    limit = Int.min
    mask = 0
    time = -1
    return Self.done
  }

  // MARK: Chunks

  /// Opens the next chunk that contains a day; false when there is none before `limit`.
  private mutating func openChunk() -> Bool {
    while limit != Int.min {
      let first = advance()
      if first * 86_400 >= limit { break }
      if mask == 0 {
        idle += 1
        if idle >= program.idleLimit || isSearchStopped() { break }
        continue
      }
      idle = 0
      if first < lowerDay {
        let cut = lowerDay - first
        mask &= cut > 63 ? 0 : ~0 << UInt64(cut)
        if mask == 0 { continue }
      }
      base = first
      return true
    }
    _ = finish()
    return false
  }

  /// Steps to the next chunk, sets `mask` to its days and returns its first day.
  private mutating func advance() -> Int {
    let fields = program.fields
    switch fields.shape {
    case .everyDays:
      let first = unit
      mask = 1
      unit += fields.interval
      return first
    case .sparseDays:
      let first = unit
      // At and after `limit` the mask is not computed; the caller stops there.
      mask = first * 86_400 < limit && program.allows(day: first) ? 1 : 0
      unit += fields.interval
      return first
    case .weeks:
      let first = unit
      mask = first * 86_400 < limit ? program.weekMask(first: first) : 0
      unit += fields.interval * 7
      return first
    case .months:
      let first = month(unit)
      unit += fields.interval
      return first
    case .daysInMonths:
      let first = month(unit)
      unit += 1
      let offset = floorMod(program.origin - first, fields.interval)
      mask &= program.stride << UInt64(offset)
      return first
    case .subDaily:
      if earliestDay > base + 31 {
        let parts = CivilDate.parts(ofDayNumber: min(earliestDay, CivilDate.max.dayNumber + 1))
        unit = max(unit, parts.year * 12 + parts.month - 1)
      }
      let first = month(unit)
      unit += 1
      return first
    case .yearMonths:
      while inYear == 0 {
        if unit > 9999 { return CivilDate.max.dayNumber + 1 }
        openYear()
      }
      let bit = inYear.trailingZeroBitCount
      inYear &= inYear - 1
      return month(year * 12 + bit)
    case .weekYears:
      while inYear == 0 {
        idle += 1
        if unit > 10_000 || idle >= program.idleLimit { return CivilDate.max.dayNumber + 1 }
        openYear()
      }
      let first = yearStart + inYear.trailingZeroBitCount * 7
      inYear &= inYear - 1
      mask = program.weekMask(first: first)
      return first
    }
  }

  /// Sets `mask` to the days of a month, whose number counts from year 0, and returns its first day.
  private mutating func month(_ number: Int) -> Int {
    let year = number / 12
    let month = number % 12 + 1
    if year > 9999 {
      mask = 0
      return CivilDate.max.dayNumber + 1
    }
    let first = CivilDate.dayNumber(year: year, month: month, day: 1)
    mask =
      first * 86_400 >= limit
      ? 0
      : program.monthMask(
        year: year, month: month, first: first, length: CivilDate.daysInMonth(month, year: year))
    return first
  }

  /// Opens the year `unit` with all its allowed months or weeks.
  private mutating func openYear() {
    let fields = program.fields
    year = unit
    unit += fields.interval
    if fields.shape == .weekYears {
      yearStart = WeekYear.firstDay(of: year, weekStart: fields.weekStart)
      inYear = fields.weekNumbers.mask(weeks: WeekYear.weeks(in: year, weekStart: fields.weekStart))
    } else {
      inYear = fields.months == 0 ? 0xFFF : UInt64(fields.months)
    }
  }

  // MARK: BYSETPOS

  /// Fills `picked` from the next period with a chosen occurrence; false when there is none before `limit`.
  private mutating func openPeriod() -> Bool {
    picked.removeAll(keepingCapacity: true)
    pickedIndex = 0
    let times = program.fields.times
    while limit != Int.min {
      var days: [Int] = []
      if !collectPeriod(&days) { break }
      for index in SetPositions.indices(program.fields.positions, count: days.count * times.count) {
        picked.append(days[index / times.count] * 86_400 + times.at(index % times.count))
      }
      if !picked.isEmpty {
        idle = 0
        return true
      }
      idle += 1
      if idle >= program.idleLimit || isSearchStopped() { break }
    }
    _ = finish()
    return false
  }

  /// Whether the search was stopped; checks `isStopped` at every 256th step without an occurrence.
  private mutating func isSearchStopped() -> Bool {
    searched &+= 1
    return searched & 255 == 0 && isStopped?() == true
  }

  /// Collects the days of the whole next period; false when it begins at or after `limit`.
  private mutating func collectPeriod(_ days: inout [Int]) -> Bool {
    func collect(_ first: Int) {
      var rest = mask
      while rest != 0 {
        days.append(first + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    switch program.fields.shape {
    case .weeks, .months, .everyDays, .sparseDays, .daysInMonths, .subDaily:
      let first = advance()
      if first * 86_400 >= limit { return false }
      collect(first)
    case .yearMonths:
      if unit > 9999 || CivilDate.dayNumber(year: unit, month: 1, day: 1) * 86_400 >= limit { return false }
      openYear()
      let whole = limit
      // Positions count over the whole year, so the months after the limit are computed too.
      limit = RuleProgram.end
      while inYear != 0 {
        let bit = inYear.trailingZeroBitCount
        inYear &= inYear - 1
        collect(month(year * 12 + bit))
      }
      limit = whole
    case .weekYears:
      if unit > 10_000 { return false }
      openYear()
      if yearStart * 86_400 >= limit { return false }
      while inYear != 0 {
        let first = yearStart + inYear.trailingZeroBitCount * 7
        inYear &= inYear - 1
        mask = program.weekMask(first: first)
        collect(first)
      }
    }
    return true
  }
}

extension RuleCursor {
  /// The next occurrence, or `done`, without moving the cursor.
  var first: Int {
    var copy = self
    return copy.next()
  }
}

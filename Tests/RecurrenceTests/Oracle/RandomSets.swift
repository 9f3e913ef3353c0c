import TestSupport

/// Makes recurrence sets of every kind from a seed.
struct RandomSets {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> OracleSet {
    let isDate = random.chance(20)
    let zone = isDate || random.chance(25) ? nil : OracleZone.all[random.pick(0...OracleZone.all.count - 1)]
    let day = random.pick(-7000...20_000)
    // Round times, odd times, and the hours in which clocks change.
    let time = random.chance(40) ? random.pick(0...11) * 1800 : random.pick(0...86_399)
    var set = OracleSet(
      start: day * 86_400 + (isDate ? 0 : time), isDate: isDate, zone: zone,
      includesStart: random.chance(60))
    if let zone, random.chance(35),
      let change = zone.changes.filter({ $0.at < 1_750_000_000 }).randomElement(using: &random)
    {
      // Near a clock change.
      let shown = change.at + change.offset
      set.start = shown + random.pick(-8...8) * 1800 - random.pick(0...3) * 86_400
    }
    if random.chance(12), atClockChange(&set) { return set }
    for _ in 0..<(random.chance(85) ? 1 : random.pick(0...3)) { set.rules.append(rule(set)) }
    if random.chance(8), let first = set.rules.first {
      var exception = random.chance(50) ? first : rule(set)
      exception.interval = first.interval * random.pick(1...3)
      exception.end = .never
      set.exceptionRules.append(exception)
    }
    if random.chance(25) {
      for _ in 0..<random.pick(1...4) {
        let wall = set.start + random.pick(-40...400) * 86_400 + (isDate ? 0 : random.pick(-2...2) * 3600)
        set.extras.append(wall)
      }
    }
    return set
  }

  /// A dense rule that begins some hours before a clock change and often ends
  /// amid it; false without a change.
  private mutating func atClockChange(_ set: inout OracleSet) -> Bool {
    let zones = OracleZone.all.filter { !$0.changes.isEmpty }
    guard let zone = zones.randomElement(using: &random),
      let change = zone.changes.filter({ $0.at < 1_750_000_000 }).randomElement(using: &random)
    else { return false }
    set.zone = zone
    set.isDate = false
    set.start =
      change.at + change.offset - random.pick(0...12) * 1800 - random.pick(0...1) * random.pick(0...900)
    var rule = OracleRule()
    rule.frequency = random.pick(1...3)
    rule.interval = rule.frequency == 1 ? random.pick(1...50) : 1
    if rule.frequency == 3 {
      rule.hours = random.list(6, 0...5)
      rule.minutes = random.list(4, 0...59, 0...1, 30...30)
    }
    switch random.pick(0...3) {
    case 0: rule.end = .utc(change.at + random.pick(-4...8) * 600)
    case 1: rule.end = .wall(change.at + change.offset + random.pick(-8...8) * 600)
    case 2: rule.end = .count(random.pick(1...60))
    default: rule.end = .never
    }
    set.rules = [rule]
    if random.chance(20) { set.extras = [set.start + random.pick(0...40) * 900] }
    return true
  }

  mutating func rule(_ set: OracleSet) -> OracleRule {
    var rule = OracleRule()
    let choice = random.pick(0...99)
    rule.frequency =
      choice < 8
      ? 0 : choice < 16 ? 1 : choice < 28 ? 2 : choice < 46 ? 3 : choice < 62 ? 4 : choice < 81 ? 5 : 6
    if set.isDate, rule.frequency < 3, random.chance(80) { rule.frequency = 3 }
    rule.interval = random.chance(50) ? 1 : random.chance(80) ? random.pick(2...6) : random.pick(7...200)
    if random.chance(30) { rule.weekStart = random.pick(0...6) }
    let frequency = rule.frequency
    if random.chance(25) { rule.months = random.list(4, 1...12) }
    if frequency == 6, random.chance(25) || random.chance(2) {
      rule.weeks = random.list(4, 1...53, -53 ... -1, 1...2, 52...53)
    }
    if frequency == 6 || frequency < 3, random.chance(15) || random.chance(2) {
      rule.yearDays = random.list(6, 1...366, -366 ... -1, 1...3, 364...366)
    }
    if frequency != 4, random.chance(30) || random.chance(2) {
      rule.monthDays = random.list(5, 1...31, -31 ... -1, 28...31)
    }
    if random.chance(40) {
      for _ in 0..<random.pick(1...4) {
        let allowed = frequency >= 5 ? 50 : 4
        let ordinal: Int? =
          random.chance(allowed)
          ? (frequency == 6 && random.chance(40) ? random.pick(1...53) : random.pick(1...5))
            * (random.chance(50) ? 1 : -1) : nil
        rule.weekdays.append((ordinal, random.pick(0...6)))
      }
    }
    if random.chance(20) { rule.hours = random.list(4, 0...23, 0...4) }
    if random.chance(15) { rule.minutes = random.list(4, 0...59) }
    if random.chance(12) { rule.seconds = random.list(4, 0...60) }
    if random.chance(18) { rule.positions = random.list(3, 1...5, -5 ... -1, 1...40, -40 ... -1) }
    setEnd(&rule, set)
    return rule
  }

  private mutating func setEnd(_ rule: inout OracleRule, _ set: OracleSet) {
    let choice = random.pick(0...99)
    let days = rule.frequency < 3 ? 3 : random.chance(50) ? 60 : 900
    let wall = set.start + random.pick(-1...days) * 86_400 + random.pick(-43_200...43_200)
    if choice < 50 { return }
    if choice < 68 {
      rule.end = .count(random.chance(70) ? random.pick(1...20) : random.pick(21...300))
    } else if choice < 78 {
      rule.end = .date((wall - OracleCalendar.mod(wall, 86_400)) / 86_400)
    } else if choice < 88 {
      rule.end = .wall(wall)
    } else {
      // Sometimes within two hours of a clock change, where wall times and moments run apart.
      rule.end = .utc(wall)
      if let zone = set.zone, random.chance(40),
        let change = zone.changes.first(where: { $0.at > set.start })
      {
        rule.end = .utc(change.at + random.pick(-8...8) * 900)
      }
    }
  }
}

/// Finds the end of a rule with COUNT by counting days and times instead of walking every occurrence.
enum CountBound {
  /// The wall second of the `count`-th occurrence of a program, or nil when there are fewer.
  static func lastStart(_ program: RuleProgram, count: Int) -> Int? {
    let fields = program.fields
    if fields.shape == .everyDays, program.single >= 0 {
      let first = RuleCursor(program, from: Int.min, to: Int.max).first
      let (distance, overflow) = (count - 1).multipliedReportingOverflow(by: fields.interval * 86_400)
      if overflow || first == RuleCursor.done || distance >= RuleProgram.end - first { return nil }
      return first + distance
    }
    if !fields.positions.isEmpty || count <= 16 { return walk(program, count) }
    var cursor = RuleCursor(program, from: Int.min, to: Int.max)
    var counts = DayCounts(program)
    var left = count
    while let day = cursor.nextDay() {
      let found = counts.count(on: day)
      if found >= left { return counts.start(number: left, on: day) }
      left -= found
    }
    return nil
  }

  private static func walk(_ program: RuleProgram, _ count: Int) -> Int? {
    var cursor = RuleCursor(program, from: Int.min, to: Int.max)
    for _ in 1..<count where cursor.next() == RuleCursor.done { return nil }
    let last = cursor.next()
    return last == RuleCursor.done ? nil : last
  }

  /// The number of occurrences on a day of a program; for sub-daily rules cached by the phase of the
  /// interval.
  private struct DayCounts {
    let program: RuleProgram
    let startDay: Int
    private var known: [Int: Int] = [:]

    init(_ program: RuleProgram) {
      self.program = program
      startDay = program.fields.start / 86_400 - (program.fields.start % 86_400 < 0 ? 1 : 0)
    }

    mutating func count(on day: Int) -> Int {
      let from = day == startDay ? program.fields.start - day * 86_400 : 0
      if !program.isSubDaily {
        let times = program.fields.times
        return from == 0 ? times.count : times.count - times.count(before: from)
      }
      if from > 0 { return walk(day, from) }
      let perDay = 86_400 / program.fields.unit
      let phase = program.aligned(day * perDay) - day * perDay
      if phase >= perDay { return 0 }
      if let count = known[phase] { return count }
      let count = walk(day, 0)
      known[phase] = count
      return count
    }

    private func walk(_ day: Int, _ from: Int) -> Int {
      var count = 0
      var time = program.nextTime(on: day, from: from)
      while time >= 0 {
        count += 1
        time = time == 86_399 ? -1 : program.nextTime(on: day, from: time + 1)
      }
      return count
    }

    func start(number: Int, on day: Int) -> Int {
      var time = program.nextTime(on: day, from: day == startDay ? program.fields.start - day * 86_400 : 0)
      for _ in 1..<number { time = program.nextTime(on: day, from: time + 1) }
      return day * 86_400 + time
    }
  }
}

/// A calendar built by walking day by day, so that it shares nothing with the one under test.
struct OracleDay {
  var year: Int
  var month: Int
  var day: Int
  /// 0 for Monday.
  var weekday: Int
  /// 0 for 1 January.
  var yearDay: Int
  var monthLength: Int
  var yearLength: Int
}

enum OracleCalendar {
  static let firstYear = 1890
  static let lastYear = 2140

  /// Every day from 1890 to 2140, and the index of 1970-01-01 in it.
  static let (days, epoch): ([OracleDay], Int) = {
    var days: [OracleDay] = []
    var epoch = 0
    var weekday = 2  // 1890-01-01 was a Wednesday.
    for year in firstYear...lastYear {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      if year == 1970 { epoch = days.count }
      var yearDay = 0
      for (index, length) in lengths.enumerated() {
        for day in 1...length {
          days.append(
            OracleDay(
              year: year, month: index + 1, day: day, weekday: weekday, yearDay: yearDay,
              monthLength: length, yearLength: isLeap ? 366 : 365))
          yearDay += 1
          weekday = (weekday + 1) % 7
        }
      }
    }
    return (days, epoch)
  }()

  static func info(_ number: Int) -> OracleDay { days[number + epoch] }

  static var lastNumber: Int { days.count - 1 - epoch }

  /// The week-year and the number of the week that a day is in, by the day that is fourth in it.
  static func week(_ number: Int, weekStart: Int) -> (year: Int, week: Int, count: Int) {
    let first = number - (info(number).weekday - weekStart + 7) % 7
    let fourth = info(first + 3)
    let december28 = first + 3 - fourth.yearDay + fourth.yearLength - 4
    let lastWeekFirst = december28 - (info(december28).weekday - weekStart + 7) % 7
    return (fourth.year, fourth.yearDay / 7 + 1, info(lastWeekFirst + 3).yearDay / 7 + 1)
  }

  static func text(_ wall: Int) -> String {
    let number = (wall - mod(wall, 86_400)) / 86_400
    let day = info(number)
    let time = mod(wall, 86_400)
    func padded(_ value: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
    }
    return padded(day.year, 4) + padded(day.month, 2) + padded(day.day, 2) + "T"
      + padded(time / 3600, 2) + padded(time / 60 % 60, 2) + padded(time % 60, 2)
  }

  static func mod(_ a: Int, _ b: Int) -> Int { ((a % b) + b) % b }
}

/// A zone as a list of clock changes.
struct OracleZone {
  var name: String
  var initial: Int
  /// UTC seconds, and the offset from then on.
  var changes: [(at: Int, offset: Int)]

  /// Whether a clock change lies within three days of a wall time.
  func changes(near wall: Int) -> Bool { changes.contains { abs($0.at - wall) < 3 * 86_400 } }

  /// The moment of a wall time: the first one, or in a gap the reading with the offset before it.
  func instant(_ wall: Int) -> Int {
    // Changes more than three days before have no say any more.
    var first = 0
    var end = changes.count
    while first < end {
      let middle = (first + end) / 2
      if changes[middle].at < wall - 3 * 86_400 { first = middle + 1 } else { end = middle }
    }
    var before = first > 0 ? changes[first - 1].offset : initial
    var start = first > 0 ? changes[first - 1].at : Int.min
    for index in first...changes.count {
      let end = index < changes.count ? changes[index].at : Int.max
      let candidate = wall - before
      if candidate >= start, candidate < end { return candidate }
      if index < changes.count {
        // Skipped: after the change by the old clock, before it by the new one.
        if candidate >= end, wall - changes[index].offset < end { return candidate }
        before = changes[index].offset
        start = end
      }
    }
    return wall - before
  }

  /// A zone that changes twice a year from 1950 to 2120; months and weeks as in "last Sunday of March".
  static func twoChanges(
    _ name: String, standard: Int, summer: Int, from: (month: Int, week: Int, second: Int),
    to: (month: Int, week: Int, second: Int), fromYear: Int = 1950
  ) -> OracleZone {
    var changes: [(at: Int, offset: Int)] = []
    for (index, day) in OracleCalendar.days.enumerated() where day.year >= fromYear && day.year <= 2120 {
      guard day.weekday == 6 else { continue }
      let number = index - OracleCalendar.epoch
      func isIt(_ turn: (month: Int, week: Int, second: Int)) -> Bool {
        day.month == turn.month
          && (turn.week > 0 ? (day.day - 1) / 7 + 1 == turn.week : day.day + 7 > day.monthLength)
      }
      if isIt(from) { changes.append((number * 86_400 + from.second - standard, summer)) }
      if isIt(to) { changes.append((number * 86_400 + to.second - summer, standard)) }
    }
    let startsInSummer = changes.first.map { $0.offset == standard } ?? false
    return OracleZone(name: name, initial: startsInSummer ? summer : standard, changes: changes)
  }

  static let all: [OracleZone] = [
    twoChanges("Test/Berlin", standard: 3600, summer: 7200, from: (3, -1, 7200), to: (10, -1, 10_800)),
    twoChanges("Test/NewYork", standard: -18_000, summer: -14_400, from: (3, 2, 7200), to: (11, 1, 7200)),
    twoChanges("Test/Howe", standard: 37_800, summer: 39_600, from: (10, 1, 7200), to: (4, 1, 7200)),
    // Midnight itself is skipped and doubled.
    twoChanges("Test/Paulo", standard: -10_800, summer: -7200, from: (10, 3, 0), to: (2, 3, 0)),
    twoChanges("Test/Troll", standard: 0, summer: 7200, from: (3, -1, 3600), to: (10, -1, 10_800)),
    // A whole day is skipped at the end of 2011.
    OracleZone(
      name: "Test/Apia", initial: -39_600,
      changes: [
        (1_285_498_800, -36_000), (1_301_752_800, -39_600), (1_316_872_800, -36_000),
        (1_325_239_200, 50_400), (1_333_202_400, 46_800),
      ]),
    // A whole day comes twice.
    OracleZone(name: "Test/Back", initial: 50_400, changes: [(1_262_304_000 - 50_400, -36_000)]),
    OracleZone(name: "Test/Fixed", initial: 20_700, changes: []),
  ]
}

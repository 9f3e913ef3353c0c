import CivilTime
import Recurrence
import TestSupport
import Testing

@Suite struct EngineTests {
  static func set(_ rule: String, _ start: String = "19970902T090000", zone: Zone? = nil) throws
    -> RecurrenceSet
  {
    RecurrenceSet(
      start: .dateTime(try wall(start)), rules: [try RecurrenceRule(parsing: rule)], zone: zone,
      includesStart: false)
  }

  /// Seeking a window gives what dropping from the whole sequence gives.
  @Test func windowsAreStretchesOfTheWhole() throws {
    var sets = RandomSets(seed: 7)
    for _ in 0..<400 {
      let oracle = sets.next()
      let set = try DifferentialTests.recurrence(oracle).compiled()
      let whole = set.occurrences().prefix(300).map(\.start)
      guard let last = whole.last else { continue }
      #expect(whole == Array(Set(whole)).sorted())
      for _ in 0..<6 {
        let index = sets.random.pick(0...whole.count - 1)
        let shift = sets.random.pick(-2...2) * sets.random.pick(0...7200)
        let from = try #require(whole[index].adding(seconds: shift))
        let found = set.occurrences(from: from, to: last).map(\.start)
        #expect(found == whole.filter { $0 >= from && $0 < last }, "\(DifferentialTests.describe(oracle))")
      }
    }
  }

  @Test func aWindowIsHalfOpen() throws {
    let set = try Self.set("FREQ=DAILY")
    let from = try wall("20260101T090000")
    let to = try wall("20260103T090000")
    #expect(
      set.occurrences(from: from, to: to).map(\.start.description) == [
        "2026-01-01T09:00:00", "2026-01-02T09:00:00",
      ])
    #expect(Array(set.occurrences(from: to, to: from)).isEmpty)
    #expect(Array(set.occurrences(from: from, to: from)).isEmpty)
  }

  /// Rules made to make an engine search for ever: whether they match, and that all of
  /// them together take little time.
  @Test func hostileRulesEnd() throws {
    let seconds = (0..<60).map(String.init).joined(separator: ",")
    let hours = (0..<24).map(String.init).joined(separator: ",")
    let yearDays = (1...366).map { "\($0),-\($0)" }.joined(separator: ",")
    let rules: [(String, Bool)] = [
      ("FREQ=SECONDLY;BYMONTH=1", true),
      ("FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", false),
      ("FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2", false),
      ("FREQ=WEEKLY;BYMONTHDAY=31;BYMONTH=2", false),
      ("FREQ=DAILY;INTERVAL=97;BYMONTHDAY=31;BYMONTH=2", false),
      ("FREQ=SECONDLY;BYMONTHDAY=31;BYMONTH=2", false),
      ("FREQ=YEARLY;BYDAY=MO;BYSETPOS=200", false),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=20", false),
      ("FREQ=MINUTELY;BYSETPOS=2;BYSECOND=7", false),
      ("FREQ=SECONDLY;BYSETPOS=2", false),
      ("FREQ=YEARLY;INTERVAL=2147483647", true),
      ("FREQ=SECONDLY;INTERVAL=2147483647", true),
      ("FREQ=DAILY;INTERVAL=99999999999999999999", true),
      ("FREQ=WEEKLY;INTERVAL=9223372036854775807;COUNT=9223372036854775807", true),
      ("FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5", false),
      ("FREQ=SECONDLY;INTERVAL=7200;BYHOUR=0,2,4", false),
      ("FREQ=MINUTELY;INTERVAL=120;BYHOUR=0,2,4", false),
      ("FREQ=HOURLY;INTERVAL=2;BYHOUR=0,2,4", false),
      ("FREQ=HOURLY;INTERVAL=10007;BYMONTH=1;BYMONTHDAY=1;BYHOUR=3", false),
      ("FREQ=SECONDLY;INTERVAL=7;BYHOUR=0,1,2,3;COUNT=2147483647", true),
      ("FREQ=SECONDLY;COUNT=2147483647;BYMONTH=1", true),
      ("FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6", false),
      ("FREQ=YEARLY;BYYEARDAY=\(yearDays);BYDAY=53MO", true),
      ("FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(seconds);BYSECOND=\(seconds)", true),
      ("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=\(hours);BYMINUTE=\(seconds);BYSETPOS=-366", true),
      ("FREQ=MINUTELY;BYSECOND=60", false),
    ]
    let time = try ProcessorTime.measure {
      for (text, matches) in rules {
        let set = try Self.set(text)
        #expect(set.occurrences().contains { _ in true } == matches, "\(text)")
        #expect((set.lastOccurrence() == .none) == !matches, "\(text)")
        #expect(set.warnings.contains { $0.code == "rule-never-matches" } == !matches, "\(text)")
        let far = try wall("90000101T000000")
        _ = set.occurrences(from: far).first { _ in true }
      }
    }
    // A guard against walking, not a measurement: a walk takes hours.
    #expect(time < .seconds(60))
  }

  @Test func anExceptionRuleThatSwallowsTheRuleEnds() throws {
    var set = try Self.set("FREQ=DAILY", "99000101T090000")
    set.exceptionRules = [try RecurrenceRule(parsing: "FREQ=HOURLY")]
    #expect(Array(set.occurrences()).isEmpty)
    set.exceptionRules = [try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=99500101T000000")]
    #expect(set.occurrences().first { _ in true }?.start.description == "9950-01-01T09:00:00")
  }

  @Test func countIsTheSameWalkedAndComputed() throws {
    var sets = RandomSets(seed: 99)
    var compared = 0
    while compared < 300 {
      let oracle = sets.next()
      guard var rule = oracle.rules.first, oracle.zone == nil else { continue }
      rule.end = .never
      let count = sets.random.pick(1...700)
      let start: RecurrenceStart =
        oracle.isDate
        ? .date(CivilDateTime(clamping: oracle.start).date) : .dateTime(CivilDateTime(clamping: oracle.start))
      let whole = try RecurrenceRule(parsing: rule.text).occurrences(start: start).prefix(count).map(\.start)
      rule.end = .count(count)
      let counted = try RecurrenceRule(parsing: rule.text)
      let set = RecurrenceSet(start: start, rules: [counted], includesStart: false)
      #expect(set.occurrences().map(\.start) == whole, "\(rule.text)")
      #expect(set.lastOccurrence() == (whole.last.map(LastOccurrence.at) ?? .none), "\(rule.text)")
      compared += 1
    }
  }

  @Test func sourcesAndPeriodEndsAreTold() throws {
    var set = try Self.set("FREQ=DAILY;COUNT=3", "20260110T090000")
    set.includesStart = true
    let end = PeriodEnd.length(CalendarDuration(seconds: 5400))
    set.dates = [
      ExtraDate(.dateTime(try wall("20260120T100000")), end: end),
      ExtraDate(.dateTime(try wall("20260111T090000")), end: end),
      ExtraDate(.dateTime(try wall("20260112T090000"))),
    ]
    let found = Array(set.occurrences())
    #expect(found.map(\.source) == [.start, .rule, .rule, .extraDate(0)])
    #expect(found.map(\.end) == [nil, end, nil, end])
    let stored = try CompiledRecurrence(decoding: set.compiled().encoded(), zone: nil)
    #expect(Array(stored.occurrences()) == found)
  }

  /// At both ends of the calendar nothing overflows, and nothing lies outside it.
  @Test func rulesRunToTheEdgesOfTheCalendar() throws {
    let parts = [
      "", ";INTERVAL=3", ";BYDAY=MO,SU", ";BYMONTHDAY=1,-1", ";BYMONTH=1,12", ";WKST=TU;BYDAY=TU",
      ";BYSETPOS=-1;BYDAY=FR,SA",
      ";BYWEEKNO=1,-1;BYDAY=MO,TU,WE,TH,FR,SA,SU", ";BYWEEKNO=1,53;WKST=TU", ";BYYEARDAY=1,-1",
      ";BYHOUR=0,23;BYMINUTE=59",
    ]
    let last = CivilDateTime.max
    for frequency in Frequency.allCases {
      for part in parts {
        let rule = try RecurrenceRule(parsing: "FREQ=" + frequency.text + part)
        for start in [
          CivilDateTime.min, try wall("00010102T235959"), last, try wall("99981231T120000"),
        ] {
          let set = RecurrenceSet(
            start: .dateTime(start), rules: [rule], zone: DifferentialTests.zones["Test/Berlin"]
          )
          .compiled()
          let beginning = set.occurrences().prefix(50).map(\.start)
          #expect(beginning.first == start)
          #expect(beginning == Array(Set(beginning)).sorted())
          let from = try #require(last.adding(seconds: -40_000))
          let ending = set.occurrences(from: from).prefix(50_000).map(\.start)
          #expect(ending.allSatisfy { $0 >= from && $0 <= last })
        }
      }
    }
    let yearly = try RecurrenceRule(parsing: "FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH,FR")
    let found = yearly.occurrences(
      start: .date(CivilDateTime.min.date), from: try wall("99980601T000000"))
    // Week 1 of 10000 begins after the calendar ends: 9999-12-31 is a Friday of week 52.
    #expect(found.map(\.start.date.description) == ["9999-01-07", "9999-01-08"])
  }

  @Test func manyExtraDatesAreFoundByWindow() throws {
    var set = RecurrenceSet(start: .dateTime(try wall("20260101T090000")))
    for day in 1...3000 {
      let start = try #require(set.start.wall.adding(seconds: (3001 - day) * 86_400))
      set.dates.append(ExtraDate(.dateTime(start), end: .length(CalendarDuration(seconds: day))))
    }
    let compiled = set.compiled()
    let from = try wall("20300101T000000")
    let to = try wall("20300104T000000")
    #expect(
      compiled.occurrences(from: from, to: to).map(\.start.description) == [
        "2030-01-01T09:00:00", "2030-01-02T09:00:00", "2030-01-03T09:00:00",
      ])
    #expect(Array(compiled.occurrences()).count == 3001)
    #expect(compiled.longestOwnLength == 3000)
    set.dates.append(
      ExtraDate(set.start, end: .length(CalendarDuration(months: Int.max, days: Int.max, seconds: Int.max))))
    #expect(set.compiled().longestOwnLength > 300_000_000_000)
    set.dates.append(ExtraDate(set.start, end: .length(CalendarDuration(months: Int.min, days: Int.min))))
    #expect(set.compiled().longestOwnLength > 300_000_000_000)
  }

  @Test func spanAndDensityBoundTheSet() throws {
    let counted = try Self.set("FREQ=WEEKLY;COUNT=3").compiled()
    #expect(counted.span?.first.description == "1997-09-02T09:00:00")
    #expect(counted.span?.last?.description == "1997-09-16T09:00:00")
    #expect(!counted.isEndless)
    let endless = try Self.set("FREQ=MINUTELY;INTERVAL=15;BYHOUR=9,10").compiled()
    #expect(endless.isEndless && endless.isSeekable)
    #expect(try Self.set("FREQ=MINUTELY;INTERVAL=7").compiled().isSeekable)
    #expect(try !Self.set("FREQ=MINUTELY;INTERVAL=7;BYHOUR=9").compiled().isSeekable)
    #expect(endless.span?.last == nil)
    #expect(endless.mostPerDay >= 8 && endless.mostPerDay <= 97)
    #expect(try Self.set("FREQ=DAILY;BYHOUR=1,2,3").compiled().mostPerDay == 3)
    #expect(try Self.set("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30").compiled().span == nil)
  }

  @Test func storedBytesAreCheckedBeforeUse() throws {
    var sets = RandomSets(seed: 5)
    for _ in 0..<300 {
      let set = try DifferentialTests.recurrence(sets.next()).compiled()
      let bytes = set.encoded()
      #expect(try CompiledRecurrence(decoding: bytes, zone: set.zone).encoded() == bytes)
      for length in 0..<bytes.count {
        #expect(throws: CompiledRecurrenceError.self) {
          try CompiledRecurrence(decoding: Array(bytes.prefix(length)), zone: nil)
        }
      }
      // Damage is refused, or at least leads to no crash and no endless search.
      for _ in 0..<20 {
        var damaged = bytes
        damaged[sets.random.pick(0...bytes.count - 1)] = UInt8.random(in: 0...255, using: &sets.random)
        guard let read = try? CompiledRecurrence(decoding: damaged, zone: set.zone) else { continue }
        _ = read.occurrences().prefix(20).map(\.start)
      }
    }
    let error = #expect(throws: CompiledRecurrenceError.self) {
      try CompiledRecurrence(decoding: [200, 0], zone: nil)
    }
    #expect(error == .otherVersion(200))
  }

  @Test func randomRuleTextIsReadOrRefused() throws {
    var random = SplitMix64(seed: 3)
    let pieces = [
      "FREQ=", "DAILY", "WEEKLY", ";", "=", ",", "BYDAY=", "MO", "-1FR", "99999999999999999999", "-", "+",
      "UNTIL=", "20260101", "T000000Z", "INTERVAL=", "BYSETPOS=", "0", "1", "366", "\u{0}", "é", " ",
      "COUNT=",
      "BYMONTH=", "BYSECOND=60", "WKST=",
    ]
    var read = 0
    for _ in 0..<20_000 {
      var text = random.chance(60) ? "FREQ=DAILY;" : ""
      for _ in 0..<random.pick(0...7) { text += pieces[random.pick(0...pieces.count - 1)] }
      guard let rule = try? RecurrenceRule(parsing: text) else { continue }
      read += 1
      #expect(try RecurrenceRule(parsing: rule.description) == rule, "\(text)")
    }
    #expect(read > 1000)
  }
}

import CivilTime
import Foundation
import TestSupport
import Testing

/// Zones against the C library, by way of `date`, and against their own definition.
@Suite struct ZoneTests {
  static let database = ZoneDatabase()

  static let names = [
    "Africa/Abidjan", "Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Africa/Monrovia",
    "America/Anchorage", "America/Argentina/Buenos_Aires", "America/Asuncion", "America/Caracas",
    "America/Denver", "America/Havana", "America/Los_Angeles", "America/New_York", "America/Nuuk",
    "America/Phoenix", "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "Antarctica/Troll",
    "Asia/Dhaka", "Asia/Gaza", "Asia/Jerusalem", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Manila",
    "Asia/Pyongyang", "Asia/Shanghai", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores",
    "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin", "Europe/Chisinau", "Europe/Dublin",
    "Europe/Istanbul", "Europe/Lisbon", "Europe/London", "Europe/Moscow", "Pacific/Apia",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Kwajalein", "UTC",
  ]

  /// Rules with every form of day, and times before, at and after midnight and beyond a day.
  static let rules = [
    "XST5XDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30",
    "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
    "IST-1GMT0,M10.5.0,M3.5.0/1", "AAA-2BBB,J60/2,J300/3", "AAA-2BBB,59/0,300/26",
    "AAA3BBB,J59/24,J60/24:30:15",
    "AAA3BBB2:30,M11.1.6/-5:15,M2.4.3/100", "EET-2EEST,M3.5.5/0,M10.5.5/0",
    "AAA-12:45BBB,M9.5.0/2:45,M4.1.0/3:45",
  ]

  static let first = -2_208_988_800
  static let last = 13_569_465_600

  /// What `date` shows for moments in a zone: local seconds, on the wall axis.
  static func dates(_ zone: String, _ moments: [Int]) throws -> [Int] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["TZ=" + zone, "LC_ALL=C", "date", "-f", "-", "+%Y-%m-%dT%H:%M:%S"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let text = moments.map { "@\($0)\n" }.joined()
    let writing = Thread {
      try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? input.fileHandleForWriting.close()
    }
    writing.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data.split(separator: 10).compactMap { ExtendedFormat.dateTime(Array($0))?.wallSeconds }
  }

  static func moments(_ seed: UInt64, near zone: Zone) -> [Int] {
    var random = SplitMix64(seed: seed)
    var result: [Int] = []
    for _ in 0..<250 { result.append(Int.random(in: first..<last, using: &random)) }
    // The moments around clock changes tell the most.
    for _ in 0..<120 {
      let segment = zone.segment(at: Instant(seconds: Int.random(in: first..<last, using: &random)))
      for edge in [segment.start.seconds, segment.end.seconds] where edge > first && edge < last {
        result += [edge - 1, edge]
      }
    }
    return result
  }

  #if os(Linux)
    @Test(.enabled(if: database.isAvailable), arguments: names)
    func zonesAgreeWithTheCLibrary(_ name: String) throws {
      let zone = try #require(Self.database.zone(named: name))
      let moments = Self.moments(UInt64(name.utf8.count), near: zone)
      let expected = try Self.dates(name, moments)
      try #require(expected.count == moments.count)
      for (moment, wall) in zip(moments, expected) {
        let found = zone.civil(at: Instant(seconds: moment)).wallSeconds
        #expect(found == wall, "\(name) at \(Instant(seconds: moment))")
      }
    }

    @Test(arguments: rules) func rulesAgreeWithTheCLibrary(_ rule: String) throws {
      let zone = try #require(Zone(posixRule: rule))
      // The C library knows no rule's turns before 1970.
      let moments = Self.moments(UInt64(rule.utf8.count), near: zone).filter { $0 > 63_072_000 }
      let expected = try Self.dates(rule, moments)
      try #require(expected.count == moments.count)
      for (moment, wall) in zip(moments, expected) {
        let found = zone.civil(at: Instant(seconds: moment)).wallSeconds
        #expect(found == wall, "\(rule) at \(Instant(seconds: moment))")
      }
    }
  #endif

  @Test(arguments: [
    "", "AB5", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
    "EST5EDT,J0,J300", "EST5EDT,366,1", "EST", "<+03", "EST5EDT,M3.2.0,M11.1.0x", "EST200", "XYZ99", "XYZ25",
    "EST24:01", "EST5EDT25", "<a\"b>3",
  ])
  func whatIsNoRuleIsRefused(_ text: String) { #expect(Zone(posixRule: text) == nil) }

  /// What is written into a calendar is read again: by a name of characters that a
  /// TZID may have (RFC 5545, 3.8.3.1).
  @Test(arguments: [
    "<+0330>-3:30", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "XXX24",
    "<LMT>-0:53:28", "IST-1GMT0,M10.5.0,M3.5.0/1", "<+1030>-10:30<+11>-11,J60/0:30,300/24",
  ])
  func aRuleIsFoundAgainByItsName(_ rule: String) throws {
    let zone = try #require(Zone(posixRule: rule))
    #expect(Self.database.zone(named: zone.identifier) == zone)
    #expect(!zone.identifier.contains { ",:;\"".contains($0) })
    #expect(!Self.database.lists(zone))
    #expect(Self.database.zone(named: "Zone1") == nil)
  }

  /// RFC 9636, 3.3.1: daylight time all year is written as turns that meet at the end of the year.
  @Test func daylightTimeCanLastAllYear() throws {
    let zone = try #require(Zone(posixRule: "XST5XDT,0/0,J365/25"))
    var random = SplitMix64(seed: 4)
    for _ in 0..<500 {
      let instant = Instant(seconds: Int.random(in: Self.first..<Self.last, using: &random))
      #expect(zone.offset(at: instant).seconds == -14_400)
    }
    for year in 1970...2400 {
      let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400
      for second in [17_999, 18_000, 18_001] {
        #expect(zone.offset(at: Instant(seconds: newYear + second)).seconds == -14_400)
      }
    }
  }

  /// The year of a turn is that of the zone's own clock, also when it is another in UTC.
  @Test func turnsAtNewYearBelongToTheirLocalYear() throws {
    let zone = try #require(Zone(posixRule: "XXX4YYY,M1.1.0/0,M12.5.6/23:59:59"))
    // Saturday 2022-12-31 23:59:59 daylight time to Sunday 2023-01-01 00:00 standard time.
    let end = CivilDate.dayNumber(year: 2023, month: 1, day: 1) * 86_400 + 10_799
    #expect(zone.offset(at: Instant(seconds: end - 1)).seconds == -10_800)
    #expect(zone.offset(at: Instant(seconds: end)).seconds == -14_400)
    #expect(zone.offset(at: Instant(seconds: end + 3600)).seconds == -14_400)
    #expect(zone.offset(at: Instant(seconds: end + 3601)).seconds == -10_800)
  }

  /// A local time denotes exactly the moments at which the zone's clock shows it.
  @Test(.enabled(if: database.isAvailable), arguments: names)
  func localTimesResolveAsDefined(_ name: String) throws {
    let zone = try #require(Self.database.zone(named: name))
    var random = SplitMix64(seed: UInt64(name.utf8.count) &+ 77)
    for _ in 0..<150 {
      let any = Instant(seconds: Int.random(in: Self.first..<Self.last, using: &random))
      let segment = zone.segment(at: any)
      let edge = segment.end.seconds == Int.max ? any.seconds : segment.end.seconds + segment.offset.seconds
      for wall in [any.seconds, edge + Int.random(in: -9000...9000, using: &random)] {
        let local = try #require(CivilDateTime(wallSeconds: wall))
        var offsets: Set<Int> = []
        for hour in -30...30 { offsets.insert(zone.offset(at: Instant(seconds: wall + hour * 3600)).seconds) }
        let shown = offsets.map { wall - $0 }
          .filter { zone.offset(at: Instant(seconds: $0)).seconds == wall - $0 }.sorted()
        switch zone.resolve(local) {
        case .unique(let instant): #expect(shown == [instant.seconds])
        case .fold(let first, let second): #expect(shown == [first.seconds, second.seconds])
        case .gap(let before, let after):
          #expect(shown == [])
          #expect(before < after)
          let later = zone.instant(of: local)
          #expect(later.seconds == wall - before.seconds)
          #expect(zone.civil(at: later).wallSeconds == wall + after.seconds - before.seconds)
        }
        let start = zone.instant(of: local, .start)
        #expect(zone.civil(at: start).wallSeconds >= wall)
        #expect(zone.civil(at: start.adding(seconds: -1)).wallSeconds < wall || shown.count == 2)
      }
    }
  }

  /// Days whose midnight is skipped, doubled or plain, and the moment at which they begin.
  @Test(
    .enabled(if: database.isAvailable),
    arguments: [
      ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
      ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z"),
      ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"),
      ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
      ("Asia/Beirut", "2022-03-27", "2022-03-26T22:00:00Z"),
      ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
      ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
      ("UTC", "2026-03-29", "2026-03-29T00:00:00Z"),
    ])
  func daysBeginWhereTheirFirstMomentIs(_ name: String, _ day: String, _ moment: String) throws {
    let zone = try #require(Self.database.zone(named: name))
    let date = try #require(ExtendedFormat.date(day.utf8))
    let start = zone.startOfDay(date)
    #expect(start.description == moment)
    #expect(zone.civil(at: start).date == date)
    #expect(zone.civil(at: start.adding(seconds: -1)).date < date)
  }

  @Test(.enabled(if: database.isAvailable)) func aSkippedDayBeginsWhereTheNextDoes() throws {
    let zone = try #require(Self.database.zone(named: "Pacific/Apia"))
    let skipped = try #require(CivilDate(year: 2011, month: 12, day: 30))
    #expect(zone.startOfDay(skipped).description == "2011-12-30T10:00:00Z")
  }

  @Test(.enabled(if: database.isAvailable)) func dublinSaysThatSummerIsStandardTime() throws {
    let zone = try #require(Self.database.zone(named: "Europe/Dublin"))
    let winter = zone.segment(at: Instant(seconds: 1_768_000_000))
    let summer = zone.segment(at: Instant(seconds: 1_784_000_000))
    #expect(winter.offset.seconds == 0 && winter.abbreviation == "GMT")
    #expect(summer.offset.seconds == 3600 && summer.abbreviation == "IST")
  }

  @Test func damagedFilesAreRefused() throws {
    let folder = NSTemporaryDirectory() + "/kalends-zones-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let directory = try #require(Self.database.directory)
    let whole = try Data(contentsOf: URL(fileURLWithPath: directory + "/Europe/Berlin"))
    var random = SplitMix64(seed: 12)
    for number in 0..<300 {
      var bytes = whole
      if number % 2 == 0 {
        bytes = bytes.prefix(Int.random(in: 0..<whole.count, using: &random))
      } else {
        for _ in 0..<8 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let name = "Zone\(number)"
      try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
      // Whatever comes back must answer; nothing may trap.
      guard let zone = ZoneDatabase(directory: folder).zone(named: name) else { continue }
      for moment in [Int.min, -1_000_000_000, 0, 1_700_000_000, 4_000_000_000, Int.max] {
        _ = zone.offset(at: Instant(seconds: moment))
        _ = zone.civil(at: Instant(seconds: moment))
      }
      _ = zone.instant(of: .min)
      _ = zone.instant(of: .max)
    }
  }
}

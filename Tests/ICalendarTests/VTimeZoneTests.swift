import CivilTime
import ICalendar
import TestSupport
import Testing

@Suite struct VTimeZoneTests {
  static func definition(_ tzid: String, standard: String, daylight: String) throws -> Component {
    let text = """
      BEGIN:VTIMEZONE
      TZID:\(tzid)
      BEGIN:STANDARD
      DTSTART:16010101T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:\(standard)
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:\(daylight)
      END:DAYLIGHT
      END:VTIMEZONE
      """
    return try #require(ComponentText.component(Array(text.utf8)))
  }

  @Test func aPrivateZoneFollowsItsRules() throws {
    let component = try Self.definition(
      "Customized Time Zone", standard: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
      daylight: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")
    let own = try #require(VTimeZone.zone(component))
    let berlin = try #require(ZoneDatabase().zone(named: "Europe/Berlin"))
    for day in stride(from: 14_000, to: 40_000, by: 13) {
      let at = Instant(seconds: day * 86_400)
      #expect(own.offset(at: at) == berlin.offset(at: at))
    }
  }

  @Test func aKnownNameBeatsTheFileAndADifferenceIsNoticed() throws {
    var zones = CalendarZones(database: ZoneDatabase())
    zones.define(
      try Self.definition(
        "Europe/Berlin", standard: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
        daylight: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))
    #expect(zones.differing.isEmpty)
    zones.define(
      try Self.definition(
        "Europe/Paris", standard: "FREQ=YEARLY;BYDAY=1SU;BYMONTH=10",
        daylight: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))
    #expect(zones.differing == ["Europe/Paris"])
    #expect(zones.zone(" Europe/Berlin ")?.identifier == "Europe/Berlin")
    #expect(zones.zone("Nowhere/Land") == nil)
  }

  @Test(arguments: ["FREQ=SECONDLY", "FREQ=DAILY", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR"])
  func aHostileDefinitionEnds(rule: String) throws {
    let begin = ProcessorTime.ofThread
    #expect(VTimeZone.zone(try Self.definition("X", standard: rule, daylight: rule)) != nil)
    #expect(ProcessorTime.ofThread - begin < .seconds(5))
  }
}

import CivilTime
import ICalendar
import Testing

@Suite struct TimeZoneMakingTests {
  static let database = ZoneDatabase()

  private func component(_ text: String) throws -> Component {
    try #require(ComponentText.component(Array(text.utf8)))
  }

  private func offset(_ zone: Zone?, _ year: Int, _ month: Int, _ day: Int) -> Int? {
    CivilDate(year: year, month: month, day: day).flatMap { day in
      zone?.offset(at: Instant(seconds: day.dayNumber * 86_400)).seconds
    }
  }

  @Test(
    arguments: [
      "Europe/Berlin", "/mozilla.org/20050126_1/Europe/Berlin",
      "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "/citadel.org/20190914_1/Europe/Berlin",
    ])
  func namesThatTellTheirRegistryAreKnown(name: String) {
    var zones = CalendarZones(database: Self.database)
    #expect(zones.zone(name)?.identifier == "Europe/Berlin")
  }

  @Test(arguments: [
    "BEGIN:VTIMEZONE\nTZID:X\nEND:VTIMEZONE\n",
    "BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:x\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\n"
      + "END:VTIMEZONE\n",
    "BEGIN:VTIMEZONE\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\n"
      + "END:STANDARD\nEND:VTIMEZONE\n",
  ])
  func whatIsNoZoneIsNone(text: String) throws {
    #expect(VTimeZone.zone(try component(text)) == nil)
  }

  /// A made VTIMEZONE, read again, is the zone: every system zone, day by day.
  @Test(arguments: [1970, 2007, 2026]) func whatIsMadeIsTheZone(first: Int) throws {
    let from = try #require(CivilDate(year: first, month: 1, day: 1)).dayNumber * 86_400
    for identifier in Self.database.identifiers {
      let zone = try #require(Self.database.zone(named: identifier))
      let made = VTimeZone.component(of: zone, named: "Made", from: first, through: 2060)
      #expect(ComponentText.component(ComponentText.bytes(made)) == made)
      let again = try #require(VTimeZone.zone(made))
      #expect(again.identifier == "Made")
      var at = Instant(seconds: from)
      var wrong: Instant?
      // Both clocks are looked at wherever either of them changes.
      while at.seconds < from + (2061 - first) * 31_556_952 - 172_800, wrong == nil {
        for moment in [at, at.adding(seconds: -1)] where moment.seconds >= from {
          if again.offset(at: moment) != zone.offset(at: moment) { wrong = moment }
        }
        at = min(zone.segment(at: at).end, again.segment(at: at).end)
      }
      #expect(wrong == nil, "\(identifier) at \(wrong?.description ?? "")")
    }
  }

  @Test func aRuleThatStillHoldsGoesOnForEver() throws {
    let zone = try #require(Self.database.zone(named: "Europe/Berlin"))
    let made = VTimeZone.component(of: zone, named: "Europe/Berlin", from: 2026, through: 2026)
    let text = String(decoding: made.text, as: UTF8.self)
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n"))
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\n"))
    #expect(!text.contains("UNTIL"))
    #expect(offset(VTimeZone.zone(made), 2150, 7, 1) == 7200)
  }
}

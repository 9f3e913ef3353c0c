import CivilTime
import Testing

@Suite(.enabled(if: ZoneDatabase().isAvailable)) struct ZoneAliasTests {
  static let database = ZoneDatabase()

  @Test(arguments: [
    ("W. Europe Standard Time", "Europe/Berlin"), ("W. Europe", "Europe/Berlin"),
    ("w. europe daylight time", "Europe/Berlin"), ("Eastern", "America/New_York"),
    ("Pacific Standard Time (Mexico)", "America/Tijuana"), ("Russia Time Zone 3", "Europe/Samara"),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
    ("(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin"),
    ("(GMT +01:00) Sarajevo, Skopje, Warsaw, Zagreb", "Europe/Warsaw"),
    ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
    ("(GMT-08:00) Pacific Time (US and Canada); Tijuana", "America/Los_Angeles"),
    ("Pacific Time (US & Canada)\\, Tijuana", "America/Los_Angeles"),
    ("(UTC+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney"),
    ("Kuala Lumpur, Singapore", "Asia/Singapore"), ("(UTC-07:00) Arizona", "America/Phoenix"),
    ("(UTC+02:00) Vilnius", "Europe/Vilnius"), ("(GMT+09:00) Nowhere, Sapporo, Tokyo", "Asia/Tokyo"),
    ("Oslo, Helsinki", "Europe/Oslo"), ("tzone://Microsoft/Utc", "UTC"),
    ("Coordinated Universal Time", "UTC"),
    ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
    ("/freeassociation.sourceforge.net/America/New_York", "America/New_York"),
    (
      "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires",
      "America/Argentina/Buenos_Aires"
    ),
    ("/softwarestudio.org/Olson_20011030_5/Pacific/Auckland", "Pacific/Auckland"),
    ("\"Europe/Berlin\"", "Europe/Berlin"), (" Europe/Berlin ", "Europe/Berlin"),
    ("europe/berlin", "Europe/Berlin"), ("America-Chicago", "America/Chicago"),
    ("Europe/Kiev", "Europe/Kiev"), ("utc", "UTC"), ("GMT", "GMT"), ("Zulu", "Zulu"),
  ])
  func oddNamesAreUnderstood(_ name: String, _ identifier: String) {
    #expect(Self.database.zone(named: name)?.identifier == identifier)
  }

  @Test(arguments: [
    ("GMT+0100", 3600), ("UTC-5", -18_000), ("UTC+05:30", 19_800), ("(UTC-03:30)", -12_600), ("+02:00", 7200),
    // As far as the language takes them.
    ("-17:10", -61_800), ("+18:00", 64_800),
    ("gmt-11", -39_600), ("(GMT)", 0),
  ])
  func offsetsAreZones(_ name: String, _ seconds: Int) throws {
    let zone = try #require(Self.database.zone(named: name))
    #expect(zone.offset(at: Instant(seconds: 0)).seconds == seconds)
    #expect(zone.offset(at: Instant(seconds: 1_784_000_000)).seconds == seconds)
  }

  @Test(arguments: [
    "", "/", "//", "Customized Time Zone", "Nowhere/Middle", "America/New_Yrok", "Europe/Germany", "GMT+99",
    "UTC+1:99", "+18:01", "-19:00", "../../etc/passwd", "/etc/passwd", "Berlin", "(UTC+05:00) Berlin",
    "(UTC+01:00",
    "Standard Time",
    ", ,", "Fictitious", "zone.tab", "é", "/a/b/c/d/e/f",
  ])
  func otherNamesStayUnknown(_ name: String) {
    #expect(Self.database.zone(named: name) == nil)
  }

  /// Every name of the tables leads to a zone of the system.
  @Test func everyWindowsNameHasAZone() {
    var found = 0
    for name in [
      "AUS Central", "Alaskan", "Arab", "Argentina", "Central Asia", "China", "E. Africa", "E. Europe",
      "Egypt",
      "FLE", "Fiji", "GTB", "Greenwich", "Hawaiian", "India", "Israel", "Jordan", "Korea", "Line Islands",
      "Mauritius", "Middle East", "Morocco", "Myanmar", "N. Central Asia", "Nepal", "New Zealand",
      "North Korea",
      "Paraguay", "Romance", "Russian", "SA Eastern", "SE Asia", "Samoa", "Singapore", "South Africa",
      "Syria",
      "Taipei", "Tasmania", "Tokyo", "Tonga", "Turkey", "US Eastern", "US Mountain", "Venezuela",
      "W. Mongolia",
      "West Bank", "Yakutsk", "Yukon",
    ] where Self.database.zone(named: name + " Standard Time") != nil { found += 1 }
    #expect(found == 48)
  }
}

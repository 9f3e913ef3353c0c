import CivilTime
import Interchange
import Model
import Store
import Testing

@testable import Editing

/// Zones that `TZ` gives as a POSIX rule and no database lists.
@Suite struct RuleZoneTests {
  @Test(arguments: [
    ("<+0330>-3:30", ["TZOFFSETTO:+0330"]),
    (
      "CET-1CEST,M3.5.0,M10.5.0/3",
      ["TZOFFSETTO:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"]
    ),
  ]) func whatIsAddedInAZoneOfARuleStaysInIt(rule: String, parts: [String]) throws {
    let bench = try Workbench()
    let zone = try #require(bench.zones.zone(forTZ: rule))
    var item = Item(kind: .event)
    item.title = "x"
    let wall = try #require(BasicFormat.dateTime(Array("20260720T100000".utf8))).value
    item.start = .zoned(wall, zone)
    item.length = .exact(seconds: 3_600)
    let target = try bench.workspace.add(item, to: 1, cause: "x", now: Workbench.now).target
    // A database that has not seen the rule knows the name.
    #expect(ZoneDatabase().zone(named: zone.identifier) == zone)
    #expect(try bench.workspace.item(target).start == .zoned(wall, zone))
    for selection in [ExportSelection.everything, .items([target.item])] {
      var text: [UInt8] = []
      try bench.store.export(selection) {
        text += $0
        return true
      }
      let file = String(decoding: text, as: UTF8.self)
      for part in parts + ["TZID:" + zone.identifier, "DTSTART;TZID=\(zone.identifier):20260720T100000"] {
        #expect(file.contains(part), "\(file)")
      }
    }
  }

  @Test func whatIsNoClockIsNoZone() {
    let zones = ZoneDatabase()
    #expect(zones.zone(forTZ: "XYZ99") == nil)
    #expect(zones.zone(forTZ: "UTC0") == .utc)
  }
}

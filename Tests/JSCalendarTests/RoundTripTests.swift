import CivilTime
import ICalendar
import JSCalendar
import JSON
import Model
import Recurrence
import TestSupport
import Testing

/// Reads back what was written, by rules of its own.
@Suite struct RoundTripTests {
  // MARK: Patches

  @Test(arguments: ProjectFiles.files(below: "Samples/calendars", suffix: ".ics"))
  func theMasterWithAPatchIsTheOverrideItself(path: String) throws {
    var masters: [String: Component] = [:]
    var overrides: [String: [Component]] = [:]
    var zones = CalendarZones(database: ZoneDatabase())
    var stream = CalendarStream(bytes: try #require(ProjectFiles.bytes(ProjectFiles.root + "/" + path)))
    while let part = stream.next() {
      guard case .component(let component, _) = part else { continue }
      if component.name == "VTIMEZONE" { zones.define(component) }
      guard let uid = component.property("UID")?.text else { continue }
      if component.property("RECURRENCE-ID") == nil {
        masters[uid] = component
      } else {
        overrides[uid, default: []].append(component)
      }
    }
    let known = zones
    let lookup = { (tzid: String) -> Zone? in
      var copy = known
      return copy.zone(tzid)
    }
    for (uid, master) in masters {
      let zones = ObjectZones(zone: lookup)
      let changes = overrides[uid] ?? []
      guard let object = stored([master] + changes, zones).jsCalendar(zones) else { continue }
      for override in changes {
        var alone = try #require(stored([override], zones).jsCalendar(zones))
        let recurrenceID = try #require(ItemReader.read(override, zone: lookup).item.recurrenceID)
        let id = LocalID.text(recurrenceID.time, in: object["timeZone"]?.string, lookup)
        let patch = try #require(object["recurrenceOverrides"]?[id]?.object, "\(uid) at \(id)")
        var patched = Self.patched(object, with: patch, at: id)
        // What a patch may not say is not compared, nor is where it went.
        for key in ["privacy", "relatedTo", "replyTo", "kalends.app:properties", "recurrenceId"] {
          alone[key] = nil
          patched[key] = nil
        }
        alone["recurrenceIdTimeZone"] = nil
        let (a, b) = (Self.sorted(patched), Self.sorted(alone))
        #expect(a == b)
      }
    }
  }

  private static func patched(_ object: JSONObject, with patch: JSONObject, at id: String) -> JSONObject {
    var result = object
    for key in ["recurrenceRules", "excludedRecurrenceRules", "recurrenceOverrides", "timeZones"] {
      result[key] = nil
    }
    result[object["start"] == nil ? "due" : "start"] = .string(id)
    for member in patch.members { result[member.key] = member.value.isNull ? nil : member.value }
    return result
  }

  private static func sorted(_ object: JSONObject) -> [String] {
    object.members.map { $0.key + ":" + $0.value.text }.sorted()
  }

  // MARK: Rules

  @Test(arguments: [
    "FREQ=SECONDLY;INTERVAL=30;COUNT=7", "FREQ=MINUTELY;BYHOUR=9,17",
    "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30",
    "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;WKST=SU;BYDAY=TU,TH;INTERVAL=2", "FREQ=MONTHLY;BYDAY=1SU,-1SU",
    "FREQ=MONTHLY;BYMONTHDAY=-3,2,15", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "FREQ=YEARLY;BYMONTH=6,7;BYDAY=2MO", "FREQ=YEARLY;BYYEARDAY=1,100,-200",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "FREQ=DAILY;UNTIL=20270101T120000",
    "FREQ=DAILY;BYSECOND=0,59;BYMINUTE=1;BYHOUR=2",
  ])
  func aRuleComesBackAsItWas(text: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    let event = try object("UID:a\nDTSTART:20260107T090000\nRRULE:" + text)
    #expect(try Self.rule(try #require(event["recurrenceRules"]?[0])) == rule)
  }

  /// A RecurrenceRule object put back into the text of an RRULE.
  private static func rule(_ value: JSONValue) throws -> RecurrenceRule {
    var parts = ["FREQ=" + (value["frequency"]?.string ?? "")]
    let names = [
      ("interval", "INTERVAL"), ("count", "COUNT"), ("until", "UNTIL"), ("firstDayOfWeek", "WKST"),
      ("byDay", "BYDAY"), ("byMonthDay", "BYMONTHDAY"), ("byMonth", "BYMONTH"), ("byYearDay", "BYYEARDAY"),
      ("byWeekNo", "BYWEEKNO"), ("byHour", "BYHOUR"), ("byMinute", "BYMINUTE"), ("bySecond", "BYSECOND"),
      ("bySetPosition", "BYSETPOS"),
    ]
    for (key, name) in names {
      guard let member = value[key] else { continue }
      let items = (member.array ?? [member]).map { item -> String in
        if let day = item["day"]?.string {
          return (item["nthOfPeriod"]?.integer.map(String.init) ?? "") + day
        }
        return item.string ?? item.integer.map(String.init) ?? ""
      }
      parts.append(name + "=" + items.joined(separator: ",").filter { key != "until" || !"-:".contains($0) })
    }
    return try RecurrenceRule(parsing: parts.joined(separator: ";"))
  }
}

/// Recurrence ids as the master's own clock shows them.
enum LocalID {
  static func text(_ time: EventTime, in zone: String?, _ lookup: (String) -> Zone?) -> String {
    guard case .zoned(let wall, let own) = time, let master = zone.flatMap(lookup), own != master else {
      return ExtendedFormat.text(time.wall)
    }
    return ExtendedFormat.text(master.civil(at: own.instant(of: wall)))
  }
}

import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import SyncCore

/// Canonical text: what makes two resources equal for synchronization.
@Suite struct CanonicalTextTests {
  static func resource(_ lines: String...) throws -> CalendarResource {
    try Family.resource(["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"])
  }

  /// The same content with lines and parameters in another order, folded elsewhere, with small letters and
  /// with a header of its own.
  static func rewritten(_ resource: CalendarResource, seed: Int) throws -> CalendarResource {
    var random = SplitMix64(seed: UInt64(seed))
    func lines(_ component: Component) -> [String] {
      var parts: [[String]] = []
      for entry in component.entries.shuffled(using: &random) {
        switch entry {
        case .property(let property):
          var name = property.name
          for parameter in property.parameters.shuffled(using: &random) {
            name += ";\(parameter.name)=\"\(parameter.values.joined(separator: "\",\""))\""
          }
          parts.append([(random.chance(50) ? name.lowercased() : name) + ":" + property.rawText])
          // Names in small letters take the values of parameters with them.
          if property.hasParameters { parts[parts.count - 1] = [name + ":" + property.rawText] }
        case .unreadable(let line): parts.append([String(decoding: line, as: UTF8.self)])
        case .component(let inner): parts.append(lines(inner))
        }
      }
      return ["BEGIN:" + component.name] + parts.flatMap { $0 } + ["END:" + component.name]
    }
    var all = (resource.zones + resource.components).shuffled(using: &random).flatMap(lines)
    all = all.map { line in
      guard line.count > 12, !line.hasPrefix("BEGIN"), !line.hasPrefix("END") else { return line }
      let fold = line.index(line.startIndex, offsetBy: random.pick(3...9))
      return line[..<fold] + "\r\n " + line[fold...]
    }
    let text = ["BEGIN:VCALENDAR", "PRODID:other", "CALSCALE:GREGORIAN"] + all + ["END:VCALENDAR"]
    return try CalendarResource(bytes: Array(text.joined(separator: "\r\n").utf8 + [13, 10]))
  }

  @Test func orderFoldingAndNotationOfNamesMakeNoDifference() throws {
    for seed in Depth.seeds(usually: 200) {
      var random = SplitMix64(seed: UInt64(seed))
      var family = Family(using: &random)
      for _ in 0..<3 { family.edit(using: &random) }
      let resource = try family.resource()
      let other = try Self.rewritten(resource, seed: seed)
      #expect(resource.isEquivalent(to: other, zones: zones), "seed \(seed)")
      #expect(resource.canonicalHash(zones: zones) == other.canonicalHash(zones: zones), "seed \(seed)")
      #expect(resource.contentIdentity == other.contentIdentity, "seed \(seed)")
    }
  }

  /// A slow definition: the lines of each component without stamps, sorted.
  private func sortedLines(_ family: Family) -> [[String]] {
    ([family.master] + family.overrides.sorted { $0.key < $1.key }.map(\.value)).map { member in
      let own = member.lines.filter { !$0.hasPrefix("DTSTAMP") && $0 != "SEQUENCE:0" }.flatMap { line in
        line.hasPrefix("CATEGORIES:")
          ? line.dropFirst(11).split(separator: ",").map { "CATEGORIES:" + $0 } : [line]
      }
      return own.sorted() + member.alarms.map { $0.sorted().joined(separator: " ") }.sorted()
    }
  }

  @Test func versionsAreEqualIfAndOnlyIfTheirSortedLinesAre() throws {
    var counts = (equal: 0, different: 0)
    for seed in Depth.seeds(usually: 600) {
      var random = SplitMix64(seed: UInt64(seed))
      let family = Family(using: &random)
      var other = family
      for _ in 0..<random.pick(1...2) { other.edit(using: &random) }
      if random.chance(50) { other.master.lines.shuffle(using: &random) }
      let isEqual = sortedLines(family) == sortedLines(other)
      let (one, two) = (try family.resource(), try other.resource())
      #expect(one.isEquivalent(to: two, zones: zones) == isEqual, "seed \(seed)")
      #expect((one.canonicalText(zones: zones) == two.canonicalText(zones: zones)) == isEqual, "seed \(seed)")
      if isEqual { counts.equal += 1 } else { counts.different += 1 }
    }
    #expect(counts.equal > 20 && counts.different > 100)
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE-TIME:20261118T100000Z", "DTSTART:20261118T100000Z", true),
    ("DTSTART;VALUE=DATE:20261118", "DTSTART:20261118T000000", false),
    ("ATTENDEE;ROLE=req-participant;RSVP=FALSE:mailto:a@b.de", "ATTENDEE:MAILTO:A@b.de", true),
    ("ATTENDEE;PARTSTAT=NEEDS-ACTION;CUTYPE=INDIVIDUAL:mailto:a@b.de", "ATTENDEE:mailto:a@b.de", true),
    ("ATTENDEE;RSVP=TRUE:mailto:a@b.de", "ATTENDEE:mailto:a@b.de", false),
    ("RELATED-TO;RELTYPE=PARENT:x", "RELATED-TO:x", true),
    ("SUMMARY:A\\, b\\;\\Nc", "SUMMARY:A, b;\\nc", true), ("SUMMARY:A", "SUMMARY:a", false),
    ("RRULE:FREQ=WEEKLY;BYDAY=MO,TU;INTERVAL=1", "RRULE:BYDAY=TU,MO;FREQ=WEEKLY", true),
    ("CATEGORIES:A,B", "CATEGORIES:B\r\nCATEGORIES:A", true), ("CATEGORIES:A\\,B", "CATEGORIES:A,B", false),
    ("SEQUENCE:0", "X-RADICALE-NAME:a.ics", true), ("SEQUENCE:1", "SEQUENCE:2", false),
    ("TRANSP:OPAQUE", "PRIORITY:0", true), ("CLASS:public", "CREATED:20261118T100000Z", true),
    ("DTSTAMP:20261118T100000Z", "LAST-MODIFIED:20261119T100000Z", true),
    ("X-MOZ-GENERATION:1", "X-EVOLUTION-CALDAV-ETAG:2", true), ("X-OTHER:1", "X-OTHER:2", false),
    ("STATUS:confirmed", "STATUS:CONFIRMED", true), ("X-A;P=\"1,2\":x", "X-A;P=1,2:x", false),
    ("TRIGGER;RELATED=START:-PT5M", "TRIGGER:-PT5M", true), ("URL:https://A.de", "URL:https://a.de", false),
  ])
  func notationsOfOneValueAreEqual(a: String, b: String, isEqual: Bool) throws {
    let (one, two) = (try Self.resource(a), try Self.resource(b))
    #expect(one.isEquivalent(to: two, zones: zones) == isEqual)
    #expect((one.canonicalHash(zones: zones) == two.canonicalHash(zones: zones)) == isEqual)
  }

  static func zone(_ name: String, _ offset: String, since year: Int = 1970) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:\(year)0101T000000",
      "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  static func zoned(_ name: String, _ zone: [String]) throws -> CalendarResource {
    try Family.resource(
      zone + ["BEGIN:VEVENT", "UID:a", "DTSTART;TZID=\(name):20261118T100000", "END:VEVENT"])
  }

  @Test(arguments: [
    // The system knows it.
    ("Europe/Berlin", zone("Europe/Berlin", "+0100"), [], true),
    // The clock counts, from 2008 on.
    ("Lab", zone("Lab", "+0300"), zone("Lab", "+0300", since: 1601), true),
    ("Lab", zone("Lab", "+0300"), zone("Lab", "+0400"), false), ("Lab", zone("Lab", "+0300"), [], false),
    // Only zones in use count.
    ("Lab", zone("Lab", "+0300"), zone("Lab", "+0300") + zone("Else", "+0400"), true),
    // A name of Windows for which the file says something else.
    ("Tokyo Standard Time", zone("Tokyo Standard Time", "+0900"), [], true),
    ("Tokyo Standard Time", zone("Tokyo Standard Time", "+0800"), [], false),
  ])
  func zonesAreComparedByTheirClocks(name: String, a: [String], b: [String], isEqual: Bool) throws {
    let (one, two) = (try Self.zoned(name, a), try Self.zoned(name, b))
    #expect(one.isEquivalent(to: two, zones: zones) == isEqual)
    #expect(two.isEquivalent(to: one, zones: zones) == isEqual)
    #expect((one.canonicalHash(zones: zones) == two.canonicalHash(zones: zones)) == isEqual)
  }

  @Test func contentIdentityIgnoresWhatAPublisherMakesAnew() throws {
    let one = try Family.resource(
      ["BEGIN:VEVENT", "UID:a", "SUMMARY:Talk", "URL:https://x/1", "SEQUENCE:1", "END:VEVENT"])
    let two = try Family.resource(
      ["BEGIN:VEVENT", "SUMMARY:Talk", "UID:b", "URL:https://x/2", "DTSTAMP:20261118T100000Z", "END:VEVENT"])
    let three = try Family.resource(["BEGIN:VEVENT", "SUMMARY:Talks", "UID:a", "END:VEVENT"])
    #expect(one.contentIdentity == two.contentIdentity)
    #expect(one.contentIdentity != three.contentIdentity)
    #expect(!one.isEquivalent(to: two, zones: zones))
  }

  @Test(arguments: [
    (["SUMMARY:x"], ["SUMMARY:y"], true),
    (["SUMMARY:x", "SEQUENCE:1"], ["DTSTAMP:20261118T100000Z", "SUMMARY:x", "SEQUENCE:2"], false),
    (["X-MOZ-LASTACK:20261118T100000Z"], ["X-MOZ-LASTACK:20261119T100000Z"], false),
    (
      ["BEGIN:VALARM", "UID:1", "TRIGGER:PT0S", "END:VALARM"],
      ["BEGIN:VALARM", "UID:1", "TRIGGER:PT0S", "ACKNOWLEDGED:20261118T100000Z", "END:VALARM"], false
    ),
    (
      [],
      [
        "BEGIN:VALARM", "UID:2", "TRIGGER;VALUE=DATE-TIME:20261118T100000Z", "RELATED-TO;RELTYPE=SNOOZE:1",
        "END:VALARM",
      ], false
    ),
    (["BEGIN:VALARM", "TRIGGER:PT0S", "END:VALARM"], [], true),
  ])
  func stampsAndDismissedAlarmsAreNoRealChange(old: [String], new: [String], isReal: Bool) throws {
    func resource(_ lines: [String]) throws -> CalendarResource {
      try Family.resource(["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"])
    }
    let (before, after) = (try resource(old), try resource(new))
    #expect(CalendarResource.isRealChange(from: before, to: after, zones: zones) == isReal)
    #expect(!CalendarResource.isRealChange(from: after, to: after, zones: zones))
  }

  /// Hashes of this text are stored, so it may not change without a step that makes them anew.
  @Test func theTextIsAsItWasWhenItsHashWasStored() throws {
    let resource = try Self.resource(
      "DTSTAMP:20261118T100000Z", "summary;LANGUAGE=en:Lunch", "CATEGORIES:B,A")
    let text = "BEGIN:VEVENT\nCATEGORIES:A\nCATEGORIES:B\nSUMMARY;LANGUAGE=\"en\":Lunch\nUID:a\nEND:VEVENT\n"
    #expect(String(decoding: resource.canonicalText(zones: zones), as: UTF8.self) == text)
    #expect(resource.canonicalHash(zones: zones) == FNV1a.number(text.utf8))
  }
}

import CivilTime
import ICalendar
import JSCalendar
import Model
import Testing

/// JSCalendar events.
@Suite struct EventTests {
  @Test func aSimpleEventIsTheOneOfRFC898461() throws {
    let event = try object(
      """
      UID:a8df6573-0474-496d-8496-033ad45d7fea
      DTSTAMP:20200102T182304Z
      SUMMARY:Some event
      DTSTART;TZID=America/New_York:20200115T130000
      DURATION:PT1H
      """)
    #expect(
      event.text == """
        {"@type":"Event","uid":"a8df6573-0474-496d-8496-033ad45d7fea","updated":"2020-01-02T18:23:04Z",\
        "title":"Some event","start":"2020-01-15T13:00:00","timeZone":"America/New_York","duration":"PT1H"}
        """)
  }

  /// Addresses without a scheme, quoted lists of features and zones of an offset alone
  /// become what RFC 8984 asks for.
  @Test func addressesWithoutAScheme() throws {
    let event = try object(
      """
      UID:a
      DTSTAMP:20260101T000000Z
      DTSTART;TZID="UTC+01:00":20260401T100000
      ORGANIZER:ann@example.org
      ATTENDEE:tel:+49123
      ATTENDEE:CARL
      CONFERENCE;VALUE=URI;FEATURE="AUDIO,VIDEO":https://example.org/a
      CONFERENCE;VALUE=URI;FEATURE=CHAT:https://example.org/b
      """)
    #expect(event["replyTo"]?.text == "{\"imip\":\"mailto:ann@example.org\"}")
    #expect(event["participants"]?["1"]?["email"]?.string == "ann@example.org")
    #expect(event["participants"]?["2"]?["sendTo"]?.text == "{\"other\":\"tel:+49123\"}")
    #expect(event["participants"]?["3"]?["sendTo"]?.text == "{\"other\":\"CARL\"}")
    #expect(event["virtualLocations"]?["1"]?["features"]?.text == "{\"audio\":true,\"video\":true}")
    #expect(event["virtualLocations"]?["2"]?["features"]?.text == "{\"chat\":true}")
    #expect(event["timeZone"]?.string == "/UTC+01:00")
    #expect(
      event["timeZones"]?.text == """
        {"/UTC+01:00":{"@type":"TimeZone","tzId":"UTC+01:00","standard":[{"@type":"TimeZoneRule",\
        "start":"1970-01-01T00:00:00","offsetFrom":"+0100","offsetTo":"+0100"}]}}
        """)
    // Names of the database stay theirs, signs and all.
    let named = try object("UID:a\nDTSTART;TZID=Etc/GMT+5:20260401T100000")
    #expect(named["timeZone"]?.string == "Etc/GMT+5" && named["timeZones"] == nil)
  }

  @Test(arguments: [
    (
      "DTSTART;VALUE=DATE:20260401",
      "{\"showWithoutTime\":true,\"start\":\"2026-04-01T00:00:00\",\"duration\":\"P1D\"}"
    ),
    (
      "DTSTART;VALUE=DATE:20260401\nDTEND;VALUE=DATE:20260410",
      "{\"showWithoutTime\":true,\"start\":\"2026-04-01T00:00:00\",\"duration\":\"P9D\"}"
    ),
    ("DTSTART:20260401T070000", "{\"start\":\"2026-04-01T07:00:00\"}"),
    (
      "DTSTART:20260401T070000Z\nDTEND:20260401T080030Z",
      "{\"start\":\"2026-04-01T07:00:00\",\"timeZone\":\"Etc/UTC\",\"duration\":\"PT1H0M30S\"}"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T120000\nDTEND;TZID=Europe/Berlin:20261025T120000",
      "{\"start\":\"2026-10-24T12:00:00\",\"timeZone\":\"Europe/Berlin\",\"duration\":\"PT25H\"}"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T120000\nDURATION:P1W1DT5M",
      "{\"start\":\"2026-10-24T12:00:00\",\"timeZone\":\"Europe/Berlin\",\"duration\":\"P8DT5M\"}"
    ),
    (
      "DTSTART:20260131T120000\nDURATION:P1M", "{\"start\":\"2026-01-31T12:00:00\",\"duration\":\"P28D\"}"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260401T100000\nDTEND;TZID=America/New_York:20260401T130000",
      "{\"start\":\"2026-04-01T10:00:00\",\"timeZone\":\"Europe/Berlin\",\"duration\":\"PT9H\",\"locations\":"
        + "{\"end\":{\"@type\":\"Location\",\"relativeTo\":\"end\",\"timeZone\":\"America/New_York\"}}}"
    ),
  ])
  func timesAndLengths(lines: String, expected: String) throws {
    #expect(rest(try object("UID:a\nDTSTAMP:20260101T000000Z\n" + lines)) == expected)
  }

  @Test(arguments: [
    ("DESCRIPTION:a\\nb", "\"description\":\"a\\nb\""), ("SEQUENCE:3", "\"sequence\":3"),
    ("PRIORITY:5", "\"priority\":5"), ("COLOR:teal", "\"color\":\"teal\""),
    ("CATEGORIES:a,b\nCATEGORIES:c", "\"keywords\":{\"a\":true,\"b\":true,\"c\":true}"),
    ("CLASS:PRIVATE", "\"privacy\":\"private\""), ("CLASS:CONFIDENTIAL", "\"privacy\":\"secret\""),
    ("STATUS:TENTATIVE", "\"status\":\"tentative\""), ("STATUS:CONFIRMED", "\"status\":\"confirmed\""),
    ("STATUS:CANCELLED", "\"status\":\"cancelled\""), ("TRANSP:TRANSPARENT", "\"freeBusyStatus\":\"free\""),
    (
      "X-MICROSOFT-CDO-BUSYSTATUS:OOF",
      "\"kalends.app:availability\":\"unavailable\",\"kalends.app:properties\":"
        + "[[\"x-microsoft-cdo-busystatus\",{},\"text\",\"OOF\"]]"
    ),
    (
      "LOCATION:Room 2\nGEO:48.25;16",
      "\"locations\":{\"1\":{\"@type\":\"Location\",\"name\":\"Room 2\",\"coordinates\":\"geo:48.25,16\"}}"
    ),
    (
      "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Call:https://x.example/1",
      "\"virtualLocations\":{\"1\":{\"@type\":\"VirtualLocation\",\"uri\":\"https://x.example/1\","
        + "\"name\":\"Call\",\"features\":{\"audio\":true,\"video\":true}}}"
    ),
    (
      "URL:https://x.example/\nATTACH;FMTTYPE=text/plain;FILENAME=a.txt;SIZE=9:https://x.example/a",
      "\"links\":{\"1\":{\"@type\":\"Link\",\"href\":\"https://x.example/a\",\"rel\":\"enclosure\","
        + "\"contentType\":\"text/plain\",\"title\":\"a.txt\",\"size\":9},\"2\":{\"@type\":\"Link\","
        + "\"href\":\"https://x.example/\",\"rel\":\"describedby\"}}"
    ),
    (
      "ATTACH;ENCODING=BASE64;VALUE=BINARY:aGk=",
      "\"links\":{\"1\":{\"@type\":\"Link\",\"href\":\"data:application/octet-stream;base64,aGk=\","
        + "\"rel\":\"enclosure\"}}"
    ),
    (
      "RELATED-TO:p\nRELATED-TO;RELTYPE=CHILD:c\nRELATED-TO;RELTYPE=NEXT:p",
      "\"relatedTo\":{\"p\":{\"@type\":\"Relation\",\"relation\":{\"parent\":true,\"next\":true}},"
        + "\"c\":{\"@type\":\"Relation\",\"relation\":{\"child\":true}}}"
    ),
  ])
  func plainProperties(lines: String, expected: String) throws {
    let event = try object("UID:a\nDTSTART:20260101T000000\n" + lines)
    #expect(rest(event) == "{" + order(expected, start: "\"start\":\"2026-01-01T00:00:00\"") + "}")
  }

  /// The start comes behind sequence and description and before all else.
  private func order(_ text: String, start: String) -> String {
    text.hasPrefix("\"sequence") || text.hasPrefix("\"description") ? text + "," + start : start + "," + text
  }

  @Test func stampsCreatedLastModifiedAndWhatStandsForThem() throws {
    let event = try object(
      "DTSTART:20260101T000000\nCREATED:20250101T000000Z\nDTSTAMP:20250301T000000Z\nLAST-MODIFIED:20250201T000000Z"
    )
    #expect(event["created"]?.string == "2025-01-01T00:00:00Z")
    #expect(event["updated"]?.string == "2025-02-01T00:00:00Z")
    let bare = try object("DTSTART:20260101T000000")
    #expect(bare["updated"]?.string == "1970-01-01T00:00:00Z")
    #expect(bare["uid"]?.string == "kalends-" + (bare["uid"]?.string ?? "").suffix(16))
    #expect(try object("DTSTART:20260101T000000")["uid"] == bare["uid"])
    #expect(try object("DTSTART:20260102T000000")["uid"] != bare["uid"])
  }

  @Test func organizerAndAttendees() throws {
    let event = try object(
      """
      UID:a
      DTSTART:20260101T000000
      ORGANIZER;CN=Ann:mailto:Ann@example.org
      ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED;ROLE=OPT-PARTICIPANT;CUTYPE=INDIVIDUAL;RSVP=TRUE:mailto:bob@example.org
      ATTENDEE;CN=Ann;PARTSTAT=ACCEPTED;ROLE=CHAIR:MAILTO:ann@example.org
      ATTENDEE;CUTYPE=ROOM;ROLE=NON-PARTICIPANT;DELEGATED-FROM="mailto:bob@example.org":urn:room:2
      """)
    #expect(event["replyTo"]?.text == "{\"imip\":\"mailto:Ann@example.org\"}")
    #expect(
      event["participants"]?.text == """
        {"1":{"@type":"Participant","name":"Ann","email":"ann@example.org","sendTo":{"imip":"MAILTO:ann@example.org"},\
        "roles":{"attendee":true,"chair":true,"owner":true},"participationStatus":"accepted"},\
        "2":{"@type":"Participant","name":"Bob","email":"bob@example.org","sendTo":{"imip":"mailto:bob@example.org"},\
        "kind":"individual","roles":{"attendee":true,"optional":true},"participationStatus":"accepted",\
        "expectReply":true},\
        "3":{"@type":"Participant","sendTo":{"other":"urn:room:2"},"kind":"location",\
        "roles":{"informational":true},"delegatedFrom":{"2":true}}}
        """)
    #expect(event["kalends.app:properties"] == nil)
    let alone = try object("UID:a\nDTSTART:20260101T000000\nORGANIZER:mailto:x@example.org")
    #expect(
      alone["participants"]?.text == "{\"1\":{\"@type\":\"Participant\",\"email\":\"x@example.org\","
        + "\"sendTo\":{\"imip\":\"mailto:x@example.org\"},\"roles\":{\"owner\":true}}}")
  }

  @Test func alarms() throws {
    let event = try object(
      """
      UID:a
      DTSTART:20260101T000000
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      UID:alarm_1
      ACKNOWLEDGED:20260101T000000Z
      END:VALARM
      BEGIN:VALARM
      ACTION:EMAIL
      TRIGGER;RELATED=END:P1D
      END:VALARM
      BEGIN:VALARM
      ACTION:AUDIO
      DESCRIPTION:Wake up
      TRIGGER;VALUE=DATE-TIME:20251231T120000Z
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hall;X-APPLE-RADIUS=70:geo:48.2,16.4
      END:VALARM
      """)
    #expect(
      event["alerts"]?.text == """
        {"alarm_1":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT15M"},\
        "acknowledged":"2026-01-01T00:00:00Z"},\
        "2":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"P1D","relativeTo":"end"},"action":"email"},\
        "3":{"@type":"Alert","trigger":{"@type":"AbsoluteTrigger","when":"2025-12-31T12:00:00Z"},\
        "kalends.app:properties":[["action",{},"text","AUDIO"],["description",{},"text","Wake up"]]},\
        "4":{"@type":"Alert","trigger":{"@type":"kalends.app:ProximityTrigger","proximity":"arrive","name":"Hall",\
        "coordinates":"geo:48.2,16.4","radius":70},"kalends.app:properties":[["x-apple-proximity",{},"text",\
        "ARRIVE"],["x-apple-structured-location",{"x-title":"Hall","x-apple-radius":"70"},"uri","geo:48.2,16.4"]]}}
        """)
  }

  @Test func whatHasNoPlaceIsKeptAsInJCal() throws {
    let event = try object(
      """
      UID:a
      DTSTART:20260101T000000
      X-MOOD;LEVEL=high;WHO=a,b:calm\\, really
      X-NOTE;VALUE=TEXT:one\\, two
      SUMMARY;LANGUAGE=de:Fest
      SUMMARY:Second
      COMMENT:so\\nso
      RESOURCES:EASEL,VCR
      STATUS:ODD
      CLASS:X-OWN
      BEGIN:VLOCATION
      UID:v
      END:VLOCATION
      """)
    #expect(
      event["kalends.app:properties"]?.text == """
        [["x-mood",{"level":"high","who":["a","b"]},"unknown","calm\\\\, really"],["x-note",{},"text","one, two"],\
        ["summary",{"language":"de"},"text","Fest"],["summary",{},"text","Second"],["comment",{},"text","so\\nso"],\
        ["resources",{},"text","EASEL","VCR"],["status",{},"text","ODD"],["class",{},"text","X-OWN"]]
        """)
    #expect(event["kalends.app:components"]?.text == "[[\"vlocation\",[[\"uid\",{},\"text\",\"v\"]],[]]]")
    #expect(event["title"]?.string == "Fest")
  }

  @Test func whatCanBeNeitherEventNorTaskIsNone() throws {
    #expect(try stored(["UID:a"]).jsCalendar(zones) == nil)
    #expect(try stored(["UID:a\nDTSTART:20260101"], kind: "VJOURNAL").jsCalendar(zones) == nil)
  }
}

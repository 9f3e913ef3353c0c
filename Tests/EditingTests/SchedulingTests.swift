import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Editing
@testable import Store

/// Messages of RFC 5546 against what a calendar has: every method with known and unknown items, older and
/// newer versions, whole items and occurrences, as organizer and as attendee.
@Suite struct SchedulingTests {
  enum Version: String, CaseIterable { case older, earlier, same, newer }
  enum Part: String, CaseIterable { case single, series, occurrence, range, noOccurrence }
  enum Role: String, CaseIterable { case organizer, attendee }

  struct Case: CustomStringConvertible, Sendable {
    var method: SchedulingMethod
    var isKnown: Bool
    var version: Version
    var part: Part
    var role: Role

    var description: String {
      "\(method.rawValue) \(isKnown ? "known" : "unknown") \(version) \(part) \(role)"
    }
  }

  static let cases: [Case] = {
    var result: [Case] = []
    for method in SchedulingMethod.allCases where method != .publish {
      for isKnown in [true, false] {
        for version in Version.allCases {
          for part in Part.allCases {
            for role in Role.allCases {
              result.append(Case(method: method, isKnown: isKnown, version: version, part: part, role: role))
            }
          }
        }
      }
    }
    return result
  }()

  static let me = "me@example.org"

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    bench.workspace.ownAddresses = [Self.me]
    try bench.store.setDefaultCalendar(1, for: .event, now: Workbench.now)
    return bench
  }

  /// What is stored: a meeting at version 5, sent on 10 Nov at 08:00.
  private static func stored(_ test: Case) -> [String] {
    let organizer = test.role == .organizer ? me : "ben@example.org"
    let isSeries = test.part != .single
    return [
      "UID:m", "DTSTAMP:20261110T080000Z", "SEQUENCE:5", "ORGANIZER:mailto:\(organizer)",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:anna@example.org", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:\(me)",
      "SUMMARY:Planning", "CATEGORIES:mine", "DTSTART;TZID=Europe/Berlin:20261119T100000",
      "DTEND;TZID=Europe/Berlin:20261119T110000",
    ] + (isSeries ? ["RRULE:FREQ=DAILY;COUNT=5"] : [])
  }

  private static func message(_ test: Case, line: String = "") -> CalendarMessage {
    let organizer = test.role == .organizer ? me : "ben@example.org"
    var lines = ["UID:m", "ORGANIZER:mailto:\(organizer)"]
    switch test.version {
    case .older: lines += ["SEQUENCE:4", "DTSTAMP:20261112T080000Z"]
    case .earlier: lines += ["SEQUENCE:5", "DTSTAMP:20261109T080000Z"]
    case .same: lines += ["SEQUENCE:5", "DTSTAMP:20261110T080000Z"]
    case .newer: lines += ["SEQUENCE:6", "DTSTAMP:20261111T080000Z"]
    }
    switch test.part {
    case .single, .series: break
    case .occurrence: lines.append("RECURRENCE-ID;TZID=Europe/Berlin:20261121T100000")
    case .range: lines.append("RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T090000Z")
    case .noOccurrence: lines.append("RECURRENCE-ID;TZID=Europe/Berlin:20261121T110000")
    }
    switch test.method {
    case .request, .counter:
      lines += [
        "SUMMARY:Planning anew", "DTSTART;TZID=Europe/Berlin:20261121T150000",
        "DTEND;TZID=Europe/Berlin:20261121T160000", "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:anna@example.org",
        "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:\(me)",
      ]
      if test.part == .series { lines.append("RRULE:FREQ=DAILY;COUNT=5") }
    case .reply: lines.append("ATTENDEE;PARTSTAT=DECLINED:mailto:anna@example.org")
    case .refresh: lines.append("ATTENDEE:mailto:anna@example.org")
    case .add: lines += ["SUMMARY:Planning", "DTSTART;TZID=Europe/Berlin:20261201T100000"]
    case .cancel, .declineCounter, .publish: break
    }
    let text = (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    let component = ComponentText.component(Array(text.utf8))
    return CalendarMessage(
      method: test.method, components: component.map { [CalendarMessage.Part($0, line: 5)] } ?? [])
  }

  /// What RFC 5546 wants, said once more and apart from the program.
  private static func expected(_ test: Case) -> String {
    if !test.isKnown { return test.method == .request ? "added" : "unknown-item" }
    switch test.method {
    case .refresh, .counter, .declineCounter: return test.part == .noOccurrence ? "no-occurrence" : "reported"
    case .add:
      // It names no occurrence; what else it says is a new one.
      return test.version == .older ? "earlier-version" : "occurrence-added"
    case .request, .cancel, .reply: break
    case .publish: return ""
    }
    if test.part == .noOccurrence { return "no-occurrence" }
    if test.method == .reply, test.role == .attendee { return "organized-by-other" }
    if test.version == .older { return "earlier-version" }
    // Answers are ordered among themselves.
    if test.version == .earlier, test.method != .reply { return "earlier-message" }
    switch test.method {
    case .request: return "updated"
    case .cancel: return "canceled"
    default: return "answered"
    }
  }

  private static func word(_ outcome: SchedulingOutcome) -> String {
    if case .refused(let refusal) = outcome.effect { refusal.code } else { outcome.effect.code }
  }

  @Test(arguments: cases) func everyMessageDoesWhatItMay(test: Case) throws {
    let bench = try bench()
    var item: Int?
    if test.isKnown {
      let text = (["BEGIN:VEVENT"] + Self.stored(test) + ["END:VEVENT"]).joined(separator: "\n")
      let component = try #require(ComponentText.component(Array(text.utf8)))
      item = try bench.store.put(component)
    }
    let before = try item.map(bench.text)
    let version = try bench.store.changeSequence()
    let outcomes = try bench.workspace.receive(Self.message(test), cause: "mail", now: Workbench.now)
    #expect(outcomes.map(Self.word) == [Self.expected(test)])
    let outcome = try #require(outcomes.first)
    let isChange = ["added", "updated", "canceled", "answered", "occurrence-added"].contains(
      Self.expected(test))
    #expect(outcome.isChange == isChange)
    #expect(try (bench.store.changeSequence() != version) == isChange)
    guard let item, let before else {
      #expect(try bench.store.items(uid: "m").count == (isChange ? 1 : 0))
      return
    }
    if !isChange {
      #expect(try bench.text(item) == before)
      return
    }
    try expectOnlyWhatItMay(test, item, before, bench)
    // The same once more says nothing new.
    let sequence = try bench.store.changeSequence()
    let again = try bench.workspace.receive(Self.message(test), cause: "mail", now: Workbench.now)
    #expect(again.map(Self.word) == ["unchanged"] && again.first?.isChange == false)
    #expect(try bench.store.changeSequence() == sequence)
    // One step takes it back.
    _ = try bench.store.undo(.latest, now: Workbench.now)
    #expect(try bench.text(item) == before)
    #expect(try bench.store.items(uid: "m").count == 1)
    #expect(try bench.store.verify() == [])
  }

  private func expectOnlyWhatItMay(
    _ test: Case, _ item: Int, _ before: String, _ bench: Workbench
  ) throws {
    let items = try bench.store.items(uid: "m")
    let texts = try items.map(bench.text)
    let isWhole = test.part == .single || test.part == .series
    if !isWhole, test.method != .add {
      // What is about an occurrence stands in a component of its own; the series stays as it is.
      #expect(texts.count == 2 && texts.first == before)
    }
    let changed = try #require(texts.last)
    #expect(changed.contains("CATEGORIES:mine"))
    switch test.method {
    case .reply:
      #expect(changed.contains("PARTSTAT=DECLINED;X-KALENDS-REPLIED=") && changed.contains("SEQUENCE:5"))
      #expect(changed.contains("ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org"))
      #expect(changed.contains("SUMMARY:Planning\n"))
    case .cancel:
      #expect(changed.contains("STATUS:CANCELLED") && changed.contains("SUMMARY:Planning\n"))
      #expect(changed.contains(test.version == .newer ? "SEQUENCE:6" : "SEQUENCE:5"))
    case .request:
      #expect(changed.contains("SUMMARY:Planning anew"))
      let keeps = test.version == .same
      #expect(changed.contains("PARTSTAT=\(keeps ? "ACCEPTED" : "NEEDS-ACTION"):mailto:me@example.org"))
    case .add:
      #expect(texts.first?.contains("RDATE;TZID=Europe/Berlin:20261201T100000") == true)
    case .publish, .refresh, .counter, .declineCounter: break
    }
  }

  // MARK: Who has a say

  @Test(arguments: [SchedulingMethod.request, .cancel, .add])
  func whoIsNotTheOrganizerChangesNothing(_ method: SchedulingMethod) throws {
    let bench = try bench()
    let test = Case(method: method, isKnown: true, version: .newer, part: .series, role: .organizer)
    let stored = Case(method: method, isKnown: true, version: .newer, part: .series, role: .attendee)
    try bench.workspace.store.keep(Self.stored(stored), bench)
    let outcomes = try bench.workspace.receive(Self.message(test), cause: "mail", now: Workbench.now)
    #expect(outcomes.map(Self.word) == ["other-organizer"])
  }

  @Test func aReadOnlyCalendarTakesNoMessage() throws {
    let bench = try bench()
    let test = Case(method: .cancel, isKnown: true, version: .newer, part: .single, role: .attendee)
    try bench.workspace.store.keep(Self.stored(test), bench)
    var home = try #require(try bench.store.calendars().first)
    home.isWritable = false
    try bench.store.update(home, cause: "x", now: Workbench.now)
    let outcomes = try bench.workspace.receive(Self.message(test), cause: "mail", now: Workbench.now)
    #expect(outcomes.map(Self.word) == ["calendar-read-only"])
  }

  @Test func aCancellationForOthersLeavesTheMeeting() throws {
    let bench = try bench()
    let test = Case(method: .cancel, isKnown: true, version: .newer, part: .single, role: .attendee)
    try bench.workspace.store.keep(Self.stored(test), bench)
    let text = """
      BEGIN:VEVENT
      UID:m
      SEQUENCE:6
      ORGANIZER:mailto:ben@example.org
      ATTENDEE:mailto:anna@example.org
      END:VEVENT
      """
    let component = try #require(ComponentText.component(Array(text.utf8)))
    let message = CalendarMessage(method: .cancel, components: [.init(component, line: 1)])
    #expect(
      try bench.workspace.receive(message, cause: "mail", now: Workbench.now).map(Self.word) == [
        "about-others"
      ])
  }

  @Test func onlyScheduledComponentsWithAUIDAreTaken() throws {
    let bench = try bench()
    let parts = ["BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT", "BEGIN:VFREEBUSY\nUID:f\nEND:VFREEBUSY"]
    let components = try parts.map { try #require(ComponentText.component(Array($0.utf8))) }
    let message = CalendarMessage(
      method: .request, components: components.map { CalendarMessage.Part($0, line: 1) })
    let outcomes = try bench.workspace.receive(message, cause: "mail", now: Workbench.now)
    #expect(outcomes.map(Self.word) == ["no-uid", "unsupported-component"])
    #expect(try bench.store.items(uid: "f").isEmpty)
  }

  /// A message of which nothing comes leaves no zone definition in the store either.
  @Test func whatChangesNothingLeavesNoZones() throws {
    let bench = try bench()
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Town Clock
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE
      """
    func receive(_ method: SchedulingMethod) throws -> [String] {
      let event = "BEGIN:VEVENT\nUID:z\nSUMMARY:x\nDTSTART;TZID=Town Clock:20261119T100000\nEND:VEVENT"
      let components = try [zone, event].map { try #require(ComponentText.component(Array($0.utf8))) }
      let message = CalendarMessage(
        method: method, components: components.map { CalendarMessage.Part($0, line: 1) })
      return try bench.workspace.receive(message, cause: "mail", now: Workbench.now).map(Self.word)
    }
    let before = try bench.store.lastDefinition()
    #expect(try receive(.cancel) == ["unknown-item"])
    #expect(try bench.store.lastDefinition() == before)
    #expect(try receive(.request) == ["added"])
    #expect(try bench.store.lastDefinition() > before)
    #expect(try receive(.request) == ["unchanged"])
    #expect(
      try bench.store.items(uid: "z").compactMap(bench.store.record).map(\.start?.zone) == ["Town Clock"])
    #expect(try bench.store.verify() == [])
  }

  @Test func anAnswerLeavesTheOrganizersStamp() throws {
    let bench = try bench()
    let test = Case(method: .request, isKnown: true, version: .newer, part: .series, role: .attendee)
    try bench.workspace.store.keep(Self.stored(test), bench)
    let occurrence = try bench.target(1, "20261121T100000")
    _ = try bench.workspace.answer(.declined, to: occurrence, span: .this, cause: "x", now: Workbench.now)
    _ = try bench.workspace.answer(
      .accepted, to: ItemTarget(item: 1), span: .all, cause: "x", now: Workbench.now)
    for item in try bench.store.items(uid: "m") {
      #expect(try bench.text(item).contains("DTSTAMP:20261110T080000Z"))
    }
  }
}

extension CalendarStore {
  fileprivate func keep(_ lines: [String], _ bench: Workbench) throws {
    let text = (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    let component = try #require(ComponentText.component(Array(text.utf8)))
    try put(component)
  }
}

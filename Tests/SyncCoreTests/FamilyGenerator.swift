import CivilTime
import ICalendar
import SyncCore
import TestSupport

/// A resource as plain lines, which random edits change: the generator of the tests of merging.
struct Family {
  /// One component: its own lines, and those of its alarms.
  struct Member {
    var lines: [String]
    var alarms: [[String]] = []

    var all: [String] {
      ["BEGIN:VEVENT"] + lines + alarms.flatMap { ["BEGIN:VALARM"] + $0 + ["END:VALARM"] } + ["END:VEVENT"]
    }
  }

  var master: Member
  /// Overrides by the day of November that they stand for.
  var overrides: [Int: Member] = [:]
  var hour = 10

  static let zone = [
    "BEGIN:VTIMEZONE", "TZID:Lab", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0300",
    "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE",
  ]

  /// A family with some of everything.
  init(using random: inout SplitMix64) {
    master = Member(lines: ["UID:a", "DTSTAMP:20261101T080000Z"])
    master.lines += [
      "DTSTART;TZID=Europe/Berlin:20261102T100000", "DTEND;TZID=Europe/Berlin:20261102T110000",
    ]
    if random.chance(70) { master.lines.append("RRULE:FREQ=DAILY;COUNT=20") }
    master.lines.append("SUMMARY:Walk")
    if random.chance(60) { master.lines.append("DESCRIPTION:one\\ntwo\\nthree\\nfour") }
    if random.chance(50) { master.lines.append("CATEGORIES:Home,Work") }
    if random.chance(50) { master.lines.append("X-OTHER:1") }
    if random.chance(50) { master.lines.append("EXDATE;TZID=Europe/Berlin:20261105T100000") }
    if random.chance(50) {
      master.lines += ["ORGANIZER:mailto:\(random.pick(["me", "ben"]))@example.org"]
      master.lines += ["ATTENDEE;CN=Me:mailto:me@example.org", "ATTENDEE;CN=Ben:mailto:ben@example.org"]
    }
    if random.chance(60) { master.alarms.append(["UID:1", "ACTION:DISPLAY", "TRIGGER:-PT15M"]) }
    if random.chance(30) { master.alarms.append(["ACTION:DISPLAY", "TRIGGER:-PT5M"]) }
    if hasRule, random.chance(60) { addOverride(7, "Run") }
    if hasRule, random.chance(30) { addOverride(9, "Swim") }
  }

  var hasRule: Bool { master.lines.contains { $0.hasPrefix("RRULE") } }

  private static func day(_ day: Int) -> String { day < 10 ? "2026110\(day)" : "202611\(day)" }

  private var clock: String { (hour < 10 ? "T0" : "T") + "\(hour)0000" }

  private func slot(_ day: Int) -> String { "TZID=Europe/Berlin:\(Self.day(day))\(clock)" }

  private mutating func addOverride(_ day: Int, _ title: String) {
    overrides[day] = Member(
      lines: [
        "UID:a", "RECURRENCE-ID;\(slot(day))", "DTSTART;TZID=Europe/Berlin:\(Self.day(day))T150000",
        "DTEND;TZID=Europe/Berlin:\(Self.day(day))T160000", "SUMMARY:\(title)",
      ])
  }

  /// The lines of all components.
  var lines: [String] {
    master.all + overrides.sorted { $0.key < $1.key }.flatMap(\.value.all)
      + (master.lines.contains { $0.contains("TZID=Lab") } ? Self.zone : [])
  }

  func resource() throws -> CalendarResource { try Self.resource(lines) }

  static func resource(_ lines: [String]) throws -> CalendarResource {
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]
    return try CalendarResource(bytes: Array(all.joined(separator: "\r\n").utf8 + [13, 10]))
  }

  // MARK: Edits

  /// Changes something, as an owner of one side might.
  mutating func edit(using random: inout SplitMix64) {
    let mark = random.below(4)
    switch random.below(21) {
    case 0: change("SUMMARY", "Title \(mark)", &random)
    case 1: change("LOCATION", "Room \(mark)", &random)
    case 2: editNotes(mark, &random)
    case 3: editList("CATEGORIES", ["Home", "Work", "A\(mark)"], &random)
    case 4: editException(&random)
    case 5: editPerson(mark, &random)
    case 6: editAlarm(mark, &random)
    case 7: change("X-OTHER", "\(mark)", &random)
    case 8: master.lines.append("X-TAG:\(mark)")
    case 9: master.lines.removeAll { $0 == "X-TAG:\(mark)" }
    case 10: move(by: random.pick([-1, 1]))
    case 11:
      let frequency = random.pick(["DAILY", "WEEKLY"])
      if hasRule { set("RRULE", "RRULE:FREQ=\(frequency);COUNT=\(10 + mark)") }
    case 12: if hasRule { addOverride(random.pick([7, 8, 9]), "Override \(mark)") }
    case 13: if let day = overrides.keys.sorted().first { overrides[day] = nil }
    case 14: deleteOccurrence(random.pick([7, 8, 9]))
    case 15: change("STATUS", random.pick(["CONFIRMED", "TENTATIVE"]), &random)
    case 16: set("DTSTAMP", "DTSTAMP:2026110\(mark + 2)T080000Z")
    case 17: set("SEQUENCE", "SEQUENCE:\(mark)")
    case 18: master.lines.append("no property \(mark)")
    case 19: if let day = overrides.keys.sorted().last { overrides[day]?.lines[4] = "SUMMARY:Day \(mark)" }
    default: set("DTSTART", "DTSTART;TZID=Lab:20261102T1\(mark)0000")
    }
  }

  /// Sets or removes a property of the master.
  private mutating func change(_ name: String, _ value: String, _ random: inout SplitMix64) {
    set(name, random.chance(85) ? "\(name):\(value)" : nil)
  }

  private mutating func set(_ name: String, _ line: String?) {
    let place = master.lines.firstIndex { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }
    switch (place, line) {
    case (let place?, let line?): master.lines[place] = line
    case (let place?, nil): master.lines.remove(at: place)
    case (nil, let line?): master.lines.append(line)
    case (nil, nil): break
    }
  }

  private func value(_ name: String) -> String? {
    master.lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private mutating func editNotes(_ mark: Int, _ random: inout SplitMix64) {
    let text = (value("DESCRIPTION") ?? "start").replacing("\\n", with: "\n")
    var notes = text.split(separator: "\n").map(String.init)
    switch random.below(3) {
    case 0: notes.insert("new \(mark)", at: random.below(notes.count + 1))
    case 1: notes[random.below(notes.count)] = "line \(mark)"
    default: if notes.count > 1 { notes.remove(at: random.below(notes.count)) }
    }
    set("DESCRIPTION", "DESCRIPTION:" + notes.joined(separator: "\\n"))
  }

  private mutating func editList(_ name: String, _ values: [String], _ random: inout SplitMix64) {
    var list = value(name)?.split(separator: ",").map(String.init) ?? []
    let chosen = random.pick(values)
    if list.contains(chosen) { list.removeAll { $0 == chosen } } else { list.append(chosen) }
    set(name, list.isEmpty ? nil : "\(name):" + list.joined(separator: ","))
  }

  private mutating func editException(_ random: inout SplitMix64) {
    let line = "EXDATE;\(slot(random.pick(3...6)))"
    if master.lines.contains(line) {
      master.lines.removeAll { $0 == line }
    } else {
      master.lines.append(line)
    }
  }

  private mutating func editPerson(_ mark: Int, _ random: inout SplitMix64) {
    let name = random.pick(["me", "ben", "cleo"])
    let place = master.lines.firstIndex { $0.hasPrefix("ATTENDEE") && $0.hasSuffix(":\(name)@example.org") }
    guard let place else {
      master.lines.append("ATTENDEE;CN=\(name):mailto:\(name)@example.org")
      return
    }
    switch random.below(4) {
    case 0: master.lines.remove(at: place)
    case 1: master.lines[place] = "ATTENDEE;CN=\(name) \(mark):mailto:\(name)@example.org"
    default:
      let answer = random.pick(["ACCEPTED", "DECLINED", "TENTATIVE"])
      let line = master.lines[place]
      let start =
        line.firstRange(of: ";PARTSTAT").map { line[..<$0.lowerBound] } ?? line.prefix { $0 != ":" }
      master.lines[place] = "\(start);PARTSTAT=\(answer):mailto:\(name)@example.org"
    }
  }

  private mutating func editAlarm(_ mark: Int, _ random: inout SplitMix64) {
    if master.alarms.isEmpty || random.chance(30) {
      master.alarms.append(["UID:new\(mark)", "ACTION:DISPLAY", "TRIGGER:-PT\(mark + 1)H"])
      return
    }
    let place = random.below(master.alarms.count)
    switch random.below(3) {
    case 0: master.alarms.remove(at: place)
    case 1: master.alarms[place].append("ACKNOWLEDGED:2026110\(mark + 2)T100000Z")
    default:
      let line = master.alarms[place][0].hasPrefix("UID") ? 2 : 1
      master.alarms[place][line] = "TRIGGER:-PT\(mark + 30)M"
    }
  }

  /// Moves the whole series by hours, with its exceptions and the identities of its overrides.
  private mutating func move(by hours: Int) {
    let before = clock
    hour += hours
    let after = clock
    master.lines = master.lines.map { line in
      line.hasPrefix("DTSTART") || line.hasPrefix("EXDATE") ? line.replacing(before, with: after) : line
    }
    for day in Array(overrides.keys) {
      let line = "RECURRENCE-ID;\(slot(day))"
      overrides[day]?.lines[1] = line
    }
  }

  private mutating func deleteOccurrence(_ day: Int) {
    guard hasRule else { return }
    overrides[day] = nil
    let line = "EXDATE;\(slot(day))"
    if !master.lines.contains(line) { master.lines.append(line) }
  }
}

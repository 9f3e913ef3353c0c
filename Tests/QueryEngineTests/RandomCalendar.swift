import CivilTime
import TestSupport

/// Makes calendars of every kind of event and reminder, the same for the same seed.
struct RandomCalendar {
  var random: SplitMix64
  private static let zoneNames = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Europe/London"]
  static let words = [
    "standup", "Büro", "budget", "review", "lunch", "dentist", "日本語", "flight", "Ann's party", "1:1",
    "🎂 cake",
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The text of a calendar file.
  mutating func file(_ name: String, events: Int, reminders: Int) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//", "X-WR-CALNAME:\(name)"]
    for index in 0..<events { lines += event("\(name)-e\(index)") }
    for index in 0..<reminders { lines += reminder("\(name)-r\(index)") }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  /// Within two years around the examples' moment, mostly near it.
  private mutating func day() -> CivilDate {
    let center = CivilDate.dayNumber(year: 2026, month: 11, day: 18)
    let spread = random.pick([3, 20, 60, 400])
    return CivilDate(dayNumber: center + Int.random(in: -spread...spread, using: &random)) ?? .min
  }

  private mutating func clock() -> String {
    let hour = random.pick([0, 2, 7, 9, 9, 12, 14, 17, 23])
    let minute = random.pick([0, 0, 15, 30, 59])
    return (hour < 10 ? "0\(hour)" : "\(hour)") + (minute < 10 ? "0\(minute)" : "\(minute)") + "00"
  }

  private mutating func text() -> [String] {
    var lines = ["SUMMARY:" + random.pick(Self.words) + " " + random.pick(Self.words)]
    if random.chance(40) { lines.append("LOCATION:" + random.pick(["Room 2", "Zoom", "Büro"])) }
    if random.chance(30) { lines.append("DESCRIPTION:" + random.pick(Self.words) + "\\nmore") }
    if random.chance(20) { lines.append("CATEGORIES:" + random.pick(["home", "to pay,errand"])) }
    if random.chance(20) { lines.append("URL:https://example.org/" + random.pick(["a", "b"])) }
    if random.chance(15) {
      lines.append("ORGANIZER;CN=Ann Example:mailto:ann@example.org")
      lines.append("ATTENDEE;CN=Bob:mailto:bob@example.org")
    }
    if random.chance(50) { lines.append("CREATED:20261001T070000Z") }
    if random.chance(50) { lines.append("LAST-MODIFIED:20261117T101112Z") }
    return lines
  }

  private mutating func rule() -> String {
    var rule = random.pick([
      "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=2TU",
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      "FREQ=YEARLY",
    ])
    if random.chance(30) { rule += ";COUNT=\(random.pick([1, 3, 20, 200]))" }
    return rule
  }

  /// Up to two alarms, relative to either end, days or hours away, or at a moment.
  private mutating func alarms() -> [String] {
    if random.chance(60) { return [] }
    return (0..<random.pick([1, 1, 2])).flatMap { _ in
      let trigger = random.pick([
        "TRIGGER:-PT15M", "TRIGGER:PT0S", "TRIGGER:-P1D", "TRIGGER:-PT26H", "TRIGGER;RELATED=END:-PT5M",
        "TRIGGER:PT9H", "TRIGGER:-P1W", "TRIGGER;VALUE=DATE-TIME:20261118T080000Z",
        "TRIGGER;VALUE=DATE-TIME:20270101T000000Z",
      ])
      return ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", trigger, "END:VALARM"]
    }
  }

  private mutating func event(_ uid: String) -> [String] {
    let date = day()
    let start = BasicFormat.text(date)
    var when: [String]
    var form: (String) -> String
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let length = random.pick([1, 1, 1, 3, 14])
      let end = date.adding(days: length).map(BasicFormat.text) ?? start
      when = ["DTSTART;VALUE=DATE:\(start)", "DTEND;VALUE=DATE:\(end)"]
      form = { ";VALUE=DATE:\($0)" }
    case 1:
      let time = clock()
      when = ["DTSTART:\(start)T\(time)", "DURATION:PT1H"]
      form = { ":\($0)T\(time)" }
    case 2:
      let time = clock()
      when = ["DTSTART:\(start)T\(time)Z", "DURATION:\(random.pick(["PT15M", "PT0S", "P3D"]))"]
      form = { ":\($0)T\(time)Z" }
    default:
      let zone = random.pick(Self.zoneNames)
      let time = clock()
      when = [
        "DTSTART;TZID=\(zone):\(start)T\(time)",
        "DURATION:\(random.pick(["PT15M", "PT1H", "PT1H", "PT9H", "P1D"]))",
      ]
      form = { ";TZID=\(zone):\($0)T\(time)" }
    }
    var lines = ["BEGIN:VEVENT", "UID:\(uid)"] + when + text()
    if random.chance(20) { lines.append("STATUS:" + random.pick(["CANCELLED", "TENTATIVE", "CONFIRMED"])) }
    if random.chance(20) { lines.append("TRANSP:TRANSPARENT") }
    let isSeries = random.chance(40)
    var overrides: [String] = []
    if isSeries {
      lines.append("RRULE:" + rule())
      if random.chance(30) {
        let skipped = date.adding(days: random.pick([0, 1, 7, 14])).map(BasicFormat.text) ?? start
        lines.append("EXDATE" + form(skipped))
      }
      if random.chance(40) {
        let original = date.adding(days: random.pick([0, 7, 14])).map(BasicFormat.text) ?? start
        let moved = date.adding(days: random.pick([1, 2, 8])).map(BasicFormat.text) ?? start
        overrides = ["BEGIN:VEVENT", "UID:\(uid)", "RECURRENCE-ID" + form(original), "DTSTART" + form(moved)]
        if when[1].hasPrefix("DURATION") { overrides.append("DURATION:PT2H") }
        overrides += text() + (random.chance(30) ? ["STATUS:CANCELLED"] : []) + alarms() + ["END:VEVENT"]
      }
    }
    return lines + alarms() + ["END:VEVENT"] + overrides
  }

  private mutating func reminder(_ uid: String) -> [String] {
    var lines = ["BEGIN:VTODO", "UID:\(uid)"] + text()
    let date = day()
    let start = BasicFormat.text(date)
    let time = clock()
    var form: ((String) -> String)?
    switch Int.random(in: 0..<5, using: &random) {
    case 0: break
    case 1: form = { ";VALUE=DATE:\($0)" }
    case 2: form = { ":\($0)T\(time)" }
    default: form = { ";TZID=Europe/Berlin:\($0)T\(time)" }
    }
    var overrides: [String] = []
    if let form {
      lines.append("DUE" + form(start))
      if random.chance(30) {
        lines.append("DTSTART" + form(start))
        lines.append("RRULE:" + rule())
        if random.chance(50) {
          overrides = [
            "BEGIN:VTODO", "UID:\(uid)", "RECURRENCE-ID" + form(start), "DUE" + form(start),
            "SUMMARY:done once",
            "STATUS:COMPLETED", "COMPLETED:20261117T090000Z", "END:VTODO",
          ]
        }
      }
    } else if random.chance(30) {
      lines.append("DTSTART;VALUE=DATE:\(start)")
    }
    if random.chance(30), overrides.isEmpty {
      let done = date.adding(days: 1).map(BasicFormat.text) ?? start
      lines += ["STATUS:COMPLETED", "COMPLETED:\(done)T100000Z"]
    }
    if random.chance(40) { lines.append("PRIORITY:\(random.below(10))") }
    return lines + alarms() + ["END:VTODO"] + overrides
  }
}

/// Makes statements of every clause and condition, the same for the same seed.
struct RandomQuery {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let ranges = [
    "today", "tomorrow", "this week", "next week", "last month", "this year", "next 7 days", "last 6 hours",
    "now",
    "from -1d to +1y", "since monday", "from now to friday 17:00", "2026-11-17..2026-11-20", "anytime",
    "2026-11-18 09:00", "from 2026-10-20 to 2026-10-27", "rest of week", "from 2025-01-01 to 2028-01-01", "",
  ]
  private static let reminderRanges = [
    "due today", "due by friday", "due before friday 17:00", "due after tomorrow", "due since monday",
    "this week",
    "next 3 days", "completed yesterday", "completed since monday", "", "", "anytime", "due last month",
  ]
  private static let eventConditions = [
    "allday", "recurring", "detached", "busy", "free", "tentative", "cancelled", "duration > 1h",
    "duration <= 1d",
    "overlap > 30m", "title contains standup", "title has buro", "title starts with b",
    "title ends with review",
    "title like \"*b*\"", "title exactly \"Büro\"", "title matches /^b.*t\\b/i", "location is empty",
    "location = \"Room 2\"", "start.weekday in (sat, sun)", "start.time < 09:00", "start.hour >= 14",
    "start.month = nov", "start > today", "start <= friday", "end < 2026-11-19", "end by friday 17:00",
    "start before tomorrow", "calendar = Work", "calendar in (Work, Home)", "status = cancelled",
    "availability != free", "zone = Asia/Tokyo", "zone = floating", "attendee contains bob",
    "organizer has ann",
    "created since 2026-10-01", "modified is empty", "categories contains pay", "\"büro\"", "\"lunch\"",
    "attendees.count > 0", "rule contains WEEKLY", "notes is not empty", "occurrence != start of month",
    "start.date = 2026-11-18", "end on 2026-11-20", "duration between 15m and 1h", "uid = \"Work-e3\"",
  ]
  private static let reminderConditions = [
    "incomplete", "completed", "overdue", "undated", "recurring", "priority = high", "priority > low",
    "priority <= 5",
    "due within next 3 days", "due is empty", "title contains budget", "\"review\"", "start is not empty",
    "completed since 2026-11-01", "due.weekday = fri", "due < friday", "calendar != Work", "list = Home",
    "not completed and due by tomorrow", "created is empty", "due.time > 10:00", "uid = \"Home-r2\"",
  ]

  private mutating func condition(_ choices: [String], _ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 5 : 1), using: &random) {
    case 1: "(\(condition(choices, depth - 1)) and \(condition(choices, depth - 1)))"
    case 2: "(\(condition(choices, depth - 1)) or \(condition(choices, depth - 1)))"
    case 3: "not \(condition(choices, depth - 1))"
    default: random.pick(choices)
    }
  }

  mutating func statement() -> String {
    let noun = random.pick(["events", "events", "events", "reminders", "reminders", "series"])
    var parts = [noun]
    parts.append(random.pick(noun == "reminders" ? Self.reminderRanges : Self.ranges))
    if noun != "reminders", parts[1] != "", parts[1] != "anytime", random.chance(30) {
      parts[1] = random.pick(["starting", "ending", "within"]) + " " + parts[1]
    }
    if random.chance(30) { parts.append(random.pick(["in Work", "in Work, Home", "except Home", "in all"])) }
    if random.chance(15) { parts.append("\"\(random.pick(["standup", "büro", "日本", "1:1", "e"]))\"") }
    if random.chance(60) {
      let choices = noun == "reminders" ? Self.reminderConditions : Self.eventConditions
      let usable = noun == "series" ? choices.filter { !Self.notOfSeries($0) } : choices
      parts.append("where " + condition(usable, 2))
    }
    if random.chance(40) {
      parts.append("sort " + random.pick(["title", "title desc", "calendar, title", "modified desc"]))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func notOfSeries(_ condition: String) -> Bool {
    ["detached", "recurring", "overlap", "occurrence"].contains { condition.hasPrefix($0) }
  }
}

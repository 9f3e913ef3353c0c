import TestSupport
import Testing

@testable import Rendering
@testable import Shell
@testable import Statements

@MainActor @Suite struct StatementCompletionTests {
  private let shell: SampleSession

  init() throws { shell = try SampleSession() }

  private func offers(_ line: String) -> [String] {
    StatementCompletion(session: shell.session).reply(line, cursor: line.utf8.count).candidates.map(
      \.replacement)
  }

  @Test(arguments: [
    ("ev", ["events"]), ("events fr", ["free", "from", "friday"]),
    ("events in K", ["\"Kalender Büro\""]), ("events in \"kal", ["\"Kalender Büro\""]),
    ("events in Fam", ["\"Family Trips\""]), ("events where calendar = b", ["Birthdays", "Büro"]),
    ("events in source ", ["Local", "Other"]), ("events where status = t", ["tentative"]),
    ("reminders where priority > m", ["medium"]),
    ("events where zone = Europe/Bu", ["Europe/Bucharest", "Europe/Budapest", "Europe/Busingen"]),
    ("show week", ["week.start", "weekend"]), ("set week.s", ["week.start"]),
    ("set week.start = s", ["saturday", "sunday"]), ("set color = ", ["auto", "always", "never"]),
    ("set zone = Asia/Tok", ["Asia/Tokyo"]), ("help unknown-f", ["unknown-field"]), ("help age", ["agenda"]),
    ("help priority", ["priority", "priority-out-of-range"]), ("help overd", ["overdue"]), ("as c", []),
    ("events as c", ["chart", "csv"]),
    ("events as j", ["json", "jsonl", "jscalendar"]), ("describe so", ["sources"]), ("nothing ", []),
    ("sy", ["sync"]), ("sx", []), ("complete ", ["last", "reminders"]), ("reopen ", ["last", "reminders"]),
    ("accept ", ["last", "events"]),
    (
      "sum ",
      [
        "duration", "overlap", "travel", "location.latitude", "location.longitude", "location.radius",
        "attendees.count", "alarms.count", "revision",
      ]
    ),
    ("edit c", ["calendar"]), ("edit calendar Work set ", ["name", "color", "alarm"]),
    ("edit calendar Work set color = te", ["teal"]),
  ])
  func whatFitsIsOffered(line: String, offered: [String]) {
    #expect(offers(line) == offered)
  }

  @Test(arguments: [
    ("run ", ["soon", "standup"]), ("run st", ["standup"]), ("drop view s", ["soon", "standup"]),
    ("describe view st", ["standup"]), ("run soon ", ["as", "n =", "word ="]), ("run soon w", ["word ="]),
    ("run soon 2d as js", ["json", "jsonl", "jscalendar"]), ("watch run s", ["soon", "standup"]),
    ("explain run st", ["standup"]), ("events in set ", ["\"on the road\"", "weekdays"]),
    ("events today except set w", ["weekdays"]), ("drop set ", ["\"on the road\"", "weekdays"]),
    ("describe set w", ["weekdays"]), ("set calendars = w", ["weekdays"]), ("save ", ["view", "set"]),
    ("drop ", ["view", "set"]), ("save set x as W", ["Work"]), ("save set x as Work, set w", ["weekdays"]),
    ("watch re", ["reminders"]), ("watch run", ["run"]), ("free 1h today as cs", ["csv"]),
    ("save view x as ag", ["agenda"]),
  ])
  func viewsAndSetsAreOffered(line: String, offered: [String]) throws {
    for statement in [
      "save view soon($n = 7d, $word) as events next $n where title contains $word",
      "save view standup as events today where title = standup", "save set weekdays as Work",
      "save set \"on the road\" as Home",
    ] { _ = try shell.answer(statement) }
    #expect(offers(line) == offered)
  }

  private func labels(_ line: String) -> [String] {
    StatementCompletion(session: shell.session).reply(line, cursor: line.utf8.count).candidates.map(\.label)
  }

  /// Now is Wed 18 Nov 2026, 14:30.
  @Test(arguments: [
    ("events to", ["to", "today  Wed 18 Nov", "tomorrow  Thu 19 Nov"]),
    ("events next w", ["week  23–29 Nov", "weekend  28–29 Nov", "wednesday  Wed 25 Nov"]),
    (
      "events this ",
      ["week  16–22 Nov", "month  1–30 Nov", "quarter  1 Oct – 31 Dec", "friday  Fri 20 Nov"]
    ),
    (
      "events m",
      ["midnight  00:00", "monday  Mon 23 Nov", "march  1–31 Mar 2027", "may  1–31 May 2027"]
    ),
    ("events since m", ["monday  Mon 16 Nov", "march  1–31 Mar"]),
    ("reminders completed on t", ["today  Wed 18 Nov", "thursday  Thu 12 Nov"]),
    (
      "events tom",
      ["tomorrow evening  Thu 19 Nov 18:00 – 24:00", "tomorrow morning  Thu 19 Nov 06:00 – 12:00"]
    ),
    ("events end of ", ["month  Mon 30 Nov", "year  Thu 31 Dec"]),
    (
      "events rest of ",
      ["week  14:30 – Sun 22 Nov", "day  14:30 – 24:00", "hour  14:30 – 15:00"]
    ),
    (
      "edit #3 set start = t",
      ["tomorrow  Thu 19 Nov", "this", "this evening  18:00 – 24:00", "thursday  Thu 19 Nov"]
    ),
    ("events 24 de", ["december"]), ("events group by d", ["day"]),
    ("add event \"x\" next y", ["year"]), ("events last y", ["year"]),
    ("events from 2027-01-01 to t", ["tomorrow  Thu 19 Nov"]),
  ])
  func datesStandBesideTheirWords(line: String, some: [String]) {
    // How wide the words are depends on the widest.
    let labels = labels(line).map { $0.replacing(/\ {2,}/, with: "  ") }
    for label in some { #expect(labels.contains(label), "\(line): \(labels)") }
  }

  @Test func everyDateWordHasItsDay() {
    let labels = labels("events on ")
    for word in [
      "today", "tomorrow", "next week", "last month", "friday", "november", "rest of week", "end of month",
      "tonight", "day after tomorrow", "christmas", "new year's eve", "winter", "tomorrow morning",
    ] {
      #expect(
        labels.contains { $0.hasPrefix(word + " ") && $0.contains { $0.isNumber } }, "\(word): \(labels)")
    }
    #expect(labels.contains("next week             23–29 Nov"))
  }

  @Test func filesAreOffered() throws {
    let root = ProjectFiles.root
    #expect(offers("import \"\(root)/Samples/cal") == ["\"\(root)/Samples/calendars/"])
    // Without quotes a path is offered as it can stand, in quotes where it cannot.
    #expect(offers("import \(root)/Samples/cal") == ["\(root)/Samples/calendars/"])
    #expect(offers("import \(root)/Samples/calendars/w") == ["\(root)/Samples/calendars/work.ics"])
    #expect(offers("export all to \(root)/Samples/calendars/w") == ["\(root)/Samples/calendars/work.ics"])
    #expect(offers("load \(root)/Samples/to") == ["\(root)/Samples/tour"])
    #expect(offers("import a.ics, \(root)/Samples/calendars/h") == ["\(root)/Samples/calendars/home.ics"])
    let spaced = try shell.file("my trips.ics", "")
    #expect(offers("import " + spaced.dropLast(10)) == ["\"\(spaced)\""])
    #expect(offers("import \"\(root)/Samples/calendars/w") == ["\"\(root)/Samples/calendars/work.ics\""])
    #expect(offers("export all to \"\(root)/Packa") == ["\"\(root)/Package.swift\""])
    #expect(offers("import \"/no/such/folder/x").isEmpty)
  }
}

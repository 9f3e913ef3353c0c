import TestSupport
import Testing

@testable import Shell

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
    ("set zone = Asia/Tok", ["Asia/Tokyo"]), ("help unknown-f", ["unknown-field"]), ("help ag", ["agenda"]),
    ("events as j", ["json", "jsonl", "jscalendar"]), ("describe so", ["sources"]), ("nothing ", []),
  ])
  func whatFitsIsOffered(line: String, offered: [String]) {
    #expect(offers(line) == offered)
  }

  @Test func filesAreOfferedInQuotes() {
    let root = ProjectFiles.root
    #expect(offers("import \"\(root)/Samples/cal") == ["\"\(root)/Samples/calendars/"])
    #expect(offers("import \"\(root)/Samples/calendars/w") == ["\"\(root)/Samples/calendars/work.ics\""])
    #expect(offers("export all to \"\(root)/Packa") == ["\"\(root)/Package.swift\""])
    #expect(offers("import \"/no/such/folder/x").isEmpty)
  }
}

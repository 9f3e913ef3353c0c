import Terminal
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Statements

/// Tables fit any line from 40 cells on, and their columns stay in place.
@Suite struct TableFitTests {
  private static let statements = [
    "events this month", "events this month sort by title", "reminders anytime",
    "reminders completed this year",
    "series", "calendars", "sources", "alarms next 2 weeks", "alarms next 2 weeks sort by title",
    "busy this week",
    "conflicts this month", "free 45m this week", "agenda this month", "history", "duplicates",
    "events this month select title, start, end, calendar, location, duration, status",
    "events this month select title, start", "count events this year group by calendar, month",
    "changes since s0",
    "show options", "describe events", "describe reminders", "help add", "help",
  ]

  private func terminal(_ columns: Int) throws -> SampleSession {
    let shell = try SampleSession()
    let screen = Screen(isTerminal: true, size: TerminalSize(columns: columns, rows: 50), colors: .none)
    shell.session.screens = Screens(output: screen, errors: screen)
    shell.session.isInteractive = true
    return shell
  }

  @Test(arguments: [40, 50, 60, 80, 120, 200]) func everyTableFits(width: Int) throws {
    let shell = try terminal(width)
    for statement in Self.statements {
      let lines = try shell.answer(statement, format: "table").split(separator: "\n")
      #expect(!lines.isEmpty, "\(statement)")
      for line in lines { #expect(CellWidth.of(line) <= width, "\(statement): \(line)") }
    }
  }

  @Test func fortyColumnsShowWholeDatesAndTitles() throws {
    let shell = try terminal(40)
    let lines = try shell.answer("reminders overdue", format: "table").split(separator: "\n").map(String.init)
    #expect(lines[0] == "#     due          title")
    #expect(lines.contains { $0.contains("1 Nov 21:00  Backup ↻") }, "\(lines)")
    #expect(!lines.joined().contains("Nov…"))
    let wide = try terminal(80).answer("reminders overdue", format: "table")
    #expect(wide.contains("Sun 1 Nov 2026 21:00  Backup ↻") && wide.contains("priority"))
  }

  /// What stands behind a title says something that the title does not: it is not cut with it.
  @Test func whatStandsBehindATitleStaysWhereItIsCut() {
    let cell = TableCell("A title that is long", tail: " (next of 12)")
    let fit = TableFit([.text("title", least: 12)], [[cell]], width: 24, isWhole: true)
    #expect(fit.line([cell]) { _, text in text } == "A title th… (next of 12)")
    let narrow = TableFit([.text("title", least: 12)], [[cell]], width: 16, isWhole: true)
    #expect(narrow.line([cell]) { _, text in text } == "A title that is…")
  }

  /// What the first rows decide holds for all that follow, whatever is in them.
  @Test(arguments: [60, 100]) func columnsStayInPlaceWithinOneAnswer(width: Int) throws {
    var file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Long\r\n"
    for index in 0..<700 {
      let title =
        index < 300 ? "Short" : "A title that is much longer than all of the first rows had \(index)"
      let place = index < 300 ? "" : "Far away, behind the hills"
      file += "BEGIN:VEVENT\r\nUID:x\(index)\r\nDTSTAMP:20260101T000000Z\r\n"
      file += "DTSTART:202611\(10 + index / 70)T08\(index % 60 + 10 > 59 ? 10 : index % 60 + 10 )00\r\n"
      file += "DURATION:PT\(index < 300 ? 1 : 60)H\r\nSUMMARY:\(title)\r\nLOCATION:\(place)\r\nEND:VEVENT\r\n"
    }
    let shell = try terminal(width)
    _ = try shell.answer("import \"\(shell.file("long.ics", file + "END:VCALENDAR\r\n"))\"")
    let lines = try shell.answer("events 2026-11-10..2026-11-25 in Long", format: "table")
      .split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.contains("Short") || $0.contains("A title") }
    #expect(rows.count >= 700)
    func column(_ text: String) -> Set<Int> {
      Set(
        rows.compactMap { row in
          row.firstRange(of: text).map { CellWidth.of(row[..<$0.lowerBound]) }
        })
    }
    #expect(column("Short") == column("A title"))
    #expect(column("Short").count == 1)
    #expect(column("Long").count == 1, "\(column("Long"))")
    for line in lines { #expect(CellWidth.of(line) <= width, "\(line)") }
    #expect(lines.count { $0.hasPrefix("   #") || $0.hasPrefix("#") } == 1)
  }

  /// Into a pipe nothing is cut, though a later row may be longer than the first.
  @Test func nothingIsCutInAPipe() {
    let columns: [TableColumn] = [.text("title", least: 8), .fixed("end")]
    let fit = TableFit(columns, [["short", "9:00"]], width: nil, isWhole: false)
    #expect(
      fit.line(["a title that is longer", "10:00"]) { _, text in text } == "a title that is longer  10:00")
    #expect(fit.line(["x", "10:00"]) { _, text in text } == "x      10:00")
  }

  @Test func whatMayNotBeCutTakesItsRoomFromTheNextText() {
    let columns: [TableColumn] = [.fixed("end", usual: 5), .text("title", least: 8), .fixed("id", usual: 4)]
    let fit = TableFit(columns, [["09:00", "A title of some length", "ab12"]], width: 30, isWhole: true)
    let plain = fit.line(["09:00", "A title of some length", "ab12"]) { _, text in text }
    let wide = fit.line(["→ 31 Dec", "A title of some length", "ab12"]) { _, text in text }
    #expect(plain == "09:00  A title of some …  ab12")
    #expect(wide == "→ 31 Dec  A title of so…  ab12")
    #expect(CellWidth.of(plain) == CellWidth.of(wide))
  }

  @Test func columnsLeaveInTheirOrderAndTheLastStays() {
    let columns: [TableColumn] = [
      .fixed("day", leaves: 2), .text("title", least: 10), .text("where", least: 8, leaves: 1),
    ]
    let rows: [[TableCell]] = [
      [TableCell("Wed 18 Nov 2026", short: "18 Nov"), "A title of some length", "Room 5 of many"]
    ]
    func shown(_ width: Int) -> [Int] { TableFit(columns, rows, width: width, isWhole: true).shown }
    #expect(shown(60) == [0, 1, 2] && shown(30) == [0, 1, 2])
    #expect(TableFit(columns, rows, width: 40, isWhole: true).isShort == false)
    #expect(TableFit(columns, rows, width: 30, isWhole: true).isShort)
    #expect(shown(20) == [0, 1] && shown(12) == [1] && shown(4) == [1])
  }
}

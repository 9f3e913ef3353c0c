import CivilTime
import LineEditing
import Platform
import QueryEngine
import QueryLanguage
import Terminal
import Testing

@testable import Interaction
@testable import Rendering
@testable import Server
@testable import Statements

@Suite struct PageBrowserTests {
  // MARK: Keys

  @Test(arguments: [
    ("n", [Key.text("n")]), ("nné", [.text("n"), .text("n"), .text("é")]), ("\u{1B}[C", [.right]),
    ("\u{1B}OD", [.left]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\u{3}", [.interrupt]), ("\u{4}", [.endOfInput]),
    ("\u{1A}", [.suspend]), ("\r\n", [.enter, .enter]), ("\u{7F}\u{8}", [.erase, .erase]),
    ("\u{1B}[200~x", [.text("x")]), ("\u{1}q", [.text("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("日", [.text("日")]),
  ]) func bytesAreKeys(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes.utf8) == keys)
    // However they are torn apart.
    var torn = KeyDecoder()
    #expect(bytes.utf8.flatMap { torn.take([$0]) } == keys)
  }

  @Test func anEscapeAloneIsAKeyWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [] && decoder.isWithinEscape)
    #expect(decoder.flush() == [.escape] && !decoder.isWithinEscape)
    #expect(decoder.take([0xE6, 0x97]) == [] && decoder.flush() == [])
    #expect(decoder.take([0xFF, 0x71]) == [.text("q")])
  }

  // MARK: Dates

  private func entry(_ text: String, _ kind: CalendarViewKind) throws -> DayEntry {
    let shell = try SampleSession(importing: false)
    let context = try shell.session.context().context
    let page = try #require(CalendarPage(kind, of: context.today, weekStart: .monday))
    return DayEntry(text, on: page, context, .none)
  }

  @Test(arguments: [
    ("18", CalendarViewKind.month, "2026-11-18"), (" 3 ", .month, "2026-11-03"), ("22", .week, "2026-11-22"),
    ("24 dec", .month, "2026-12-24"), ("2027-02-28", .year, "2027-02-28"), ("friday", .week, "2026-11-20"),
    ("1", .day, "2026-11-01"), ("next month", .month, "2026-12-01"), ("+2d", .month, "2026-11-20"),
  ]) func whatIsTypedIsADay(text: String, kind: CalendarViewKind, day: String) throws {
    let expected = try #require(ExtendedFormat.date(day.utf8))
    #expect(try entry(text, kind) == .day(expected))
  }

  @Test func whatIsNoDayIsSaid() throws {
    let none = "there is no 31 here; a date such as 24 dec is always understood"
    #expect(try entry("31", .month) == .unknown(none))
    #expect(try entry("23", .week) == .unknown(none.replacing("31", with: "23")))
    #expect(try entry("5", .year) == .unknown(none.replacing("31", with: "5")))
    guard case .unknown(let why) = try entry("fribday", .month) else {
      Issue.record("a word that is no date was taken")
      return
    }
    #expect(why.contains("fribday"))
  }

  // MARK: Screens

  @Test func aFrameIsOnePieceThatClearsEachLine() {
    let frame = PageScreen.frame(["one", "two"], bottom: "keys", size: TerminalSize(columns: 20, rows: 4))
    #expect(
      String(decoding: frame, as: UTF8.self)
        == "\u{1B}[1;1H\u{1B}[2Kone\u{1B}[2;1H\u{1B}[2Ktwo\u{1B}[3;1H\u{1B}[2K\u{1B}[4;1H\u{1B}[2Kkeys")
  }

  @Test func scrollingStaysOnThePage() {
    var screen = PageScreen()
    screen.scroll(by: 30, of: 50, rows: 24)
    #expect(screen.offset == 26)
    screen.scroll(by: -100, of: 50, rows: 24)
    #expect(screen.offset == 0)
    screen.show(40, of: 50, rows: 60)
    #expect(screen.offset == 0)
  }

  @Test func aDaysHoursStandBeneathItsPage() throws {
    let day = try #require(ExtendedFormat.date("2026-11-18".utf8))
    let page = try #require(CalendarPage(.month, of: day, weekStart: .monday))
    let look = PageLook(width: 80, now: CivilDateTime(day, .midnight), weekStart: .monday, zone: "UTC")
    var screen = PageScreen()
    let closed = screen.lines(PageContent(page), look)
    #expect(closed.hours == nil)
    screen.openDay = day
    let open = screen.lines(PageContent(page), look)
    #expect(open.lines.prefix(closed.lines.count) == closed.lines[...])
    let head = try #require(open.hours)
    #expect(open.lines[head].text(.none) == "Wed 18 Nov 2026")
    screen.openDay = page.last.adding(days: 1)
    #expect(screen.lines(PageContent(page), look).hours == nil)
  }

  @Test func theBottomLineTellsWhatIsGoingOn() throws {
    let page = try #require(CalendarPage(.month, of: .min, weekStart: .monday))
    var screen = PageScreen()
    func bottom(_ isReading: Bool = false) -> String {
      screen.bottom(page, isReading: isReading, hasMore: true, width: 80).text(.none)
    }
    #expect(bottom() == "↓ more  n p month  N P year  t today  date: its hours  ? help  q leave")
    #expect(bottom(true) == "reading …")
    screen.offset = 3
    #expect(bottom().hasPrefix("January 1  ↓ more"))
    screen.message = "the calendar ends here"
    #expect(bottom() == "the calendar ends here")
    screen.entry = "24 d"
    #expect(bottom() == "go to: 24 d ")
  }

  // MARK: When

  @Test func onlyAPersonAtATerminalLeafs() throws {
    func browses(_ statement: String = "month", _ change: (Session) throws -> Void = { _ in }) throws -> Bool
    {
      let environment = ProcessEnvironment(
        variables: ["TERM": "xterm", "HOME": "/nonexistent"], inputIsTerminal: true, outputIsTerminal: true,
        errorIsTerminal: true)
      let session = Session(environment, output: OutputBuffer(), errors: OutputBuffer())
      try change(session)
      return session.browses(try calendarView(statement))
    }
    #expect(try browses())
    #expect(try browses("year 2027 in Work"))
    #expect(try !browses("agenda"))
    #expect(try !browses { try $0.settings.set("pager", to: "off") })
    #expect(try !browses { try $0.settings.set("format", to: "json") })
    #expect(try !browses { $0.isScript = true })
    let piped = try SampleSession(importing: false).session
    #expect(!piped.browses(try calendarView("month")))
  }
}

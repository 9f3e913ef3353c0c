import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Terminal
import TestSupport
import Testing

@testable import Rendering

@Suite struct PageLayoutTests {
  private func date(_ text: String) throws -> CivilDate { try #require(ExtendedFormat.date(text.utf8)) }

  private func time(_ text: String) throws -> CivilDateTime {
    try #require(ExtendedFormat.dateTime(text.utf8))
  }

  private func look(_ width: Int, weekStart: Weekday = .monday) throws -> PageLook {
    PageLook(width: width, now: try time("2026-11-18T14:30"), weekStart: weekStart, zone: "Europe/Berlin")
  }

  private func timed(_ title: String, _ start: String, _ end: String) throws -> PageItem {
    let (start, end) = (try time(start), try time(end))
    let last = CivilDateTime(clamping: max(start.wallSeconds, end.wallSeconds - 1)).date
    return PageItem(title: title, start: start, end: end, last: last)
  }

  private func whole(_ title: String, _ first: String, _ last: String) throws -> PageItem {
    let (first, last) = (try date(first), try date(last))
    return PageItem(
      title: title, isAllDay: true, start: CivilDateTime(first, .midnight),
      end: CivilDateTime(try #require(last.adding(days: 1)), .midnight), last: last)
  }

  private func content(
    _ kind: CalendarViewKind, _ items: [PageItem], of day: String = "2026-11-18",
    weekStart: Weekday = .monday
  ) throws -> PageContent {
    var content = PageContent(
      try #require(CalendarPage(kind, of: try date(day), weekStart: weekStart)))
    items.forEach { content.add($0) }
    return content
  }

  private func text(_ lines: [PageLine]) -> [String] { lines.map { $0.text(.none) } }

  // MARK: The month

  @Test func barsReachOverTheirDaysAndStackWhereTheyMeet() throws {
    let items = [
      try whole("Fair", "2026-11-16", "2026-11-18"), try whole("Trip", "2026-11-17", "2026-11-25"),
      try whole("Course", "2026-11-19", "2026-11-20"),
    ]
    let lines = text(MonthGrid(try content(.month, items), try look(80)).lines())
    let week = try #require(lines.firstIndex { $0.hasPrefix("47") })
    #expect(
      Array(lines[(week + 1)...(week + 2)]) == [
        "  │Fair ───────────────────────────│Course ──────────────│          │",
        "  │          │Trip ───────────────────────────────────────────────────────────→",
      ])
    #expect(lines.contains { $0.hasPrefix("  │← Trip ─────") })
  }

  @Test func aWeekGrowsToShowEverything() throws {
    let items = try (0..<40).map { number in
      try timed("Talk \(number)", "2026-11-18T\(10 + number % 10):00", "2026-11-18T23:30")
    }
    let lines = text(MonthGrid(try content(.month, items), try look(120)).lines()).joined()
    for number in 0..<40 { #expect(lines.contains("Talk \(number)")) }
  }

  @Test func wholeDaysStandAboveTimes() throws {
    let items = [
      try timed("Early", "2026-11-04T07:00", "2026-11-04T08:00"),
      try whole("Day", "2026-11-04", "2026-11-04"),
    ]
    let lines = text(MonthGrid(try content(.month, items), try look(80)).lines())
    let day = try #require(lines.firstIndex { $0.contains("│Day") })
    let early = try #require(lines.firstIndex { $0.contains("07:00") })
    #expect(day < early)
  }

  @Test func weeksBeginWhereTheyAreSetToAndAreNumberedByTheirThursday() throws {
    let content = try content(.month, [], of: "2027-01-10", weekStart: .sunday)
    let lines = text(MonthGrid(content, try look(80, weekStart: .sunday)).lines())
    #expect(lines[0].hasPrefix("  │Sun       │Mon"))
    let weeks = lines.filter { $0.contains("├") }.compactMap {
      $0.split(separator: "├").first.map(String.init)
    }
    #expect(weeks == ["53", " 1", " 2", " 3", " 4", " 5"])
  }

  @Test func wideCharactersKeepColumnsStraight() throws {
    let items = [try timed("会議 🇵🇹 夏時間の話", "2026-11-18T14:00", "2026-11-18T15:00")]
    for width in [66, 80, 101] {
      let lines = MonthGrid(try content(.month, items), try look(width)).lines()
      let columns = DayColumns(Array(repeating: .min, count: 7), gutter: 2, width: width)
      for line in lines { #expect(line.width == 2 + 7 * (columns.cell + 1)) }
    }
  }

  @Test func aTextIsCutOnlyInItsLastLine() {
    #expect(PageText.lines("09:15 Standup", width: 10, most: 2) == ["09:15", "Standup"])
    #expect(PageText.lines("08:00 Take the medicine", width: 10, most: 2) == ["08:00 Take", "the medic…"])
    #expect(PageText.lines("a b", width: 10, most: 2) == ["a b"])
    #expect(PageText.lines("09:15 Standup", width: 10, most: 1) == ["09:15 Sta…"])
    #expect(PageText.lines("会議会議会議", width: 5, most: 2) == ["会議", "会議…"])
  }

  // MARK: Hours

  @Test func whatMeetsStandsSideBySide() throws {
    let day = try date("2026-11-18")
    let blocks = DayHours.arrange(
      [
        try timed("A", "2026-11-18T09:00", "2026-11-18T12:00"),
        try timed("B", "2026-11-18T09:00", "2026-11-18T10:00"),
        try timed("C", "2026-11-18T10:00", "2026-11-18T11:00"),
        try timed("D", "2026-11-18T13:00", "2026-11-18T14:00"),
      ], on: day)
    #expect(blocks.map(\.item.title) == ["A", "B", "C", "D"])
    #expect(blocks.map(\.column) == [0, 1, 1, 0])
    #expect(blocks.map(\.columns) == [2, 2, 2, 1])
  }

  @Test func quartersOfTheSameHalfHourDoNotCoverEachOther() throws {
    let blocks = DayHours.arrange(
      [
        try timed("A", "2026-11-18T09:00", "2026-11-18T09:15"),
        try timed("B", "2026-11-18T09:15", "2026-11-18T09:30"),
      ], on: try date("2026-11-18"))
    #expect(Set(blocks.map(\.column)) == [0, 1])
  }

  @Test func aNightIsOnBothItsDays() throws {
    let night = try timed("Night", "2026-11-18T22:00", "2026-11-19T02:00")
    let (first, second) = (try date("2026-11-18"), try date("2026-11-19"))
    #expect(night.clocks(on: first) == "22:00–02:00" && night.clock(on: second) == "–02:00")
    #expect(night.seconds(on: first) == 79_200..<86_400 && night.seconds(on: second) == 0..<7_200)
    #expect(try timed("Late", "2026-11-18T22:00", "2026-11-19T00:00").clocks(on: first) == "22:00–24:00")
  }

  @Test func aCrowdedDayGrowsInsteadOfShrinking() throws {
    let items = try (0..<30).map { try timed("Talk \($0)", "2026-11-18T10:00", "2026-11-18T11:00") }
    let lines = text(DayHours(try content(.day, items), try date("2026-11-18"), try look(80)).lines())
    for number in 0..<30 { #expect(lines.contains { $0.hasSuffix("10:00–11:00 Talk \(number)") }) }
  }

  /// Thousands at once are not put side by side, which would take the square of them.
  @Test func twiceAsManyAtOnceTakeTwiceAsLong() throws {
    let (day, look) = (try date("2026-11-18"), try look(80))
    func cost(_ count: Int) throws -> Duration {
      let item = try timed("Talk", "2026-11-18T10:00", "2026-11-18T11:00")
      let content = try content(.day, Array(repeating: item, count: count))
      return ProcessorTime.measure { _ = DayHours(content, day, look).lines() }
    }
    _ = try cost(100)
    let (few, many) = (try cost(1_000), try cost(8_000))
    #expect(many < few * 16, "\(few), \(many)")
  }

  @Test func theHourThatItIsIsMarked() throws {
    let lines = text(DayHours(try content(.day, []), try date("2026-11-18"), try look(80)).lines())
    #expect(lines.contains("14:30>│"))
    let other = try content(.day, [], of: "2026-11-19")
    #expect(
      !text(DayHours(other, try date("2026-11-19"), try look(80)).lines()).contains { $0.contains(">") })
  }

  // MARK: Room and colors

  @Test(arguments: [CalendarViewKind.day, .week, .month, .year], [24, 40, 65, 66, 80, 99, 100, 120, 200])
  func everyPageFitsEveryTerminal(kind: CalendarViewKind, width: Int) throws {
    let items = [
      try timed("A rather long title for so little room", "2026-11-18T09:00", "2026-11-18T12:00"),
      try timed("日本語の長い題名です", "2026-11-18T09:00", "2026-11-18T10:00"),
      try whole("A trip through several countries", "2026-11-10", "2026-11-28"),
      PageItem(title: "Something that has no date and a long name", isReminder: true, mark: "○"),
    ]
    let layout = PageLayout(content: try content(kind, items), look: try look(width))
    for line in layout.lines() { #expect(CellWidth.of(line.text(.none, width: width)) <= width) }
  }

  @Test func withoutColorsThereAreNoEscapes() throws {
    var item = try whole("Trip", "2026-11-18", "2026-11-18")
    item.color = RGBColor("#ff0000")
    let layout = PageLayout(content: try content(.month, [item]), look: try look(80))
    #expect(!layout.lines().contains { $0.text(.none).contains("\u{1B}") })
    #expect(layout.lines().contains { $0.text(.full).contains("\u{1B}[7;38;2;255;0;0mTrip      \u{1B}[0m") })
  }

  @Test func aLineEndsWithoutBlanks() {
    var line = PageLine("a ")
    line.append("   ")
    #expect(line.text(.none) == "a" && line.width == 5)
    #expect(PageLine("abcdef").text(.none, width: 4) == "abc…")
  }
}

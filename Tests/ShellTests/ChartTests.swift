import CivilTime
import Model
import QueryEngine
import QueryLanguage
import Terminal
import Testing

@testable import Rendering
@testable import Settings
@testable import Statements

@Suite struct ChartTests {
  @Test func barsAreDrawnToAnEighthOfACell() {
    let bar = ChartBar(values: [1, 8, 3, 64], cells: 8)
    #expect(bar.text(64) == "████████")
    #expect(bar.text(8) == "█" && bar.text(1) == "▏" && bar.text(3) == "▍" && bar.text(15) == "█▉")
    #expect(bar.text(0) == "" && bar.blanks == 0)
  }

  @Test func theSmallestIsSeen() {
    #expect(ChartBar(values: [0.001, 1_000_000], cells: 10).text(0.001) == "▏")
    #expect(ChartBar(values: [0, 0], cells: 10).text(0) == "")
    #expect(ChartBar(values: [], cells: 10).text(0) == "")
  }

  @Test func whatIsBelowZeroGoesToTheLeftOfAnAxis() {
    let bar = ChartBar(values: [-2, 0, 2], cells: 9)
    #expect(bar.text(-2) == "████│")
    #expect(bar.text(2) == "    │████")
    #expect(bar.text(0) == "    │" && bar.blanks == 5)
    #expect(bar.text(-1.25) == " ▐██│")
    #expect(bar.text(-0.05) == "   ▕│")
    let negative = ChartBar(values: [-4, -1], cells: 9)
    #expect(negative.text(-4) == "████████│" && negative.text(-1) == "      ██│")
  }

  // MARK: Whole charts

  private func chart(
    _ columns: [Column], _ rows: [[Value]], width: Int = 40, colors: ColorDepth = .none, null: String = "",
    calendars: [String: RGBColor] = [:]
  ) -> [String] {
    let context = RenderContext(
      now: Instant(seconds: 0), zone: .utc, noun: .events, columns: columns, width: width, null: null,
      colors: colors)
    var renderer = ChartRenderer(context, colors: calendars)
    let output = OutputBuffer()
    renderer.begin(to: output)
    for row in rows { renderer.row(.group(row), to: output) }
    renderer.end(to: output)
    return String(decoding: output.take(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private let calendar = Column(name: "calendar", content: .field(.calendar, nil))
  private let count = Column(name: "count", content: .aggregate(.count))
  private let hours = Column(name: "hours", content: .aggregate(.function(.sum, .duration)))

  @Test func barsFillTheWidth() {
    let lines = chart(
      [calendar, count], [[.text("Work"), .integer(20)], [.text("会議室"), .integer(5)]], width: 30)
    #expect(
      lines == [
        "calendar  count",
        "Work      █████████████████ 20",
        "会議室    ████▎ 5",
      ])
    #expect(CellWidth.of(lines[1]) == 30)
  }

  @Test func eachColumnHasBarsOfItsOwn() {
    let lines = chart(
      [calendar, count, hours],
      [
        [.text("Work"), .integer(2), .duration(CalendarDuration(seconds: 7200))],
        [.text("Home"), .integer(1), .duration(CalendarDuration(seconds: 14400))],
        [.text("Trips"), .integer(0), .null],
      ], null: "–")
    #expect(
      lines
        == [
          "calendar  count           hours",
          "Work      ████████████ 2  █████ 2 h",
          "Home      ██████ 1        ██████████ 4 h",
          "Trips     0               –",
        ])
  }

  @Test func longLabelsLeaveHalfOfTheLineToBars() {
    let name = String(repeating: "x", count: 100)
    let lines = chart([calendar, count], [[.text(name), .integer(1)]], width: 40)
    #expect(lines[1] == String(repeating: "x", count: 19) + "…  " + String(repeating: "█", count: 16) + " 1")
    let narrow = chart([calendar, count], [[.text(name), .integer(1)]], width: 10)
    #expect(narrow[1] == "xxxxxxx…  ████ 1")
  }

  @Test func controlCharactersStayOut() {
    let lines = chart([calendar, count], [[.text("a\u{1B}[31mb"), .integer(1)]])
    #expect(!lines[1].contains("\u{1B}"))
  }

  @Test func barsHaveTheColorOfTheirCalendar() throws {
    let red = try #require(RGBColor("#FF0000"))
    let lines = chart(
      [calendar, count], [[.text("Work"), .integer(1)]], width: 20, colors: .full, calendars: ["Work": red])
    #expect(lines[1].contains("\u{1B}[38;2;255;0;0m████████\u{1B}[0m 1"))
  }

  @Test func nothingToCountIsSaid() {
    #expect(chart([calendar, count], []) == ["calendar  count", "0 rows"])
    #expect(chart([count], [[.integer(3)]], width: 10) == ["count", "████████ 3"])
    #expect(chart([count], [[.integer(0)]], width: 10) == ["count", "0"])
  }

  @Test func meansHaveTwoDecimals() {
    let mean = Column(name: "mean", content: .aggregate(.function(.avg, .attendeesCount)))
    #expect(chart([mean], [[.real(10.0 / 3)]], width: 12) == ["mean", "███████ 3.33"])
  }

  @Test func chartsKeepTheColorsOfCalendarsOfTheStore() throws {
    let shell = try SampleSession()
    try shell.session.settings.set("color", to: "always")
    let text = try shell.answer("count events this month group by calendar", format: "chart")
    #expect(text.contains("\u{1B}[38;") || text.contains("\u{1B}[3"))
    let error = #expect(throws: ShellError.self) { try shell.answer("calendars", format: "chart") }
    #expect(error?.code == "chart-needs-groups")
  }
}

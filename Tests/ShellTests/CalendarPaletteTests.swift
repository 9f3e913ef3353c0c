import Foundation
import Model
import Testing

@testable import Rendering
@testable import Statements
@testable import Terminal

/// The colors of calendars without one can be told apart, whoever looks and on whatever ground.
@Suite struct CalendarPaletteTests {
  /// How colors look to eyes that lack one of the three kinds of cones (Machado and
  /// others, 2009), on linear light.
  private static let visions: [(name: String, matrix: [[Double]])] = [
    ("all", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "without long waves",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
      ]
    ),
    (
      "without middle waves",
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
      ]
    ),
    (
      "without short waves",
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
      ]
    ),
  ]

  private func linear(_ color: RGBColor) -> [Double] {
    [color.red, color.green, color.blue].map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Lightness and the two hues of CIELAB.
  private func lab(_ light: [Double]) -> [Double] {
    let light = light.map { min(1, max(0, $0)) }
    let xyz = product(
      [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], light)
    let white = [0.95047, 1, 1.08883]
    let roots = zip(xyz, white).map { value, white in
      let share = value / white
      return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116
    }
    return [116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])]
  }

  @Test(arguments: 0..<4) func everyTwoCanBeToldApart(vision: Int) {
    let (name, matrix) = Self.visions[vision]
    let seen = CalendarPalette.colors.map { lab(product(matrix, linear($0))) }
    for first in seen.indices {
      for second in seen.indices where second > first {
        let distance = sqrt(zip(seen[first], seen[second]).reduce(0) { $0 + pow($1.0 - $1.1, 2) })
        #expect(distance > 20, "\(name): \(first) and \(second)")
      }
    }
  }

  @Test func eachCanBeReadOnDarkAndLightGround() {
    for color in CalendarPalette.colors {
      let light = linear(color)
      let luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
      #expect((luminance + 0.05) / 0.05 > 2.8 && 1.05 / (luminance + 0.05) > 2.8, "\(color)")
    }
  }

  @Test func terminalsOfFewColorsShowAsMany() {
    let colors = CalendarPalette.colors
    #expect(Set(colors.map(\.index256)).count == colors.count)
    #expect(Set(colors.map(\.index16)).count == colors.count)
    // Of the 256 they are themselves.
    let steps: Set<UInt8> = [0, 95, 135, 175, 215, 255]
    for color in colors { #expect(steps.isSuperset(of: [color.red, color.green, color.blue])) }
  }

  @Test func aCalendarKeepsItsColorAndNeighborsDiffer() {
    var calendar = CalendarRecord(id: 3, source: 1, title: "A", kinds: .events)
    let color = calendar.shownColor
    calendar.title = "B"
    #expect(calendar.shownColor == color)
    #expect(CalendarPalette.color(of: 3) != CalendarPalette.color(of: 4))
    calendar.color = "#2E8B57"
    #expect(calendar.shownColor == RGBColor(hex: "#2E8B57"))
    calendar.color = "no color"
    #expect(calendar.shownColor == color)
  }

  @Test func calendarsWithoutAColorAreColoredAndPipesAreNot() throws {
    let shell = try SampleSession(importing: false)
    for name in ["One", "Two"] { _ = try shell.answer("add calendar \"\(name)\"") }
    #expect(!(try shell.answer("calendars", format: "table")).contains("\u{1B}"))
    let screen = Screen(isTerminal: true, size: TerminalSize(columns: 80, rows: 24), colors: .table256)
    shell.session.screens = Screens(output: screen, errors: screen)
    let lines = try shell.answer("calendars", format: "table").split(separator: "\n")
    let codes = lines.filter { $0.contains("One") || $0.contains("Two") }.map { $0.prefix { $0 != "m" } }
    #expect(Set(codes).count == 2 && codes.allSatisfy { $0.hasPrefix("\u{1B}[38;5;") }, "\(codes)")
  }
}

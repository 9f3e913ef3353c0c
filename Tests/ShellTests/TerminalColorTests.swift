import Model
import Testing

@testable import Shell
@testable import Terminal

/// Terminal: colors.
@Suite struct TerminalColorTests {
  @Test func colorsAreReadAsCalendarsWriteThem() {
    #expect(RGBColor("#1BADF8") == RGBColor(red: 0x1B, green: 0xAD, blue: 0xF8))
    #expect(RGBColor("#1badf8FF") == RGBColor("#1BADF8"))
    #expect(RGBColor("#fA0") == RGBColor(red: 0xFF, green: 0xAA, blue: 0))
    #expect(RGBColor("Turquoise") == RGBColor(red: 0x40, green: 0xE0, blue: 0xD0))
    #expect(RGBColor("aliceblue") != nil && RGBColor("yellowgreen") != nil)
    for wrong in ["", "#", "#12", "#12345", "#GGGGGG", "1BADF8", "#é1234", "bluish"] {
      #expect(RGBColor(wrong) == nil)
    }
  }

  @Test func whatColorNOCOLORAndTheTerminalSayTogether() {
    func depth(_ choice: ColorChoice, _ isTerminal: Bool, _ environment: [String: String]) -> ColorDepth {
      ColorDepth.detect(choice, isTerminal: isTerminal) { environment[$0] }
    }
    let xterm = ["TERM": "xterm"]
    #expect(depth(.auto, true, xterm) == .sixteen)
    #expect(depth(.auto, true, ["TERM": "xterm-256color"]) == .table256)
    #expect(depth(.auto, true, ["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .full)
    #expect(depth(.auto, true, ["TERM": "xterm-direct"]) == .full)
    #expect(depth(.auto, false, xterm) == .none)
    #expect(depth(.auto, true, ["TERM": "dumb"]) == .none)
    #expect(depth(.auto, true, [:]) == .none)
    #expect(depth(.auto, true, ["TERM": "xterm", "NO_COLOR": "1"]) == .none)
    #expect(depth(.auto, true, ["TERM": "xterm", "NO_COLOR": ""]) == .sixteen)
    #expect(depth(.always, false, ["TERM": "xterm", "NO_COLOR": "1"]) == .sixteen)
    #expect(depth(.always, false, [:]) == .sixteen)
    #expect(depth(.never, true, ["TERM": "xterm", "COLORTERM": "truecolor"]) == .none)
  }

  @Test func aColorBecomesItsNearestInASmallerTable() throws {
    let cases: [(String, Int, Int)] = [
      ("#000000", 16, 0), ("#FFFFFF", 231, 15), ("#FF0000", 196, 9), ("#008000", 28, 2), ("#1BADF8", 39, 14),
      ("#808080", 244, 7), ("#5F87AF", 67, 4), ("#FF2968", 197, 9),
    ]
    for (text, table, sixteen) in cases {
      let color = try #require(RGBColor(text))
      #expect(color.index256 == table, "\(text)")
      #expect(color.index16 == sixteen, "\(text)")
    }
  }

  @Test func aStyleWrapsItsTextAndWritesNothingWhereThereIsNoColor() throws {
    let color = try #require(RGBColor("#0000FF"))
    let blue = ANSIStyle(foreground: color, isBold: true)
    #expect(blue.apply(to: "Work", .full) == "\u{1B}[1;38;2;0;0;255mWork\u{1B}[0m")
    #expect(blue.apply(to: "Work", .table256) == "\u{1B}[1;38;5;21mWork\u{1B}[0m")
    #expect(blue.apply(to: "Work", .sixteen) == "\u{1B}[1;94mWork\u{1B}[0m")
    #expect(blue.apply(to: "Work", .none) == "Work")
    #expect(ANSIStyle.plain.apply(to: "Work", .full) == "Work")
    #expect(ANSIStyle.dim.apply(to: "", .full) == "")
    #expect(ANSIStyle(isDim: true, isReversed: true).opening(.sixteen) == "\u{1B}[2;7m")
  }
}

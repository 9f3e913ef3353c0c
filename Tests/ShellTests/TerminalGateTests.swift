import Foundation
import Terminal
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Settings
@testable import Shell
@testable import Statements

/// The one gate before a terminal: nothing of a calendar, a file or a program moves
/// its cursor, in whatever format.
@Suite struct TerminalGateTests {
  private func shown(_ pieces: [UInt8]...) -> String {
    let output = OutputBuffer(room: 1_000_000)
    output.isOnTerminal = true
    for piece in pieces { output.append(bytes: piece) }
    output.append(styled: "")
    return String(decoding: output.take(), as: UTF8.self)
  }

  @Test(arguments: [
    ("plain, 日本語 👍\tand\nlines\r\n", "plain, 日本語 👍\tand\nlines\r\n"), ("\u{1B}[31mred", "\\u001B[31mred"),
    ("a\u{9B}2Jb", "a\\u009B2Jb"), ("\u{202E}evil", "\\u202Eevil"), ("\u{2066}x\u{2069}", "\\u2066x\\u2069"),
    ("\u{200E}\u{200F}\u{61C}", "\\u200E\\u200F\\u061C"),
    ("\u{7}\u{8}\u{7F}\u{0}", "\\u0007\\u0008\\u007F\\u0000"),
    ("over\rwritten", "over\\u000Dwritten"), ("end\r", "end\\u000D"),
    ("\u{200B}é\u{301}", "\u{200B}é\u{301}"),
  ]) func controlsAreShown(text: String, expected: String) {
    #expect(shown(Array(text.utf8)) == expected)
    // However it is cut.
    let bytes = Array(text.utf8)
    for cut in bytes.indices { #expect(shown(Array(bytes[..<cut]), Array(bytes[cut...])) == expected) }
    #expect(TerminalText.visible(text) == expected)
  }

  @Test func bytesThatAreNoTextAreMarked() {
    #expect(shown([0x61, 0x9B, 0x62]) == "a\u{FFFD}b")
    #expect(shown([0xE2, 0x80], [0x61]) == "\u{FFFD}a")
    #expect(shown([0xE0, 0x80, 0x9B]) == "\u{FFFD}")
    #expect(shown([0xFF, 0xC2]) == "\u{FFFD}\u{FFFD}")
  }

  @Test func ownColorsPassAndAPipeGetsTheBytesAsTheyAre() {
    let terminal = OutputBuffer(room: 1_000)
    terminal.isOnTerminal = true
    terminal.appendLine(styled: ANSIStyle.bold.apply(to: "head", .full))
    terminal.append("\u{1B}[0m")
    #expect(String(decoding: terminal.take(), as: UTF8.self) == "\u{1B}[1mhead\u{1B}[0m\n\\u001B[0m")
    let pipe = OutputBuffer(room: 1_000)
    pipe.append("\u{1B}[0m\u{202E}")
    pipe.append(byte: 0x9B)
    #expect(pipe.take() == Array("\u{1B}[0m\u{202E}".utf8) + [0x9B])
  }

  /// A calendar of hostile titles, in every format and by every statement that shows it.
  @Test(arguments: [
    "events today as table", "events today as line", "events today as json", "events today as jsonl",
    "events today as csv", "events today as tsv", "events today as ics", "events today as jscalendar",
    "events today as ids", "count events today group by title as chart",
    "count events today group by title as csv",
    "export all to -", "export all as jscalendar to -", "day 2026-11-18", "agenda today", "view last",
    "calendars",
    "events today select title, calendar, notes", "history", "duplicates", "views", "sets", "describe set x",
    "run x", "events in \"\u{202E}\u{9B}31m\u{1B}[2J\" today", "events where title = \"\u{1B}[31m",
    "import \"/tmp/\u{1B}[31m\u{202E}.ics\"",
    "changes since s0", "alarms today", "explain events today",
    "rename calendar \"\u{1B}]0;x\u{7}\" to \"y\"",
  ]) func noFormatReachesATerminalRaw(statement: String) throws {
    let shell = try SampleSession(importing: false)
    let evil = "\u{1B}[31mred\u{1B}]0;title\u{7}\u{9B}2J\u{202E}rev\u{2066}\u{200F}\u{8}"
    let file = try shell.file(
      "evil.ics",
      "BEGIN:VCALENDAR\r\nX-WR-CALNAME:\(evil)\r\nBEGIN:VEVENT\r\nUID:\(evil)\r\nDTSTART:20261118T150000\r\nDTEND:20261118T160000\r\nSUMMARY:\(evil)\r\nDESCRIPTION:\(evil)\r\nLOCATION:\(evil)\r\nCATEGORIES:\(evil)\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    _ = try shell.answer("import \"\(file)\"", format: "table")
    let name = try #require(try shell.session.readableStore()?.calendars().first?.title)
    for more in ["save set x as \(QuotedName.text(name))", "save view x as events today"] {
      _ = try shell.answer(more, format: "table")
    }
    _ = shell.said
    shell.session.output.isOnTerminal = true
    shell.session.errors.isOnTerminal = true
    shell.session.screens = Screens(
      output: Screen(isTerminal: true, size: TerminalSize(columns: 80, rows: 1_000), colors: .none),
      errors: Screen(isTerminal: true, size: TerminalSize(columns: 80, rows: 1_000), colors: .none))
    var text = ""
    do {
      text = try shell.answer(statement, format: "table")
    } catch let error as ShellError {
      shell.session.report(error)
    }
    text += shell.said
    let bad = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A, 0x0D, 0x09: false
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(bad.isEmpty, "\(statement): \(bad.map(\.value))")
    #expect(!text.isEmpty, "\(statement)")
  }

  /// What is offered at Tab stands on the terminal, and in the line, as it can be typed.
  @MainActor @Test func completionShowsNoControls() throws {
    let shell = try SampleSession(importing: false)
    for title in ["Wo\u{202E}rk", "Wo\u{9B}rld"] {
      _ = try shell.answer("add calendar \(QuotedName.text(title))", format: "table")
    }
    let line = "events in \"Wo"
    let reply = StatementCompletion(session: shell.session).reply(line, cursor: line.utf8.count)
    #expect(reply.candidates.map(\.label) == ["Wo\\u202Erk", "Wo\\u009Brld"])
    #expect(reply.candidates.map(\.replacement) == ["\"Wo\\u{202E}rk\"", "\"Wo\\u{9B}rld\""])
    _ = try shell.answer("events in \(reply.candidates[0].replacement) today", format: "table")
  }

  @Test func cellsOfAFileAreNoFormulas() throws {
    let shell = try SampleSession(importing: false)
    for (index, title) in ["=1+1", "+x", "-2.5", "-x", "@SUM(A1)", "plain", "\tx", "＝1", "a=b", "-1h30m"]
      .enumerated()
    {
      _ = try shell.answer("add calendar \"C\(index)\"", format: "table")
      _ = try shell.answer(
        "add event \(QuotedName.text(title)) 2026-11-20 1\(index % 9):00 in C\(index)", format: "table")
    }
    func cells() throws -> [String] {
      try shell.answer("events 2026-11-20 select title sort by calendar", format: "csv")
        .replacingOccurrences(of: "\r\n", with: "|").split(separator: "|").dropFirst().map(String.init)
    }
    // The output of these tests is a file.
    #expect(shell.session.settings.text(.csvSafe) == "auto")
    #expect(
      try cells() == ["'=1+1", "'+x", "-2.5", "'-x", "'@SUM(A1)", "plain", "'\tx", "'＝1", "a=b", "-1h30m"])
    #expect(DelimitedRenderer.safe("ring\u{7}\u{202E}\u{9B}\n") == "ring\n")
    #expect(DelimitedRenderer.safe("-2+cmd") == "'-2+cmd" && DelimitedRenderer.safe("-") == "'-")
    // What is taken out does not hide what a cell begins with.
    for start in ["\u{1}", "\u{202E}", "\u{85}"] {
      #expect(DelimitedRenderer.safe(start + "=7").unicodeScalars.elementsEqual("'=7".unicodeScalars))
    }
    #expect(DelimitedRenderer.safe("\n=2") == "'\n=2")
    #expect(DelimitedRenderer.safe("-PT2H") == "-PT2H" && DelimitedRenderer.safe("-P1") == "'-P1")
    try shell.session.settings.set("csv.safe", to: "off")
    #expect(
      try cells() == ["=1+1", "+x", "-2.5", "-x", "@SUM(A1)", "plain", "\tx", "＝1", "a=b", "-1h30m"])
  }
}

/// A text in quotes, as a statement has it.
private enum QuotedName {
  static func text(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map {
        $0.value < 0x20 || $0 == "\"" || $0 == "\\" ? "\\u{\(String($0.value, radix: 16))}" : String($0)
      }
      .joined() + "\""
  }
}

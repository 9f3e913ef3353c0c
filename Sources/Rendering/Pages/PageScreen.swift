import Changes

/// The state of a page browser's screen: the visible part of the page, the day with open hours, and the
/// bottom line.
package struct PageScreen {
  /// The day whose hours are shown beneath the page.
  package var openDay: CivilDate?
  /// The number of lines above the screen.
  package var offset = 0
  /// The text being typed; nil while keys are commands.
  package var entry: String?
  /// The message shown once at the bottom.
  package var message: String?
  package var isHelp = false

  package init() {}

  /// The help for the keys, one line each.
  package static let keys: [(keys: String, text: String)] = [
    ("n →", "the next page"), ("p ←", "the one before"), ("N P", "a year later, a year earlier"),
    ("t", "today"), ("↓ ↑ j k", "a line down, a line up"), ("Space b", "a screen down, a screen up"),
    ("18 Enter", "the hours of that day; any date does: 24 dec, next friday"),
    ("/", "before a date that begins with a word"), ("Esc", "closes the hours"), ("q", "leaves"),
  ]

  package static func help(width: Int) -> [String] {
    keys.flatMap { key in
      let lines = CellText.wrap(key.text, to: width - 10)
      return lines.enumerated().map { CellText.fit($0 == 0 ? key.keys : "", to: 10) + $1 }
    }
  }

  /// Returns the lines of the page, and the line at which the hours of the open day begin.
  package func lines(_ content: PageContent, _ look: PageLook) -> (lines: [PageLine], hours: Int?) {
    let layout = PageLayout(content: content, look: look)
    let lines = layout.lines()
    guard let openDay, content.page.contains(openDay), content.page.kind != .day else { return (lines, nil) }
    return (lines + layout.hours(of: openDay), lines.count + 1)
  }

  /// Scrolls so that a line is visible, as high as possible.
  package mutating func show(_ line: Int, of count: Int, rows: Int) {
    offset = max(0, min(line, count - rows))
  }

  package mutating func scroll(by lines: Int, of count: Int, rows: Int) {
    show(offset + lines, of: count, rows: rows)
  }

  /// Returns the bytes that draw a whole screen.
  ///
  /// Each line is cleared before it is written: after a line that ends at the edge, the cursor is still on
  /// its last cell.
  package static func frame(_ lines: [String], bottom: String, size: TerminalSize) -> [UInt8] {
    var text = ""
    for row in 0..<max(0, size.rows - 1) {
      text += "\u{1B}[\(row + 1);1H\u{1B}[2K" + (row < lines.count ? lines[row] : "")
    }
    text += "\u{1B}[\(size.rows);1H\u{1B}[2K" + bottom
    return Array(text.utf8)
  }

  /// Returns the bottom line, which names the page if the title is not on the screen.
  package func bottom(_ page: CalendarPage, isReading: Bool, hasMore: Bool, width: Int) -> PageLine {
    if let entry {
      var line = PageLine("go to: " + entry)
      line.append(" ", ANSIStyle(isReversed: true))
      return line
    }
    if let message { return PageLine(CellText.truncate(message, to: width), .bold) }
    if isReading { return PageLine("reading …", .dim) }
    let words = [
      offset > 0 ? PageLayout.heading(page) : "", hasMore ? "↓ more" : "", "n p \(page.kind.rawValue)",
      page.kind == .year ? "" : "N P year", "t today", "date: its hours", "? help", "q leave",
    ]
    return PageLine(CellText.truncate(words.filter { !$0.isEmpty }.joined(separator: "  "), to: width), .dim)
  }
}

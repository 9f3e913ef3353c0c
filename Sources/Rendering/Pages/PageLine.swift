import Changes

/// A piece of a line, in one look.
package struct PageSpan: Equatable, Sendable {
  package var text: String
  var style = ANSIStyle.plain

  init(_ text: String, _ style: ANSIStyle = .plain) { (self.text, self.style) = (text, style) }
}

/// A line of a page: pieces side by side, laid out before anything is drawn.
package struct PageLine: Equatable, Sendable {
  private(set) var spans: [PageSpan] = []
  /// The cells that it takes.
  package private(set) var width = 0

  package init() {}

  package init(_ text: String, _ style: ANSIStyle = .plain) { append(text, style) }

  package mutating func append(_ text: String, _ style: ANSIStyle = .plain) {
    if text.isEmpty { return }
    spans.append(PageSpan(text, style))
    width += CellWidth.of(text)
  }

  package mutating func append(_ span: PageSpan) { append(span.text, span.style) }

  /// Fills the line with blanks up to a column.
  mutating func pad(to column: Int) {
    if column > width { append(String(repeating: " ", count: column - width)) }
  }

  /// The line as it is written: without blanks at its end, cut where the terminal ends.
  package func text(_ colors: ColorDepth, width limit: Int = .max) -> String {
    var rest = spans[...]
    while let last = rest.last, last.style == .plain, last.text.allSatisfy({ $0 == " " }) {
      rest.removeLast()
    }
    var result = ""
    var room = limit
    for (index, span) in rest.enumerated() {
      var text = span.text
      if index == rest.count - 1, span.style == .plain {
        while text.last == " " { text.removeLast() }
      }
      text = CellText.truncate(text, to: room)
      room -= CellWidth.of(text)
      result += span.style.apply(to: text, colors)
    }
    return result
  }
}

/// What a page's look depends on besides what is on it.
package struct PageLook: Sendable {
  /// The cells beside one another.
  package var width: Int
  /// What the clock of the zone shows.
  package var now: CivilDateTime
  /// The day a week begins with.
  package var weekStart: Weekday
  /// The name of the zone.
  package var zone: String

  /// What ends the laying out of many items; what is left out then nobody sees.
  package var stopSignal = StopSignal()

  package init(
    width: Int, now: CivilDateTime, weekStart: Weekday, zone: String, stopSignal: StopSignal = StopSignal()
  ) {
    (self.width, self.now, self.weekStart, self.zone, self.stopSignal) = (
      width, now, weekStart, zone, stopSignal
    )
  }

  package var today: CivilDate { now.date }

  /// Whether the lines of another item would be in vain.
  package var isStopped: Bool { stopSignal.isSet }
}

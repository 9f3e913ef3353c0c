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
  /// The width in cells.
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

  /// Returns the line as it is written: without trailing blanks, cut at the terminal's width.
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

/// The parameters of a page's look besides its content.
package struct PageLook: Sendable {
  /// The width in cells.
  package var width: Int
  /// The current time in the zone.
  package var now: CivilDateTime
  /// The day a week begins with.
  package var weekStart: Weekday
  /// The name of the zone.
  package var zone: String

  /// The signal that ends the layout of many items; nobody sees the unfinished page.
  package var stopSignal = StopSignal()

  package init(
    width: Int, now: CivilDateTime, weekStart: Weekday, zone: String, stopSignal: StopSignal = StopSignal()
  ) {
    (self.width, self.now, self.weekStart, self.zone, self.stopSignal) = (
      width, now, weekStart, zone, stopSignal
    )
  }

  package var today: CivilDate { now.date }

  /// Whether further lines are in vain.
  package var isStopped: Bool { stopSignal.isSet }
}

import Changes

/// The words of pages.
enum PageText {
  /// `November 2026`.
  static func month(_ day: CivilDate) -> String { monthName(day.month) + " \(day.year)" }

  /// `November`.
  static func monthName(_ month: Int) -> String { CalendarWords.months[month - 1].capitalizedFirst }

  /// `16 Nov`.
  static func short(_ day: CivilDate) -> String { "\(day.day) " + DateText.months[day.month - 1] }

  /// `09:15`.
  static func clock(_ time: CivilDateTime) -> String { String(time.time.description.prefix(5)) }

  /// Returns the ISO week of the seven days from `first`: that of the Thursday among them.
  static func week(from first: CivilDate) -> (year: Int, week: Int) {
    let thursday = first.adding(days: first.weekday.days(until: .thursday)) ?? first
    return thursday.isoWeek
  }

  /// Returns a text in at most `most` lines; a longer one ends in `…`.
  static func lines(_ text: String, width: Int, most: Int) -> [String] {
    if most == 1 || CellWidth.of(text) <= width { return [CellText.truncate(text, to: width)] }
    let lines = CellText.wrap(text, to: width)
    if lines.count <= most { return lines }
    let kept = Array(lines[..<(most - 1)])
    // The last line is filled to its end, even within a word.
    return kept + [CellText.truncate(rest(of: text, behind: kept), to: width)]
  }

  /// Returns the text after some of its lines, which have lost the blanks between them.
  private static func rest(of text: String, behind lines: [String]) -> String {
    var rest = text[...].drop { $0 == " " }
    for cluster in lines.joined() where cluster != " " {
      rest = rest.drop { $0 == " " }
      if rest.first == cluster { rest.removeFirst() }
    }
    return String(rest.drop { $0 == " " })
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension PageItem {
  /// Returns the start as written on a day: `09:15`, or `–06:00` if only the end is on that day.
  package func clock(on day: CivilDate) -> String {
    guard let start, let end, !isAllDay else { return "" }
    if start.date == day { return PageText.clock(start) + startOffset }
    return last == day ? "–" + PageText.endClock(end, of: day) : "–"
  }

  /// Returns start and end: `09:15–09:30`, or `18:00` for an item without length.
  package func clocks(on day: CivilDate) -> String {
    guard let start, let end, !isAllDay, start != end || !endOffset.isEmpty, start.date == day else {
      return clock(on: day)
    }
    let until = last == day ? PageText.endClock(endShown ?? end, of: day) + endOffset : PageText.clock(end)
    return PageText.clock(start) + startOffset + "–" + until
  }

  /// Returns mark, time and title in a line.
  package func entry(_ clock: String) -> String {
    [mark, clock, title].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the seconds of a day that it takes.
  package func seconds(on day: CivilDate) -> Range<Int>? {
    guard let start, let end, touches(day) else { return nil }
    let midnight = day.dayNumber * 86_400
    let from = max(0, start.wallSeconds - midnight)
    return from..<max(from, min(86_400, end.wallSeconds - midnight))
  }
}

extension PageText {
  /// Returns the end time on a day; midnight belongs to the day before.
  static func endClock(_ end: CivilDateTime, of day: CivilDate) -> String {
    end.date > day ? "24:00" : clock(end)
  }
}

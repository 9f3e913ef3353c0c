import CivilTime
import Editing
import Model
import Recurrence

/// Items in a sentence, as people are told what was done and what a form holds; in English, as the language is.
///
/// Titles stand as they are stored: whoever shows a sentence makes it safe for a terminal.
public struct ItemSentences {
  private let zone: Zone

  /// For somebody in a zone.
  public init(zone: Zone) { self.zone = zone }

  /// `Dentist: Tue 24 Nov 2026 09:30–10:15`.
  public func item(_ item: Item) -> String {
    let title = item.title ?? "(untitled)"
    return time(item).map { title + ": " + $0 } ?? title
  }

  /// `Tue 24 Nov 2026 09:30–10:15`, `due Fri 20 Nov 2026`; nil for what has no time.
  public func time(_ item: Item) -> String? {
    if item.kind == .reminder { return item.due.map { "due " + moment($0) } }
    guard let start = item.start else { return nil }
    let end = item.effectiveEnd ?? start
    if start.isAllDay {
      let last = end.wall.date.adding(days: -1) ?? start.wall.date
      return last > start.wall.date
        ? "\(day(start.wall.date)) – \(day(last)), all day" : "\(day(start.wall.date)), all day"
    }
    let (first, last) = (shown(start), shown(end))
    let until = first.date == last.date ? clock(last) : day(last.date) + " " + clock(last)
    return "\(day(first.date)) \(clock(first))–\(until)"
  }

  /// A day, with the clock time of a timed one.
  public func moment(_ time: EventTime) -> String {
    let wall = shown(time)
    return time.isAllDay ? day(wall.date) : day(wall.date) + " " + clock(wall)
  }

  private func shown(_ time: EventTime) -> CivilDateTime {
    switch time {
    case .date, .floating: time.wall
    case .zoned(let wall, let own): zone.civil(at: own.instant(of: wall))
    }
  }

  private func day(_ date: CivilDate) -> String { DateText.day(date) }

  private func clock(_ wall: CivilDateTime) -> String { String(wall.time.description.prefix(5)) }

  /// `every weekday until 31 Dec 2026`; nil for an item that does not repeat.
  public func phrase(_ item: Item) -> String? {
    guard let set = item.recurrence else { return nil }
    return RecurrencePhrase.text(
      rules: set.rules.map(\.description), zone: zone, afterCompletion: item.repeatsFromCompletion)
      ?? "on given dates"
  }

  /// `every weekday until 31 Dec 2026: Thu 19 Nov, Fri 20 Nov, Mon 23 Nov …`; nil for an item that does not repeat.
  public func repetition(_ item: Item, showing count: Int = 5) -> String? {
    guard let set = item.recurrence, let anchor = item.anchor, let words = phrase(item) else { return nil }
    // When the later ones fall nobody knows yet.
    if item.repeatsFromCompletion { return words + ", first " + moment(anchor) }
    var dates: [String] = []
    var whole = set
    whole.exceptions = item.exceptionTimes.map { time in
      time.isAllDay || anchor.isAllDay ? .wholeDay(time.wall.date) : .dateTime(time.wall)
    }
    var iterator = whole.occurrences().makeIterator()
    while dates.count <= count, let next = iterator.next() {
      dates.append(moment(anchor.with(wall: next.start)))
    }
    let more = dates.count > count
    return words + ": " + dates.prefix(count).joined(separator: ", ") + (more ? " …" : "")
  }

  /// How far an edit of a series reached.
  public func reach(_ outcome: EditOutcome) -> String {
    let endless =
      outcome.previous == nil && outcome.remaining == 0 ? "every occurrence" : "all later occurrences"
    let reached = outcome.reached.map { "\($0) occurrence\($0 == 1 ? "" : "s")" } ?? endless
    switch outcome.remaining {
    case 0: return reached
    case nil: return reached + "; the others stay"
    case .some(let rest): return reached + "; \(rest) \(rest == 1 ? "stays" : "stay")"
    }
  }
}

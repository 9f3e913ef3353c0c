/// Sentences about items, for reports of changes and for forms; in English, as the language is.
///
/// Titles stand as stored: the caller makes a sentence safe for a terminal.
public struct ItemSentences {
  private let zone: Zone

  /// Creates sentences for a viewer in a zone.
  public init(zone: Zone) { self.zone = zone }

  /// `Dentist: Tue 24 Nov 2026 09:30–10:15`.
  public func item(_ item: Item) -> String {
    let title = item.title ?? "(untitled)"
    return time(item).map { title + ": " + $0 } ?? title
  }

  /// `Tue 24 Nov 2026 09:30–10:15`, `due Fri 20 Nov 2026`; nil without a time.
  ///
  /// Times on another clock are followed by their time there: `16:00–16:45 (10:00–10:45 New York)`.
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
    let instants = (start.instant(in: zone), end.instant(in: zone))
    // An event without length has one time.
    if instants.0 == instants.1 { return moment(start) }
    let until =
      (first.date != last.date ? day(last.date) + " " : "") + clock(last)
      + DateText.offset(from: instants.0, to: instants.1, in: zone)
    return "\(day(first.date)) \(clock(first))–\(until)\(ownClock(start, item.end ?? start, end))"
  }

  /// A day, with the clock time of a timed item; `withOwnClock` adds the time on the clock that it
  /// follows, if that is another.
  public func moment(_ time: EventTime, withOwnClock: Bool = true) -> String {
    moment(time, withOwnClock: withOwnClock, withSeconds: false)
  }

  private func moment(_ time: EventTime, withOwnClock: Bool, withSeconds: Bool) -> String {
    let wall = shown(time)
    if time.isAllDay { return day(wall.date) }
    let instant = time.instant(in: zone)
    let isSecond = time.zone != nil && zone.instant(of: wall) != instant
    let shownClock = withSeconds ? String(ExtendedFormat.text(wall).suffix(8)) : clock(wall)
    let text = day(wall.date) + " " + shownClock + (isSecond ? " \(zone.offset(at: instant))" : "")
    return withOwnClock ? text + ownClock(time, time, nil) : text
  }

  /// ` (10:00–10:45 New York)`: the times on the clocks that they follow; empty if these
  /// show the same as the viewer's.
  ///
  /// `named` is a time in the zone of the end, which may be another than the start's.
  private func ownClock(_ start: EventTime, _ named: EventTime, _ end: EventTime?) -> String {
    guard let first = start.zone, let last = named.zone else { return "" }
    let begin = start.instant(in: zone)
    let finish = end?.instant(in: zone) ?? begin
    let walls = (first.civil(at: begin), last.civil(at: finish))
    if walls.0 == zone.civil(at: begin), walls.1 == zone.civil(at: finish) { return "" }
    func text(_ wall: CivilDateTime, after day: CivilDate) -> String {
      (wall.date == day ? "" : DateText.weekday(wall.date.weekday) + " ") + clock(wall)
    }
    let cities = (DateText.city(first), DateText.city(last))
    // A day is written if it is not the viewer's, or not the start's.
    let from = text(walls.0, after: zone.civil(at: begin).date)
    guard end != nil else { return " (\(from) \(cities.0))" }
    let until =
      text(walls.1, after: walls.0.date)
      + (first == last ? DateText.offset(from: begin, to: finish, in: last) : "")
    return " (\(from)\(cities.0 == cities.1 ? "" : " " + cities.0)–\(until) \(cities.1))"
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

  /// `every weekday until 31 Dec 2026: Thu 19 Nov, Fri 20 Nov, Mon 23 Nov …`; nil
  /// for an item that does not repeat.
  ///
  /// Clock times have seconds if some of the dates differ in nothing else.
  public func repetition(_ item: Item, showing count: Int = 5) -> String? {
    guard let set = item.recurrence, let anchor = item.anchor, let words = phrase(item) else { return nil }
    // Later dates depend on completions that are still to come.
    if item.repeatsFromCompletion { return words + ", first " + moment(anchor, withOwnClock: false) }
    var times: [EventTime] = []
    var whole = set
    whole.exceptions = item.exceptionTimes.map { time in
      time.isAllDay || anchor.isAllDay ? .wholeDay(time.wall.date) : .dateTime(time.wall)
    }
    var iterator = whole.occurrences().makeIterator()
    while times.count <= count, let next = iterator.next() { times.append(anchor.with(wall: next.start)) }
    var dates = times.prefix(count).map { moment($0, withOwnClock: false) }
    if Set(dates).count < dates.count {
      dates = times.prefix(count).map { moment($0, withOwnClock: false, withSeconds: true) }
    }
    return words + ": " + dates.joined(separator: ", ") + (times.count > count ? " …" : "")
  }

  /// How far an edit of a series reached, in words.
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

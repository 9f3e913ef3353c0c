import CivilTime
import Model
import TestSupport

/// A series as a plain list of its occurrences: what edits of the real one are compared with.
struct NaiveSeries {
  struct Occurrence {
    /// Where the series has it, on the series' clock.
    var slot: Int
    /// Where it is.
    var start: Int
    var length: Int
    var title: String
  }

  /// The number of its item.
  var item: Int
  /// Nil for floating times and whole days.
  var zone: Zone?
  var isAllDay: Bool
  var title: String
  var length: Int
  var occurrences: [Occurrence]
  /// Whether it may be moved to other days.
  var canChangeDays: Bool

  /// The seconds from 1970 that a time is, as somebody in UTC sees it.
  func instant(_ wall: Int) -> Int {
    guard let zone else { return wall }
    return zone.instant(of: CivilDateTime(clamping: wall)).seconds
  }

  func key(_ occurrence: Occurrence) -> OccurrenceKey {
    OccurrenceKey(wallSeconds: occurrence.slot, isDate: isAllDay)
  }

  func time(_ wall: Int) -> EventTime {
    let wall = CivilDateTime(clamping: wall)
    if isAllDay { return .date(wall.date) }
    return zone.map { .zoned(wall, $0) } ?? .floating(wall)
  }

  /// The rows it gives in a window, as text.
  func rows(from: Int, to: Int) -> [String] {
    occurrences.compactMap { occurrence in
      let start = instant(occurrence.start)
      let end = start + occurrence.length
      guard start < to, end > from || start == end && start >= from else { return nil }
      return "\(start) \(end) \(occurrence.title)"
    }
  }

  // MARK: Edits

  mutating func edit(_ indices: Range<Int>, at edited: Int, _ change: NaiveChange) {
    switch change {
    case .title(let new):
      for index in indices where index == edited || occurrences[index].title == title {
        occurrences[index].title = new
      }
      title = new
    case .length(let new):
      for index in indices where index == edited || occurrences[index].length == length {
        occurrences[index].length = new
      }
      length = new
    case .move(let by):
      for index in indices {
        let isMoved = occurrences[index].start != occurrences[index].slot
        occurrences[index].slot += by
        if index == edited || !isMoved { occurrences[index].start += by }
      }
    }
  }

  mutating func editOne(_ index: Int, _ change: NaiveChange) {
    switch change {
    case .title(let new): occurrences[index].title = new
    case .length(let new): occurrences[index].length = new
    case .move(let by): occurrences[index].start += by
    }
  }

  /// The later part, cut off.
  mutating func split(at index: Int) -> NaiveSeries {
    var tail = self
    tail.occurrences.removeFirst(index)
    occurrences.removeLast(occurrences.count - index)
    return tail
  }
}

/// An edit of a naive series.
enum NaiveChange {
  case title(String)
  case length(Int)
  case move(Int)
}

/// Series of random shapes, expanded day by day without the recurrence engine.
struct NaiveGenerator {
  var random: SplitMix64
  let zones: [Zone?]
  /// Endless series are listed up to this day.
  static let horizon = 20_980

  /// The lines of a component and its occurrences.
  mutating func next(_ number: Int) -> (lines: [String], series: NaiveSeries) {
    let isAllDay = random.below(5) == 0
    let zone = isAllDay ? nil : zones[random.below(zones.count)]
    let firstDay = 20_454 + random.below(150)
    // Some times lie in the hour that clocks skip or repeat.
    let time =
      isAllDay
      ? 0 : [7_200 + 1_800, 32_400, 3_600 * random.below(24), 900 * random.below(96)][random.below(4)]
    let length = isAllDay ? 86_400 : 900 * (1 + random.below(6))
    let interval = 1 + random.below(3)
    var rule = ""
    var days: [Int] = []
    var canChangeDays = true
    let count = random.below(2) == 0 ? 2 + random.below(30) : nil
    func isDone() -> Bool { count.map { days.count >= $0 } ?? false }
    switch random.below(4) {
    case 0:
      rule = "FREQ=DAILY;INTERVAL=\(interval)"
      var day = firstDay
      while day < Self.horizon, !isDone() {
        days.append(day)
        day += interval
      }
    case 1:
      var weekdays: Set<Int> = [(firstDay + 3) % 7]
      for _ in 0..<random.below(3) { weekdays.insert(random.below(7)) }
      let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
      rule =
        "FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=" + weekdays.sorted().map { names[$0] }.joined(separator: ",")
      let monday = firstDay - (firstDay + 3) % 7
      for day in firstDay..<Self.horizon where !isDone() {
        if (day - monday) / 7 % interval == 0, weekdays.contains((day + 3) % 7) { days.append(day) }
      }
    case 2:
      rule = "FREQ=WEEKLY;INTERVAL=\(interval)"
      var day = firstDay
      while day < Self.horizon, !isDone() {
        days.append(day)
        day += 7 * interval
      }
    default:
      canChangeDays = false
      rule = "FREQ=MONTHLY;INTERVAL=\(interval)"
      let start = CivilDate(dayNumber: firstDay)
      for day in firstDay..<Self.horizon where !isDone() {
        guard let date = CivilDate(dayNumber: day), let start, date.day == start.day else { continue }
        if (date.year * 12 + date.month - start.year * 12 - start.month) % interval == 0 { days.append(day) }
      }
    }
    if let count { rule += ";COUNT=\(count)" }
    let starts = days.map { $0 * 86_400 + time }
    let title = "series \(number)"
    let series = NaiveSeries(
      item: 0, zone: zone, isAllDay: isAllDay, title: title, length: length,
      occurrences: starts.map { NaiveSeries.Occurrence(slot: $0, start: $0, length: length, title: title) },
      canChangeDays: canChangeDays)
    let wall = CivilDateTime(clamping: starts[0])
    var lines = ["UID:u\(number)", "SUMMARY:\(title)"]
    if isAllDay {
      lines.append("DTSTART;VALUE=DATE:\(BasicFormat.text(wall.date))")
    } else {
      let parameter = zone.map { ";TZID=\($0.identifier)" } ?? ""
      let end =
        zone.map { zone in zone.civil(at: zone.instant(of: wall).adding(seconds: length)) } ?? wall.adding(
          seconds: length) ?? wall
      lines.append("DTSTART\(parameter):\(BasicFormat.text(wall))")
      // Either way of saying the length.
      lines.append(number % 2 == 0 ? "DTEND\(parameter):\(BasicFormat.text(end))" : "DURATION:PT\(length)S")
    }
    lines.append("RRULE:\(rule)")
    return (lines, series)
  }
}

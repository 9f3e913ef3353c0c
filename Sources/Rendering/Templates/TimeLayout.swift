import Changes

/// Writes dates and lengths by the patterns of templates, in one zone.
///
/// It keeps the zone's offset of the last moment: neighboring rows nearly always share it.
struct TimeLayout {
  private let zone: Zone
  private var segment: ZoneSegment

  init(_ zone: Zone) {
    self.zone = zone
    segment = zone.segment(at: Instant(seconds: 0))
  }

  /// A moment or a day by a pattern; nil for values that are neither.
  mutating func text(_ value: Value, _ pattern: TimePattern?) -> String? {
    switch value {
    case .instant(let instant, _):
      let civil = civil(instant)
      guard let pattern else { return Self.usual(civil) }
      return write(pattern.pieces, civil, instant)
    case .floating(let civil):
      guard let pattern else { return Self.usual(civil) }
      return write(pattern.pieces, civil, nil)
    case .date(let date):
      guard let pattern else { return date.description }
      return write(pattern.piecesOfDays, CivilDateTime(date, .midnight), nil)
    case .duration(let length): return pattern.map { Self.length(length, $0) } ?? ValueText.length(length)
    case .null, .text, .integer, .real, .boolean, .clock, .weekday, .week, .month, .priority, .list:
      return nil
    }
  }

  private mutating func civil(_ instant: Instant) -> CivilDateTime {
    if instant < segment.start || instant >= segment.end { segment = zone.segment(at: instant) }
    return CivilDateTime(clamping: instant.seconds.addingClamped(segment.offset.seconds))
  }

  /// `2026-11-18 09:15`.
  private static func usual(_ civil: CivilDateTime) -> String {
    civil.date.description + " " + civil.time.description
  }

  // MARK: Dates

  /// Writes a time on a clock; `instant` is nil for days and floating times, which have no offset.
  private func write(_ pieces: [TimePattern.Piece], _ civil: CivilDateTime, _ instant: Instant?) -> String {
    var text = ""
    let date = civil.date
    let (year, month, day) = date.parts
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .letter(let letter):
        switch letter {
        case .year: Self.add(year, digits: 4, to: &text)
        case .shortYear: Self.add(year % 100, to: &text)
        case .month: Self.add(month, to: &text)
        case .shortMonthName: text += DateText.months[month - 1]
        case .monthName: text += Self.monthNames[month - 1]
        case .day: Self.add(day, to: &text)
        case .plainDay: text += day < 10 ? " \(day)" : String(day)
        case .dayOfYear: Self.add(date.dayOfYear, digits: 3, to: &text)
        case .shortWeekdayName: text += DateText.weekday(date.weekday)
        case .weekdayName: text += date.weekday.name
        case .weekday: text += String(date.weekday.rawValue)
        case .week: Self.add(date.isoWeek.week, to: &text)
        case .weekYear: Self.add(date.isoWeek.year, digits: 4, to: &text)
        case .hour: Self.add(civil.time.hour, to: &text)
        case .hourOfTwelve: Self.add((civil.time.hour + 11) % 12 + 1, to: &text)
        case .minute: Self.add(civil.time.minute, to: &text)
        case .second: Self.add(civil.time.second, to: &text)
        case .half: text += civil.time.hour < 12 ? "AM" : "PM"
        case .zoneName: text += instant == nil ? "" : segment.abbreviation
        case .offset: text += instant == nil ? "" : Self.basic(segment.offset)
        case .unixSeconds:
          text += String((instant ?? zone.instant(of: civil, .start)).seconds)
        }
      }
    }
    return text
  }

  private static let monthNames = CalendarWords.months.map { $0.prefix(1).uppercased() + $0.dropFirst() }

  /// `+0100`.
  private static func basic(_ offset: UTCOffset) -> String {
    var text = offset.seconds < 0 ? "-" : "+"
    let minutes = abs(offset.seconds) / 60
    add(minutes / 60, to: &text)
    add(minutes % 60, to: &text)
    return text
  }

  private static func add(_ number: Int, digits: Int = 2, to text: inout String) {
    let written = String(number)
    for _ in 0..<max(0, digits - written.utf8.count) { text += "0" }
    text += written
  }

  // MARK: Lengths

  /// Each letter counts what the greater ones in the pattern leave; all but the greatest have two digits.
  private static func length(_ length: CalendarDuration, _ pattern: TimePattern) -> String {
    let seconds = length.nominalSeconds
    let units = Set(pattern.letters.compactMap(\.unit)).filter { $0 > 0 }.sorted(by: >)
    var rest = abs(seconds)
    var counts: [Int: Int] = [:]
    for unit in units {
      counts[unit] = rest / unit
      rest %= unit
    }
    var text = seconds < 0 ? "-" : ""
    for piece in pattern.pieces {
      switch piece {
      case .text(let plain): text += plain
      case .letter(let letter):
        guard let unit = letter.unit else { continue }
        if unit == 0 {
          text += String(abs(seconds))
        } else {
          add(counts[unit] ?? 0, digits: unit == units.first ? 1 : 2, to: &text)
        }
      }
    }
    return text
  }
}

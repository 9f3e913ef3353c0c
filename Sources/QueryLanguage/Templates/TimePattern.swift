/// The letters behind `%` in a template, as `strftime` (POSIX) and ISO 8601 have them.
package enum TimeLetter: Character, CaseIterable, Sendable {
  case year = "Y"
  case shortYear = "y"
  case month = "m"
  case shortMonthName = "b"
  case monthName = "B"
  case day = "d"
  case plainDay = "e"
  case dayOfYear = "j"
  case shortWeekdayName = "a"
  case weekdayName = "A"
  case weekday = "u"
  case week = "V"
  case weekYear = "G"
  case hour = "H"
  case hourOfTwelve = "I"
  case minute = "M"
  case second = "S"
  case half = "p"
  case zoneName = "Z"
  case offset = "z"
  case unixSeconds = "s"

  /// A few words of help.
  package var help: String {
    switch self {
    case .year: "the year"
    case .shortYear: "its last two digits"
    case .month: "the month, 01 to 12"
    case .shortMonthName: "Jan"
    case .monthName: "January"
    case .day: "the day of the month, 01 to 31"
    case .plainDay: "the same with a blank for the 0"
    case .dayOfYear: "the day of the year, 001 to 366"
    case .shortWeekdayName: "Mon"
    case .weekdayName: "Monday"
    case .weekday: "the weekday, 1 for Monday to 7"
    case .week: "the ISO week, 01 to 53"
    case .weekYear: "the year of the ISO week"
    case .hour: "the hour, 00 to 23"
    case .hourOfTwelve: "the hour, 01 to 12"
    case .minute: "the minute, 00 to 59"
    case .second: "the second, 00 to 59"
    case .half: "AM or PM"
    case .zoneName: "the short name of the zone's time, CET"
    case .offset: "the distance from UTC, +0100"
    case .unixSeconds: "the seconds since 1970 in UTC"
    }
  }

  /// Whether it is about a time of day, which whole days have not.
  package var isOfClock: Bool {
    switch self {
    case .hour, .hourOfTwelve, .minute, .second, .half, .zoneName, .offset: true
    default: false
    }
  }

  /// The length of time that it counts in a length; nil for letters that only dates have.
  ///
  /// In seconds; 0 stands for all seconds of the length.
  package var unit: Int? {
    switch self {
    case .day: 86_400
    case .hour: 3_600
    case .minute: 60
    case .second: 1
    case .unixSeconds: 0
    default: nil
    }
  }
}

/// How a date or a length is written: text with letters behind `%`, such as `%d.%m. %H:%M`.
package struct TimePattern: Hashable, Sendable {
  /// A piece of the pattern.
  package enum Piece: Hashable, Sendable {
    case text(String)
    case letter(TimeLetter)
  }

  /// The pieces in order.
  package let pieces: [Piece]
  /// The pieces for whole days: without the letters of the clock, and without the text beside these.
  package let piecesOfDays: [Piece]

  init(_ pieces: [Piece]) {
    self.pieces = pieces
    piecesOfDays = Self.withoutClock(pieces)
  }

  /// Text beside a letter of the clock belongs to it, except for the text that parts two letters of the day.
  private static func withoutClock(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    // The text behind the last letter; it waits for the letter that follows.
    var waiting: Piece?
    var isBehindClock = false
    for piece in pieces {
      switch piece {
      case .text:
        if !isBehindClock || waiting == nil && !result.isEmpty { waiting = piece }
      case .letter(let letter) where letter.isOfClock:
        if result.isEmpty { waiting = nil }
        isBehindClock = true
      case .letter:
        if let waiting { result.append(waiting) }
        result.append(piece)
        (waiting, isBehindClock) = (nil, false)
      }
    }
    if !isBehindClock, let waiting { result.append(waiting) }
    return result
  }

  /// The letters of the pattern.
  package var letters: [TimeLetter] {
    pieces.compactMap { if case .letter(let letter) = $0 { letter } else { nil } }
  }
}

/// A POSIX `TZ` rule: standard time and, in most zones that change, daylight time with its yearly turns.
///
/// This is the footer of a TZif file (RFC 9636, 3.3) with its extension: turns may lie
/// up to 167 hours from midnight.
struct POSIXRule: Hashable, Sendable {
  /// The day of a year on which a turn falls.
  enum Day: Hashable, Sendable {
    /// `Jn`: day 1…365, never counting 29 February.
    case julian(Int)
    /// `n`: day 0…365, counting 29 February.
    case zeroBased(Int)
    /// `Mm.w.d`: the w-th (5 = last) weekday d (0 = Sunday) of month m.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// A turn: a day and the seconds from its local midnight.
  struct Turn: Hashable, Sendable {
    var day: Day
    var seconds: Int

    /// The turn's wall time in a year, in seconds since 1970 on the clock in force before it.
    func wallSeconds(inYear year: Int) -> Int {
      let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
      let number: Int
      switch day {
      case .julian(let day):
        number = first + day - 1 + (day >= 60 && CivilDate.isLeap(year) ? 1 : 0)
      case .zeroBased(let day): number = first + day
      case .weekday(let month, let week, let weekday):
        let monthStart = CivilDate.dayNumber(year: year, month: month, day: 1)
        // Day 0 (1970-01-01) was a Thursday: weekday 4 when Sunday is 0.
        let offset = floorMod(weekday - floorMod(monthStart + 4, 7), 7)
        var day = offset + (week - 1) * 7
        if day >= CivilDate.daysInMonth(month, year: year) { day -= 7 }
        number = monthStart + day
      }
      return number * 86_400 + seconds
    }
  }

  var standard: LocalTimeType
  var daylight: LocalTimeType?
  var daylightStart: Turn
  var daylightEnd: Turn

  func type(at seconds: Int) -> LocalTimeType { segment(at: seconds).type }

  /// The kind of time in force at a moment, and the moments between which it holds.
  func segment(at seconds: Int) -> (type: LocalTimeType, start: Int, end: Int) {
    guard let daylight else { return (standard, Int.min, Int.max) }
    let year = Self.year(of: seconds.addingClamped(standard.offset.seconds))
    var previous = (type: standard, at: Int.min)
    for candidate in (year - 1)...(year + 1) {
      let toDaylight = daylightStart.wallSeconds(inYear: candidate) - standard.offset.seconds
      let toStandard = daylightEnd.wallSeconds(inYear: candidate) - daylight.offset.seconds
      let northern = toDaylight < toStandard
      let first = min(toDaylight, toStandard)
      let second = max(toDaylight, toStandard)
      if seconds < first { return (previous.type, previous.at, first) }
      previous = (northern ? daylight : standard, first)
      if seconds < second { return (previous.type, previous.at, second) }
      previous = (northern ? standard : daylight, second)
    }
    return (previous.type, previous.at, Int.max)
  }

  private static func year(of wallSeconds: Int) -> Int {
    let day = floorDiv(Swift.min(Swift.max(wallSeconds, -62_135_596_800), 253_402_300_799), 86_400)
    return CivilDate.parts(ofDayNumber: day).year
  }
}

extension POSIXRule {
  /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`; nil for other text.
  init?(parsing bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let name = reader.name(), let west = reader.offset(hours: Self.farthest) else { return nil }
    standard = LocalTimeType(
      offset: UTCOffset(seconds: -west), isDaylight: false, abbreviation: name)
    daylight = nil
    // A rule without turns follows those of the United States (POSIX leaves it open, all systems do this).
    daylightStart = Turn(day: .weekday(month: 3, week: 2, weekday: 0), seconds: 7200)
    daylightEnd = Turn(day: .weekday(month: 11, week: 1, weekday: 0), seconds: 7200)
    if reader.isAtEnd { return }
    guard let daylightName = reader.name() else { return nil }
    var eastSeconds = -west + 3600
    if !reader.isAtEnd, reader.peek != UInt8(ascii: ",") {
      guard let value = reader.offset(hours: Self.farthest) else { return nil }
      eastSeconds = -value
    }
    daylight = LocalTimeType(
      offset: UTCOffset(seconds: eastSeconds), isDaylight: true, abbreviation: daylightName)
    if reader.isAtEnd { return }
    guard reader.eat(","), let start = reader.turn(), reader.eat(","), let end = reader.turn(),
      reader.isAtEnd
    else { return nil }
    daylightStart = start
    daylightEnd = end
  }

  /// The most hours that a clock may be from UTC (POSIX, 8.3).
  private static let farthest = 24
  /// The most hours that a turn may lie from its midnight (RFC 9636, 3.3.1).
  private static let farthestTurn = 167

  private struct Reader {
    var bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index >= bytes.count }
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func eat(_ character: Character) -> Bool {
      guard let byte = peek, byte == character.asciiValue else { return false }
      index += 1
      return true
    }

    mutating func name() -> String? {
      var end = index
      if eat("<") {
        let start = index
        while let byte = peek, Self.isOfName(byte) { index += 1 }
        end = index
        guard eat(">"), end > start else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      let start = index
      while let byte = peek, byte | 32 >= UInt8(ascii: "a"), byte | 32 <= UInt8(ascii: "z") { index += 1 }
      return index - start >= 3 ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// Whether a byte is a letter, digit or sign; names in angle brackets consist of these.
    private static func isOfName(_ byte: UInt8) -> Bool {
      byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z") || byte >= 48 && byte <= 57
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    mutating func number() -> Int? {
      let start = index
      var value = 0
      while let byte = peek, byte >= 48, byte <= 57, index - start < 4 {
        value = value * 10 + Int(byte - 48)
        index += 1
      }
      return index > start ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds; nil above `most` hours.
    mutating func offset(hours most: Int) -> Int? {
      let sign = eat("-") ? -1 : 1
      if sign == 1 { _ = eat("+") }
      guard let hours = number(), hours <= most else { return nil }
      var seconds = hours * 3600
      if eat(":") {
        guard let minutes = number(), minutes < 60 else { return nil }
        seconds += minutes * 60
        if eat(":") {
          guard let rest = number(), rest < 60 else { return nil }
          seconds += rest
        }
      }
      return abs(seconds) <= most * 3600 ? sign * seconds : nil
    }

    mutating func turn() -> Turn? {
      let day: Day
      if eat("J") {
        guard let value = number(), value >= 1, value <= 365 else { return nil }
        day = .julian(value)
      } else if eat("M") {
        guard let month = number(), month >= 1, month <= 12, eat("."), let week = number(), week >= 1,
          week <= 5, eat("."), let weekday = number(), weekday <= 6
        else { return nil }
        day = .weekday(month: month, week: week, weekday: weekday)
      } else {
        guard let value = number(), value <= 365 else { return nil }
        day = .zeroBased(value)
      }
      guard eat("/") else { return Turn(day: day, seconds: 7200) }
      return offset(hours: POSIXRule.farthestTurn).map { Turn(day: day, seconds: $0) }
    }
  }
}

extension POSIXRule {
  /// A name for a zone that only its rule identifies: the rule in one canonical notation.
  ///
  /// The name consists of characters that a TZID may have (RFC 5545, 3.8.3.1): `_` and `~` stand for comma
  /// and colon. No other zone has a name in angle brackets, so a file's own `Zone1` is not taken for a rule.
  var name: String {
    var text = Self.text(standard)
    if let daylight { text += Self.text(daylight) + "," + daylightStart.text + "," + daylightEnd.text }
    return String(text.map { Self.stand[$0] ?? $0 })
  }

  /// Reads a name that `name` has written, or a rule that can be nothing else: one in angle brackets or with
  /// turns.
  init?(name: String) {
    guard name.hasPrefix("<") || name.contains(",") else { return nil }
    let names = Dictionary(uniqueKeysWithValues: Self.stand.map { ($1, $0) })
    self.init(parsing: Array(String(name.map { names[$0] ?? $0 }).utf8))
  }

  private static let stand: [Character: Character] = [",": "_", ":": "~"]

  private static func text(_ type: LocalTimeType) -> String {
    "<" + type.abbreviation + ">" + text(seconds: -type.offset.seconds)
  }

  fileprivate static func text(seconds: Int) -> String {
    let (hours, rest) = abs(seconds).quotientAndRemainder(dividingBy: 3600)
    func two(_ number: Int) -> String { number < 10 ? ":0\(number)" : ":\(number)" }
    var text = (seconds < 0 ? "-" : "") + String(hours)
    if rest != 0 { text += two(rest / 60) }
    if rest % 60 != 0 { text += two(rest % 60) }
    return text
  }
}

extension POSIXRule.Turn {
  fileprivate var text: String {
    let day =
      switch day {
      case .julian(let day): "J\(day)"
      case .zeroBased(let day): String(day)
      case .weekday(let month, let week, let weekday): "M\(month).\(week).\(weekday)"
      }
    return seconds == 7200 ? day : day + "/" + POSIXRule.text(seconds: seconds)
  }
}

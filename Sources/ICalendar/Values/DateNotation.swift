import Recurrence

/// Reads the notations of dates and times that calendar files use.
enum DateNotation {
  /// A value with the features of its notation.
  struct Reading {
    enum Zone {
      case none
      case utc
    }
    var date: CivilDate
    /// Nil for a date alone.
    var time: CivilDateTime?
    var zone = Zone.none
    /// Whether the notation is so far from RFC 5545's that the caller must report it.
    var isOdd = false
  }

  /// A date or date with time; nil for other text and for days and times that do not exist.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    strict(bytes) ?? lenient(ASCII.trimmed(bytes))
  }

  /// `20261118`, `20261118T091500`, `20261118T091500Z`.
  private static func strict(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    let count = bytes.count
    guard count == 8 || count == 15 || count == 16, let day = digits(bytes, 0, 8),
      let date = CivilDate(year: day / 10_000, month: day / 100 % 100, day: day % 100)
    else { return nil }
    if count == 8 { return Reading(date: date, time: nil) }
    guard bytes[8] == UInt8(ascii: "T"), let clock = digits(bytes, 9, 6),
      count == 15 || bytes[15] == UInt8(ascii: "Z"), clock % 100 <= 60,
      let time = TimeOfDay(
        hour: clock / 10_000, minute: clock / 100 % 100, second: min(clock % 100, 59))
    else { return nil }
    return Reading(date: date, time: CivilDateTime(date, time), zone: count == 16 ? .utc : .none)
  }

  private static func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      let digit = bytes[index] &- 48
      if digit > 9 { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Further notations of real files: `20261118t0915`, blanks around the value, and the odd forms
  /// `2026-11-18T09:15:00Z`, fractions of a second, offsets from UTC and `T240000`.
  private static func lenient(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    if let plain = strict(bytes) { return plain }
    var scanner = DigitScanner(bytes)
    guard let year = scanner.digits(4), let month = scanner.skipping(45, thenDigits: 2),
      let day = scanner.skipping(45, thenDigits: 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd { return Reading(date: date, time: nil, isOdd: true) }
    let mark = scanner.next()
    guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") || mark == ASCII.space,
      let hour = scanner.digits(2), let minute = scanner.skipping(ASCII.colon, thenDigits: 2)
    else { return nil }
    var second = 0
    if scanner.peek == ASCII.colon || scanner.peek.map(ASCII.isDigit) == true {
      guard let written = scanner.skipping(ASCII.colon, thenDigits: 2), written <= 60 else { return nil }
      second = min(written, 59)
    }
    var isOdd = scanner.skippedSeparator || mark == ASCII.space || hour == 24
    if scanner.peek == UInt8(ascii: ".") || scanner.peek == ASCII.comma {
      isOdd = true
      _ = scanner.next()
      while scanner.peek.map(ASCII.isDigit) == true { _ = scanner.next() }
    }
    guard let time = wall(date, hour, minute, second) else { return nil }
    return zoned(time, &scanner, isOdd: isOdd)
  }

  /// A time on a day; 24:00 is the midnight at the day's end.
  private static func wall(_ date: CivilDate, _ hour: Int, _ minute: Int, _ second: Int) -> CivilDateTime? {
    if hour == 24, minute == 0, second == 0 {
      return date.adding(days: 1).map { CivilDateTime($0, .midnight) }
    }
    return TimeOfDay(hour: hour, minute: minute, second: second).map { CivilDateTime(date, $0) }
  }

  /// The rest of a time after its seconds: nothing, Z, or an offset such as `+0100`.
  private static func zoned(_ time: CivilDateTime, _ scanner: inout DigitScanner, isOdd: Bool) -> Reading? {
    if scanner.isAtEnd { return Reading(date: time.date, time: time, isOdd: isOdd) }
    let mark = scanner.next()
    if mark == UInt8(ascii: "Z") || mark == UInt8(ascii: "z") {
      return scanner.isAtEnd ? Reading(date: time.date, time: time, zone: .utc, isOdd: isOdd) : nil
    }
    guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"), let hours = scanner.digits(2),
      let minutes = scanner.skipping(ASCII.colon, thenDigits: 2), scanner.isAtEnd, hours < 24, minutes < 60
    else { return nil }
    let offset = (hours * 60 + minutes) * 60
    guard let utc = time.adding(seconds: mark == UInt8(ascii: "+") ? -offset : offset) else { return nil }
    return Reading(date: utc.date, time: utc, zone: .utc, isOdd: true)
  }
}

/// Takes runs of digits from bytes.
struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  /// Whether a separator was skipped.
  private(set) var skippedSeparator = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }
  var peek: UInt8? { isAtEnd ? nil : bytes[index] }

  mutating func next() -> UInt8? {
    guard index < bytes.count else { return nil }
    index += 1
    return bytes[index - 1]
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var value = 0
    for position in index..<index + count {
      guard ASCII.isDigit(bytes[position]) else { return nil }
      value = value * 10 + Int(bytes[position] - 48)
    }
    index += count
    return value
  }

  /// Digits after an optional separator.
  mutating func skipping(_ separator: UInt8, thenDigits count: Int) -> Int? {
    if peek == separator {
      index += 1
      skippedSeparator = true
    }
    return digits(count)
  }
}

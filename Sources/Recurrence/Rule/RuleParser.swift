/// Reads the text of a rule: strict about its meaning, lenient about its notation.
enum RuleParser {
  static func rule(_ text: some Collection<UInt8>) throws(RecurrenceRuleError) -> RecurrenceRule {
    var bytes = text.map { $0 >= 97 && $0 <= 122 ? $0 - 32 : $0 }[...]
    trim(&bytes)
    for prefix in ["RRULE:", "EXRULE:"] where bytes.starts(with: prefix.utf8) {
      bytes = bytes.dropFirst(prefix.utf8.count)
    }
    var draft = RuleDraft()
    var frequency: Frequency?
    var seen: Set<String> = []
    for var part in bytes.split(separator: UInt8(ascii: ";")) {
      trim(&part)
      if part.isEmpty { continue }
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        draft.warnings.append(.malformedPart(string(part)))
        continue
      }
      var key = part[..<equals]
      var value = part[(equals + 1)...]
      trim(&key)
      trim(&value)
      let name = string(key)
      if !seen.insert(name).inserted { draft.warnings.append(.duplicatePart(name)) }
      if name == "FREQ" {
        guard let found = Frequency.allCases.first(where: { value.elementsEqual($0.text.utf8) }) else {
          throw .unknownFrequency(string(value))
        }
        frequency = found
      } else {
        try read(name, value, into: &draft)
      }
    }
    guard let frequency else { throw .missingFrequency }
    return RecurrenceRule(frequency, draft)
  }

  private static func read(
    _ name: String, _ value: ArraySlice<UInt8>, into draft: inout RuleDraft
  ) throws(RecurrenceRuleError) {
    switch name {
    case "INTERVAL":
      draft.interval = try positive(name, value)
    case "COUNT":
      draft.count = try positive(name, value)
    case "UNTIL":
      draft.until = try until(value, &draft)
    case "WKST":
      guard let weekday = Weekday(recurrenceText: value) else { throw .invalidWeekday(string(value)) }
      draft.weekStart = weekday
    case "BYDAY":
      draft.byDay = try weekdays(value, &draft)
    case "RSCALE":
      guard value.elementsEqual("GREGORIAN".utf8) else {
        throw .unsupportedCalendarScale(string(value))
      }
      draft.unknownParts.append(.init(name: name, value: string(value)))
    case "SKIP":
      guard value.elementsEqual("OMIT".utf8) else { throw .unsupportedSkip(string(value)) }
      draft.unknownParts.append(.init(name: name, value: string(value)))
    default:
      if let part = RulePart.allCases.first(where: { $0.name == name }) {
        draft.lists[part] = try numbers(part, value, &draft)
      } else {
        draft.unknownParts.append(.init(name: name, value: string(value)))
        draft.warnings.append(.unknownPart(name))
      }
    }
  }

  /// A list of numbers.
  ///
  /// Values out of range match nothing, so they are dropped unless no other value is left.
  private static func numbers(
    _ part: RulePart, _ value: ArraySlice<UInt8>, _ draft: inout RuleDraft
  ) throws(RecurrenceRuleError) -> [Int] {
    var result: [Int] = []
    for var item in value.split(separator: UInt8(ascii: ",")) {
      trim(&item)
      if item.isEmpty { continue }
      guard let number = number(item) else { throw .invalidNumber(part.name, string(item)) }
      if part.allows(number) {
        result.append(number)
      } else {
        draft.warnings.append(.valueOutOfRange(part, number))
      }
    }
    if result.isEmpty { throw .noUsableValue(part) }
    return result
  }

  private static func weekdays(
    _ value: ArraySlice<UInt8>, _ draft: inout RuleDraft
  ) throws(RecurrenceRuleError) -> [WeekdayNumber] {
    var result: [WeekdayNumber] = []
    for var item in value.split(separator: UInt8(ascii: ",")) {
      trim(&item)
      if item.isEmpty { continue }
      guard item.count >= 2, let weekday = Weekday(recurrenceText: item.suffix(2)) else {
        throw .invalidWeekday(string(item))
      }
      var prefix = item.dropLast(2)
      trim(&prefix)
      if prefix.isEmpty {
        result.append(WeekdayNumber(weekday))
        continue
      }
      guard let ordinal = number(prefix) else { throw .invalidWeekday(string(item)) }
      if RulePart.byDay.allows(ordinal) {
        result.append(WeekdayNumber(weekday, ordinal: ordinal))
      } else {
        draft.warnings.append(.valueOutOfRange(.byDay, ordinal))
      }
    }
    if result.isEmpty { throw .noUsableValue(.byDay) }
    return result
  }

  private static func until(
    _ value: ArraySlice<UInt8>, _ draft: inout RuleDraft
  ) throws(RecurrenceRuleError) -> RecurrenceUntil {
    if let date = BasicFormat.date(value) { return .date(date) }
    if let found = BasicFormat.dateTime(value) {
      return found.isUTC
        ? .utc(Instant(seconds: found.value.wallSeconds)) : .floating(found.value)
    }
    draft.warnings.append(.unusualUntil(string(value)))
    if let date = ExtendedFormat.date(value) { return .date(date) }
    if value.last == UInt8(ascii: "Z"), let found = ExtendedFormat.dateTime(value.dropLast()) {
      return .utc(Instant(seconds: found.wallSeconds))
    }
    if let found = ExtendedFormat.dateTime(value) { return .floating(found) }
    throw .invalidUntil(string(value))
  }

  private static func positive(
    _ name: String, _ value: ArraySlice<UInt8>
  ) throws(RecurrenceRuleError) -> Int {
    guard let number = number(value) else { throw .invalidNumber(name, string(value)) }
    guard number >= 1 else { throw .notPositive(name) }
    return number
  }

  /// A number with an optional sign, clamped to the range of `Int`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var digits = bytes
    let negative = bytes.first == UInt8(ascii: "-")
    if negative || bytes.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    if digits.isEmpty { return nil }
    var value = 0
    for byte in digits {
      guard byte >= 48, byte <= 57 else { return nil }
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = tenfold.addingReportingOverflow(Int(byte - 48))
      value = overflow || more ? Int.max : sum
    }
    return negative ? -value : value
  }

  private static func trim(_ bytes: inout ArraySlice<UInt8>) {
    while let first = bytes.first, first <= 32 { bytes.removeFirst() }
    while let last = bytes.last, last <= 32 { bytes.removeLast() }
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

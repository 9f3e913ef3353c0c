import Recurrence

extension Property {
  /// The dates or times in the value; nil for each that cannot be read.
  ///
  /// The form of each value decides, not its VALUE parameter, as the writers intended: `DTSTART:20260101` is
  /// a day, and a time with `VALUE=DATE` is a time, unless it is midnight. A time in UTC ignores a TZID.
  /// Only `dateValues(noting:)` reads odd notations, because it can report them.
  public var dateValues: [DateValue?] {
    var notes: [ValueNote]?
    return dateValues(&notes)
  }

  /// The first of `dateValues`.
  public var dateValue: DateValue? {
    withValueBytes { bytes in
      var notes: [ValueNote]?
      let end = bytes.firstIndex(of: ASCII.comma) ?? bytes.count
      return date(UnsafeBufferPointer(rebasing: bytes[..<end]), dateParameters, &notes)
    }
  }

  /// The dates or times in the value, including odd notations, with a note for each unusual one.
  public func dateValues(noting notes: inout [ValueNote]) -> [DateValue?] {
    Self.collecting(&notes) { dateValues(&$0) }
  }

  private func dateValues(_ notes: inout [ValueNote]?) -> [DateValue?] {
    let parameters = dateParameters
    return withValueBytes { bytes in
      if bytes.isEmpty { return [] }
      guard bytes.contains(ASCII.comma) else { return [date(bytes, parameters, &notes)] }
      var result: [DateValue?] = []
      for part in bytes.split(separator: ASCII.comma) {
        result.append(date(UnsafeBufferPointer(rebasing: part), parameters, &notes))
      }
      return result
    }
  }

  /// The periods or plain times in the value; nil for each that cannot be read.
  public var periods: [PeriodValue?] {
    var notes: [ValueNote]?
    return periods(&notes)
  }

  /// The periods or plain times in the value, including odd notations, with a note for each unusual one.
  public func periods(noting notes: inout [ValueNote]) -> [PeriodValue?] {
    Self.collecting(&notes) { periods(&$0) }
  }

  private static func collecting<Result>(
    _ notes: inout [ValueNote], _ body: (inout [ValueNote]?) -> Result
  ) -> Result {
    var found: [ValueNote]? = []
    defer { notes += found ?? [] }
    return body(&found)
  }

  private func periods(_ notes: inout [ValueNote]?) -> [PeriodValue?] {
    let parameters = dateParameters
    return withValueBytes { bytes in
      var result: [PeriodValue?] = []
      for part in bytes.split(separator: ASCII.comma) {
        result.append(period(UnsafeBufferPointer(rebasing: part), parameters, &notes))
      }
      return result
    }
  }

  private struct DateParameters {
    var tzid: String?
    var isDate = false
  }

  private var dateParameters: DateParameters {
    var result = DateParameters()
    guard hasParameters else { return result }
    withParameterBytes { bytes in
      var scanner = ParameterScanner(bytes)
      while let name = scanner.nextName() {
        if let value = scanner.nextValue() {
          if result.tzid == nil, ASCII.equal(name, "TZID") {
            let tzid = ParameterScanner.decoded(ASCII.trimmed(value))
            result.tzid = tzid.isEmpty ? nil : tzid
          } else if ASCII.equal(name, "VALUE") {
            result.isDate = ASCII.equal(ASCII.trimmed(value), "DATE")
          }
        }
        while scanner.nextValue() != nil {}
      }
    }
    return result
  }

  private func period(
    _ bytes: UnsafeBufferPointer<UInt8>, _ parameters: DateParameters, _ notes: inout [ValueNote]?
  ) -> PeriodValue? {
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
      return date(bytes, parameters, &notes).map { PeriodValue(start: $0) }
    }
    guard let start = date(UnsafeBufferPointer(rebasing: bytes[..<slash]), parameters, &notes) else {
      return nil
    }
    let rest = ASCII.trimmed(UnsafeBufferPointer(rebasing: bytes[(slash + 1)...]))
    if let duration = DurationNotation.read(rest) {
      if duration.isOdd {
        if notes == nil { return nil }
        notes?.append(.oddDuration(duration.value))
      }
      return PeriodValue(start: start, duration: duration.value)
    }
    return date(rest, parameters, &notes).map { PeriodValue(start: start, end: $0) }
  }

  private func date(
    _ bytes: UnsafeBufferPointer<UInt8>, _ parameters: DateParameters, _ notes: inout [ValueNote]?
  ) -> DateValue? {
    if let reading = DateNotation.read(bytes) {
      // An odd notation that cannot be reported is not read.
      return reading.isOdd && notes == nil ? nil : value(reading, parameters, &notes)
    }
    // An unquoted colon in a zone's name, as in
    // `TZID=(UTC+01:00) Berlin:20261118T090000`, cuts the name short.
    guard let tzid = parameters.tzid, let colon = bytes.lastIndex(of: ASCII.colon),
      let reading = DateNotation.read(UnsafeBufferPointer(rebasing: bytes[(colon + 1)...]))
    else { return nil }
    var whole = parameters
    whole.tzid = tzid + ":" + String(decoding: bytes[..<colon], as: UTF8.self)
    return value(reading, whole, &notes)
  }

  private func value(
    _ reading: DateNotation.Reading, _ parameters: DateParameters, _ notes: inout [ValueNote]?
  ) -> DateValue {
    var result = DateValue.date(reading.date)
    if let time = reading.time, !(parameters.isDate && time.time == .midnight) {
      if parameters.isDate { notes?.append(.dateWithTime(time)) }
      if reading.zone == .utc {
        if let tzid = parameters.tzid { notes?.append(.zoneOnUTC(tzid)) }
        result = .utc(time)
      } else {
        result = parameters.tzid.map { .zoned(time, tzid: $0) } ?? .floating(time)
      }
    }
    if reading.isOdd { notes?.append(.oddDate(result)) }
    return result
  }
}

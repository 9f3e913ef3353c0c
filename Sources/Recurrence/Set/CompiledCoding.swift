/// The reason why stored bytes are not a compiled recurrence.
public enum CompiledRecurrenceError: Error, Hashable, Sendable {
  /// The bytes have another version of the format; compile the set again.
  case otherVersion(UInt8)
  /// The bytes are truncated or contain values that are never written.
  case damaged
}

extension CompiledRecurrence {
  /// The version of the stored form; it changes whenever the form or the meaning of a field changes.
  public static let formatVersion: UInt8 = 1

  /// The compact stored form, without the zone.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(32)
    writer.bytes.append(Self.formatVersion)
    var flags: CompiledFlags = []
    if isDate { flags.insert(.isDate) }
    if includesStart { flags.insert(.includesStart) }
    if addsStart { flags.insert(.addsStart) }
    if details != nil { flags.insert(.hasDetails) }
    writer.bytes.append(flags.rawValue)
    writer.put(start.wallSeconds)
    writer.put(rules.count)
    for rule in rules { writer.put(rule.fields, start: start.wallSeconds) }
    guard let details else { return writer.bytes }
    writer.put(details.exceptionRules.count)
    for rule in details.exceptionRules { writer.put(rule.fields, start: start.wallSeconds) }
    writer.putIncreasing(details.walls)
    writer.putIncreasing(details.days)
    writer.put(details.extras.count)
    for extra in details.extras {
      writer.put(extra.wall)
      writer.put(extra.index)
      switch extra.end {
      case nil: writer.put(0)
      case .end(let end):
        writer.put(1)
        writer.put(end.wallSeconds)
      case .length(let length):
        writer.put(2)
        writer.put(length.months)
        writer.put(length.days)
        writer.put(length.seconds)
      }
    }
    return writer.bytes
  }

  /// Reads the stored form; `zone` is the zone that the set was compiled with.
  public init(
    decoding bytes: UnsafeRawBufferPointer, zone: Zone?
  ) throws(CompiledRecurrenceError) {
    var reader = ByteReader(bytes)
    let version = reader.byte()
    if version != Self.formatVersion { throw reader.isBroken ? .damaged : .otherVersion(version) }
    let flags = CompiledFlags(rawValue: reader.byte())
    guard let start = CivilDateTime(wallSeconds: reader.get()) else { throw .damaged }
    let rules = reader.rules(start: start.wallSeconds)
    let details = flags.contains(.hasDetails) ? Self.details(&reader, start: start.wallSeconds) : nil
    if reader.isBroken || !reader.isAtEnd { throw .damaged }
    self.init(
      start: start, isDate: flags.contains(.isDate), zone: flags.contains(.isDate) ? nil : zone,
      includesStart: flags.contains(.includesStart), rules: rules, details: details,
      addsStart: flags.contains(.addsStart))
  }

  /// Reads the stored form from an array.
  public init(decoding bytes: [UInt8], zone: Zone?) throws(CompiledRecurrenceError) {
    let result = bytes.withUnsafeBytes { buffer -> Result<CompiledRecurrence, CompiledRecurrenceError> in
      do throws(CompiledRecurrenceError) {
        return .success(try CompiledRecurrence(decoding: buffer, zone: zone))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private static func details(_ reader: inout ByteReader, start: Int) -> Details {
    let rules = reader.rules(start: start)
    let walls = reader.increasing()
    let days = reader.increasing()
    var extras: [Extra] = []
    for _ in 0..<reader.count() {
      var extra = Extra(wall: reader.get(), index: reader.get(), end: nil)
      switch reader.get() {
      case 0: break
      case 1: extra.end = .end(CivilDateTime(clamping: reader.get()))
      case 2:
        extra.end = .length(
          CalendarDuration(months: reader.get(), days: reader.get(), seconds: reader.get()))
      default: reader.isBroken = true
      }
      extras.append(extra)
    }
    return Details(exceptionRules: rules, extras: extras, walls: walls, days: days)
  }
}

/// The flags byte, after the version in the stored form of a set.
private struct CompiledFlags: OptionSet {
  let rawValue: UInt8

  static let isDate = CompiledFlags(rawValue: 1)
  static let includesStart = CompiledFlags(rawValue: 2)
  static let addsStart = CompiledFlags(rawValue: 4)
  static let hasDetails = CompiledFlags(rawValue: 8)
}

/// The fields in the stored form of a rule, in this order; all other fields have their neutral value.
private struct OptionalFields: OptionSet {
  let rawValue: UInt64

  static let interval = OptionalFields(rawValue: 1 << 0)
  static let until = OptionalFields(rawValue: 1 << 1)
  static let hole = OptionalFields(rawValue: 1 << 2)
  static let months = OptionalFields(rawValue: 1 << 3)
  static let monthDays = OptionalFields(rawValue: 1 << 4)
  static let yearDays = OptionalFields(rawValue: 1 << 5)
  static let weekNumbers = OptionalFields(rawValue: 1 << 6)
  static let weekdays = OptionalFields(rawValue: 1 << 7)
  static let ordinals = OptionalFields(rawValue: 1 << 8)
  static let unit = OptionalFields(rawValue: 1 << 9)
  static let times = OptionalFields(rawValue: 1 << 10)
  static let positions = OptionalFields(rawValue: 1 << 11)
}

extension OptionalFields {
  init(of fields: RuleFields, start: Int) {
    self = []
    if fields.interval != 1 { insert(.interval) }
    if fields.until != Int.max { insert(.until) }
    if fields.holeEnd > fields.holeStart { insert(.hole) }
    if fields.months != 0 { insert(.months) }
    if fields.monthDays != MonthDays() { insert(.monthDays) }
    if !fields.yearDays.isEmpty { insert(.yearDays) }
    if !fields.weekNumbers.isEmpty { insert(.weekNumbers) }
    if fields.weekdays.plain != 0 { insert(.weekdays) }
    if !fields.weekdays.ordinals.isEmpty { insert(.ordinals) }
    if fields.unit != 86_400 { insert(.unit) }
    if fields.times != TimesOfDay(second: floorMod(start, 86_400)) { insert(.times) }
    if !fields.positions.isEmpty { insert(.positions) }
  }
}

/// Writes integers in as few bytes as they need.
private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func put(_ value: Int) { Varint.append(value, to: &bytes) }

  mutating func putBits(_ value: UInt64) { Varint.append(bits: value, to: &bytes) }

  mutating func putIncreasing(_ values: [Int]) {
    put(values.count)
    var last = 0
    for value in values {
      put(value - last)
      last = value
    }
  }

  /// Writes the set of present optional fields, and then these fields in order.
  mutating func put(_ fields: RuleFields, start: Int) {
    bytes.append(fields.shape.rawValue | UInt8(fields.weekStart) << 4 | (fields.ordinalsInYear ? 128 : 0))
    let present = OptionalFields(of: fields, start: start)
    putBits(present.rawValue)
    if present.contains(.interval) { put(fields.interval) }
    if present.contains(.until) { put(fields.until - start) }
    if present.contains(.hole) {
      put(fields.holeStart)
      put(fields.holeEnd - fields.holeStart)
    }
    if present.contains(.months) { putBits(UInt64(fields.months)) }
    if present.contains(.monthDays) {
      putBits(UInt64(fields.monthDays.fromStart))
      putBits(UInt64(fields.monthDays.fromEnd))
    }
    if present.contains(.yearDays) { for word in fields.yearDays.words { putBits(word) } }
    if present.contains(.weekNumbers) {
      putBits(fields.weekNumbers.fromStart)
      putBits(fields.weekNumbers.fromEnd)
    }
    if present.contains(.weekdays) { putBits(fields.weekdays.plain) }
    if present.contains(.ordinals) {
      put(fields.weekdays.ordinals.count)
      for ordinal in fields.weekdays.ordinals { put(ordinal.number * 7 + ordinal.weekday) }
    }
    if present.contains(.unit) {
      put(fields.unit)
      put(fields.offsets)
    }
    if present.contains(.times) { put(fields.times) }
    if present.contains(.positions) { putIncreasing(fields.positions) }
  }

  private mutating func put(_ times: TimesOfDay) {
    putBits(UInt64(times.hours))
    putBits(times.minutes)
    putBits(times.seconds)
    putIncreasing(times.list.map(Int.init))
  }
}

/// Reads the output of `ByteWriter`; damage sets `isBroken` and reads as zero.
private struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  var isBroken = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func byte() -> UInt8 {
    guard index < bytes.count else {
      isBroken = true
      return 0
    }
    index += 1
    return bytes[index - 1]
  }

  mutating func bits() -> UInt64 {
    guard !isBroken, let value = Varint.bits(in: bytes, at: &index) else {
      isBroken = true
      return 0
    }
    return value
  }

  mutating func get() -> Int {
    guard !isBroken, let value = Varint.int(in: bytes, at: &index) else {
      isBroken = true
      return 0
    }
    return value
  }

  /// A length, which cannot exceed the number of remaining bytes.
  mutating func count() -> Int {
    let value = get()
    if value < 0 || value > bytes.count - index {
      isBroken = true
      return 0
    }
    return value
  }

  mutating func increasing() -> [Int] {
    let count = count()
    if count == 0 { return [] }
    var result: [Int] = []
    result.reserveCapacity(count)
    var last = 0
    for position in 0..<count {
      let (value, overflow) = last.addingReportingOverflow(get())
      if overflow || position > 0 && value <= last { isBroken = true }
      last = value
      result.append(value)
    }
    return result
  }

  mutating func rules(start: Int) -> [RuleProgram] {
    let count = count()
    var result: [RuleProgram] = []
    result.reserveCapacity(count)
    for _ in 0..<count {
      let fields = fields(start: start)
      if isBroken || !fields.isSound {
        isBroken = true
        return []
      }
      result.append(RuleProgram(fields))
    }
    return result
  }

  private mutating func fields(start: Int) -> RuleFields {
    var fields = RuleFields()
    let head = byte()
    guard let shape = RuleFields.Shape(rawValue: head & 15) else {
      isBroken = true
      return fields
    }
    fields.shape = shape
    fields.weekStart = Int(head >> 4 & 7)
    fields.ordinalsInYear = head & 128 != 0
    fields.start = start
    let present = OptionalFields(rawValue: bits())
    if present.contains(.interval) { fields.interval = get() }
    if present.contains(.until) {
      let (until, overflow) = start.addingReportingOverflow(get())
      if overflow { isBroken = true }
      fields.until = until
    }
    if present.contains(.hole) {
      fields.holeStart = get()
      let (end, overflow) = fields.holeStart.addingReportingOverflow(get())
      if overflow { isBroken = true }
      fields.holeEnd = end
    }
    if present.contains(.months) { fields.months = UInt16(truncatingIfNeeded: bits()) }
    if present.contains(.monthDays) {
      fields.monthDays.fromStart = UInt32(truncatingIfNeeded: bits())
      fields.monthDays.fromEnd = UInt32(truncatingIfNeeded: bits())
    }
    if present.contains(.yearDays) {
      var words: [UInt64] = []
      for _ in 0..<12 { words.append(bits()) }
      fields.yearDays = YearDays(words: words) ?? YearDays()
    }
    if present.contains(.weekNumbers) {
      fields.weekNumbers.fromStart = bits()
      fields.weekNumbers.fromEnd = bits()
    }
    if present.contains(.weekdays) { fields.weekdays.plain = bits() }
    if present.contains(.ordinals) {
      for _ in 0..<count() {
        let value = get()
        fields.weekdays.ordinals.append(
          Weekdays.Ordinal(number: floorDiv(value, 7), weekday: floorMod(value, 7)))
      }
    }
    if present.contains(.unit) {
      fields.unit = get()
      fields.offsets = times()
    }
    fields.times = present.contains(.times) ? times() : TimesOfDay(second: floorMod(start, 86_400))
    if present.contains(.positions) { fields.positions = increasing() }
    return fields
  }

  private mutating func times() -> TimesOfDay {
    var result = TimesOfDay(
      hours: UInt32(truncatingIfNeeded: bits()), minutes: bits(), seconds: bits())
    for value in increasing() {
      if value < 0 || value > 86_399 {
        isBroken = true
        return result
      }
      result.list.append(Int32(value))
    }
    return result
  }
}

extension RuleFields {
  /// Whether every field is in range, so that damaged bytes cannot mislead a cursor.
  var isSound: Bool {
    let isSubDaily = shape == .subDaily
    return interval >= 1 && interval <= 3_660_000 * 86_400 && weekStart < 7 && months < 1 << 12
      && holeStart <= holeEnd && monthDays.fromStart < 1 << 31 && monthDays.fromEnd < 1 << 31
      && (isSubDaily ? [1, 60, 3600].contains(unit) : unit == 86_400)
      && (shape != .weekYears || !weekNumbers.isEmpty)
      && weekNumbers.fromStart < 1 << 53 && weekNumbers.fromEnd < 1 << 53 && weekdays.plain < 1 << 7
      && weekdays.ordinals.allSatisfy { RulePart.byDay.allows($0.number) }
      && times.isSound && offsets.isSound && !times.isEmpty && !offsets.isEmpty
      && positions.allSatisfy(RulePart.bySetPosition.allows)
  }
}

extension TimesOfDay {
  fileprivate var isSound: Bool {
    hours <= Self.allHours && minutes <= Self.allSixty && seconds <= Self.allSixty
  }
}

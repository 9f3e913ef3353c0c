import CivilTime

/// Why stored bytes are no compiled recurrence.
public enum CompiledRecurrenceError: Error, Hashable, Sendable {
  /// The bytes were written by another version of the format; compile the set anew.
  case otherVersion(UInt8)
  /// The bytes are cut short or hold what no writer writes.
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
    let flags =
      (isDate ? 1 : 0) | (includesStart ? 2 : 0) | (addsStart ? 4 : 0) | (details == nil ? 0 : 8)
    writer.bytes.append(UInt8(flags))
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
    let flags = reader.byte()
    guard let start = CivilDateTime(wallSeconds: reader.get()) else { throw .damaged }
    let rules = reader.rules(start: start.wallSeconds)
    let details = flags & 8 == 0 ? nil : Self.details(&reader, start: start.wallSeconds)
    if reader.isBroken || !reader.isAtEnd { throw .damaged }
    self.init(
      start: start, isDate: flags & 1 != 0, zone: flags & 1 != 0 ? nil : zone,
      includesStart: flags & 2 != 0, rules: rules, details: details, addsStart: flags & 4 != 0)
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

/// Writes integers in as few bytes as they need: seven bits a byte, the sign in the lowest bit.
private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func put(_ value: Int) { putBits(UInt64(bitPattern: Int64(value << 1 ^ value >> 63))) }

  mutating func putBits(_ value: UInt64) {
    var rest = value
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func putIncreasing(_ values: [Int]) {
    put(values.count)
    var last = 0
    for value in values {
      put(value - last)
      last = value
    }
  }

  /// Which optional fields follow, in this order.
  mutating func put(_ fields: RuleFields, start: Int) {
    bytes.append(fields.shape.rawValue | UInt8(fields.weekStart) << 4 | (fields.ordinalsInYear ? 128 : 0))
    var present = 0
    if fields.interval != 1 { present |= 1 }
    if fields.until != Int.max { present |= 2 }
    if fields.holeEnd > fields.holeStart { present |= 4 }
    if fields.months != 0 { present |= 8 }
    if fields.monthDays != MonthDays() { present |= 16 }
    if !fields.yearDays.isEmpty { present |= 32 }
    if !fields.weekNumbers.isEmpty { present |= 64 }
    if fields.weekdays.plain != 0 { present |= 128 }
    if !fields.weekdays.ordinals.isEmpty { present |= 256 }
    if fields.unit != 86_400 { present |= 512 }
    if fields.times != TimesOfDay(second: floorMod(start, 86_400)) { present |= 1024 }
    if !fields.positions.isEmpty { present |= 2048 }
    putBits(UInt64(present))
    if present & 1 != 0 { put(fields.interval) }
    if present & 2 != 0 { put(fields.until - start) }
    if present & 4 != 0 {
      put(fields.holeStart)
      put(fields.holeEnd - fields.holeStart)
    }
    if present & 8 != 0 { putBits(UInt64(fields.months)) }
    if present & 16 != 0 {
      putBits(UInt64(fields.monthDays.fromStart))
      putBits(UInt64(fields.monthDays.fromEnd))
    }
    if present & 32 != 0 { for word in fields.yearDays.words { putBits(word) } }
    if present & 64 != 0 {
      putBits(fields.weekNumbers.fromStart)
      putBits(fields.weekNumbers.fromEnd)
    }
    if present & 128 != 0 { putBits(fields.weekdays.plain) }
    if present & 256 != 0 {
      put(fields.weekdays.ordinals.count)
      for ordinal in fields.weekdays.ordinals { put(ordinal.number * 7 + ordinal.weekday) }
    }
    if present & 512 != 0 {
      put(fields.unit)
      put(fields.offsets)
    }
    if present & 1024 != 0 { put(fields.times) }
    if present & 2048 != 0 { putIncreasing(fields.positions) }
  }

  private mutating func put(_ times: TimesOfDay) {
    putBits(UInt64(times.hours))
    putBits(times.minutes)
    putBits(times.seconds)
    putIncreasing(times.list.map(Int.init))
  }
}

/// Reads what `ByteWriter` wrote; damage sets `isBroken` and reads as zero.
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
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = byte()
      if shift > 63 || isBroken {
        isBroken = true
        return 0
      }
      result |= UInt64(next & 127) << shift
      if next < 128 { return result }
      shift += 7
    }
  }

  mutating func get() -> Int {
    let value = bits()
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
  }

  /// A length, which can't be more than the bytes that are left.
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
    let present = bits()
    if present & 1 != 0 { fields.interval = get() }
    if present & 2 != 0 {
      let (until, overflow) = start.addingReportingOverflow(get())
      if overflow { isBroken = true }
      fields.until = until
    }
    if present & 4 != 0 {
      fields.holeStart = get()
      let (end, overflow) = fields.holeStart.addingReportingOverflow(get())
      if overflow { isBroken = true }
      fields.holeEnd = end
    }
    if present & 8 != 0 { fields.months = UInt16(truncatingIfNeeded: bits()) }
    if present & 16 != 0 {
      fields.monthDays.fromStart = UInt32(truncatingIfNeeded: bits())
      fields.monthDays.fromEnd = UInt32(truncatingIfNeeded: bits())
    }
    if present & 32 != 0 {
      var words: [UInt64] = []
      for _ in 0..<12 { words.append(bits()) }
      fields.yearDays = YearDays(words: words) ?? YearDays()
    }
    if present & 64 != 0 {
      fields.weekNumbers.fromStart = bits()
      fields.weekNumbers.fromEnd = bits()
    }
    if present & 128 != 0 { fields.weekdays.plain = bits() }
    if present & 256 != 0 {
      for _ in 0..<count() {
        let value = get()
        fields.weekdays.ordinals.append(
          Weekdays.Ordinal(number: floorDiv(value, 7), weekday: floorMod(value, 7)))
      }
    }
    if present & 512 != 0 {
      fields.unit = get()
      fields.offsets = times()
    }
    fields.times = present & 1024 != 0 ? times() : TimesOfDay(second: floorMod(start, 86_400))
    if present & 2048 != 0 { fields.positions = increasing() }
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
  /// Whether every field is in its range, so that damaged bytes can't lead a cursor astray.
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

/// Encodes plans for the `series` table.
enum SeriesPlanCoding {
  private enum Tag: Int {
    case single = 0
    case dates, floating, zoned
  }

  static func encode(_ plan: StoredSeries.Plan) -> [UInt8] {
    var writer = ByteWriter()
    switch plan {
    case .single(let row):
      writer.add(Tag.single.rawValue)
      for value in [
        row.start, row.end - row.start, row.series, row.key, row.item, row.calendar, row.flags.rawValue,
      ] {
        writer.add(value)
      }
    case .repeating(let series):
      switch series.form {
      case .date: writer.add(Tag.dates.rawValue)
      case .floating: writer.add(Tag.floating.rawValue)
      case .zoned(let zone):
        writer.add(Tag.zoned.rawValue)
        writer.add(zone.identifier)
      }
      add(series.length, to: &writer)
      writer.add(series.overridden.count)
      for key in series.overridden { writer.add(OccurrenceCode.key(key)) }
      writer.add(series.ranges.count)
      for range in series.ranges {
        writer.add(OccurrenceCode.key(range.key))
        writer.add(range.shift)
        add(range.length, to: &writer)
        writer.add(range.item)
      }
      writer.add(series.set.encoded())
    }
    return writer.bytes
  }

  private static func add(_ length: EventLength, to writer: inout ByteWriter) {
    switch length {
    case .exact(let seconds):
      writer.add(0)
      writer.add(seconds)
    case .nominal(let duration):
      writer.add(1)
      writer.add(duration.months)
      writer.add(duration.days)
      writer.add(duration.seconds)
    }
  }

  /// Decodes a plan; nil when the bytes are damaged or their zone is unknown.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, zone lookUp: (String) -> Zone?
  ) -> StoredSeries.Plan? {
    var reader = ByteReader(bytes)
    switch reader.int().flatMap(Tag.init(rawValue:)) {
    case .single:
      guard let start = reader.int(), let length = reader.int(), let series = reader.int(),
        let key = reader.int(),
        let item = reader.int(), let calendar = reader.int(), let flags = reader.int()
      else { return nil }
      return .single(
        IndexRow(
          start: start, end: start + length, series: series, key: key, item: item, calendar: calendar,
          flags: OccurrenceFlags(rawValue: flags)))
    case .dates: return repeating(.date, &reader)
    case .floating: return repeating(.floating, &reader)
    case .zoned: return reader.text().flatMap(lookUp).flatMap { repeating(.zoned($0), &reader) }
    case nil: return nil
    }
  }

  private static func repeating(_ form: Series.Form, _ reader: inout ByteReader) -> StoredSeries.Plan? {
    guard let length = length(&reader),
      let overridden = reader.array({ $0.int().flatMap { OccurrenceCode.key($0) } }),
      let ranges = reader.array(range)
    else { return nil }
    let zone: Zone?
    switch form {
    case .date, .floating: zone = nil
    case .zoned(let own): zone = own
    }
    do throws(CompiledRecurrenceError) {
      let recurrence = try CompiledRecurrence(decoding: UnsafeRawBufferPointer(reader.rest), zone: zone)
      return .repeating(
        Series(set: recurrence, form: form, length: length, overridden: overridden, ranges: ranges))
    } catch {
      return nil
    }
  }

  private static func range(_ reader: inout ByteReader) -> RangeOverride? {
    guard let key = reader.int().flatMap({ OccurrenceCode.key($0) }), let shift = reader.int(),
      let length = length(&reader), let item = reader.int()
    else { return nil }
    return RangeOverride(key: key, shift: shift, length: length, item: item)
  }

  private static func length(_ reader: inout ByteReader) -> EventLength? {
    switch reader.int() {
    case 0: return reader.int().map { .exact(seconds: $0) }
    case 1:
      guard let months = reader.int(), let days = reader.int(), let seconds = reader.int() else { return nil }
      return .nominal(CalendarDuration(months: months, days: days, seconds: seconds))
    default: return nil
    }
  }
}

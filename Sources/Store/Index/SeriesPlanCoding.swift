import Model

/// How plans are written in the `series` table.
enum SeriesPlanCoding {
  private enum Tag: Int {
    case single = 0
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
    }
    return writer.bytes
  }

  /// The plan that the bytes hold; nil when they are damaged.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> StoredSeries.Plan? {
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
    case nil: return nil
    }
  }
}

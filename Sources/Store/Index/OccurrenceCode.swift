/// Encodes an occurrence key as one number for the index.
enum OccurrenceCode {
  /// Returns a key's number: wall seconds, then date, second of fold, and 1; 0 without a key.
  static func key(_ key: OccurrenceKey?) -> Int {
    guard let key else { return 0 }
    return key.wallSeconds << 3 | (key.isDate ? 4 : 0) | (key.isSecondOfFold ? 2 : 0) | 1
  }

  /// Returns the key of a number; nil for 0.
  static func key(_ code: Int) -> OccurrenceKey? {
    if code & 1 == 0 { return nil }
    return OccurrenceKey(wallSeconds: code >> 3, isDate: code & 4 != 0, isSecondOfFold: code & 2 != 0)
  }
}

/// The index's flags of an occurrence.
struct OccurrenceFlags: OptionSet, Hashable {
  let rawValue: Int
  /// Whole days, which begin at a day's first moment in every viewer's zone.
  static let allDay = OccurrenceFlags(rawValue: 1)
  /// An occurrence of a series.
  static let recurring = OccurrenceFlags(rawValue: 2)
  /// An occurrence with its own component.
  static let detached = OccurrenceFlags(rawValue: 4)
}

/// An occurrence in the index, in seconds on its lane's axis, independent of a viewer.
struct IndexRow: Hashable {
  var start: Int
  var end: Int
  var series: Int
  var key: Int
  /// The row whose fields apply.
  var item: Int
  var calendar: Int
  var flags: OccurrenceFlags
}

/// Classes of rows by length, so that one long event does not make every search look far back.
enum DurationClass: Int, CaseIterable {
  /// Up to two hours: too many rows for a second index; searches look that far back in the main table.
  case short = 0
  case day, fortnight, year, long

  /// The longest length in the class, in seconds; nil for the last.
  var longest: Int? {
    switch self {
    case .short: 7_200
    case .day: 86_400
    case .fortnight: 16 * 86_400
    case .year: 366 * 86_400
    case .long: nil
    }
  }

  /// The class of a length in seconds.
  init(length: Int) {
    self =
      switch length {
      case ...7_200: .short
      case ...86_400: .day
      case ...(16 * 86_400): .fortnight
      case ...(366 * 86_400): .year
      default: .long
      }
  }

  /// Selects the rows of the class that are ongoing at ?3 and began before: ?1 lane, ?2 the earliest start,
  /// exclusive, ?4 a `RowBatch`.
  ///
  /// SQLite uses a partial index only when the query contains its condition word for word.
  var ongoing: SQL {
    switch self {
    case .short:
      """
      SELECT 1 FROM occurrence NOT INDEXED
      WHERE lane = ?1 AND start > ?2 AND start < ?3 AND start + length > ?3 AND length <= 7200
        AND gather(?4, start, series, key, length, item, calendar, flags)
      ORDER BY start, series, key
      """
    case .day:
      """
      SELECT 1 FROM occurrence INDEXED BY occurrence_day
      WHERE lane = ?1 AND start > ?2 AND start < ?3 AND start + length > ?3
        AND length > 7200 AND length <= 86400
        AND gather(?4, start, series, key, length, item, calendar, flags)
      ORDER BY start, series, key
      """
    case .fortnight:
      """
      SELECT 1 FROM occurrence INDEXED BY occurrence_fortnight
      WHERE lane = ?1 AND start > ?2 AND start < ?3 AND start + length > ?3
        AND length > 86400 AND length <= 1382400
        AND gather(?4, start, series, key, length, item, calendar, flags)
      ORDER BY start, series, key
      """
    case .year:
      """
      SELECT 1 FROM occurrence INDEXED BY occurrence_year
      WHERE lane = ?1 AND start > ?2 AND start < ?3 AND start + length > ?3
        AND length > 1382400 AND length <= 31622400
        AND gather(?4, start, series, key, length, item, calendar, flags)
      ORDER BY start, series, key
      """
    case .long:
      """
      SELECT 1 FROM occurrence INDEXED BY occurrence_long
      WHERE lane = ?1 AND start > ?2 AND start < ?3 AND start + length > ?3 AND length > 31622400
        AND gather(?4, start, series, key, length, item, calendar, flags)
      ORDER BY start, series, key
      """
    }
  }

  /// Selects the rows that start in [?2, ?3) on lane ?1, for the `RowBatch` ?4.
  static let starting: SQL = """
    SELECT 1 FROM occurrence NOT INDEXED
    WHERE lane = ?1 AND start >= ?2 AND start < ?3
      AND gather(?4, start, series, key, length, item, calendar, flags)
    ORDER BY start, series, key
    """
}

/// How the index writes occurrence keys and what it marks about a row, in one number each.
enum OccurrenceCode {
  /// The number of a key: wall seconds, then date, second of fold, and 1; 0 where there is no key.
  static func key(_ key: OccurrenceKey?) -> Int {
    guard let key else { return 0 }
    return key.wallSeconds << 3 | (key.isDate ? 4 : 0) | (key.isSecondOfFold ? 2 : 0) | 1
  }

  /// The key of a number; nil for 0.
  static func key(_ code: Int) -> OccurrenceKey? {
    if code & 1 == 0 { return nil }
    return OccurrenceKey(wallSeconds: code >> 3, isDate: code & 4 != 0, isSecondOfFold: code & 2 != 0)
  }
}

/// What the index marks about an occurrence.
struct OccurrenceFlags: OptionSet, Hashable {
  let rawValue: Int
  /// Whole days, which begin at a day's first moment wherever the viewer is.
  static let allDay = OccurrenceFlags(rawValue: 1)
  /// One of a series.
  static let recurring = OccurrenceFlags(rawValue: 2)
  /// It has a component of its own.
  static let detached = OccurrenceFlags(rawValue: 4)
}

/// An occurrence as the index holds it: seconds on its lane's axis, no viewer yet.
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

/// Rows of similar length, so that one long event does not make every search look far back.
enum DurationClass: Int, CaseIterable {
  /// Up to two hours: too many to index twice, so short that the main table is searched back that far.
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

  /// What is going on at ?3 having begun before: ?1 lane, ?2 the earliest start, exclusive, ?4 a `RowBatch`.
  ///
  /// A partial index is used only where its condition stands word for word in the query.
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

  /// What starts in [?2, ?3) on lane ?1, for the `RowBatch` ?4.
  static let starting: SQL = """
    SELECT 1 FROM occurrence NOT INDEXED
    WHERE lane = ?1 AND start >= ?2 AND start < ?3
      AND gather(?4, start, series, key, length, item, calendar, flags)
    ORDER BY start, series, key
    """
}

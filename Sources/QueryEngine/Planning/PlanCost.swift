/// What reading costs, in reads of one row of the occurrence index (about a quarter of a microsecond), as
/// measured by `kalends-bench plans`.
public enum PlanCost {
  /// A record of an item that is not in memory.
  static let record = 30.0
  /// An occurrence that is computed.
  static let expansion = 2.0
  /// A series whose span is looked at, and which is expanded where it meets the window.
  static let series = 3.0
  /// A stored item whose occurrences are looked up by it: overrides, compiled series.
  static let object = 20.0
  /// A row of the text index.
  static let textRow = 2.0
  /// An item passed over in a scan, beside its record.
  static let scannedItem = 2.0

  /// What reading has cost by its counters; estimates foresee this number.
  public static func cost(of counters: ReadCounters) -> Double {
    Double(counters.ongoingRows + counters.startingRows) + Double(counters.occurrencesExpanded) * expansion
      + Double(counters.seriesConsidered) * series + Double(counters.recordsRead) * record
      + Double(counters.recordsRemembered) + Double(counters.familiesRead) * object
      + Double(counters.textRows) * textRow + Double(counters.itemsScanned) * scannedItem
  }
}

/// Costs of reading, in reads of one row of the occurrence index (about a quarter of a microsecond), as
/// measured by `kalends-bench plans`.
public enum PlanCost {
  /// A record of an item that is not in memory.
  static let record = 30.0
  /// An occurrence that is computed.
  static let expansion = 2.0
  /// A series whose span is examined, and which is expanded if it meets the window.
  static let series = 3.0
  /// A stored item whose occurrences are looked up by it: overrides, compiled series.
  static let object = 20.0
  /// A row of the text index.
  static let textRow = 2.0
  /// An item examined in a scan, in addition to its record.
  static let scannedItem = 2.0

  /// The actual cost of reading by its counters; estimates predict this number.
  public static func cost(of counters: ReadCounters) -> Double {
    Double(counters.ongoingRows + counters.startingRows) + Double(counters.occurrencesExpanded) * expansion
      + Double(counters.seriesConsidered) * series + Double(counters.recordsRead) * record
      + Double(counters.recordsRemembered) + Double(counters.objectsRead) * object
      + Double(counters.textRows) * textRow + Double(counters.itemsScanned) * scannedItem
  }
}

/// Encodes the starts of a series' index rows for the `series` table, as runs of equal steps.
///
/// A daily series of years takes a few bytes. The starts are stored and not recomputed from the rule: zone
/// rules and the engine may have changed since, and a row not found would never be removed.
enum StartCoding {
  /// More starts than any policy materializes of one series, so that damaged bytes cannot give an endless
  /// list.
  private static let most = 1 << 22

  /// Encodes starts in ascending order without duplicates; nil for no starts.
  static func encode(_ starts: [Int]) -> [UInt8]? {
    guard let first = starts.first else { return nil }
    var writer = ByteWriter()
    writer.add(first)
    var (step, count) = (0, 0)
    for (start, next) in zip(starts, starts.dropFirst()) {
      if next - start != step {
        if count > 0 {
          writer.add(step)
          writer.add(count)
        }
        (step, count) = (next - start, 0)
      }
      count += 1
    }
    if count > 0 {
      writer.add(step)
      writer.add(count)
    }
    return writer.bytes
  }

  /// Decodes starts; nil when the bytes are damaged.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
    var reader = ByteReader(bytes)
    guard var start = reader.int() else { return nil }
    var starts = [start]
    while !reader.rest.isEmpty {
      guard let step = reader.int(), let count = reader.int(), step > 0, count > 0,
        count <= most - starts.count
      else { return nil }
      for _ in 0..<count {
        let (next, isTooLarge) = start.addingReportingOverflow(step)
        if isTooLarge { return nil }
        start = next
        starts.append(start)
      }
    }
    return starts
  }
}

/// How the starts of a series' rows in the index are written in the `series` table: as
/// equal steps from one to the next.
///
/// A daily series of years is a few bytes. Starts are told as they were written, not computed from the rule:
/// rules of zones and the engine may have changed since, and what is not found is never taken out.
enum StartCoding {
  /// More starts than any policy indexes of one series, so that damage cannot make a list without end.
  private static let most = 1 << 22

  /// The bytes of starts in ascending order, each once; nil for none.
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

  /// The starts that the bytes hold; nil when they are damaged.
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

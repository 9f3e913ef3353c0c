import Recurrence

/// Reads and writes offsets from UTC: `+0100`, `-053000`, `+01:00`, `+1`, and `-0000` as zero.
enum OffsetNotation {
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> UTCOffset? {
    var digits: [Int] = []
    var sign = 1
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "+") where index == 0: sign = 1
      case UInt8(ascii: "-") where index == 0: sign = -1
      case ASCII.colon where index > 0: break
      case 48...57: digits.append(Int(byte - 48))
      default: return nil
      }
    }
    if digits.count % 2 == 1 { digits.insert(0, at: 0) }
    guard (2...6).contains(digits.count) else { return nil }
    var parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    parts += [0, 0]
    guard parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
    return UTCOffset(seconds: sign * (parts[0] * 3600 + parts[1] * 60 + parts[2]))
  }

  /// `+0100`, with seconds where there are any.
  static func text(_ offset: UTCOffset) -> String {
    let magnitude = Int(offset.seconds.magnitude)
    let parts = [magnitude / 3600, magnitude / 60 % 60, magnitude % 60]
    let used = parts[2] == 0 ? parts.prefix(2) : parts[...]
    return used.reduce(offset.seconds < 0 ? "-" : "+") { $0 + ($1 < 10 ? "0" : "") + String($1) }
  }
}

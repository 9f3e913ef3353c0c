import Recurrence

/// Reads durations (RFC 5545, 3.3.6) and the notations that real files use instead.
enum DurationNotation {
  /// A duration, and whether its notation differs from RFC 5545's.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: CalendarDuration, isOdd: Bool)? {
    if let value = BasicFormat.duration(bytes) { return (value, false) }
    // Signs in odd places: `P-1D`, `PT-15M`, `--PT5M`, `- PT5M`; a minus anywhere negates the whole.
    var isNegative = false
    var plain: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"), ASCII.space, ASCII.tab: break
      default: plain.append(byte)
      }
    }
    // `P` and `PT` alone, and `P1DT` with nothing after the T.
    if plain.last.map(ASCII.upper) == UInt8(ascii: "T") { plain.removeLast() }
    if plain.map(ASCII.upper) == [UInt8(ascii: "P")] { return (.zero, true) }
    // `P2H` or `P2H15M`: the T is missing. `P15M` alone is 15 months: an M means minutes only beside an H or
    // S.
    if let value = BasicFormat.duration(plain) { return (isNegative ? -value : value, true) }
    if let index = plain.firstIndex(where: { ASCII.upper($0) == UInt8(ascii: "P") }),
      !plain.contains(where: { ASCII.upper($0) == UInt8(ascii: "T") })
    {
      plain.insert(UInt8(ascii: "T"), at: index + 1)
      if let value = BasicFormat.duration(plain) { return (isNegative ? -value : value, true) }
    }
    return nil
  }
}

import CivilTime

/// Reads the value of BDAY (RFC 6350, 4.3 and 6.2.5; RFC 2426, 3.1.5).
enum BirthdayDate {
  /// `19850412`, `1985-04-12`, `--0412`, `--04-12`, each with or without a time of day after it.
  ///
  /// Nil for text without a month and day, such as a year alone.
  static func read(_ text: String) -> (month: Int, day: Int, year: Int?)? {
    var bytes = Array(text.utf8).filter { $0 != UInt8(ascii: " ") }[...]
    if let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") }) {
      // The time of birth does not matter for a yearly event.
      bytes = bytes[..<mark]
    }
    if bytes.starts(with: "--".utf8) {
      let digits = bytes.dropFirst(2).filter { $0 != UInt8(ascii: "-") }
      guard digits.count == 4, let value = number(digits) else { return nil }
      return (value / 100, value % 100, nil)
    }
    let isBasic = bytes.count == 8
    let dashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }.map { $0 - bytes.startIndex }
    guard isBasic && dashes.isEmpty || bytes.count == 10 && dashes == [4, 7],
      let value = number(bytes.filter { $0 != UInt8(ascii: "-") })
    else { return nil }
    return (value / 100 % 100, value % 100, value / 10_000)
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}

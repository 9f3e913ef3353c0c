/// Reads the binary zone files of the system's time zone database (TZif, RFC 9636).
enum TZifReader {
  /// The clock changes that a file holds; nil when the bytes are not a well-formed TZif file.
  ///
  /// In version 2 and later the reader uses the 64-bit part and the footer, so no zone ends in 2037 or 2038.
  static func rules(_ bytes: [UInt8]) -> ZoneRules? {
    guard let first = Header(bytes, at: 0) else { return nil }
    if first.version < 2 { return block(bytes, first, wide: false, footer: nil) }
    let secondStart = first.dataStart + first.dataLength(wide: false)
    guard let second = Header(bytes, at: secondStart) else { return nil }
    let footerStart = second.dataStart + second.dataLength(wide: true)
    var footer: POSIXRule?
    if footerStart < bytes.count, bytes[footerStart] == 10 {
      let text = bytes[(footerStart + 1)...].prefix { $0 != 10 }
      footer = POSIXRule(parsing: Array(text))
    }
    return block(bytes, second, wide: true, footer: footer)
  }

  private struct Header {
    var version: Int
    var standardCount, utcCount, leapCount, timeCount, typeCount, characterCount: Int
    var dataStart: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, start + 44 <= bytes.count,
        bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[start + 4] == 0 ? 1 : Int(bytes[start + 4]) - 48
      func count(_ index: Int) -> Int { TZifReader.integer(bytes, start + 20 + index * 4, 4) }
      (utcCount, standardCount, leapCount) = (count(0), count(1), count(2))
      (timeCount, typeCount, characterCount) = (count(3), count(4), count(5))
      dataStart = start + 44
      let counts = [utcCount, standardCount, leapCount, timeCount, typeCount, characterCount]
      guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }), typeCount > 0, typeCount <= 255 else {
        return nil
      }
    }

    func dataLength(wide: Bool) -> Int {
      let size = wide ? 8 : 4
      return timeCount * (size + 1) + typeCount * 6 + characterCount + leapCount * (size + 4)
        + standardCount + utcCount
    }
  }

  private static func block(
    _ bytes: [UInt8], _ header: Header, wide: Bool, footer: POSIXRule?
  ) -> ZoneRules? {
    let size = wide ? 8 : 4
    guard header.dataStart + header.dataLength(wide: wide) <= bytes.count else { return nil }
    let indexStart = header.dataStart + header.timeCount * size
    let typeStart = indexStart + header.timeCount
    let nameStart = typeStart + header.typeCount * 6
    let nameEnd = nameStart + header.characterCount
    var types: [LocalTimeType] = []
    for number in 0..<header.typeCount {
      let at = typeStart + number * 6
      let name = nameStart + Int(bytes[at + 5])
      guard name <= nameEnd else { return nil }
      types.append(
        LocalTimeType(
          offset: UTCOffset(seconds: integer(bytes, at, 4)), isDaylight: bytes[at + 4] != 0,
          abbreviation: String(decoding: bytes[name..<nameEnd].prefix { $0 != 0 }, as: UTF8.self)))
    }
    var transitions: [Int] = []
    var indices: [UInt8] = []
    transitions.reserveCapacity(header.timeCount)
    for number in 0..<header.timeCount {
      let index = bytes[indexStart + number]
      let at = integer(bytes, header.dataStart + number * size, size)
      guard Int(index) < types.count, transitions.last.map({ $0 < at }) ?? true else { return nil }
      transitions.append(at)
      indices.append(index)
    }
    return ZoneRules(
      transitions: transitions, typeIndices: indices, types: types, initialType: types[0],
      footer: footer)
  }

  /// A big-endian signed integer of 4 or 8 bytes.
  private static func integer(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int {
    var value: UInt64 = 0
    for index in start..<start + size { value = value << 8 | UInt64(bytes[index]) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
  }
}
